import { expect, test } from "vitest";
import { droppedIn } from "../../../../web/chat/drop-target.tsx";

const item = (name: string, entry: { readonly isDirectory: boolean } | null) => ({
  kind: "file",
  getAsFile: () => new File(["x"], name),
  webkitGetAsEntry: () => entry as FileSystemEntry | null,
});
const TEXT = { kind: "string", getAsFile: () => null, webkitGetAsEntry: () => null };

test("folders are refused, and the files beside them are not", () => {
  const { files, refused } = droppedIn([
    item("a.txt", { isDirectory: false }),
    item("pictures", { isDirectory: true }),
    TEXT,
    item("made by a script", null),
  ]);
  expect(files.map(({ name }) => name)).toEqual(["a.txt", "made by a script"]);
  expect(refused.map(({ name }) => name)).toEqual(["pictures"]);
});
