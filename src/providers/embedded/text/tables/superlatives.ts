import type { Column } from "./columns.ts";
import type { ColumnMention } from "./mentions.ts";
import { SUPERLATIVES, type Superlative } from "./vocabulary.ts";

export interface FoundSuperlative extends Superlative {
  readonly word: string;
}
export interface Best {
  readonly column: Column;
  readonly direction: "max" | "min";
}

/** "The widest": what no vocabulary here knows must not be passed over. */
const UNKNOWN_SUPERLATIVE = /\bthe \p{L}{3,}est\b|\bthe (?:most|least) \p{L}+\b/iu;
/** "At least", "at most" and "last year" compare nothing with the other rows. */
const NO_SUPERLATIVE = /\bat (?:least|most)\b|\blast (?:year|month|week)\b/;

/** The superlative of a question, `null` where it has none, "unknown" for one that no column can be told for. */
export function findSuperlative(question: string): FoundSuperlative | null | "unknown" {
  const lower = question.toLowerCase();
  const word = Object.keys(SUPERLATIVES)
    .filter((key) => new RegExp(`\\b${key}\\b`).test(lower))
    .sort((a, b) => b.length - a.length)[0];
  const superlative = word === undefined || NO_SUPERLATIVE.test(lower) ? undefined : SUPERLATIVES[word];
  if (word !== undefined && superlative !== undefined) return { ...superlative, word };
  return UNKNOWN_SUPERLATIVE.test(question) ? "unknown" : null;
}

/** The column whose highest or lowest value is meant. */
export function bestColumn(
  columns: readonly Column[],
  mentioned: readonly ColumnMention[],
  superlative: Superlative,
): Best | null {
  const candidates = columns.filter((column) => column.type === "number" || column.type === "date");
  const general = superlative.columns.length === 0;
  const named = mentioned.find(({ column, worth }) => candidates.includes(column) && (worth >= 1 || general))?.column;
  const meant = candidates.find((column) => column.words.some((word) => superlative.columns.includes(word)));
  const only = candidates.length === 1 && (general || superlative.columns.includes("size")) ? candidates[0] : undefined;
  const column = named ?? meant ?? only;
  return column === undefined ? ageByYear(candidates, superlative) : { column, direction: superlative.direction };
}

/** The oldest was born, built or made first. */
function ageByYear(candidates: readonly Column[], { columns, direction }: Superlative): Best | null {
  if (!columns.includes("age")) return null;
  const column = candidates.find((other) =>
    other.words.some((word) => /^(?:born|birth|birthday|year|built|founded)$/.test(word)),
  );
  return column === undefined ? null : { column, direction: direction === "max" ? "min" : "max" };
}
