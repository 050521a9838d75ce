import { remembered } from "../../domain/caches.ts";
import { type CatalogueModel, type Score, sureLicence, sureParameters } from "../../domain/catalogue.ts";
import { coversLanguage } from "../../domain/languages.ts";
import type { ProviderName } from "../../domain/provider-names.ts";
import { choose, figuresMeant, figuresOf, isLicenceName, isUnder, isUnknown } from "../../selection/index.ts";
import type { TenantCatalogue } from "./tenant-catalogue.ts";

export const MODEL_ORDERS = ["match", "here", "downloads", "likes", "parameters", "name", "benchmark"] as const;
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

/** A test of a model. @param isHere whether it can be called here, for the task of the query if it has one */
type Test = (model: CatalogueModel, isHere: () => boolean) => boolean;

/** All conditions of a query as one test. For a benchmark any score passes; which ones are meant is decided among the models found. */
export function testOf(query: ModelQuery): Test {
  const tests: Test[] = [];
  const { task, licence, minParameters, maxParameters, language, organization, benchmark, provider } = query;
  if (task !== undefined) {
    tests.push(({ tasks, endpoints }) => tasks.includes(task) || endpoints.some(({ taskType }) => taskType === task));
  }
  if (organization !== undefined) {
    const wanted = organization.toLowerCase();
    tests.push((model) => model.organization?.toLowerCase() === wanted);
  }
  if (minParameters !== undefined) tests.push((model) => (sureParameters(model) ?? -Infinity) >= minParameters);
  if (maxParameters !== undefined) tests.push((model) => (sureParameters(model) ?? Infinity) <= maxParameters);
  if (language !== undefined) {
    // As in selection, "en" covers "en-GB" and the other way round.
    const covers = remembered((known) => coversLanguage(known, language));
    tests.push(({ languages }) => languages?.some(covers) === true);
  }
  if (licence !== undefined) {
    // An unsure licence counts as unknown, which only matches its own name.
    const isMeant = remembered((known) =>
      isUnknown(known) ? licence.some((name) => name.toLowerCase() === known) : isUnder(known, licence),
    );
    tests.push((model) => isMeant(sureLicence(model)));
  }
  if (benchmark !== undefined) tests.push(({ scores }) => scores.length > 0);
  if (provider !== undefined) tests.push(({ endpoints }) => endpoints.some((one) => one.provider === provider));
  if (query.availability !== undefined) {
    const wanted = query.availability === "here";
    tests.push((_, isHere) => isHere() === wanted);
  }
  const words = wordsOf(query.q ?? "");
  if (words.length > 0) {
    tests.push(({ id, description }) => {
      const text = `${id}\n${description}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }
  return (model, isHere) => tests.every((test) => test(model, isHere));
}

export const wordsOf = (q: string): readonly string[] => q.toLowerCase().split(/\s+/).filter(Boolean);

/** What two scores must have in common to be comparable. */
export type Measure = Pick<Score, "benchmark" | "config" | "split" | "metric" | "higherIsBetter">;

/** The scores by which models are compared on a benchmark. */
interface BenchmarkFigures {
  /** What the scores measure; null if there are none. */
  readonly measure: Measure | null;
  /** The score of a model, sure or not. */
  figureOf(id: string): Score | null;
  /** The score that ranks a model: unsure ones count only if all are unsure. */
  decidingFigureOf(id: string): Score | null;
  /** Whether a model has any score on the benchmark, comparable or not. */
  isMeasured(id: string): boolean;
}

/** The scores of models on a benchmark in free words, by the rules of selection; without one, none, and all count as measured. */
export function figuresOn(words: string | undefined, models: readonly CatalogueModel[]): BenchmarkFigures {
  const meant = words === undefined ? [] : figuresMeant(words, figuresOf(models));
  const chosen = choose(meant, () => true);
  const isDecided = (chosen?.deciding.size ?? 0) > 0;
  const measured = new Set(meant.flatMap(({ figures }) => [...figures.deciding.keys(), ...figures.unsure.keys()]));
  const unsure = (id: string) => chosen?.unsure.get(id) ?? null;
  return {
    measure: chosen && measureOf(chosen.named),
    figureOf: (id) => chosen?.deciding.get(id) ?? unsure(id),
    decidingFigureOf: (id) => chosen?.deciding.get(id) ?? (isDecided ? null : unsure(id)),
    isMeasured: (id) => words === undefined || measured.has(id),
  };
}

const measureOf = ({ benchmark, config, split, metric, higherIsBetter }: Score): Measure => ({
  ...{ benchmark, config, split, metric, higherIsBetter },
});

/** The catalogue's names for an unknown licence. */
const UNKNOWN_LICENCES: ReadonlySet<string> = new Set(["unknown", "other"]);

/** The names among those given that mean no known licence, no family, and no licence of any model here. */
export function unknownLicences(names: readonly string[], { snapshot, ours }: TenantCatalogue): readonly string[] {
  const strange = names.filter((name) => !UNKNOWN_LICENCES.has(name.toLowerCase()) && !isLicenceName(name));
  if (strange.length === 0) return [];
  const there = new Set([...ours.values(), ...snapshot.models].map(({ licence }) => licence));
  return strange.filter((name) => !there.values().some((licence) => isUnder(licence, [name])));
}
