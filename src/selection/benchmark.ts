import { canonicalBenchmark, canonicalPart, versionIn, withoutOwner, wordsIn } from "../domain/benchmark-names.ts";
import { arxivIdIn } from "../domain/benchmark-papers.ts";
import { remembered } from "../domain/caches.ts";
import type { ModelFacts, Score } from "../domain/catalogue.ts";
import { languageInWords, languageTag } from "../domain/languages.ts";

/** Figures that can be compared: of one benchmark, configuration, split and metric, with one direction. Maps are by model id. */
export interface ComparableFigures {
  readonly key: string;
  /** One of them, which names the benchmark for all. */
  readonly named: Score;
  /** One of them for each name of the benchmark, configuration and split. */
  readonly spellings: readonly Score[];
  /** Verified and sure figures, one for each model. */
  readonly deciding: ReadonlyMap<string, Score>;
  /** Unsure figures, of the models that have no other. */
  readonly unsure: ReadonlyMap<string, Score>;
}

interface FiguresBuilder {
  readonly key: string;
  named: Score;
  readonly spellings: Score[];
  readonly deciding: Map<string, Score>;
  readonly unsure: Map<string, Score>;
}

type Scored = Pick<ModelFacts, "id" | "scores">;

/**
 * All figures of some models, grouped by what they can be compared with. Groups are in the order of their keys, so that
 * sums over them come out the same to the last bit however the models are ordered.
 */
