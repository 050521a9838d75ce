import { useEffect, useRef } from "react";

/** Fields other than the message take what is pasted into them. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, select, dialog, [contenteditable]") !== null;

/** Files and pictures that are pasted on the page. A pasted text stays a text, also with a picture of it beside. */
export function usePastedFiles(onFiles: (files: readonly File[]) => void): void {
  const deliver = useRef(onFiles);
  useEffect(() => {
    deliver.current = onFiles;
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || isElsewhere(event.target)) return;
      if (event.clipboardData?.getData("text/plain")) return;
      event.preventDefault();
      deliver.current(files);
    };
    addEventListener("paste", onPaste);
    return () => removeEventListener("paste", onPaste);
  }, []);
}
