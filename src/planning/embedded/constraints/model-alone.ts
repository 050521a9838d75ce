import { fitsWork, mayBePerson, mayBeUsed } from "./model-families.ts";
import type { Around } from "./rule.ts";
import { MADE_UP, VOICED } from "./use-or-mention.ts";

/** What leads to a name: a verb of using; "with" and the like; or a mere "no", "only". The less it says, the more the name must. */
export type Lead = "verb" | "tie" | "mere";
interface Naming {
  readonly lead: Lead;
  readonly side: "allow" | "deny";
}

/**
 * "Don't use whisper.", in letters of any size: a sentence of nothing else, or a clause beside the work that such a model
 * does. Without a verb of using a person may be meant.
 */
export function isMeantAlone(
  name: string,
  { lead, side }: Naming,
  { before, after, all }: Around,
  phrase: string,
): boolean {
  const isSentence = SENTENCE_BEGINS.test(before);
  if (!isSentence && !CLAUSE_BEGINS.test(before) && !TIED.test(phrase)) return false;
  if (!/^\s*(?:$|[.!;\n]|,? (?:please|pls|thanks)\b)/.test(after) || VOICED.test(all) || MADE_UP.test(all))
    return false;
  const works = fitsWork(name, all);
  if (lead === "verb") return works || (isSentence && side === "deny");
  if (mayBeUsed(name) && !mayBePerson(name)) return isSentence || works;
  return works && (isSentence || !mayBePerson(name)) && CHOOSES.test(phrase);
}
/** After a quotation or a file a sentence may begin, or a clause. */
const SENTENCE_BEGINS = /^\W*(?:(?:please|but|and),? )?$/;
const CLAUSE_BEGINS = /[,;¤] (?:but )?$/;
const TIED = /^(?:without using|(?:with|by|via) (?:any|every)[a-z]*) /;
const CHOOSES = /^(?:avoid|anything but|prefer|pick|choose|select|take|try|let|have|i\b|we\b)/;
