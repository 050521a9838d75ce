import type { Refusal } from "./admit.ts";

export interface Dropped {
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
