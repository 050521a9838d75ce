import { type Price, type Score, sureLicence, sureParameters } from "../domain/catalogue.ts";
import type { Constraints } from "../domain/constraints.ts";
import { bytesInWords, countInWords, moneyInWords, perUnit, timeInWords } from "../domain/describe-constraints.ts";
import { endpointKey } from "../domain/endpoints.ts";
import type { Expert } from "../domain/experts.ts";
import { baseKind } from "../domain/kinds.ts";
import { coversLanguage, languageInWords, languageTag } from "../domain/languages.ts";
import { singles, type Task } from "../domain/plan.ts";
import type { Port, TaskType } from "../domain/task-types/index.ts";
import { choose, isBetter, measuredOn, metricInWords, valueInWords } from "./benchmark.ts";
import { type AllowOrDeny, type Condition, conditionOf, type SelectionContext, sidesOf } from "./condition.ts";
import { expertIndexOf } from "./expert-index.ts";
import { isUnder, touches } from "./licences.ts";
import { modelCondition } from "./named-models.ts";
import { isAllowedBy, isDeniedBy, originOf } from "./origins.ts";
import { isPriced, isWithin } from "./prices.ts";

/** Each condition by itself, so that each can be named; identical ones once. */
export function conditionsFor(
  taskType: string,
  constraints: readonly Constraints[],
  context: SelectionContext,
): readonly Condition[] {
  const asked = constraints.flatMap((one) => Object.values(READERS).flatMap((read) => read(one, taskType, context)));
  const all = context.hasMoneyLimit ? [...asked, TELLS_WHAT_IT_COSTS] : asked;
  const first = new Map<string, Condition>();
  for (const condition of all) if (!first.has(condition.key)) first.set(condition.key, condition);
  return [...first.values()];
}

type Reader = (constraints: Constraints, taskType: string, context: SelectionContext) => readonly Condition[];

/** What each part of the constraints asks of the experts for a task type. */
const READERS: Readonly<Record<keyof Constraints, Reader>> = {
  licence: ({ licence }) => sidesOf(licence).map(licenceCondition),
  provider: ({ provider }) => sidesOf(provider).map(providerCondition),
  model: ({ model }, taskType, context) => sidesOf(model).flatMap((side) => modelCondition(side, taskType, context)),
  size: ({ size = {} }) => sizeConditions(size),
  language: ({ language }, taskType, context) =>
    language !== undefined && isAboutLanguage(context.ontology.get(taskType)) ? [languageCondition(language)] : [],
  benchmark: ({ benchmark }, taskType, context) => (benchmark ? atLeastCondition(benchmark, taskType, context) : []),
  price: ({ price }) =>
    price ? [conditionOf({ price }, ({ prices }) => isWithin(prices, price.maxUsd, price.per), priceFact)] : [],
  latency: ({ latency }, _taskType, { pool }) => {
    if (!latency) return [];
    const medianOf = ({ endpoint }: Expert): number | null => pool.health(endpoint)?.medianMs ?? null;
    const holds = (expert: Expert): boolean => (medianOf(expert) ?? 0) <= latency.maxMs;
    const fact = (expert: Expert): string => `${timeInWords(Math.round(medianOf(expert) ?? 0))} in the median`;
    return [conditionOf({ latency }, holds, fact, "health")];
  },
  prefer: () => [],
  gated: ({ gated }) =>
    gated === undefined
      ? []
      : [
          conditionOf(
            { gated },
            ({ facts }) => facts.gated === false,
            ({ facts }) => (facts.gated === null ? "not known whether gated" : "gated"),
          ),
        ],
};

function licenceCondition(side: AllowOrDeny): Condition {
  const keeps = (licence: string): boolean =>
    "allow" in side ? isUnder(licence, side.allow) : !touches(licence, side.deny);
  return conditionOf({ licence: side }, ({ facts }) => keeps(sureLicence(facts)), licenceFact, "licence");
}

/** Where nobody says whether something is local, it is neither among what is nor among what is not. */
function providerCondition(side: AllowOrDeny): Condition {
  const isMeant = "allow" in side ? side.allow.map(isAllowedBy) : side.deny.map(isDeniedBy);
  const holds = (expert: Expert): boolean => {
    const origin = originOf(expert);
    return "allow" in side
      ? isMeant.some((meant) => meant(origin) === true)
      : isMeant.every((meant) => meant(origin) === false);
  };
  return conditionOf({ provider: side }, holds, originFact, "origin");
}

