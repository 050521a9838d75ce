export interface FoldedSpan {
  readonly start: number;
  readonly end: number;
}

/** A text in which quotations are found although their blanks, or their case, differ. */
interface FoldedText {
  /** The next place of a quotation, as whole words, at or after `from`; offsets in UTF-16 units. */
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

/** Occurrences inside of words that are skipped before a quotation counts as not found. */
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

/** True where a stretch begins and ends at the edges of words. */
const isWhole = (text: string, start: number, end: number): boolean =>
  !(isWord(text[start - 1]) && isWord(text[start])) && !(isWord(text[end - 1]) && isWord(text[end]));

const isWord = (unit: string | undefined): boolean => unit !== undefined && WORD.test(unit);
