import { type Language, languageOfWord } from "../read/languages.ts";

/** What a request says of languages. */
interface Languages {
  readonly targets: readonly Language[];
  /** What the material is in, as far as it is said. */
  readonly source: Language | null;
  /** The second is made from the first: "into Dutch and then back into English". */
  readonly isChained: boolean;
}

/** Names of languages in a row: "in Welsh and in Irish". */
interface Row {
  readonly languages: readonly Language[];
  readonly start: number;
  readonly end: number;
  /** What leads to another: "Spanish to …". */
  readonly isFrom: boolean;
}

const WORD = /\p{L}{4,}/gu;
const MAX_BETWEEN_CHARS = 40;
/** Between two languages that are wanted alike stand small words, and what is wanted in the first. */
const BETWEEN =
  /^(?: \p{L}+(?=,| and| or))?(?:[\s,!/+&-]|\b(?:and|or|plus|then|also|another|in|into|to|it|that|this|one|an?|the|versions?|translations?|please|same|again|once|for|read|as|well|back)\b)*$/iu;
const DIRECTED = /^(?: \p{L}+)? (?:in)?to (?:an? |the )?$|^ ?(?:-|→|->|>) ?$/u;

/** Reads which languages a request wants its results in: the row that is said most plainly to be wanted. */
export function languagesIn(text: string): Languages {
  const rated = rowsIn(text).map((row) => ({ row, rate: rate(row, text) }));
  const [best] = rated
    .filter(({ rate: wanted }) => wanted > 0)
    .toSorted((a, b) => b.rate - a.rate || b.row.start - a.row.start);
  const isTold = ({ row, rate: wanted }: (typeof rated)[number]): boolean =>
    row !== best?.row &&
    wanted < Math.max(best?.rate ?? 0, CLEAR) &&
    !row.languages.some((one) => best?.row.languages.includes(one));
  return {
    targets: best?.row.languages ?? [],
    source: rated.find(isTold)?.row.languages[0] ?? null,
    isChained: best !== undefined && /\bback (?:again )?in(?:to)?\b/i.test(text.slice(best.row.start, best.row.end)),
  };
}

function rowsIn(text: string): readonly Row[] {
  const rows: Row[] = [];
  for (const { 0: word, index: start } of text.matchAll(WORD)) {
    const language = languageOfWord(word);
    const end = start + word.length;
    if (!language || isVerb(word, text, start) || DENIED.test(text.slice(0, start))) continue;
    const last = rows.at(-1);
    const between = last ? text.slice(last.end, start) : "";
    const isNear = last !== undefined && between.length <= MAX_BETWEEN_CHARS;
    const isFrom = isNear && DIRECTED.test(between) && !INTO.test(text.slice(0, last.start));
    if (isFrom) rows[rows.length - 1] = { ...last, isFrom };
    if (isNear && !isFrom && BETWEEN.test(between))
      rows[rows.length - 1] = { ...last, languages: [...new Set([...last.languages, language])], end };
    else rows.push({ languages: [language], isFrom: false, start, end });
  }
  return rows;
}

/** "to polish the text", "polish it": the verb, and no language. */
const isVerb = (word: string, text: string, at: number): boolean =>
  word === "polish" &&
  (/^ (?:the|this|that|these|it|them|my|our|an?|up)\b/.test(text.slice(at + word.length)) ||
    !/(?:\b(?:in|into|to|from|and|or)|,) ?$/i.test(text.slice(0, at)));

const DENIED = /\b(?:not|instead of|rather than)(?: in(?:to)?)? $/i;
const INTO = /(?:\b(?:in)?to(?: (?:an?|the|plain|simple|good|simplified))?|->|→|>) ?$/i;
const HELD =
  /(?:\bfrom(?: the| an?| this| my)?|(?:\b(?:is|are|was|were|written|recorded|printed|speaks?|originally)|'s)(?: all| only)?(?: in)?) $/i;
const FOR_READERS = /\bfor [^.!?]{0,12}$/i;
/** "this Russian poster": what is there. */
const OWNED = /\b(?:this|that|these|my|our|your|his|her|their|the) $/i;
const NAMES_THING =
  /^ (?!(?:versions?|translations?|ones?|of|and|or|for|in|with|to|please|too|as|so|also|is|are|was)\b)\p{Ll}/u;

/** Rates from here on say plainly that a row is wanted. */
const CLEAR = 3;

/** How plainly a row is wanted; 0 where it tells what is there. */
function rate({ start, end, isFrom }: Row, text: string): number {
  const before = text.slice(Math.max(0, start - 40), start);
  if (isFrom) return 0;
  if (INTO.test(before)) return 4;
  if (HELD.test(before)) return 0;
  if (FOR_READERS.test(before)) return CLEAR;
  return OWNED.test(before) && NAMES_THING.test(text.slice(end)) ? 0 : 2;
}
