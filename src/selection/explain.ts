import type { Constraints } from "../domain/constraints.ts";
import { timeInWords } from "../domain/describe-constraints.ts";
import type { Expert, ExpertPool, Health } from "../domain/experts.ts";
import { isKnownMaker, originsNamed } from "../domain/origin-names.ts";
import type { Task } from "../domain/plan.ts";
import type { ProviderName } from "../domain/provider-names.ts";
import { cannotHere, switchesInWords } from "../domain/system-facts.ts";
import { applyFilters, type Filtered, MAX_NAMED } from "./apply-filters.ts";
import { type Evidence, measuredOn, metricInWords, valueInWords } from "./benchmark.ts";
import type { Condition, SelectionContext } from "./condition.ts";
import { isSureToKnow, keyOf } from "./expert-index.ts";
import { languagesOf, licenceFact, pricesInWords, sizeFact } from "./filters.ts";
import { isLicenceName, isUnder } from "./licences.ts";
import { unknownModelNames } from "./named-models.ts";
import { originOf } from "./origins.ts";
import { isBuiltIn, type RatedExpert } from "./rank.ts";

/** What the reason for a candidate is made from, besides the expert itself. */
interface ReasonContext {
  readonly task: Task;
  /** What each preference of the caller says of it. */
  readonly preferences: readonly string[];
  readonly health: Health | null;
}

/** The reason for an expert's rank, in words made from the facts: what decided first, then what else is known of it. */
export function reasonFor(expert: RatedExpert, { task, preferences, health }: ReasonContext): string {
  const { facts, prices, grade, evidence } = expert;
  const isUsual = task.model === undefined && preferences.length === 0;
  return [
    ...(task.model === undefined ? [] : ["Named by the plan"]),
    ...(grade === 0 ? [] : ["Stands in where nothing better can run"]),
    ...preferences,
    ...(isUsual && grade === 0 ? [whereItRuns(expert)] : []),
    ...(isUsual && evidence ? [evidenceInWords(evidence)] : []),
    ...(languagesOf(task).length > 0 && !isSureToKnow(expert) ? ["its languages are not known"] : []),
    licenceFact(expert),
    ...(facts.parameters === null ? [] : [sizeFact(expert)]),
    ...(facts.downloads === null ? [] : [downloadsFact(facts.downloads, facts.downloadsOn)]),
    ...(prices.length === 0 ? [] : [pricesInWords(prices)]),
    ...(health && health.calls > 0 ? [healthInWords(health)] : []),
    ...(LOWER_GRADES[grade] ?? []),
  ].join("; ");
}

/** Languages that are told to whoever chooses: codes of all that most models know, and room for what else is known. */
const MAX_LANGUAGES = 40;
/** Figures of one model that are told. */
const MAX_FIGURES = 3;

/**
 * What is known of an expert, for a language model that chooses, as HuggingGPT shows a model's description (Shen et al. 2023,
 * section 3.2): "Writes down German speech. Languages: de. Licence mit. 1.5 billion parameters. 1,200 downloads a month. Word
 * error rate 7.1 % on Common Voice 9.0 (de)." What is not known is left out.
 */
export function factsInWords(expert: Expert, health: Health | null): string {
  const { endpoint, facts, prices } = expert;
  const { parameters, downloads, scores } = facts;
  const figures = scores.filter(({ confidence }) => confidence !== "unsure").slice(0, MAX_FIGURES);
  const told = [
    endpoint.description.trim().replace(/\.$/, ""),
    ...languageCodes(facts.languages),
    licenceFact(expert),
    ...(parameters === null ? [] : [sizeFact(expert)]),
    ...(downloads === null ? [] : [downloadsFact(downloads, facts.downloadsOn)]),
    ...figures.map((score) => `${metricInWords(score.metric)} ${valueInWords(score)} on ${measuredOn(score)}`),
    ...(prices.length === 0 ? [] : [pricesInWords(prices)]),
    ...(health && health.calls > 0 ? [healthInWords(health)] : []),
  ];
  return told
    .filter((fact) => fact !== "")
    .map((fact) => `${fact.charAt(0).toUpperCase()}${fact.slice(1)}.`)
    .join(" ");
}

/** "languages: de, en", and nothing of a model that works on none or of which nobody knows. */
function languageCodes(languages: readonly string[] | null): readonly string[] {
  if (languages === null || languages.length === 0) return [];
  if (languages.includes("mul")) return ["a hundred languages or more"];
  const more = languages.length - MAX_LANGUAGES;
  return [`languages: ${languages.slice(0, MAX_LANGUAGES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`];
}

/** "183,000 downloads a month (2026-10-05)" */
const downloadsFact = (downloads: number, on: string | null): string =>
  `${downloads.toLocaleString("en")} downloads a month${on === null ? "" : ` (${on})`}`;

/** By grade. */
const LOWER_GRADES: Readonly<Record<number, readonly [string]>> = {
  1: ["a general model that does it by instruction"],
  2: ["a simple method, not a trained model for the task"],
  3: ["a general model, too small to follow instructions well"],
};

const whereItRuns = (expert: Expert): string =>
  isBuiltIn(expert) ? "Runs inside the Worker, as good as any for this task" : PLACES[expert.endpoint.provider];

