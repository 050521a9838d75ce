import { remembered } from "../domain/caches.ts";
import { type Price, type Score, sureBytes, sureLicence, sureParameters } from "../domain/catalogue.ts";
import type { Constraints } from "../domain/constraints.ts";
import { bytesInWords, countInWords, moneyInWords, perUnit, timeInWords } from "../domain/describe-constraints.ts";
import { endpointKey } from "../domain/endpoints.ts";
import type { Expert } from "../domain/experts.ts";
import { firstOfEach } from "../domain/first-of-each.ts";
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

/**
 * The conditions that constraints set on the experts for a task type, each by itself so that what it removes can be told;
 * those that are stated twice once.
 */
export function conditionsFor(
  taskType: string,
  constraints: readonly Constraints[],
  context: SelectionContext,
): readonly Condition[] {
  const stated = constraints.flatMap((one) => Object.values(READERS).flatMap((read) => read(one, taskType, context)));
  const all = context.hasMoneyLimit ? [...stated, PRICE_IS_KNOWN] : stated;
  return firstOfEach(all, ({ key }) => key);
}

type Reader = (constraints: Constraints, taskType: string, context: SelectionContext) => readonly Condition[];

/** The conditions that each field of the constraints sets. */
const READERS: Readonly<Record<keyof Constraints, Reader>> = {
  licence: ({ licence }) => sidesOf(licence).map(licenceCondition),
  provider: ({ provider }) => sidesOf(provider).map(providerCondition),
  model: ({ model }, taskType, context) => sidesOf(model).flatMap((side) => modelCondition(side, taskType, context)),
  size: ({ size = {} }) => sizeConditions(size),
  language: ({ language }, taskType, context) =>
    language !== undefined && isAboutLanguage(context.ontology.get(taskType)) ? [languageCondition(language)] : [],
  benchmark: ({ benchmark }, taskType, context) => (benchmark ? atLeastCondition(benchmark, taskType, context) : []),
  price: ({ price: asked }) =>
    given(asked, (price) =>
      conditionOf({ price }, ({ prices }) => isWithin(prices, price.maxUsd, price.per), priceFact),
    ),
  latency: ({ latency: asked }, _taskType, { pool }) =>
    given(asked, (latency) => {
      const medianOf = ({ endpoint }: Expert): number => pool.health(endpoint)?.medianMs ?? 0;
      const fact = (expert: Expert): string => `${timeInWords(Math.round(medianOf(expert)))} in the median`;
      return conditionOf({ latency }, (expert) => medianOf(expert) <= latency.maxMs, fact);
    }),
  prefer: () => [],
  gated: ({ gated: asked }) =>
    given(asked, (gated) =>
      conditionOf(
        { gated },
        ({ facts }) => facts.gated === false,
        ({ facts }) => (facts.gated === null ? "not known whether gated" : "gated"),
      ),
    ),
};

/** The condition that a field sets, if it is there. */
const given = <Value>(value: Value | undefined, read: (value: Value) => Condition): readonly Condition[] =>
  value === undefined ? [] : [read(value)];

function licenceCondition(side: AllowOrDeny): Condition {
  const holds = remembered((licence) =>
    "allow" in side ? isUnder(licence, side.allow) : !touches(licence, side.deny),
  );
  return conditionOf({ licence: side }, ({ facts }) => holds(sureLicence(facts)), licenceFact);
}

/** "licence GPL-3.0-only" */
export const licenceFact = ({ facts: { licence, licenceConfidence } }: Expert): string =>
  `licence ${licence}${licenceConfidence === "unsure" && licence !== "unknown" ? " (unsure)" : ""}`;

/** Where it is not known whether a model is local, it satisfies neither "only local" nor "not local". */
function providerCondition(side: AllowOrDeny): Condition {
  const matchers = "allow" in side ? side.allow.map(isAllowedBy) : side.deny.map(isDeniedBy);
  const holds = (expert: Expert): boolean => {
    const origin = originOf(expert);
    return "allow" in side
      ? matchers.some((matches) => matches(origin) === true)
      : matchers.every((matches) => matches(origin) === false);
  };
  return conditionOf({ provider: side }, holds, originFact);
}

const originFact = (expert: Expert): string => {
  const { provider } = expert.endpoint;
  return `runs at ${provider}${originOf(expert).isLocal === null ? ", nobody says where" : ""}`;
};

const sizeConditions = ({ max, min, maxBytes }: NonNullable<Constraints["size"]>): readonly Condition[] => [
  ...given(max, (most) =>
    conditionOf({ size: { max: most } }, ({ facts }) => (sureParameters(facts) ?? Infinity) <= most, sizeFact),
  ),
  ...given(min, (least) =>
    conditionOf({ size: { min: least } }, ({ facts }) => (sureParameters(facts) ?? -Infinity) >= least, sizeFact),
  ),
  ...given(maxBytes, (most) =>
    conditionOf({ size: { maxBytes: most } }, ({ facts }) => (sureBytes(facts) ?? Infinity) <= most, bytesFact),
  ),
];

/** "7 billion parameters (unsure)" */
export function sizeFact({ facts: { parameters, parametersConfidence } }: Expert): string {
  if (parameters === null) return "size not known";
  const size = parameters === 0 ? "no learnt weights" : `${countInWords(parameters)} parameters`;
  return parametersConfidence === "unsure" ? `${size} (unsure)` : size;
}

/** "1.5 GB on disk (unsure)" */
const bytesFact = ({ facts: { bytes, bytesConfidence } }: Expert): string =>
  bytes === null
    ? "size on disk not known"
    : `${bytesInWords(bytes)} on disk${bytesConfidence === "unsure" ? " (unsure)" : ""}`;

