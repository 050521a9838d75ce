export interface FoldedSpan {
  readonly start: number;
  readonly end: number;
}

/** A text in which quotations are found although their blanks, or their case, differ. */
interface FoldedText {
  /** Where a quotation next stands as whole words, from an offset of the text on; offsets in UTF-16 units. */
  find(quotation: string, from?: number): FoldedSpan | null;
}

interface FoldingOptions {
  readonly ignoreCase: boolean;
}

const QUOTES: Readonly<Record<string, string>> = {
  "’": "'",
  "‘": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "«": '"',
  "»": '"',
};
const BLANK = /\s/;
/** Scripts that part words by blanks. */
const WORD = /[\p{N}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** What stands so often within words and never by itself is no quotation. */
const MAX_TRIES = 10_000;

export function foldText(text: string, options: FoldingOptions): FoldedText {
  const { folded, offsets } = fold(text, options);
  return {
    find: (quotation, from = 0) => {
      const wanted = fold(quotation.trim(), options).folded;
      if (wanted === "") return null;
      let at = folded.indexOf(wanted, firstAtOrAfter(offsets, from));
      for (let tries = 0; at >= 0 && !isWhole(folded, at, at + wanted.length); tries++)
        at = tries < MAX_TRIES ? folded.indexOf(wanted, at + 1) : -1;
      const start = offsets[at];
      const last = offsets[at + wanted.length - 1];
      return at < 0 || start === undefined || last === undefined ? null : { start, end: last + 1 };
    },
  };
}

/** The text with every run of blanks as one and plain quotes, and where in the text each unit of it stands. */
function fold(text: string, { ignoreCase }: FoldingOptions): { folded: string; offsets: Uint32Array } {
  const units: string[] = [];
  const offsets = new Uint32Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const unit = text[at] ?? "";
    if (BLANK.test(unit) && units.at(-1) === " ") continue;
    offsets[units.length] = at;
    units.push(BLANK.test(unit) ? " " : (QUOTES[unit] ?? (ignoreCase ? lower(unit) : unit)));
  }
  return { folded: units.join(""), offsets: offsets.subarray(0, units.length) };
}

/** "İ" becomes two units in lower case, which would shift all that follows. */
const lower = (unit: string): string => {
  const small = unit.toLowerCase();
  return small.length === 1 ? small : unit;
};

/** The place of the first of these rising offsets that is not before `from`. */
function firstAtOrAfter(offsets: Uint32Array, from: number): number {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether no word goes on over the ends of a stretch. */
const isWhole = (text: string, start: number, end: number): boolean =>
  !(isWord(text[start - 1]) && isWord(text[start])) && !(isWord(text[end - 1]) && isWord(text[end]));

const isWord = (unit: string | undefined): boolean => unit !== undefined && WORD.test(unit);