const PLACES: Readonly<Record<ProviderName, string>> = {
  embedded: "Runs inside the Worker",
  custom: "Runs at an address of your own",
  openai: "Runs behind an OpenAI-compatible server",
  "workers-ai": "Runs on Workers AI",
  huggingface: "Runs at Hugging Face",
};

/** "ahead of 83 % of the others measured on 3 benchmarks" */
const evidenceInWords = ({ ahead, benchmarks }: Evidence): string =>
  `ahead of ${Math.round(ahead * 100)} % of the others measured on ${benchmarks === 1 ? "one benchmark" : `${benchmarks} benchmarks`}`;

/** "38 of its last 40 calls succeeded, 1.2 seconds in the median" */
function healthInWords({ calls, failures, medianMs }: Health): string {
  const succeeded =
    calls === 1
      ? `its last call ${failures === 0 ? "succeeded" : "failed"}`
      : `${calls - failures} of its last ${calls} calls succeeded`;
  if (medianMs === null) return succeeded;
  return `${succeeded}, ${timeInWords(Math.round(medianMs))}${calls - failures === 1 ? "" : " in the median"}`;
}

/** Says that no expert here does a task type, and what would switch one on. @param description what the task type does */
export function nothingDoes(description: string, taskType: string, pool: ExpertPool): string {
  const { providers, count } = pool.elsewhere(taskType);
  const models = count === 0 ? "" : ` The catalogue knows ${count === 1 ? "one model" : `${count} models`} for it.`;
  return `${cannotHere([description])} It would work with ${switchesInWords(providers)}.${models}`;
}

/** Says that the model that the plan names is not here, and which models are. */
export const namedIsNotHere = (named: string, taskType: string, experts: readonly RatedExpert[]): string =>
  `The plan names ${named} for ${taskType}, which is not here; there is ${listed(experts.slice(0, MAX_NAMED).map(keyOf), experts.length)}.`;

/** Says which condition removed the last expert, which there would be without it, and what the conditions before it removed. */
export function nothingSatisfies(
  taskType: string,
  experts: readonly RatedExpert[],
  conditions: readonly Condition[],
  { removed }: Filtered,
): string {
  const last = removed.findLastIndex(({ count }) => count > 0);
  const culprit = conditions[last];
  if (!culprit) return `Nothing that does ${taskType} here satisfies what was asked.`;
  const others = conditions.filter((condition) => condition !== culprit);
  const without = applyFilters(experts, others).left;
  const there = without.slice(0, MAX_NAMED).map((expert) => `${keyOf(expert)} (${culprit.fact(expert)})`);
  const before = removed
    .slice(0, last)
    .flatMap(({ condition, count, models }) =>
      count === 0 ? [] : [` “${condition}” rules out ${listed(models, count)}.`],
    );
  const otherwise =
    there.length === 0
      ? ", and without it there would be none either."
      : `: without it there would be ${listed(there, without.length)}.`;
  return (
    `Nothing that does ${taskType} here satisfies what was asked. “${culprit.words}” rules out the last` +
    `${otherwise}${before.join("")}`
  );
}

/** "custom:a, custom:b and 3 more", where `names` are the first of `count`. */
function listed(names: readonly string[], count: number): string {
  const first = names.slice(0, MAX_NAMED);
  return `${first.join(", ")}${count > first.length ? ` and ${count - first.length} more` : ""}`;
}

/**
 * A sentence for each name in the constraints that means nothing here. Only denied licences and providers are looked at:
 * a misspelt one rules nothing out and nobody would notice, while a misspelt allowed one leaves no model. Of models both
 * sides are, as allowed names are alternatives and a misspelt one may hide behind the others.
 */
export function unknownNames(
  constraints: readonly Constraints[],
  experts: readonly RatedExpert[],
  context: SelectionContext,
): readonly string[] {
  const licences = constraints.flatMap(({ licence }) => licence?.deny ?? []);
  const providers = constraints.flatMap(({ provider }) => provider?.deny ?? []);
  const unknownLicences = licences.filter((name) => !isLicenceName(name));
  const here = unknownLicences.length === 0 ? [] : [...new Set(experts.map(({ facts }) => facts.licence))];
  const unknownMakers = providers.filter((name) => !isOriginName(name));
  const makers = new Set(unknownMakers.length === 0 ? [] : experts.flatMap((expert) => originOf(expert).makers));
  const unknown = [
    ...unknownLicences.filter((name) => !here.some((licence) => isUnder(licence, [name]))),
    ...unknownMakers.filter((name) => !makers.has(originsNamed(name).maker ?? "")),
  ];
  const models = constraints.flatMap(({ model: { allow = [], deny = [] } = {} }) => [...allow, ...deny]);
  return [
    ...unknown.map((name) => `“${name}” names no provider, licence or maker that is known here.`),
    ...unknownModelNames([...new Set(models)], context).map((name) => `“${name}” names no model that is known here.`),
  ];
}

function isOriginName(name: string): boolean {
  const { provider, maker } = originsNamed(name);
  return provider !== null || (maker !== null && isKnownMaker(maker));
}
