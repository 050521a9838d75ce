import type { Score } from "../../domain/catalogue.ts";
import type { Expert } from "../../domain/experts.ts";
import { canonicalBenchmark, canonicalPart, misfit } from "./words.ts";

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
        const key = keyOf(score);
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

const keyOf = ({ benchmark, config, split, metric, higherIsBetter }: Score): string =>
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
      deciding: count(figures.deciding, counts),
      unsure: count(figures.unsure, counts),
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

function count(figures: ReadonlyMap<string, Score>, counts: (id: string) => boolean): number {
  let found = 0;
  for (const id of figures.keys()) if (counts(id)) found++;
  return found;
}