/** Money is set aside before a call, which needs its price: a model without one would never be called. */
const PRICE_IS_KNOWN: Condition = {
  key: "tells what it costs",
  words: "Only models that tell what they cost, as the budget is in money (an endpoint does by its `prices`)",
  holds: isPriced,
  fact: priceFact,
};

function priceFact({ prices }: Expert): string {
  return prices.length === 0 ? "price not known" : pricesInWords(prices);
}

/** "0.01 dollars per image", or "free". */
export const pricesInWords = (prices: readonly Price[]): string =>
  prices.every(({ usd }) => usd === 0)
    ? "free"
    : prices.map(({ usd, per }) => `${moneyInWords(usd)} dollars ${perUnit(per)}`).join(", ");

/** A model that works on no language, such as one for pictures alone, satisfies every wish for a language. */
function languageCondition(language: string): Condition {
  const wanted = languageTag(language) ?? language;
  const covers = remembered((tag) => coversLanguage(tag, wanted));
  const holds = ({ facts: { languages } }: Expert): boolean =>
    languages !== null && (languages.length === 0 || languages.some(covers));
  return conditionOf({ language }, holds, languagesFact);
}

/** Languages that a sentence names; of more it gives the number alone. */
const MAX_TAGS = 6;

/** "languages de, en" */
const languagesFact = ({ facts: { languages } }: Expert): string => {
  if (languages === null) return "languages not known";
  if (languages.length === 0) return "no language";
  if (languages.includes("mul")) return "a hundred languages or more";
  return languages.length > MAX_TAGS ? `${languages.length} languages` : `languages ${languages.join(", ")}`;
};

/** Whether an input or output of a task type is in a language. A type that is not in the ontology counts as such. */
const isAboutLanguage = (type: TaskType | undefined): boolean =>
  type === undefined || [...type.inputs, ...type.outputs].some(holdsLanguage);

const LANGUAGE_KINDS: ReadonlySet<string> = new Set(["text", "audio", "document"]);
const holdsLanguage = ({ kinds }: Port): boolean => kinds.some((kind) => LANGUAGE_KINDS.has(baseKind(kind)));

type Benchmark = NonNullable<Constraints["benchmark"]>;

/**
 * The condition that a model reaches `atLeast` on a benchmark. The benchmark's name may mean several sets of figures; the
 * one that decides is chosen among all experts for the task type, so that no other constraint changes what is meant.
 */
function atLeastCondition(benchmark: Benchmark, taskType: string, context: SelectionContext): readonly Condition[] {
  const { prefer: _, ...stated } = benchmark;
  const { atLeast } = benchmark;
  if (atLeast === undefined || !appliesTo(benchmark, taskType, context)) return [];
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
  return [conditionOf({ benchmark: stated }, holds, fact)];
}

/** The task type that a constraint ties a benchmark to, by its name where the ontology has it; `undefined` for none. */
export const taskTypeOf = (benchmark: Benchmark, ontology: SelectionContext["ontology"]): string | undefined =>
  benchmark.for === undefined ? undefined : (ontology.read(benchmark.for)?.name ?? benchmark.for);

/**
 * Whether a constraint on a benchmark applies to a task type: the one it is tied to, or else those of the plan's types
 * that have figures on it. If none has, it applies to all of them, so that it fails with a message rather than silently.
 */
export function appliesTo(
  benchmark: Benchmark,
  taskType: string,
  { pool, ontology, taskTypes }: SelectionContext,
): boolean {
  const tied = taskTypeOf(benchmark, ontology);
  if (tied !== undefined) return tied === taskType;
  const hasFigures = (type: string): boolean => expertIndexOf(pool.experts(type)).meant(benchmark.name).length > 0;
  return hasFigures(taskType) || !taskTypes.some(hasFigures);
}

/** The conditions that a task itself sets: the model that the plan names, and the languages that its arguments name. */
export const needsOf = (task: Task): readonly Condition[] => [
  ...(task.model === undefined ? [] : [namedBy(task.model)]),
  ...languagesOf(task).map(knowsLanguage),
];

const namedBy = (model: string): Condition => ({
  key: "named by the plan",
  words: `The model that the plan names: ${model}`,
  holds: (expert) => isNamedByPlan(expert, model),
  fact: ({ endpoint }) => `model ${endpoint.model}`,
});

/** Whether an expert is the one named as `provider:model`. Lengths are compared first, which rules out nearly all. */
export const isNamedByPlan = ({ endpoint }: Expert, name: string): boolean =>
  name.length === endpoint.provider.length + endpoint.model.length + 1 && name === endpointKey(endpoint);

/** Arguments that name a language in which a model must write, speak, read or hear. */
const LANGUAGE_ARGUMENTS = ["target-language", "source-language", "language"];

/** The languages that a task's arguments name, as tags: `target-language: "Spanish"` → `["es"]`. Outputs of other tasks are not known yet. */
export function languagesOf({ args }: Task): readonly string[] {
  const values = LANGUAGE_ARGUMENTS.flatMap((name) => {
    const binding = Object.hasOwn(args, name) ? args[name] : undefined;
    return binding === undefined ? [] : singles(binding);
  });
  const tags = values.flatMap((one) =>
    one.from === "literal" && typeof one.value === "string" ? (languageTag(one.value) ?? []) : [],
  );
  return [...new Set(tags)];
}

/** A model whose languages are not known stays, ranked behind those that are known to cover the language. */
function knowsLanguage(tag: string): Condition {
  const covers = remembered((known) => coversLanguage(known, tag));
  return {
    key: `knows ${tag}`,
    words: `Knows ${languageInWords(tag)}`,
    holds: ({ facts: { languages } }) => languages === null || languages.some(covers),
    fact: languagesFact,
  };
}
