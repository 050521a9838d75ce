import { type Column, isFigure, onlyNames } from "./columns.ts";
import type { ConditionReading, ConditionSlot } from "./condition-reading.ts";
import type { Way } from "./features.ts";
import type { Likeness } from "./lexicon.ts";
import { type ColumnMention, isNaming } from "./mentions.ts";
import { type Comparison, comparisonWith } from "./signals.ts";
import { isDenial, type Token } from "./words.ts";

/** What may stand before the name of a column. */
const DETERMINER = /^(?:a|an|the|its|their|his|her|our|my|your)$/;
/** They say from where on something is told, and compare dates alone. */
const OF_TIMES = /^(?:since|from|starting|until)$/;

/** They compare only what they are said of: "are below their minimum", "spent over budget"; but "cost over time" does not. */
const PREPOSITION = /^(?:above|over|after|below|under|before|to)$/;

/** Places of a column's name, and what compares with it right before them; `null` where nothing does. */
function comparedWith(
  tokens: readonly Token[],
  { column, by }: ColumnMention,
): { readonly places: readonly number[]; readonly comparison: Comparison } | null {
  const places = [...by].filter(([, like]) => isNaming(like)).map(([at]) => at);
  const first = Math.min(...places);
  const comparison = comparisonWith(tokens, DETERMINER.test(tokens[first - 1]?.word ?? "") ? first - 1 : first);
  const [word] = comparison.at;
  const isNone = word === undefined || OF_TIMES.test(tokens[word]?.word ?? "");
  return isNone || !isComparable(column) ? null : { places, comparison };
}

/** "With a stock", "whose price", "if the stock": a word that is told of the rows. */
function isHad(tokens: readonly Token[], at: number): boolean {
  const before = DETERMINER.test(tokens[at - 1]?.word ?? "") ? at - 2 : at - 1;
  return /^(?:with|whose|having|have|has|had|if|where|when)$/.test(tokens[before]?.word ?? "");
}

const isComparable = (column: Column): boolean => (isFigure(column) && !onlyNames(column)) || column.type === "date";

/** Places of words that compare with a column, whether or not it is told what, and of the names of these columns. */
export function comparisonsIn(
  tokens: readonly Token[],
  mentions: readonly ColumnMention[],
): { readonly comparing: ReadonlySet<number>; readonly compared: ReadonlySet<number> } {
  const found = mentions.flatMap((mention) => comparedWith(tokens, mention) ?? []);
  return {
    comparing: new Set(found.flatMap(({ comparison }) => comparison.at)),
    compared: new Set(found.flatMap(({ places }) => places)),
  };
}

/** "Are below their minimum", "sold more than ordered": one column compared with another, row by row. */
export function columnSlots(
  tokens: readonly Token[],
  columns: readonly Column[],
  mentions: readonly ColumnMention[],
  verbs: ReadonlySet<string>,
): ConditionSlot[] {
  return mentions.flatMap((mention): ConditionSlot[] => {
    const found = comparedWith(tokens, mention);
    if (found === null) return [];
    const { places, comparison } = found;
    const { column: other } = mention;
    const [word = 0] = comparison.at;
    const subject = tokens[word - 1];
    if (subject !== undefined && isDenial(subject)) return [];
    const others = columns.filter(
      (column) => column !== other && isComparable(column) && (column.type === "date") === (other.type === "date"),
    );
    const last = Math.max(...comparison.at);
    const named = (column: Column): [number, Likeness][] =>
      [...(mentions.find((one) => one.column === column)?.by ?? [])].filter(
        ([at, like]) => at < last && isNaming(like),
      );
    const spoken = others.filter((column) => named(column).length > 0);
    if (PREPOSITION.test(tokens[last]?.word ?? "") && subject?.lemma !== "be") {
      const said = spoken.map((column) => named(column).map(([at]) => at)).filter((at) => at.includes(word - 1));
      if (!said.some((at) => verbs.has(tokens[word - 1]?.text ?? "") || isHad(tokens, Math.min(...at)))) return [];
    }
    // What is not named must be the only one; headings are no proof of money, as a budget's does not tell it.
    const alike = others.filter(({ type }) => type === other.type);
    const meant = spoken.length > 0 ? spoken : alike.length === 1 ? alike : [];
    return [
      meant.map(
        (column): ConditionReading => ({
          condition: {
            column,
            words: `${comparison.operator} ${other.name}`,
            holds: (row) => compares(comparison.operator, column.values[row], other.values[row]),
          },
          explained: new Map<number, Way>([
            ...named(column),
            ...[...comparison.at, ...places].map((at) => [at, "literal"] as const),
          ]),
          features: { literalAlone: meant.length > 1 ? 1 : 0 },
          names: false,
        }),
      ),
    ];
  });
}

function compares(operator: Comparison["operator"], one: number | null = null, other: number | null = null): boolean {
  if (one === null || other === null) return false;
  if (operator === ">") return one > other;
  if (operator === "<") return one < other;
  return operator === ">=" ? one >= other : operator === "<=" ? one <= other : one === other;
}
