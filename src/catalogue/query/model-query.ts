import type { ModelFacts, Score } from "../../domain/catalogue.ts";
import { coversLanguage } from "../../domain/languages.ts";
import type { ProviderName } from "../../domain/provider-names.ts";
import { type ModelRow, modelRowOf, modelRowsOf } from "./model-rows.ts";
import type { TenantCatalogue } from "./tenant-catalogue.ts";

export const MODEL_ORDERS = ["match", "downloads", "likes", "parameters", "name", "benchmark"] as const;
export type ModelOrder = (typeof MODEL_ORDERS)[number];

/** The conditions of a list of models. Unknown and unsure facts satisfy no condition. */
export interface ModelQuery {
  /** Words that must all occur in the id or the description. */
  readonly q?: string | undefined;
  readonly task?: string | undefined;
  /** Licences or families of licences; the model must be under one of them. */
  readonly licence?: readonly string[] | undefined;
  readonly minParameters?: number | undefined;
  readonly maxParameters?: number | undefined;
  /** BCP 47. */
  readonly language?: string | undefined;
  readonly organization?: string | undefined;
  /** A benchmark in free words ("common voice english"), on which the model must have a score. */
  readonly benchmark?: string | undefined;
  readonly provider?: ProviderName | undefined;
  /** `here`: this deployment can call it now, for `task` if that is given. */
  readonly availability?: "here" | "elsewhere" | undefined;
  readonly order: ModelOrder;
  /** Reverses the order; unknown values stay last. */
  readonly reversed: boolean;
  readonly limit: number;
  /** The `next` of the page before. */
  readonly cursor?: string | undefined;
}

/** Matches licence expressions. */
export interface Licences {
  /** Whether an expression is under one of the named licences or families. */
  isUnder(expression: string, names: readonly string[]): boolean;
  /** Whether the licence is not stated, or only as "other". */
  isUnknown(expression: string): boolean;
  /** Whether a name is a known licence or family. */
  isLicenceName(name: string): boolean;
}

/** Matches models by the rules of selection. */
export interface ModelMatchers extends Licences {
  readonly figuresOn: FiguresOn;
}

/** A test of a model. @param isHere whether it can be called here, for the task of the query if it has one */
type Test = (row: ModelRow, isHere: boolean) => boolean;

/** All conditions of a query as one test. For a benchmark any score passes; which ones are meant is decided among the models found. */
export function testOf(query: ModelQuery, licences: Licences): Test {
  const tests: Test[] = [];
  const { task, licence, minParameters, maxParameters, language, organization, benchmark, provider } = query;
  if (task !== undefined) tests.push(({ tasks }) => tasks.includes(task));
  if (organization !== undefined) {
    const wanted = organization.toLowerCase();
    tests.push((row) => row.organization?.toLowerCase() === wanted);
  }
  if (provider !== undefined) tests.push(({ providers }) => providers.includes(provider));
  if (query.availability !== undefined) {
    const wanted = query.availability === "here";
    tests.push((_, isHere) => isHere === wanted);
  }
  if (minParameters !== undefined) tests.push(({ parameters }) => parameters !== null && parameters >= minParameters);
  if (maxParameters !== undefined) tests.push(({ parameters }) => parameters !== null && parameters <= maxParameters);
  if (language !== undefined) tests.push(knows(language));
  if (benchmark !== undefined) tests.push(({ benchmarks }) => benchmarks.length > 0);
  if (licence !== undefined) tests.push(underOneOf(licence, licences));
  const words = wordsOf(query.q ?? "");
  if (words.length > 0) tests.push(({ text }) => words.every((word) => text.includes(word)));
  return (row, isHere) => tests.every((test) => test(row, isHere));
}

/**
 * A test for being under one of the licences. Results are cached by licence, as there are few. An unsure licence counts as
 * unknown, which only matches its own name.
 */
function underOneOf(names: readonly string[], { isUnder, isUnknown }: Licences): Test {
  const judge = (licence: string): boolean =>
    isUnknown(licence) ? names.some((name) => name.toLowerCase() === licence) : isUnder(licence, names);
  const judged = remembered(judge);
  return ({ licence, isLicenceSure }) => judged(isLicenceSure ? licence : "unknown");
}

/** A test for a language; as in selection, "en" covers "en-GB" and the other way round. */
function knows(wanted: string): Test {
  const covers = remembered((known) => coversLanguage(known, wanted));
  return ({ languages }) => languages.some(covers);
}

function remembered(judge: (name: string) => boolean): (name: string) => boolean {
  const judged = new Map<string, boolean>();
  return (name) => {
    const known = judged.get(name) ?? judge(name);
    judged.set(name, known);
    return known;
  };
}

export const wordsOf = (q: string): readonly string[] => q.toLowerCase().split(/\s+/).filter(Boolean);

/** What two scores must have in common to be comparable. */
export type Measure = Pick<Score, "benchmark" | "config" | "split" | "metric" | "higherIsBetter">;

/** The scores by which models are compared on a benchmark. */
export interface BenchmarkFigures {
  /** What the scores measure; null if there are none. */
  readonly measure: Measure | null;
  /** The score of a model, sure or not. */
  figureOf(id: string): Score | null;
  /** The score that ranks a model: unsure ones count only if all are unsure. */
  decidingFigureOf(id: string): Score | null;
  /** Whether a model has any score on the benchmark, comparable or not. */
  isMeasured(id: string): boolean;
}

/** Finds the scores on a benchmark given in free words, by the rules of selection. */
export type FiguresOn = (words: string, models: readonly ModelFacts[]) => BenchmarkFigures;

export const NO_FIGURES: BenchmarkFigures = {
  measure: null,
  figureOf: () => null,
  decidingFigureOf: () => null,
  isMeasured: () => true,
};

/** The catalogue's names for an unknown licence. */
const UNKNOWN_LICENCES: ReadonlySet<string> = new Set(["unknown", "other"]);

/** The names among those given that mean no known licence, no family, and no licence of any model here. */
export function unknownLicences(
  names: readonly string[],
  known: TenantCatalogue,
  { isLicenceName, isUnder }: Licences,
): readonly string[] {
  const strange = names.filter((name) => !UNKNOWN_LICENCES.has(name.toLowerCase()) && !isLicenceName(name));
  if (strange.length === 0) return [];
  const there = new Set(
    [...modelRowsOf(known.snapshot), ...[...known.ours.values()].map(modelRowOf)].map((row) => row.licence),
  );
  return strange.filter((name) => !there.values().some((licence) => isUnder(licence, [name])));
}
