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

/** Constraints beyond so many are not compared: each pair may cost a look at every known licence. */
const MAX_PARTS = 100;

/**
 * A sentence about two constraints that no single model can satisfy, whatever the catalogue holds; `null` where there are
 * none. Models under a choice of licences are left out of account: "only MIT" with "only Apache" is a contradiction.
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

/** The constraints that can contradict each other, one by one. */
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
    !someLicence(allNames(one, other), (licence) => keepsLicence(licence, one) && keepsLicence(licence, other)),
  ({ provider: one }, { provider: other }) =>
    one !== undefined &&
    other !== undefined &&
    one.allow !== undefined &&
    !someOrigin(allNames(one, other), (origin) => keepsOrigin(origin, one) && keepsOrigin(origin, other)),
  ({ model: one }, { model: other }) =>
    one?.allow !== undefined &&
    other?.deny !== undefined &&
    one.allow.every((allowed) => other.deny?.some((denied) => isDenied(allowed, denied))),
  ({ size: one }, { size: other }) => one?.min !== undefined && other?.max !== undefined && one.min > other.max,
  ({ size: one }, { size: other }) => one?.prefer === "smallest" && other?.prefer === "largest",
  ({ benchmark: one }, { benchmark: other }) =>
    one?.for !== undefined && one.for === other?.for && !isOneBenchmark(one.name, other.name),
  ({ language: one }, { language: other }) => one !== undefined && other !== undefined && !agree(one, other),
];

/** A name with a maker is taken for a whole id, as it cannot be looked up here, and only denies that id. */
const isDenied = (allowed: string, denied: string): boolean =>
  denied.includes("/") ? allowed.toLowerCase() === denied.toLowerCase() : modelNamed(denied)(allowed);

const allNames = (...sidesGiven: readonly Allowed[]): readonly string[] =>
  sidesGiven.flatMap(({ allow = [], deny = [] }) => [...allow, ...deny]);

const keepsLicence = (licence: string, { allow, deny }: Allowed): boolean =>
  (allow === undefined || isUnder(licence, allow)) && (deny === undefined || !touches(licence, deny));

const keepsOrigin = (origin: Origin, { allow, deny }: Allowed): boolean =>
  (allow === undefined || allow.some((name) => isAllowedBy(name)(origin) === true)) &&
  (deny === undefined || deny.every((name) => isDeniedBy(name)(origin) === false));

/** Whether `isLeft` holds for some possible origin: any provider, local or not where it can be, any named maker or none. */
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
