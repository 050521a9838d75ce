import { FileDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import styles from "./composer.module.css";
import { type Dropped, droppedIn } from "./dropped.ts";

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

/** Takes files that are dropped anywhere on the page, and says so while they are held over it. */
export function DropTarget({ onDrop }: { readonly onDrop: (dropped: Dropped) => void }) {
  const [isOver, setOver] = useState(false);
  const deliver = useRef(onDrop);
  useEffect(() => {
    deliver.current = onDrop;
  });
  useEffect(() => {
    const left = new AbortController();
    const on = (type: "dragover" | "dragleave" | "drop", listener: (event: DragEvent) => void): void =>
      addEventListener(type, listener, { signal: left.signal });
    on("dragover", (event) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    });
    on("dragleave", (event) => {
      // From one element to another is still over the page.
      if (event.relatedTarget === null) setOver(false);
    });
    on("drop", (event) => {
      setOver(false);
      if (!carriesFiles(event)) return;
      event.preventDefault();
      deliver.current(droppedIn(event.dataTransfer?.items ?? []));
    });
    return () => left.abort();
  }, []);
  if (!isOver) return null;
  return (
    <div className={styles.drop} role="status">
      <p>
        <FileDown size={22} aria-hidden /> Drop files to attach them
      </p>
    </div>
  );
}
