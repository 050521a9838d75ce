import type { Constraints } from "../domain/constraints.ts";
import { bytesInWords, timeInWords } from "../domain/describe-constraints.ts";
import { type Endpoint, endpointKey } from "../domain/endpoints.ts";
import type { Expert } from "../domain/experts.ts";
import { coversLanguage, languageTag } from "../domain/languages.ts";
import { isAboutLanguage } from "./about-language.ts";
import { atLeastCondition } from "./benchmark/at-least.ts";
import { otherIdOf } from "./carried.ts";
import { type Condition, conditionOf, type Scene } from "./condition.ts";
import { isUnder, touches } from "./licences.ts";
import { isFrom, originOf } from "./makers.ts";
import { modelNamed } from "./model-names.ts";
import { isWithin } from "./prices.ts";
import { rosterOf } from "./roster.ts";
import { allRows, hasAny } from "./rows.ts";
import { namesIn, type Side, sidesOf } from "./sides.ts";
import { sureLicence, sureParameters } from "./sure.ts";
import { languagesFact, licenceFact, pricesInWords, sizeFact } from "./words.ts";

/** Each condition by itself, so that each can be named; identical ones once. */
export function conditionsFor(
  taskType: string,
  constraints: readonly Constraints[],
  scene: Scene,
): readonly Condition[] {
  const all = constraints.flatMap((one) => Object.values(READERS).flatMap((read) => read(one, taskType, scene)));
  const first = new Map<string, Condition>();
  for (const condition of all) if (!first.has(condition.key)) first.set(condition.key, condition);
  return [...first.values()];
}

type Reader = (constraints: Constraints, taskType: string, scene: Scene) => readonly Condition[];

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

function licenceCondition(side: Side): Condition {
  const keeps = (licence: string): boolean =>
    "allow" in side ? isUnder(licence, side.allow) : !touches(licence, side.deny);
  return conditionOf({ licence: side }, ({ facts }) => keeps(sureLicence(facts)), licenceFact, "licence");
}

/** Where nobody says whether something is local, it is neither among what is nor among what is not. */
function providerCondition(side: Side): Condition {
  const isMeant = namesIn(side).map(isFrom);
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

/**
 * A model to avoid is avoided everywhere. One to use ties the tasks that it is known for, here or elsewhere; where it is
 * known for no task of the plan it ties them all, so that nothing else is used in its stead.
 */
function modelCondition(side: Side, taskType: string, { cast, taskTypes, tiedBy }: Scene): readonly Condition[] {
  const names = namesIn(side);
  const isMeant = modelNamed(...names);
  const keys = new Set(names.filter((name) => name.includes(":")));
  const isOne = (expert: Expert): boolean => {
    if (isMeant(expert.facts.id)) return true;
    const other = otherIdOf(expert);
    return (other !== null && isMeant(other)) || (keys.size > 0 && isNamedWhole(expert.endpoint, keys));
  };
  const fact = ({ endpoint }: Expert): string => `model ${endpoint.model}`;
  if ("deny" in side) return [conditionOf({ model: side }, (expert) => !isOne(expert), fact)];
  const condition = conditionOf({ model: side }, isOne, fact);
  const isKnownFor = (type: string): boolean => isHere(condition, cast.experts(type)) || cast.knows(type, isMeant);
  const tied = tiedBy(condition.exactly, () => taskTypes.filter(isKnownFor));
  return tied.length === 0 || tied.includes(taskType) ? [condition] : [];
}

/** By all of its name, with or without the provider's. */
const isNamedWhole = (endpoint: Endpoint, names: ReadonlySet<string>): boolean =>
  names.has(endpoint.model) || names.has(endpointKey(endpoint));

const isHere = (condition: Condition, experts: readonly Expert[]): boolean =>
  hasAny(rosterOf(experts).verdicts(condition, allRows(experts.length)));

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

/** A model that works on no language knows none too few. */
function languageCondition(language: string): Condition {
  const wanted = languageTag(language) ?? language;
  const holds = ({ facts: { languages } }: Expert): boolean =>
    languages !== null && (languages.length === 0 || languages.some((tag) => coversLanguage(tag, wanted)));
  return conditionOf({ language }, holds, languagesFact, "languages");
}
