import { readSenses, type WordSenses } from "./senses.ts";
import { readTable, type WordVectors } from "./vectors.ts";

let loaded: Promise<WordVectors> | undefined;

/** The table beside this file, for scripts and tests: the Worker reads it as an asset, so that no bundle holds it. */
export function loadWordVectors(): Promise<WordVectors> {
  loaded ??= import("./table.json", { with: { type: "json" } }).then(({ default: stored }) => readTable(stored));
  return loaded;
}

let loadedSenses: Promise<WordSenses> | undefined;

/** As `loadWordVectors`, for what words mean. */
export function loadWordSenses(): Promise<WordSenses> {
  loadedSenses ??= import("./senses.json", { with: { type: "json" } }).then(({ default: stored }) =>
    readSenses(stored),
  );
  return loadedSenses;
}
