import { FileDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Refusal } from "./admit.ts";
import styles from "./composer.module.css";

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

interface Dropped {
  readonly files: readonly File[];
  readonly refused: readonly Refusal[];
}

type Item = Pick<DataTransferItem, "kind" | "getAsFile" | "webkitGetAsEntry">;

/** What was dropped on the page. A browser gives a folder out as a file, which nobody can read. */
export function droppedIn(items: Iterable<Item>): Dropped {
  const files: File[] = [];
  const refused: Refusal[] = [];
  for (const item of items) {
    const file = item.kind === "file" ? item.getAsFile() : null;
    if (!file) continue;
    if (item.webkitGetAsEntry()?.isDirectory) refused.push({ name: file.name, why: "Attach the files in the folder." });
    else files.push(file);
  }
  return { files, refused };
}