const originFact = (expert: Expert): string => {
  const { provider } = expert.endpoint;
  return `runs at ${provider}${originOf(expert).isLocal === null ? ", nobody says where" : ""}`;
};

const sizeConditions = ({ max, min, maxBytes }: NonNullable<Constraints["size"]>): readonly Condition[] => [
  ...(max === undefined
    ? []
    : [conditionOf({ size: { max } }, ({ facts }) => (sureParameters(facts) ?? Infinity) <= max, sizeFact)]),
  ...(min === undefined
    ? []
    : [conditionOf({ size: { min } }, ({ facts }) => (sureParameters(facts) ?? -Infinity) >= min, sizeFact)]),
  ...(maxBytes === undefined
    ? []
    : [conditionOf({ size: { maxBytes } }, ({ facts }) => facts.bytes !== null && facts.bytes <= maxBytes, bytesFact)]),
];

const bytesFact = ({ facts }: Expert): string =>
  facts.bytes === null ? "size on disk not known" : `${bytesInWords(facts.bytes)} on disk`;
const priceFact = ({ prices }: Expert): string => (prices.length === 0 ? "price not known" : pricesInWords(prices));

/** Nothing can be set aside for calls of which nobody knows the price, so that none of them would be made. */
const TELLS_WHAT_IT_COSTS: Condition = {
  key: "tells what it costs",
  exactly: "tells what it costs",
  basis: "expert",
  words: "Only models that tell what they cost, as the budget is in money (an endpoint does by its `prices`)",
  holds: isPriced,
  fact: priceFact,
};

/** A model that works on no language knows none too few. */
function languageCondition(language: string): Condition {
  const wanted = languageTag(language) ?? language;
  const holds = ({ facts: { languages } }: Expert): boolean =>
    languages !== null && (languages.length === 0 || languages.some((tag) => coversLanguage(tag, wanted)));
  return conditionOf({ language }, holds, languagesFact, "languages");
}

/** What a task itself needs of its model: the one that the plan names, and the languages that its arguments name. */
export const needsOf = (task: Task): readonly Condition[] => [
  ...(task.model === undefined ? [] : [namedBy(task.model)]),
  ...languagesOf(task).map(knowsLanguage),
];

const namedBy = (model: string): Condition => ({
  key: "named by the plan",
  exactly: `named ${model}`,
  basis: "expert",
  words: `The model that the plan names: ${model}`,
  holds: (expert) => isNamedByPlan(expert, model),
  fact: ({ endpoint }) => `model ${endpoint.model}`,
});

/** Whether an expert is the one that a plan names as `provider:model`; lengths are compared first, as most differ. */
export const isNamedByPlan = ({ endpoint }: Expert, name: string): boolean =>
  name.length === endpoint.provider.length + endpoint.model.length + 1 && name === endpointKey(endpoint);

/** Arguments that name a language in which a model must write, speak, read or hear. */
const LANGUAGE_ARGUMENTS = ["target-language", "source-language", "language"];

/** As tags, each once; empty where nothing names a language, or only another task's output will. */
export function languagesOf({ args }: Task): readonly string[] {
  const said = LANGUAGE_ARGUMENTS.flatMap((name) => {
    const binding = Object.hasOwn(args, name) ? args[name] : undefined;
    return binding === undefined ? [] : singles(binding);
  });
  const tags = said.flatMap((one) =>
    one.from === "literal" && typeof one.value === "string" ? (languageTag(one.value) ?? []) : [],
  );
  return [...new Set(tags)];
}

/** Where a model's languages are not known it stays, behind those that are known to know it. */
const knowsLanguage = (tag: string): Condition => ({
  key: `knows ${tag}`,
  exactly: `knows ${tag}`,
  basis: "languages",
  words: `Knows ${languageInWords(tag)}`,
  holds: ({ facts: { languages } }) => languages === null || languages.some((one) => coversLanguage(one, tag)),
  fact: languagesFact,
});

