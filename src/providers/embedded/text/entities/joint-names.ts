import nlp from "compromise";
import { type CapitalRun, capitalRuns } from "./capitals.ts";
import { type Entity, entityAt } from "./entity.ts";

/** What follows the last "and" in the name of a firm: "Miller and Sons", "Dombey and Son Ltd". */
const PARTNERS =
  /^(?:Sons?|Daughters?|Brothers|Bros\.?|Sisters|Partners|Associates|Company|Co\.?|Friends)(?: (?:Ltd\.?|Limited|Inc\.?|LLP|LLC|PLC|plc))?$/;
/** A surname or place beside another before what a firm does: "Vale and Harbour Bank". */
const SECOND_NAME =
  /^\p{Lu}[\p{L}'’-]+ (?:Bank|Partners|Associates|Company|Group|Holdings|Insurance|Trust|Press|Solicitors|Consulting|Capital|Ventures|Brothers|Bros\.?|Sons|Foods|Tools|Stores?|Motors)(?: (?:Ltd\.?|Limited|Inc\.?|LLP|LLC|PLC|plc))?$/u;
/** Two firms, or a firm and somebody: another "and", or a row of names, comes before. */
const IN_A_ROW = /(?:\p{L},|\band|\bboth|\bbetween) $/u;
const LOOK_BACK_CHARS = 10;
const LEADING = /^(?:The|At|In|On|By|To|From|For|Dear|Pay|Messrs\.?|With|Our|Your|Contact)$/;

/**
 * Firms named after several, joined by a written "and". Where the first name stands for somebody or somewhere
 * by itself ("Helen and Harbour Bank", "England and Metro Bank") the two are left apart; two firms of one word
 * each that no lexicon knows ("Foo and Bar Bank") can't be told from one.
 */
export function jointNames(text: string): Entity[] {
  const runs = capitalRuns(text);
  return runs.flatMap((run, index) => {
    const next = runs[index + 1];
    if (!next || text.slice(run.end, next.start) !== " and ") return [];
    const first = firstName(run);
    const second = text.slice(next.start, next.end);
    if (!first || IN_A_ROW.test(text.slice(Math.max(0, first.start - LOOK_BACK_CHARS), first.start))) return [];
    const isOne =
      PARTNERS.test(second) ||
      (first.isSingle && SECOND_NAME.test(second) && !standsAlone(text.slice(first.start, run.end)));
    return isOne ? [entityAt("ORG", text, first.start, next.end)] : [];
  });
}

function firstName(run: CapitalRun): { readonly start: number; readonly isSingle: boolean } | null {
  const words = run.words.filter((word, index) => index > 0 || !LEADING.test(word.text));
  const [first] = words;
  return first ? { start: first.start, isSingle: words.length === 1 } : null;
}

const standsAlone = (name: string): boolean =>
  nlp(name).has("(#FirstName|#Place|#Organization|#Pronoun|#Month|#WeekDay)");
