import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { readRequestFile, requestFiles } from "../../../training/read-requests.ts";

const EVALUATION = new URL("../../../evaluation/", import.meta.url);
const HELD_OUT = ["muse/requests.jsonl", "requests/papers.jsonl", "requests/further.jsonl"];
/** Two requests that share more of their word triples say the same in the same words. */
const MAX_LIKENESS = 0.6;

const triplesOf = (text: string): ReadonlySet<string> => {
  const words = ["", ...(text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []), ""];
  return new Set(words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`));
};

const row = z.object({ id: z.string(), request: z.string() });
const readHeldOut = async (name: string) =>
  (await readFile(new URL(name, EVALUATION), "utf8"))
    .trimEnd()
    .split("\n")
    .map((line) => row.parse(JSON.parse(line)));

describe("the requests to be measured on", () => {
  it("have no like among those to be trained on", async () => {
    const files = await requestFiles();
    const trained = (await Promise.all(files.map(readRequestFile))).flat();
    const byTriple = new Map<string, Set<number>>();
    const sizes = trained.map(({ value }, at) => {
      const triples = triplesOf(value.request);
      for (const triple of triples) byTriple.set(triple, (byTriple.get(triple) ?? new Set()).add(at));
      return triples.size;
    });
    const heldOut = (await Promise.all(HELD_OUT.map(readHeldOut))).flat();
    const alike = heldOut.flatMap(({ id, request }) => {
      const triples = triplesOf(request);
      const shared = new Map<number, number>();
      for (const triple of triples)
        for (const at of byTriple.get(triple) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
      return [...shared].flatMap(([at, count]) =>
        count / (triples.size + (sizes[at] ?? 0) - count) > MAX_LIKENESS ? [`${id}: ${trained[at]?.where}`] : [],
      );
    });
    expect(alike).toEqual([]);
  });
});
