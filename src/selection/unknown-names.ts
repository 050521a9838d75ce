import type { Constraints } from "../domain/constraints.ts";
import { isKnownMaker, originsNamed } from "../domain/origin-names.ts";
import type { SelectionContext } from "./condition.ts";
import type { ExpertIndex } from "./expert-index.ts";
import { isLicenceName } from "./licences/names.ts";
import { isUnder } from "./licences.ts";
import { originOf } from "./makers.ts";
import { namesOfNone } from "./named-models.ts";

/**
 * Names that mean nothing known here, one sentence each: one to avoid that is misspelt rules nothing out, and nobody would
 * notice. Of licences and providers to use that is noticed, as nothing is left; of models only where no other is named.
 */
export function namesNobodyKnows(
  constraints: readonly Constraints[],
  rosters: readonly ExpertIndex[],
  scene: SelectionContext,
): readonly string[] {
  const licences = constraints.flatMap(({ licence }) => licence?.deny ?? []);
  const providers = constraints.flatMap(({ provider }) => provider?.deny ?? []);
  const unknown = [
    ...licences.filter((name) => !isLicenceName(name) && !isALicenceHere([name], rosters)),
    ...providers.filter((name) => !isOriginName(name) && !isAnOriginHere(name, rosters)),
  ];
  const models = constraints.flatMap(({ model: { allow = [], deny = [] } = {} }) => [...allow, ...deny]);
  return [
    ...unknown.map((name) => `“${name}” names no provider, licence or maker that is known here.`),
    ...namesOfNone([...new Set(models)], scene).map((name) => `“${name}” names no model that is known here.`),
  ];
}

const isALicenceHere = (names: readonly string[], rosters: readonly ExpertIndex[]): boolean =>
  rosters.some((roster) => roster.examplesOf("licence").some(({ facts }) => isUnder(facts.licence, names)));

function isOriginName(name: string): boolean {
  const { provider, maker } = originsNamed(name);
  return provider !== null || (maker !== null && isKnownMaker(maker));
}

function isAnOriginHere(name: string, rosters: readonly ExpertIndex[]): boolean {
  const { maker } = originsNamed(name);
  return maker !== null && rosters.some((roster) => makersIn(roster).has(maker));
}

/** Made once for each list of experts, of whom thousands may have makers of their own. */
const makers = new WeakMap<ExpertIndex, ReadonlySet<string>>();
function makersIn(roster: ExpertIndex): ReadonlySet<string> {
  const known = makers.get(roster);
  if (known) return known;
  const found = new Set(roster.examplesOf("origin").flatMap((expert) => originOf(expert).makers));
  makers.set(roster, found);
  return found;
}
