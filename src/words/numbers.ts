/** How the numbers of a column are written. */
export interface NumberStyle {
  readonly decimalMark: DecimalMark;
  /** Whether thousands are set apart by the other mark. */
  readonly grouped: boolean;
  /** Decimals that all cells have. */
  readonly decimals: number;
  /** What all cells write before and behind their numbers: a currency, a unit. */
  readonly before: string;
  readonly after: string;
}

/** The comma of "1.234,50", the point of "1,234.50". */
export type DecimalMark = "," | ".";

/** Words for numbers, each at its place: "zero" to "twelve". */
export const SMALL_NUMBERS: readonly string[] =
  "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

/** Letters before it are a currency, and set apart from it: "Q1" and "R-101" are names. */
const NUMBER =
  /^(?<sign>[+\-−]?)(?<before>(?:\p{L}{1,4}\.?\s|\p{L}{0,3}\p{Sc}|[^\d\p{L}+\-−])?\s?)(?<digits>[+\-−]?\d(?:[.,](?! )|[\d'’ \u00a0\u202f])*)(?<after>[^\d]{0,16})$/u;
/** Decimals of a result whose cells have fewer. */
const DECIMALS = 2;

interface Parts {
  readonly before: string;
  readonly digits: string;
  readonly after: string;
}

const partsOf = (cells: readonly string[]): Parts[] =>
  cells.flatMap((cell) => {
    const { before = "", digits, after = "" } = NUMBER.exec(cell)?.groups ?? {};
    if (digits === undefined) return [];
    const number = digits.trimEnd();
    return [{ before, digits: number.replace(/^[+\-−]/, ""), after: digits.slice(number.length) + after }];
  });

/**
 * The decimal mark that the cells of a column show, "unclear" where they are "1.234" or "1,234" alone and may be either,
 * "mixed" where they show both, and `null` where they have none.
 */
export function shownMark(filled: readonly string[]): DecimalMark | "unclear" | "mixed" | null {
  const marks = new Set(partsOf(filled).map(({ digits }) => markOf(digits)));
  if (marks.has(",") && marks.has(".")) return "mixed";
  if (marks.has(",")) return ",";
  if (marks.has(".")) return ".";
  return marks.has("unclear") ? "unclear" : null;
}

function markOf(digits: string): DecimalMark | "unclear" | null {
  const last = Math.max(digits.lastIndexOf(","), digits.lastIndexOf("."));
  if (last === -1) return null;
  const [mark, other]: readonly DecimalMark[] = digits[last] === "," ? [",", "."] : [".", ","];
  if (mark === undefined || other === undefined || digits.includes(other)) return mark ?? null;
  const groups = digits.split(mark);
  const grouped = /^[1-9]\d{0,2}$/.test(groups[0] ?? "") && groups.slice(1).every((group) => group.length === 3);
  if (!grouped) return mark;
  return groups.length > 2 ? other : "unclear";
}

/**
 * How the cells of a column write numbers, or `null` where that cannot be told: "1.234" alone may be either, and numbers
 * of several units or currencies have no sum. "1,234" alone is taken for a thousand.
 * @param elsewhere the mark that other columns of the table show
 */
export function numberStyle(filled: readonly string[], elsewhere: DecimalMark | null): NumberStyle | null {
  const parts = partsOf(filled);
  const shown = shownMark(filled);
  const commas = parts.every(({ digits }) => !digits.includes("."));
  const decimalMark = shown === "unclear" ? (elsewhere ?? (commas ? "." : null)) : (shown ?? elsewhere ?? ".");
  if (decimalMark === null || decimalMark === "mixed" || !haveOneUnit(parts)) return null;
  const decimals = new Set(parts.map(({ digits }) => decimalsOf(digits, decimalMark)));
  const other = decimalMark === "," ? "." : ",";
  return {
    decimalMark,
    grouped: parts.some(({ digits }) => digits.includes(other)),
    decimals: decimals.size === 1 ? ([...decimals][0] ?? 0) : 0,
    before: shared(parts.map(({ before }) => before)),
    after: shared(parts.map(({ after }) => after)),
  };
}

const decimalsOf = (digits: string, mark: DecimalMark): number => {
  const at = digits.lastIndexOf(mark);
  return at === -1 ? 0 : digits.length - at - 1;
};

const shared = (texts: readonly string[]): string => (new Set(texts).size === 1 ? (texts[0] ?? "") : "");

function haveOneUnit(parts: readonly Parts[]): boolean {
  const units = parts.map(({ before, after }) => `${before}${after}`.replace(/[\s()]/g, "").replace(/s$/, ""));
  return new Set(units.filter((unit) => unit !== "")).size <= 1;
}

/** The number a cell or a question's word holds; `null` when it holds something else. In brackets it is negative. */
export function numberOf(text: string, mark: DecimalMark = "."): number | null {
  const bracketed = /^\((.+)\)$/.exec(text.trim())?.[1];
  const { sign = "", digits } = NUMBER.exec(bracketed ?? text.trim())?.groups ?? {};
  if (digits === undefined) return null;
  const plain = digits.replace(/[ '’\u00a0\u202f]/g, "").replace("−", "-");
  const dotted = mark === "," ? plain.replace(/\./g, "").replace(",", ".") : plain.replace(/,/g, "");
  const value = Number(dotted.replace(/\.$/, "")) * (/[-−]/.test(sign) ? -1 : 1);
  return Number.isFinite(value) ? (bracketed === undefined ? value : -value) : null;
}

/** A number as the cells of its column are written, with the decimals that they share, or up to two. */
export function formatted(value: number, { before, after, decimalMark, grouped, decimals }: NumberStyle): string {
  const english = value.toLocaleString("en", {
    useGrouping: grouped,
    minimumFractionDigits: Math.min(decimals, 20),
    maximumFractionDigits: Math.min(Math.max(decimals, DECIMALS), 20),
  });
  const written = decimalMark === "," ? english.replace(/[.,]/g, (mark) => (mark === "." ? "," : ".")) : english;
  return `${before}${written}${after}`;
}
