import { FifoCache } from "../domain/caches.ts";
import { licenceId } from "../domain/licence-names.ts";
import { type LicenceTerms, licenceTerms, saysNothing } from "../domain/licences.ts";
import { examples, type IsMeant } from "./licences/families.ts";
import { licenceNamed } from "./licences/names.ts";

/** Expressions taken apart lately: the catalogue has some dozens of licences. */
const MAX_EXPRESSIONS = 500;
const expressions = new FifoCache<LicenceTerms>(MAX_EXPRESSIONS);
const termsOf = (expression: string): LicenceTerms => expressions.get(expression, () => licenceTerms(expression));

/** Lists of names are short, and asked of many licences. */
const lists = new WeakMap<readonly string[], readonly IsMeant[]>();
function meantBy(names: readonly string[]): readonly IsMeant[] {
  const known = lists.get(names);
  if (known) return known;
  const meant = names.map(licenceNamed);
  lists.set(names, meant);
  return meant;
}

/** Is there nothing known of what is allowed, or of a part that applies as well? Such a licence satisfies no constraint. */
export const isUnknown = (expression: string): boolean => saysNothing(termsOf(expression));

/** Does every licence that applies belong to one of the names? Never where that cannot be told. */
export function isUnder(expression: string, names: readonly string[]): boolean {
  const meant = meantBy(names);
  return termsOf(expression).every((term) => term.some((id) => meant.some((isMeant) => isMeant(id) === true)));
}

/** Does a licence that cannot be chosen away belong to one of the names? Always where that cannot be told. */
export function touches(expression: string, names: readonly string[]): boolean {
  const meant = meantBy(names);
  return termsOf(expression).some((term) => term.every((id) => meant.some((isMeant) => isMeant(id) !== false)));
}

/** Is there a single licence that two lists leave, those asked for by name among them? */
export function someLicence(names: readonly string[], isLeft: (licence: string) => boolean): boolean {
  return [...examples(), ...names.flatMap((name) => licenceId(name) ?? [])].some(isLeft);
}
