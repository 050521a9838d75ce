import { expect, test, vi } from "vitest";
import type { ResourceView } from "../../../../src/client/client.ts";
import { admit, distinctName } from "../../../../web/chat/admit.ts";
import { Attachments, heldBackBy } from "../../../../web/chat/attachments.ts";
import { draftsIn } from "../../../../web/chat/drafts.ts";
import { HeldAttachments } from "../../../../web/chat/held-attachments.ts";
import { MAX_FILE_BYTES, MAX_FILES } from "../../../../web/chat/limits.ts";
import { eventually } from "../../../eventually.ts";

const resource = (name: string): ResourceView => ({
  ...{ id: `res_${name}`, name, kind: "text", mediaType: "text/plain", bytes: 1, sha256: "" },
  ...{ createdAt: "", url: "", urlExpiresAt: "" },
});

/** Uploads that end when the test says so. */
function uploads() {
  const open: { name: string; signal: AbortSignal; end: () => void; fail: () => void }[] = [];
  const upload = (_: File, name: string, signal: AbortSignal): Promise<ResourceView> => {
    const { promise, resolve, reject } = Promise.withResolvers<ResourceView>();
    open.push({ name, signal, end: () => resolve(resource(name)), fail: () => reject(new Error("no network")) });
    return promise;
  };
  const release = vi.fn();
  const preview = ({ type }: File): string | null => (type === "image/png" ? "blob:1" : null);
  return {
    open,
    release,
    options: { upload, preview, release },
    attachments: new Attachments({ upload, preview, release }),
  };
}

const file = (name: string, type = "text/plain"): File => new File(["x"], name, { type });
const states = (attachments: Attachments) => attachments.now().files.map(({ progress }) => progress.as);

test("files that are too many, too large or empty are refused, and the others are not", () => {
  const sized = (name: string, size: number) => ({ name, size });
  const { admitted, refused } = admit(
    [sized("a", 1), sized("empty", 0), sized("huge", MAX_FILE_BYTES + 1), sized("b", MAX_FILE_BYTES), sized("c", 1)],
    MAX_FILES - 2,
  );
  expect(admitted.map(({ name }) => name)).toEqual(["a", "b"]);
  expect(refused.map(({ name }) => name)).toEqual(["empty", "huge", "c"]);
});

test.each([
  ["image.png", [], "image.png"],
  ["image.png", ["image.png"], "image-2.png"],
  ["image.png", ["image.png", "image-2.png"], "image-3.png"],
  [".env", [".env"], ".env-2"],
  ["notes", ["notes"], "notes-2"],
])("%s beside %j is called %s", (name, taken, expected) => expect(distinctName(name, new Set(taken))).toBe(expected));

test("uploads begin at once, a few at a time", async () => {
  const { attachments, open } = uploads();
  attachments.add([file("a"), file("b"), file("c"), file("d")]);
  expect(states(attachments)).toEqual(["uploading", "uploading", "uploading", "waiting"]);
  open[0]?.end();
  await eventually(() => expect(states(attachments)).toEqual(["ready", "uploading", "uploading", "uploading"]));
});

test("whoever waits for the files gets them in their order", async () => {
  const { attachments, open } = uploads();
  attachments.add([file("a"), file("b")]);
  const settled = attachments.settled();
  open[1]?.end();
  open[0]?.end();
  expect((await settled)?.map(({ name }) => name)).toEqual(["a", "b"]);
});

test("a file that failed holds the message back until it is uploaded again or removed", async () => {
  const { attachments, open } = uploads();
  attachments.add([file("a")]);
  open[0]?.fail();
  expect(await attachments.settled()).toBe(null);
  const [failed] = attachments.now().files;
  attachments.retry(failed?.number ?? 0);
  open[1]?.end();
  expect(await attachments.settled()).toHaveLength(1);
});

test("a file that is removed is uploaded no further, and its picture is let go", async () => {
  const { attachments, open, release } = uploads();
  attachments.add([file("a.png", "image/png"), file("b")]);
  const [first] = attachments.now().files;
  attachments.remove(first?.number ?? 0);
  expect(open[0]?.signal.aborted).toBe(true);
  expect(release).toHaveBeenCalledExactlyOnceWith("blob:1");
  open[0]?.end();
  open[1]?.end();
  expect((await attachments.settled())?.map(({ name }) => name)).toEqual(["b"]);
});

