import { mkdir, mkdtemp, readdir, readFile, rm, watch, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { placeFile } from "../../../../scripts/build-assets/place.ts";

let root: string;
let target: string;
let passing: string;
const place = (name: string, content: string) =>
  placeFile(join(target, name), passing, (path) => writeFile(path, content));

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "impresario-place-"));
  target = join(root, "target");
  passing = join(root, "passing");
  await mkdir(target);
  await mkdir(passing);
});
afterEach(() => rm(root, { recursive: true }));

it("a file is put into its place, and takes the place of another", async () => {
  await place("deep/a.txt", "one");
  await place("deep/a.txt", "two");
  expect(await readFile(join(target, "deep/a.txt"), "utf8")).toBe("two");
  expect(await readdir(passing)).toEqual([]);
});

it("nothing happens to the folder for a file that is there as it is", async () => {
  await place("a.txt", "one");
  const events = watch(target, { signal: new AbortController().signal })[Symbol.asyncIterator]();
  const first = events.next();
  await place("a.txt", "one");
  // Events come in their order, so that the first one is of this.
  await writeFile(join(target, "last.txt"), "");
  expect((await first).value).toMatchObject({ filename: "last.txt" });
  expect(await readdir(passing)).toEqual([]);
  await events.return?.();
});