export function figuresOf(models: readonly Scored[]): readonly ComparableFigures[] {
  const bySpelling = new Map<string, FiguresBuilder>();
  const byKey = new Map<string, FiguresBuilder>();
  const papers = papersIn(models);
  for (const { id, scores } of models) {
    for (const score of scores) {
      if (!Number.isFinite(score.value)) continue;
      const { benchmark, config, split, metric, higherIsBetter, paper } = score;
      const spelling = `${benchmark}\n${config}\n${split}\n${metric}\n${higherIsBetter}\n${paper}`;
      let figures = bySpelling.get(spelling);
      if (!figures) {
        const key = comparisonKey(score, papers);
        figures = byKey.get(key) ?? { key, named: score, spellings: [], deciding: new Map(), unsure: new Map() };
        figures.spellings.push(score);
        byKey.set(key, figures);
        bySpelling.set(spelling, figures);
      }
      add(figures, id, score);
    }
  }
  for (const { deciding, unsure } of byKey.values()) for (const id of deciding.keys()) unsure.delete(id);
  return [...byKey.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

/** The papers that are stated for each benchmark, by its canonical name. */
function papersIn(models: readonly Scored[]): ReadonlyMap<string, ReadonlySet<string>> {
  const papers = new Map<string, Set<string>>();
  const nameOf = remembered(canonicalBenchmark);
  for (const { scores } of models) {
    for (const { benchmark, paper } of scores) {
      if (paper === null) continue;
      const name = nameOf(benchmark);
      papers.set(name, (papers.get(name) ?? new Set()).add(paper));
    }
  }
  return papers;
}

/**
 * What figures have in common that can be compared. Benchmarks of one paper are one whatever their names, if these tell of
 * no other version; figures whose source states no paper belong to the one that others state for that name. A name for
 * which different papers are stated is a benchmark by itself.
 */
function comparisonKey(
  { benchmark, config, split, metric, higherIsBetter }: Score,
  papers: ReadonlyMap<string, ReadonlySet<string>>,
): string {
  const name = canonicalBenchmark(benchmark);
  const [paper, ...others] = papers.get(name) ?? [];
  const subject = paper === undefined || others.length > 0 ? name : `arXiv:${paper} ${versionIn(benchmark)}`.trimEnd();
  return [subject, canonicalPart(config), canonicalPart(split), metric, higherIsBetter].join(" | ");
}

/** Of several figures of one model the most trusted counts, and of equally trusted ones the worst. */
function add(figures: FiguresBuilder, id: string, score: Score): void {
  if (spellingOrder(score) < spellingOrder(figures.named)) figures.named = score;
  const figuresAsSure = score.confidence === "unsure" ? figures.unsure : figures.deciding;
  const known = figuresAsSure.get(id);
  if (known === undefined || countsOver(score, known)) figuresAsSure.set(id, score);
}

/** The shortest spelling names the benchmark, whichever was met first. */
const spellingOrder = ({ benchmark, config, split }: Score): string =>
  `${String(benchmark.length).padStart(6, "0")} ${benchmark} ${config} ${split}`;

function countsOver(one: Score, other: Score): boolean {
  if (one.confidence !== other.confidence) return one.confidence === "verified";
  if (one.value !== other.value) return isBetter(one, other.value, one.value);
  return one.source < other.source;
}

/** Whether the value `one` is better than the value `other`, in the direction of a score. */
export const isBetter = ({ higherIsBetter }: Pick<Score, "higherIsBetter">, one: number, other: number): boolean =>
  higherIsBetter ? one > other : one < other;

/** Figures that a name for a benchmark may mean. */
export interface Meant {
  readonly figures: ComparableFigures;
  /** How badly the name fits, see `misfit`; 0 is best. */
  readonly misfit: number;
}

/**
 * The figures that a name for a benchmark may mean: "librispeech" → those on its clean and on its other part. The arXiv id
 * of its paper means all that are of that paper.
 */
export function figuresMeant(asked: string, all: readonly ComparableFigures[]): readonly Meant[] {
  const paper = arxivIdIn(asked);
  return all.flatMap((figures) => {
    const distances = figures.spellings.flatMap((named) =>
      paper === null ? (misfit(asked, named) ?? []) : named.paper === paper ? 0 : [],
    );
    return distances.length === 0 ? [] : [{ figures, misfit: Math.min(...distances) }];
  });
}

/**
 * The figures that decide among some models: those whose name fits best, then those that most of these models have (sure
 * ones before unsure ones), then those that most models have, then the first by key. `null` where these models have none.
 */
export function choose(meant: readonly Meant[], isAmong: (id: string) => boolean): ComparableFigures | null {
  const counted = meant
    .map(({ figures, misfit: distance }) => ({
      figures,
      distance,
      deciding: countAmong(figures.deciding, isAmong),
      unsure: countAmong(figures.unsure, isAmong),
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
  return counted[0]?.figures ?? null;
}

function countAmong(figures: ReadonlyMap<string, Score>, isAmong: (id: string) => boolean): number {
  let count = 0;
  for (const id of figures.keys()) if (isAmong(id)) count++;
  return count;
}

/** Every model starts with so many average benchmarks, so that a single good figure does not lead. */
const PRIOR_BENCHMARKS = 1;

/** How a model compares with others on benchmarks. */
export interface Evidence {
  /** From 0 (last on every benchmark) to 1 (first on every one), drawn to 0.5 the more the fewer benchmarks there are. */
  readonly share: number;
  /** The mean share of the other models that it is ahead of. */
  readonly ahead: number;
  /** How many sets of comparable figures that mean is over. */
  readonly benchmarks: number;
}

/** The evidence for each model that has been compared with another, by id. Unsure figures do not count. */
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

/** The share of the others that each model is ahead of; equals count half. */
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

/** Words that do not tell one benchmark from another. */
const FILLER_WORDS: ReadonlySet<string> = new Set(
  "the a of for on in at by its benchmark benchmarks leaderboard dataset datasets data set task corpus challenge suite score scores result results mozilla ms microsoft speech recognition".split(
    " ",
  ),
);

/** What a figure was measured on, as its source names it. */
interface MeasuredOn {
  readonly benchmark: string;
  readonly config: string | null;
  readonly split: string | null;
  readonly metric: string;
}

/** Longer names name no benchmark. */
const MAX_WORDS = 16;

/**
 * How badly a name for a benchmark fits what a figure was measured on: the number of the benchmark's own words that the
 * name leaves out, 0 for "Common Voice 9" on "mozilla-foundation/common_voice_9_0" and 1 for "voice 9". `null` where it
 * means another benchmark: every word must be found in what was measured on, or tell nothing.
 */
export function misfit(asked: string, named: MeasuredOn): number | null {
  const words = wordsIn(asked.slice(0, MAX_WORDS * 16));
  if (words.length > MAX_WORDS) return null;
  const known = joinsOf([named.benchmark, named.config ?? "", named.split ?? "", named.metric].map(wordsIn));
  const found: string[] = [];
  for (let place = 0; place < words.length; ) {
    const joins = joinsAt(words, place);
    const length = joins.findLastIndex((join) => known.has(join)) + 1;
    if (length === 0 && !isOptional(words[place] ?? "", named)) return null;
    if (length > 0) found.push(joins[length - 1] ?? "");
    place += Math.max(1, length);
  }
  const names = joinsOf([wordsIn(named.benchmark)]);
  if (!found.some((join) => names.has(join) && /\p{L}/u.test(join))) return null;
  return wordsIn(withoutOwner(named.benchmark)).filter(
    (word) => /^\p{L}/u.test(word) && !found.some((join) => join.includes(word)),
  ).length;
}

/** Words that may be written with or without spaces between: "Libri Speech". */
const MAX_JOINED = 4;

/** Every run of words within one part, joined into one word. */
const joinsOf = (parts: readonly (readonly string[])[]): ReadonlySet<string> =>
  new Set(parts.flatMap((words) => words.flatMap((_, start) => joinsAt(words, start))));

const joinsAt = (words: readonly string[], start: number): readonly string[] =>
  Array.from({ length: Math.min(MAX_JOINED, words.length - start) }, (_, more) =>
    words.slice(start, start + more + 1).join(""),
  );

/** Whether a word need not be found. Where a source leaves configuration or split open, any language and "test" fit. */
function isOptional(word: string, { config, split }: MeasuredOn): boolean {
  if (word === "test") return split === null;
  return (
    FILLER_WORDS.has(word) || (config === null ? isLanguage(word) : isLanguage(word) && isLanguageOf(word, config))
  );
}

const isLanguageOf = (word: string, config: string): boolean =>
  languageTag(word) === languageTag(config)?.split("-")[0];

/** "english" or "en", but not "pro", which is also the code of a language that nobody speaks any more. */
function isLanguage(word: string): boolean {
  const tag = word.length === 3 ? null : languageTag(word);
  return tag !== null && languageInWords(tag) !== tag;
}

/** What people call the metrics that are named by abbreviations. */
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
/** Metrics given in per cent. */
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

/** Longer citations are cut, so that a reason stays readable. */
const MAX_SOURCE_CHARS = 160;
export const sourceInWords = ({ source }: Score): string =>
  source.length > MAX_SOURCE_CHARS ? `${source.slice(0, MAX_SOURCE_CHARS)}…` : source;
