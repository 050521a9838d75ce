import type { Allowed, Constraints } from "../domain/constraints.ts";
import { bytesInWords, timeInWords } from "../domain/describe-constraints.ts";
import { endpointKey } from "../domain/endpoints.ts";
import type { Expert } from "../domain/experts.ts";
import { atLeastCondition } from "./benchmark/at-least.ts";
import { type Condition, conditionOf, judgedOnce, type Scene } from "./condition.ts";
import { coversLanguage, isAboutLanguage, languageTag } from "./languages.ts";
import { isUnder, touches } from "./licences.ts";
import { isBy, originOf } from "./makers.ts";
import { modelNamed } from "./model-names.ts";
import { isWithin } from "./prices.ts";
import { languagesFact, pricesInWords, sizeInWords } from "./words.ts";

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
  licence: ({ licence }) => sides(licence).map(licenceCondition),
  provider: ({ provider }) => sides(provider).map(providerCondition),
  model: ({ model }, taskType, scene) => sides(model).flatMap((side) => modelCondition(side, taskType, scene)),
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
    return [
      conditionOf({ latency }, holds, (expert) => `${timeInWords(Math.round(medianOf(expert) ?? 0))} in the median`),
    ];
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

/** One side of what is allowed; never both. */
type Side = { readonly allow: readonly string[] } | { readonly deny: readonly string[] };

const sides = ({ allow, deny }: Allowed = {}): readonly Side[] => [
  ...(allow ? [{ allow }] : []),
  ...(deny ? [{ deny }] : []),
];

function licenceCondition(side: Side): Condition {
  const keeps = (licence: string): boolean =>
    "allow" in side ? isUnder(licence, side.allow) : !touches(licence, side.deny);
  return conditionOf(
    { licence: side },
    judgedOnce(({ facts }) => facts.licence, keeps),
    ({ facts }) => `licence ${facts.licence}`,
  );
}

function providerCondition(side: Side): Condition {
  const holds = (expert: Expert): boolean => {
    const origin = originOf(expert);
    return "allow" in side
      ? side.allow.some((name) => isBy(origin, name))
      : !side.deny.some((name) => isBy(origin, name));
  };
  return conditionOf({ provider: side }, holds, ({ endpoint }) => `runs at ${endpoint.provider}`);
}

/**
 * A model to avoid is avoided everywhere. One to use ties the tasks that it is known for, here or elsewhere; where it is
 * known for no task of the plan it ties them all, so that nothing else is used in its stead.
 */
function modelCondition(side: Side, taskType: string, { cast, taskTypes }: Scene): readonly Condition[] {
  const names = "allow" in side ? side.allow : side.deny;
  const isMeant = names.map(modelNamed);
  const isOne = (expert: Expert): boolean =>
    isMeant.some((meant) => meant(expert.facts.id) || meant(expert.endpoint.model)) ||
    names.includes(endpointKey(expert.endpoint));
  const fact = ({ endpoint }: Expert): string => `model ${endpoint.model}`;
  if ("deny" in side) return [conditionOf({ model: side }, (expert) => !isOne(expert), fact)];
  const isKnownFor = (type: string): boolean =>
    cast.experts(type).some(isOne) ||
    cast.elsewhere(type).examples.some(({ model }) => isMeant.some((meant) => meant(model)));
  return isKnownFor(taskType) || !taskTypes.some(isKnownFor) ? [conditionOf({ model: side }, isOne, fact)] : [];
}

const sizeConditions = ({ max, min, maxBytes }: NonNullable<Constraints["size"]>): readonly Condition[] => [
  ...(max === undefined
    ? []
    : [conditionOf({ size: { max } }, ({ facts }) => facts.parameters !== null && facts.parameters <= max, sizeFact)]),
  ...(min === undefined
    ? []
    : [conditionOf({ size: { min } }, ({ facts }) => facts.parameters !== null && facts.parameters >= min, sizeFact)]),
  ...(maxBytes === undefined
    ? []
    : [conditionOf({ size: { maxBytes } }, ({ facts }) => facts.bytes !== null && facts.bytes <= maxBytes, bytesFact)]),
];

const sizeFact = ({ facts }: Expert): string =>
  facts.parameters === null ? "size not known" : sizeInWords(facts.parameters);
const bytesFact = ({ facts }: Expert): string =>
  facts.bytes === null ? "size on disk not known" : `${bytesInWords(facts.bytes)} on disk`;
const priceFact = ({ prices }: Expert): string => (prices.length === 0 ? "price not known" : pricesInWords(prices));

/** A model that works on no language knows none too few. */
function languageCondition(language: string): Condition {
  const wanted = languageTag(language) ?? language;
  const holds = judgedOnce(
    ({ facts }) => facts.languages,
    (known) => known !== null && (known.length === 0 || known.some((tag) => coversLanguage(tag, wanted))),
  );
  return conditionOf({ language }, holds, languagesFact);
}