test("files that are let go while a message waits for them do not leave it to go without them", async () => {
  const { attachments, open } = uploads();
  attachments.add([file("a")]);
  const settled = attachments.settled();
  attachments.clear();
  expect(open[0]?.signal.aborted).toBe(true);
  expect(await settled).toBe(null);
});

test("what is no file is refused beside what is", () => {
  const { attachments } = uploads();
  attachments.add([file("a"), new File([], "empty")], [{ name: "pictures", why: "It is a folder." }]);
  expect(attachments.now().refused.map(({ name }) => name)).toEqual(["pictures", "empty"]);
  expect(attachments.now().files.map(({ name }) => name)).toEqual(["a"]);
});

/** What a tab keeps. */
function storage() {
  const items = new Map<string, string>();
  return {
    ...{ items, getItem: (key: string) => items.get(key) ?? null },
    ...{ setItem: (key: string, value: string) => void items.set(key, value) },
    removeItem: (key: string) => void items.delete(key),
  };
}

test("files stay while their writer is elsewhere, each with its conversation", () => {
  const { options } = uploads();
  const held = new HeldAttachments(options, draftsIn(storage));
  held.of(null).add([file("a")]);
  held.of("conv_1").add([file("b")]);
  expect(
    held
      .of(null)
      .now()
      .files.map(({ name }) => name),
  ).toEqual(["a"]);
  expect(
    held
      .of("conv_1")
      .now()
      .files.map(({ name }) => name),
  ).toEqual(["b"]);
});

test("after a reload what was uploaded is there, and what was not must be attached again", async () => {
  const kept = storage();
  const drafts = draftsIn(() => kept);
  const before = uploads();
  const held = new HeldAttachments(before.options, drafts);
  held.of(null).add([file("a"), file("b")]);
  before.open[0]?.end();
  await eventually(() => expect(states(held.of(null))).toEqual(["ready", "uploading"]));

  const after = uploads();
  const restored = new HeldAttachments(after.options, drafts).of(null);
  expect(states(restored)).toEqual(["ready", "lost"]);
  expect(heldBackBy(restored.now().files)).toBe("b must be attached again, or removed.");
  expect(await restored.settled()).toBe(null);
  restored.add([file("b")]);
  after.open[0]?.end();
  expect((await restored.settled())?.map(({ id }) => id)).toEqual(["res_a", "res_b"]);
  expect(heldBackBy(restored.now().files)).toBe(null);

  restored.clear();
  expect(kept.items.size).toBe(0);
});

test("a conversation that is gone takes its files with it", () => {
  const kept = storage();
  const { options, open } = uploads();
  const held = new HeldAttachments(
    options,
    draftsIn(() => kept),
  );
  held.of("conv_1").add([file("a")]);
  held.forget("conv_1");
  expect(open[0]?.signal.aborted).toBe(true);
  expect(kept.items.size).toBe(0);
  expect(held.of("conv_1").now().files).toEqual([]);
});

test("of many conversations the files of the one left longest ago are let go, and told of as lost", () => {
  const kept = storage();
  const { options } = uploads();
  const held = new HeldAttachments(
    options,
    draftsIn(() => kept),
  );
  held.of("conv_0").add([file("a")]);
  for (let number = 1; number <= 8; number++) held.of(`conv_${number}`);
  expect(states(held.of("conv_0"))).toEqual(["lost"]);
});

test("what failed is uploaded once more when all is tried again", async () => {
  const { attachments, open } = uploads();
  attachments.add([file("a"), file("b")]);
  open[0]?.fail();
  open[1]?.end();
  await eventually(() => expect(states(attachments)).toEqual(["failed", "ready"]));
  expect(heldBackBy(attachments.now().files)).toBe("a is not uploaded: try it again, or remove it.");
  attachments.retryAll();
  expect(states(attachments)).toEqual(["uploading", "ready"]);
});
