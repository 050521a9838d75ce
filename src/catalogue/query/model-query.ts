import type { ModelFacts, Score } from "../../domain/catalogue.ts";
import { coversLanguage } from "../../domain/languages.ts";
import type { ProviderName } from "../../domain/provider-names.ts";
import { type ModelRow, modelRowOf, modelRowsOf } from "./model-rows.ts";
import type { TenantCatalogue } from "./tenant-catalogue.ts";

export const MODEL_ORDERS = ["match", "downloads", "likes", "parameters", "name", "benchmark"] as const;
export type ModelOrder = (typeof MODEL_ORDERS)[number];

/** Which models are asked for; what is left out asks nothing. Unknown and unsure facts satisfy no condition. */
export interface ModelQuery {
  /** Words that all stand in the id or the description. */
  readonly q?: string | undefined;
  readonly task?: string | undefined;
  /** Licences or families, one of which it must be under. */
  readonly licence?: readonly string[] | undefined;
  readonly minParameters?: number | undefined;
  readonly maxParameters?: number | undefined;
  /** BCP 47. */
  readonly language?: string | undefined;
  readonly organization?: string | undefined;
  /** A benchmark in anybody's words, on which it must have a figure: "common voice english". */
  readonly benchmark?: string | undefined;
  readonly provider?: ProviderName | undefined;
  /** `here`: something in this deployment can call it now, for the task where one is asked for. */
  readonly availability?: "here" | "elsewhere" | undefined;
  readonly order: ModelOrder;
  /** The other way round; what is unknown stays last. */
  readonly reversed: boolean;
  readonly limit: number;
  /** The `next` of the page before. */
  readonly cursor?: string | undefined;
}

/** How licence expressions are judged. */
export interface Licences {
  /** By the names of licences or families. */
  isUnder(expression: string, names: readonly string[]): boolean;
  /** Whether nobody stated it, or only that it is none of the usual ones. */
  isUnknown(expression: string): boolean;
  /** Whether a name means a licence or a family that is on a list. */
  isLicenceName(name: string): boolean;
}

/** How models are judged: as selection judges them. */
export interface ModelMatchers extends Licences {
  readonly figuresOn: FiguresOn;
}

/** A line, and whether its model can be called here, for the task where one is asked for. */
type Test = (row: ModelRow, isHere: boolean) => boolean;

/** All that a query asks of a model, as one test; which figures its benchmark means is found out among those that pass. */
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
 * Catalogues know few licences and many models: each licence is judged once. An unknown one is only found by its name,
 * and an unsure one is unknown.
 */
function underOneOf(names: readonly string[], { isUnder, isUnknown }: Licences): Test {
  const judge = (licence: string): boolean =>
    isUnknown(licence) ? names.some((name) => name.toLowerCase() === licence) : isUnder(licence, names);
  const judged = remembered(judge);
  return ({ licence, isLicenceSure }) => judged(isLicenceSure ? licence : "unknown");
}

/** As selection has it: who knows "en" knows "en-GB", and the other way round. */
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

/** What figures must have in common to be compared. */
export type Measure = Pick<Score, "benchmark" | "config" | "split" | "metric" | "higherIsBetter">;

/** The figures that models are compared by on a benchmark. */
export interface BenchmarkFigures {
  /** What they are of; null where there are none. */
  readonly measure: Measure | null;
  /** Of a model, sure or not. */
  figureOf(id: string): Score | null;
  /** Of a model, where it decides its place: an unsure one does so only where all are. */
  decidingFigureOf(id: string): Score | null;
  /** Whether a model has any figure, comparable or not, on what the words mean. */
  isMeasured(id: string): boolean;
}

/** How words for a benchmark are understood, and which of several figures counts: as selection does it. */
export type FiguresOn = (words: string, models: readonly ModelFacts[]) => BenchmarkFigures;

export const NO_FIGURES: BenchmarkFigures = {
  measure: null,
  figureOf: () => null,
  decidingFigureOf: () => null,
  isMeasured: () => true,
};

/** What the catalogue calls a licence that nobody knows. */
const UNKNOWN_LICENCES: ReadonlySet<string> = new Set(["unknown", "other"]);

/** Names that mean no licence: none that is on a list, no family, and none that any model here is said to be under. */
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
