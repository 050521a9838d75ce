import { sureLicence, sureParameters } from "../domain/catalogue.ts";
import type { Constraints } from "../domain/constraints.ts";
import { bytesInWords, timeInWords } from "../domain/describe-constraints.ts";
import type { Expert } from "../domain/experts.ts";
import { coversLanguage, languageTag } from "../domain/languages.ts";
import { isAboutLanguage } from "./about-language.ts";
import { atLeastCondition } from "./benchmark/at-least.ts";
import { type Condition, conditionOf, type SelectionContext } from "./condition.ts";
import { isUnder, touches } from "./licences.ts";
import { isAllowedBy, isDeniedBy, originOf } from "./makers.ts";
import { modelCondition } from "./named-models.ts";
import { isPriced, isWithin } from "./prices.ts";
import { type AllowOrDeny, sidesOf } from "./sides.ts";
import { languagesFact, licenceFact, pricesInWords, sizeFact } from "./words.ts";

/** Each condition by itself, so that each can be named; identical ones once. */
export function conditionsFor(
  taskType: string,
  constraints: readonly Constraints[],
  scene: SelectionContext,
): readonly Condition[] {
  const asked = constraints.flatMap((one) => Object.values(READERS).flatMap((read) => read(one, taskType, scene)));
  const all = scene.hasMoneyLimit ? [...asked, TELLS_WHAT_IT_COSTS] : asked;
  const first = new Map<string, Condition>();
  for (const condition of all) if (!first.has(condition.key)) first.set(condition.key, condition);
  return [...first.values()];
}

type Reader = (constraints: Constraints, taskType: string, scene: SelectionContext) => readonly Condition[];

/** What each part of the constraints asks of the experts for a task type. */
const READERS: Readonly<Record<keyof Constraints, Reader>> = {
  licence: ({ licence }) => sidesOf(licence).map(licenceCondition),
  provider: ({ provider }) => sidesOf(provider).map(providerCondition),
  model: ({ model }, taskType, scene) => sidesOf(model).flatMap((side) => modelCondition(side, taskType, scene)),
  size: ({ size = {} }) => sizeConditions(size),
  language: ({ language }, taskType, scene) =>
    language !== undefined && isAboutLanguage(scene.ontology.get(taskType)) ? [languageCondition(language)] : [],
  benchmark: ({ benchmark }, taskType, scene) => (benchmark ? atLeastCondition(benchmark, taskType, scene) : []),
  price: ({ price }) =>
    price ? [conditionOf({ price }, ({ prices }) => isWithin(prices, price.maxUsd, price.per), priceFact)] : [],
  latency: ({ latency }, _taskType, { cast }) => {
    if (!latency) return [];
    const medianOf = ({ endpoint }: Expert): number | null => cast.health(endpoint)?.medianMs ?? null;
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
