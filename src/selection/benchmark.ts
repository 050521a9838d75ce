import type { Score } from "../domain/catalogue.ts";
import type { Expert } from "../domain/experts.ts";
import { languageInWords, languageTag } from "../domain/languages.ts";

/** Figures that compare: of one benchmark, configuration, split and metric, with one direction; by the models' ids. */
export interface ComparableFigures {
  readonly key: string;
  /** One of them, to name what all were measured on. */
  readonly named: Score;
  /** Verified and sure ones, one a model. */
  readonly deciding: ReadonlyMap<string, Score>;
  /** Of models that have no other. */
  readonly unsure: ReadonlyMap<string, Score>;
}

interface Making {
  readonly key: string;
  named: Score;
  readonly deciding: Map<string, Score>;
  readonly unsure: Map<string, Score>;
}

/** All figures of some experts, those that compare together, by key: sums over them must not depend on who came first. */
export function figuresOf(experts: readonly Expert[]): readonly ComparableFigures[] {
  const bySpelling = new Map<string, Making>();
  const byKey = new Map<string, Making>();
  for (const { facts } of experts) {
    for (const score of facts.scores) {
      if (!Number.isFinite(score.value)) continue;
      const { benchmark, config, split, metric, higherIsBetter } = score;
      const spelling = `${benchmark}\n${config}\n${split}\n${metric}\n${higherIsBetter}`;
      let figures = bySpelling.get(spelling);
      if (!figures) {
        const key = comparisonKey(score);
        figures = byKey.get(key) ?? { key, named: score, deciding: new Map(), unsure: new Map() };
        byKey.set(key, figures);
        bySpelling.set(spelling, figures);
      }
      add(figures, facts.id, score);
    }
  }
  for (const { deciding, unsure } of byKey.values()) for (const id of deciding.keys()) unsure.delete(id);
  return [...byKey.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

const comparisonKey = ({ benchmark, config, split, metric, higherIsBetter }: Score): string =>
  [canonicalBenchmark(benchmark), canonicalPart(config), canonicalPart(split), metric, higherIsBetter].join(" | ");

/** Of several figures of one model, the one trusted most counts, and of those the worst. */
function add(figures: Making, id: string, score: Score): void {
  if (spelt(score) < spelt(figures.named)) figures.named = score;
  const figuresOfTrust = score.confidence === "unsure" ? figures.unsure : figures.deciding;
  const known = figuresOfTrust.get(id);
  if (known === undefined || isRather(score, known)) figuresOfTrust.set(id, score);
}

/** The shortest spelling names them, so that which was met first doesn't matter. */
const spelt = ({ benchmark, config, split }: Score): string =>
  `${String(benchmark.length).padStart(6, "0")} ${benchmark} ${config} ${split}`;

function isRather(one: Score, other: Score): boolean {
  if (one.confidence !== other.confidence) return one.confidence === "verified";
  if (one.value !== other.value) return isBetter(one, other.value, one.value);
  return one.source < other.source;
}

/** Is `one` the better of two values of figures that compare? */
export const isBetter = ({ higherIsBetter }: Pick<Score, "higherIsBetter">, one: number, other: number): boolean =>
  higherIsBetter ? one > other : one < other;

/** The figures that somebody's words for a benchmark may mean, with how badly they fit. */
export interface Meant {
  readonly figures: ComparableFigures;
  readonly misfit: number;
}

export const figuresMeant = (asked: string, all: readonly ComparableFigures[]): readonly Meant[] =>
  all.flatMap((figures) => {
    const distance = misfit(asked, figures.named);
    return distance === null ? [] : [{ figures, misfit: distance }];
  });

/**
 * The figures that decide: those that fit the words best; of these the ones that most of the models that count have,
 * deciding ones first; then those that come first by name. `null` where none of those models has any.
 */
export function choose(meant: readonly Meant[], counts: (id: string) => boolean): ComparableFigures | null {
  const held = meant
    .map(({ figures, misfit: distance }) => ({
      figures,
      distance,
      deciding: countCounting(figures.deciding, counts),
      unsure: countCounting(figures.unsure, counts),
    }))
    .filter(({ deciding, unsure }) => deciding + unsure > 0)
    .toSorted(
      (a, b) =>
        a.distance - b.distance ||
        b.deciding - a.deciding ||
        b.unsure - a.unsure ||
        b.figures.deciding.size - a.figures.deciding.size ||
        (a.figures.key < b.figures.key ? -1 : 1),
    );
  return held[0]?.figures ?? null;
}

function countCounting(figures: ReadonlyMap<string, Score>, counts: (id: string) => boolean): number {
  let found = 0;
  for (const id of figures.keys()) if (counts(id)) found++;
  return found;
}

/** Benchmarks taken to have placed a model in the middle before any did, so that one lucky figure doesn't lead. */
const PRIOR_BENCHMARKS = 1;

export interface Evidence {
  /** From 0, last everywhere, to 1, first everywhere; drawn to the middle, the more the fewer benchmarks there are. */
  readonly share: number;
  /** The share of the others that it leaves behind, as it is. */
  readonly ahead: number;
  /** Sets of figures in which it has been compared with others. */
  readonly benchmarks: number;
}

/** How models do where their figures compare with others', by id. Unsure figures say nothing here. */
export function evidenceIn(all: readonly ComparableFigures[]): ReadonlyMap<string, Evidence> {
  const sums = new Map<string, { ahead: number; benchmarks: number }>();
  for (const figures of all) {
    if (figures.deciding.size < 2) continue;
    for (const [id, ahead] of placesIn(figures)) {
      const sum = sums.get(id) ?? { ahead: 0, benchmarks: 0 };
      sums.set(id, { ahead: sum.ahead + ahead, benchmarks: sum.benchmarks + 1 });
    }
  }
  return new Map(
    [...sums].map(([id, { ahead, benchmarks }]) => {
      const share = (ahead + PRIOR_BENCHMARKS / 2) / (benchmarks + PRIOR_BENCHMARKS);
      return [id, { share, ahead: ahead / benchmarks, benchmarks }];
    }),
  );
}

/** The share of the others that each model leaves behind; equals count half. */
function placesIn({ deciding, named }: ComparableFigures): ReadonlyMap<string, number> {
  const sign = named.higherIsBetter ? 1 : -1;
  const sorted = [...deciding]
    .map(([id, { value }]) => ({ id, value: sign * value }))
    .toSorted((a, b) => a.value - b.value);
  const places = new Map<string, number>();
  for (let start = 0; start < sorted.length; ) {
    const end = endOfEquals(sorted, start);
    const share = (start + (end - start - 1) / 2) / (sorted.length - 1);
    for (const { id } of sorted.slice(start, end)) places.set(id, share);
    start = end;
  }
  return places;
}

function endOfEquals(sorted: readonly { readonly value: number }[], start: number): number {
  let end = start + 1;
  while (sorted[end]?.value === sorted[start]?.value && end < sorted.length) end++;
  return end;
}

/** "mozilla-foundation/common_voice_9_0" as mozilla, foundation, common, voice, 9; "SST-2" and "sst2" as sst, 2. */
const wordsIn = (name: string): readonly string[] =>
  name
    .toLowerCase()
    .replaceAll(/\bv(?=\d)/g, " ")
    .split(/[^\p{L}\d]+|(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/u)
    .filter((word, place, words) => word !== "" && !(word === "0" && /^\d+$/.test(words[place - 1] ?? "")))
    .map((word) => SAME.get(word) ?? word);

const SAME: ReadonlyMap<string, string> = new Map([
  ["val", "validation"],
  ["dev", "validation"],
  ["eval", "validation"],
  ["mscoco", "coco"],
]);

/** What says no more of a benchmark than that it is one, who keeps it, or what is done there. */
const EMPTY: ReadonlySet<string> = new Set(
  "the a of for on in at by its benchmark benchmarks leaderboard dataset datasets data set task corpus challenge suite score scores result results mozilla ms microsoft speech recognition".split(
    " ",
  ),
);

/** One spelling for names that say the same; who publishes it is left out. */
export const canonicalBenchmark = (name: string): string => wordsIn(withoutOwner(name)).join(" ");
/** The same for configurations and splits: "validation" for "dev". */
export const canonicalPart = (part: string | null): string => wordsIn(part ?? "").join(" ");

const withoutOwner = (name: string): string => name.slice(name.lastIndexOf("/") + 1);

/** What a figure was measured on, as its source names it. */
export interface Named {
  readonly benchmark: string;
  readonly config: string | null;
  readonly split: string | null;
  readonly metric: string;
}

/** Longer ones name no benchmark. */
const MAX_WORDS = 16;

/**
 * How badly somebody's words for a benchmark fit what a figure was measured on: the number of its own words that they
 * leave out. `null` where they mean another: every word must be found in it, or say nothing.
 */
export function misfit(asked: string, named: Named): number | null {
  const words = wordsIn(asked.slice(0, MAX_WORDS * 16));
  if (words.length > MAX_WORDS) return null;
  const known = joinsOf([named.benchmark, named.config ?? "", named.split ?? "", named.metric].map(wordsIn));
  const found: string[] = [];
  for (let place = 0; place < words.length; ) {
    const joins = joinsAt(words, place);
    const length = joins.findLastIndex((join) => known.has(join)) + 1;
    if (length === 0 && !saysNothing(words[place] ?? "", named)) return null;
    if (length > 0) found.push(joins[length - 1] ?? "");
    place += Math.max(1, length);
  }
  const names = joinsOf([wordsIn(named.benchmark)]);
  if (!found.some((join) => names.has(join) && /\p{L}/u.test(join))) return null;
  return wordsIn(withoutOwner(named.benchmark)).filter(
    (word) => /^\p{L}/u.test(word) && !found.some((join) => join.includes(word)),
  ).length;
}

/** Words that a name may be written with or without spaces between: "Libri Speech". */
const MAX_JOINED = 4;

/** Every run of words within one part, written as one word. */
const joinsOf = (parts: readonly (readonly string[])[]): ReadonlySet<string> =>
  new Set(parts.flatMap((words) => words.flatMap((_, start) => joinsAt(words, start))));

const joinsAt = (words: readonly string[], start: number): readonly string[] =>
  Array.from({ length: Math.min(MAX_JOINED, words.length - start) }, (_, more) =>
    words.slice(start, start + more + 1).join(""),
  );

/** Where a source leaves configuration or split open, a language or "test" is taken to be meant. */
function saysNothing(word: string, { config, split }: Named): boolean {
  if (word === "test") return split === null;
  return EMPTY.has(word) || (config === null ? isLanguage(word) : isLanguage(word) && isLanguageOf(word, config));
}

const isLanguageOf = (word: string, config: string): boolean =>
  languageTag(word) === languageTag(config)?.split("-")[0];

/** "english" or "en", but not "pro", which is also the code of a language that nobody speaks any more. */
function isLanguage(word: string): boolean {
  const tag = word.length === 3 ? null : languageTag(word);
  return tag !== null && languageInWords(tag) !== tag;
}

/** Metrics that people call otherwise, and which of them are shares, given in per cent. */
const METRIC_WORDS: ReadonlyMap<string, string> = new Map([
  ["wer", "word error rate"],
  ["cer", "character error rate"],
  ["eer", "equal error rate"],
  ["der", "diarization error rate"],
  ["f1", "F1"],
  ["bleu", "BLEU"],
  ["chrf", "chrF"],
  ["rouge1", "ROUGE-1"],
  ["rouge2", "ROUGE-2"],
  ["rougel", "ROUGE-L"],
  ["map", "mAP"],
  ["miou", "mIoU"],
  ["fid", "FID"],
  ["mos", "MOS"],
]);
const PER_CENT: ReadonlySet<string> = new Set(["wer", "cer", "eer", "der", "accuracy", "precision", "recall"]);

export const metricInWords = (metric: string): string => METRIC_WORDS.get(metric) ?? metric.replaceAll("-", " ");

/** "5.8 %" */
export const valueInWords = ({ value, metric }: Score): string =>
  `${Number(value.toFixed(3))}${PER_CENT.has(metric) ? " %" : ""}`;

/** "Common Voice 9.0 (en, test)" */
export function measuredOn({ benchmark, config, split }: Score): string {
  const parts = [config, split].filter((part) => part !== null && part !== "");
  return `${benchmark}${parts.length === 0 ? "" : ` (${parts.join(", ")})`}`;
}

/** Citations are a line long at the most. */
const MAX_SOURCE = 160;
export const sourceInWords = ({ source }: Score): string =>
  source.length > MAX_SOURCE ? `${source.slice(0, MAX_SOURCE)}…` : source;
