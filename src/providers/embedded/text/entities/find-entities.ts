import type { WorkBudget } from "../../work.ts";
import { pieces } from "../pieces.ts";
import { findDates } from "./dates.ts";
import { besides, type Entity, entityAt, keepLongest } from "./entity.ts";
import { jointNames } from "./joint-names.ts";
import { namesByLexicon, namesInPiece, placeOrPerson, placesByPreposition } from "./lexicon-names.ts";
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
export const findEntities = (text: string): Entity[] => togetherWith(text, namesByLexicon(text));

/** The same, with the thread given back between pieces of the text. */
export async function findEntitiesInTurns(text: string, work: Pick<WorkBudget, "spend">): Promise<Entity[]> {
  const names: Entity[] = [];
  for (const piece of pieces(text)) {
    names.push(...namesInPiece(text, piece));
    await work.spend("characters", piece.text.length);
  }
  return togetherWith(text, names);
}

function togetherWith(text: string, byLexicon: readonly Entity[]): Entity[] {
  const certain = keepLongest([...findEmails(text), ...findMoney(text), ...findDates(text)]);
  const names = keepLongest([...jointNames(text), ...namesByForm(text), ...byLexicon, ...placesByPreposition(text)]);
  return keepLongest([...certain, ...besides(certain, names).map(placeOrPerson)]);
}
