import { findDates } from "./dates.ts";
import { besides, type Entity, entityAt, keepLongest } from "./entity.ts";
import { jointNames } from "./joint-names.ts";
import { namesByLexicon, placeOrPerson, placesByPreposition } from "./lexicon-names.ts";
import { findMoney } from "./money.ts";
import { namesByForm } from "./names.ts";

/** Bounded on both sides of the sign (RFC 5321: 64 and 255), so that a hostile text costs no more than its length. */
const EMAIL =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}-])/gu;

export const findEmails = (text: string): Entity[] =>
  [...text.matchAll(EMAIL)].map((match) => entityAt("EMAIL", text, match.index, match.index + match[0].length));

/**
 * Every person, place, organization, date, amount and e-mail address named in a text, in its order and
 * without overlaps: of several readings the longest stands, of equally long ones the surer.
 */
export function findEntities(text: string): Entity[] {
  const certain = keepLongest([...findEmails(text), ...findMoney(text), ...findDates(text)]);
  const names = keepLongest([
    ...jointNames(text),
    ...namesByForm(text),
    ...namesByLexicon(text),
    ...placesByPreposition(text),
  ]);
  return keepLongest([...certain, ...besides(certain, names).map(placeOrPerson)]);
}
