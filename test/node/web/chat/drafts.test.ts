import { expect, test } from "vitest";
import { draftsIn } from "../../../../web/chat/drafts.ts";

function memory() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

test("each conversation has its own draft, and a new one has its own", () => {
  const drafts = draftsIn(memory);
  const storage = memory();
  const kept = draftsIn(() => storage);
  kept.write(null, "first");
  kept.write("conv_1", "second");
  expect([kept.read(null), kept.read("conv_1"), kept.read("conv_2")]).toEqual(["first", "second", ""]);
  expect(drafts.read(null)).toBe("");
});

test("a draft that is sent leaves nothing behind", () => {
  const storage = memory();
  const drafts = draftsIn(() => storage);
  drafts.write("conv_1", "a");
  drafts.write("conv_1", "");
  expect(storage.items.size).toBe(0);
});

test.each([
  [
    "forbidden",
    () => {
      throw new DOMException("no", "SecurityError");
    },
  ],
  [
    "full",
    () => ({
      ...memory(),
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    }),
  ],
])("storage that is %s is as if nothing were kept", (_, storage) => {
  const drafts = draftsIn(storage);
  drafts.write(null, "text");
  expect(drafts.read(null)).toBe("");
});

test.each(["{", "{}", "[1, null]", '[{"name": "a"}]', '[{"name": "a", "bytes": 1, "resource": {"id": "res_1"}}]'])(
  "stored files that this version does not write are as if they were not there: %s",
  (stored) => {
    const storage = memory();
    storage.setItem("impresario.draft-files.new", stored);
    expect(draftsIn(() => storage).readFiles(null)).toEqual([]);
  },
);