/** Does a task type take or give anything that is in a language? One that nobody described is taken to. */
export const isAboutLanguage = (type: TaskType | undefined): boolean =>
  type === undefined || [...type.inputs, ...type.outputs].some(holdsLanguage);

const LANGUAGE_KINDS: ReadonlySet<string> = new Set(["text", "audio", "document"]);
const holdsLanguage = ({ kinds }: Port): boolean => kinds.some((kind) => LANGUAGE_KINDS.has(baseKind(kind)));

/**
 * The least figure on a benchmark, where one is asked for. It is held against one set of figures that compare: the one
 * chosen among all experts for the task type, so that no other constraint changes what is meant.
 */
export function atLeastCondition(
  benchmark: NonNullable<Constraints["benchmark"]>,
  taskType: string,
  context: SelectionContext,
): readonly Condition[] {
  const { prefer: _, ...said } = benchmark;
  const { atLeast } = benchmark;
  if (atLeast === undefined || !isAbout(benchmark, taskType, context)) return [];
  const index = expertIndexOf(context.pool.experts(taskType));
  const figures = choose(index.meant(benchmark.name), () => true);
  const figureOf = ({ facts }: Expert): Score | undefined => figures?.deciding.get(facts.id);
  const holds = (expert: Expert): boolean => {
    const figure = figureOf(expert);
    return figure !== undefined && !isBetter(figure, atLeast, figure.value);
  };
  const fact = (expert: Expert): string => {
    const figure = figureOf(expert);
    if (figure) return `${metricInWords(figure.metric)} ${valueInWords(figure)} on ${measuredOn(figure)}`;
    return `${figures?.unsure.has(expert.facts.id) ? "only an unsure" : "no"} figure on ${benchmark.name}`;
  };
  return [conditionOf({ benchmark: said }, holds, fact)];
}

type Benchmark = NonNullable<Constraints["benchmark"]>;

/** The task type that a wish is tied to, by its name where that is known; `undefined` where it is tied to none. */
export const taskTypeOf = (benchmark: Benchmark, ontology: SelectionContext["ontology"]): string | undefined =>
  benchmark.for === undefined ? undefined : (ontology.read(benchmark.for)?.name ?? benchmark.for);

/**
 * Whether a wish for a benchmark is about a task type: the one it is tied to, or else those of the plan that figures on
 * it are known for. Where none are, it is about all of them, so that it is not lost in silence.
 */
export function isAbout(
  benchmark: Benchmark,
  taskType: string,
  { pool, ontology, taskTypes }: SelectionContext,
): boolean {
  const tied = taskTypeOf(benchmark, ontology);
  if (tied !== undefined) return tied === taskType;
  const isKnown = (type: string): boolean => expertIndexOf(pool.experts(type)).meant(benchmark.name).length > 0;
  return isKnown(taskType) || !taskTypes.some(isKnown);
}

/** Languages that a sentence names before it only counts. */
const MAX_TAGS = 6;

export const languagesFact = ({ facts: { languages } }: Expert): string => {
  if (languages === null) return "languages not known";
  if (languages.length === 0) return "no language";
  if (languages.includes("mul")) return "a hundred languages or more";
  return languages.length > MAX_TAGS ? `${languages.length} languages` : `languages ${languages.join(", ")}`;
};

/** "7 billion parameters (unsure)" */
export function sizeFact({ facts: { parameters, parametersConfidence } }: Expert): string {
  if (parameters === null) return "size not known";
  const size = parameters === 0 ? "no learnt weights" : `${countInWords(parameters)} parameters`;
  return parametersConfidence === "unsure" ? `${size} (unsure)` : size;
}

/** "licence GPL-3.0-only" */
export const licenceFact = ({ facts: { licence, licenceConfidence } }: Expert): string =>
  `licence ${licence}${licenceConfidence === "unsure" && licence !== "unknown" ? " (unsure)" : ""}`;

/** "0.01 dollars per image", or "free". */
export const pricesInWords = (prices: readonly Price[]): string =>
  prices.every(({ usd }) => usd === 0)
    ? "free"
    : prices.map(({ usd, per }) => `${moneyInWords(usd)} dollars ${perUnit(per)}`).join(", ");
