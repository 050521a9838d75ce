import type { Score } from "./catalogue.ts";

/**
 * The words of a name: "mozilla-foundation/common_voice_9_0" as mozilla, foundation, common, voice, 9; "SST-2" and "sst2"
 * as sst, 2; "HumanEval+" as humaneval, plus.
 */
export const wordsIn = (name: string): readonly string[] =>
  name
    .toLowerCase()
    .replaceAll("+", " plus ")
    .replaceAll(/(?<![\p{L}\d])v(?=\d)/gu, " ")
    .split(/[^\p{L}\d]+|(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/u)
    .filter((word, place, words) => word !== "" && !(word === "0" && /^\d+$/.test(words[place - 1] ?? "")))
    .map((word) => SAME.get(word) ?? word);

const SAME: ReadonlyMap<string, string> = new Map([
  ["val", "validation"],
  ["dev", "validation"],
  ["eval", "validation"],
  ["mscoco", "coco"],
]);

export const withoutOwner = (name: string): string => name.slice(name.lastIndexOf("/") + 1);

/** One spelling for names that mean the same benchmark, without its publisher: "mozilla-foundation/common_voice_9_0" → "common voice 9". */
export const canonicalBenchmark = (name: string): string => wordsIn(withoutOwner(name)).join(" ");
/** The same for configurations and splits: "validation" for "dev". */
export const canonicalPart = (part: string | null): string => wordsIn(part ?? "").join(" ");

/** A number that no letter follows; the 8 of "GSM8K" and the 1 of "ImageNet-1k" are of the name. */
const VERSION = /\d+(?:[._-]\d+)*(?![\d\p{L}])/gu;

/** The version in a benchmark's name, for all that a paper tells of a data set with several: "Common Voice 9.0" → "9". */
export const versionIn = (name: string): string =>
  wordsIn((withoutOwner(name).match(VERSION) ?? []).join(" ")).join(" ");

/** What a figure is of, however its benchmark is spelt: two of one model on the same are one too many. */
export const figureOf = ({
  benchmark,
  config,
  split,
  metric,
}: Pick<Score, "benchmark" | "config" | "split" | "metric">) =>
  JSON.stringify([canonicalBenchmark(benchmark), canonicalPart(config), canonicalPart(split), metric]);
