import type { Allowed, Constraints } from "../domain/constraints.ts";
import { describeConstraints } from "../domain/describe-constraints.ts";
import { coversLanguage, languageTag } from "../domain/languages.ts";
import { makerNamed } from "../domain/origin-names.ts";
import { PROVIDERS, type ProviderName } from "../domain/provider-names.ts";
import { misfit } from "./benchmark.ts";
import { sidesOf } from "./condition.ts";
import { isUnder, someLicence, touches } from "./licences.ts";
import { modelNamed } from "./named-models.ts";
import { isAllowedBy, isDeniedBy, type Origin } from "./origins.ts";

/** Longer lists are compared no further: every pair costs a look at every known licence. */
const MAX_PARTS = 100;

/**
 * Names two things asked of models that no single model can satisfy, whatever the catalogue holds; `null` where no two
 * are at odds. A model under a choice of licences is not thought of: who wants MIT alone and Apache alone is asked back.
 */
export function contradictionIn(constraints: readonly Constraints[]): string | null {
  const parts = constraints.flatMap(partsOf).slice(0, MAX_PARTS);
  for (const [place, one] of parts.entries()) {
    const other = parts
      .slice(place + 1)
      .find((later) => CLASHES.some((clash) => clash(one, later) || clash(later, one)));
    if (other) return `“${describe(one)}” and “${describe(other)}” cannot both be kept: no model could satisfy both.`;
  }
  return null;
}

const describe = (part: Constraints): string => describeConstraints(part, {}).join("; ");

/** Each thing asked, by itself. */
const partsOf = ({ licence, provider, model, size = {}, benchmark, language }: Constraints): readonly Constraints[] => [
  ...sidesOf(licence).map((side) => ({ licence: side })),
  ...sidesOf(provider).map((side) => ({ provider: side })),
  ...sidesOf(model).map((side) => ({ model: side })),
  ...(size.max === undefined ? [] : [{ size: { max: size.max } }]),
  ...(size.min === undefined ? [] : [{ size: { min: size.min } }]),
  ...(size.prefer === undefined ? [] : [{ size: { prefer: size.prefer } }]),
  ...(benchmark?.prefer === undefined ? [] : [{ benchmark }]),
  ...(language === undefined ? [] : [{ language }]),
];

type Clash = (one: Constraints, other: Constraints) => boolean;

const CLASHES: readonly Clash[] = [
  ({ licence: one }, { licence: other }) =>
    one !== undefined &&
    other !== undefined &&
    one.allow !== undefined &&
    !someLicence(namesIn(one, other), (licence) => keepsLicence(licence, one) && keepsLicence(licence, other)),
  ({ provider: one }, { provider: other }) =>
    one !== undefined &&
    other !== undefined &&
    one.allow !== undefined &&
    !someOrigin(namesIn(one, other), (origin) => keepsOrigin(origin, one) && keepsOrigin(origin, other)),
  ({ model: one }, { model: other }) =>
    one?.allow !== undefined &&
    other?.deny !== undefined &&
    one.allow.every((wanted) => other.deny?.some((avoided) => isAvoided(wanted, avoided))),
  ({ size: one }, { size: other }) => one?.min !== undefined && other?.max !== undefined && one.min > other.max,
  ({ size: one }, { size: other }) => one?.prefer === "smallest" && other?.prefer === "largest",
  ({ benchmark: one }, { benchmark: other }) =>
    one?.for !== undefined && one.for === other?.for && !isOneBenchmark(one.name, other.name),
  ({ language: one }, { language: other }) => one !== undefined && other !== undefined && !agree(one, other),
];

/** Of an id with a maker nobody can tell here whether there is such a model: it means that one alone then. */
const isAvoided = (wanted: string, avoided: string): boolean =>
  avoided.includes("/") ? wanted.toLowerCase() === avoided.toLowerCase() : modelNamed(avoided)(wanted);

const namesIn = (...sidesGiven: readonly Allowed[]): readonly string[] =>
  sidesGiven.flatMap(({ allow = [], deny = [] }) => [...allow, ...deny]);

const keepsLicence = (licence: string, { allow, deny }: Allowed): boolean =>
  (allow === undefined || isUnder(licence, allow)) && (deny === undefined || !touches(licence, deny));

const keepsOrigin = (origin: Origin, { allow, deny }: Allowed): boolean =>
  (allow === undefined || allow.some((name) => isAllowedBy(name)(origin) === true)) &&
  (deny === undefined || deny.every((name) => isDeniedBy(name)(origin) === false));

/** Is there a model of one of these makers, or of none, at any provider, local or not where either can be? */
const someOrigin = (names: readonly string[], isLeft: (origin: Origin) => boolean): boolean =>
  PROVIDERS.some((provider) =>
    MAY_BE_LOCAL[provider].some((isLocal) =>
      [[], ...names.map((name) => [makerNamed(name)])].some((makers) => isLeft({ provider, isLocal, makers })),
    ),
  );

const MAY_BE_LOCAL: Readonly<Record<ProviderName, readonly boolean[]>> = {
  embedded: [true],
  custom: [true, false],
  openai: [true, false],
  "workers-ai": [false],
  huggingface: [false],
};

const isOneBenchmark = (one: string, other: string): boolean => means(one, other) || means(other, one);
const means = (asked: string, benchmark: string): boolean =>
  misfit(asked, { benchmark, config: null, split: null, metric: "" }) !== null;

function agree(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => languageTag(name) ?? name.toLowerCase());
  return a !== undefined && b !== undefined && coversLanguage(a, b);
}
