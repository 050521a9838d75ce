import { type Column, isAmount, isUnique, rowName } from "../columns.ts";
import { addsUp, columnOfRows, columnSaid, lessIsBetter } from "../meaning.ts";
import type { Order, TableMeasure } from "../query.ts";
import { opposite, type Superlative } from "../terms.ts";
import { isPlainWord } from "../vocabulary.ts";
import { amountIn, firstNamed, type Intent, mentionFrom, onlyAmount, type SaidOfTable } from "./said.ts";

interface Rank {
  readonly column: Column;
  readonly direction: "max" | "min";
  /** Said right behind the superlative ("highest price"), by an adjective ("cheapest"), or elsewhere ("sold most"). */
  readonly by: "next" | "adjective" | "elsewhere";
}

/** "Which product sold most": the key whose rows have the most together, or the row that has the most. */
export function readRanking(said: SaidOfTable, superlative: Superlative): Intent | null {
  const { columns, open, reckoning, rows } = said;
  const rank = rankOf(said, superlative);
  const next = mentionFrom(said, reckoning.counted ?? superlative.to);
  const keyIn = open.filter(({ column, by }) => column !== rank?.column && !(by === "meaning" && isAmount(column)));
  const order: Order = { direction: rank?.direction ?? superlative.direction, count: superlative.count ?? 1 };
  const grouped = (key: Column, measure: TableMeasure): Intent => ({
    query: { kind: "groups", key, measure, order },
    columns: [key, measure.of],
    at: [],
  });
  if (rank === null) {
    const key = firstNamed(keyIn, ({ column }) => column !== next?.column && column.type !== "number");
    const of = next?.column ?? (ranksRows(said, superlative) ? rowName(columns) : null);
    const counts = superlative.ofNumber || reckoning.by === "COUNT";
    if (of === null || key === null || of.type === "number" || of.type === "unclear" || !counts) return null;
    return grouped(key, { by: "COUNT", of, distinct: next !== null && !isUnique(of) });
  }
  if (reckoning.by === "COUNT") return null;
  const key = firstNamed(keyIn, () => true);
  const repeats = key !== null && new Set(rows.map((row) => key.cells[row])).size < rows.length;
  const sums = rank.by !== "adjective" && addsUp(rank.column);
  // "The highest total by product", and not the total of the highest.
  const reckonsAfter = reckoning.at.every((at) => at >= superlative.from);
  if (reckoning.by !== null)
    return key !== null && reckonsAfter ? grouped(key, { by: reckoning.by, of: rank.column, distinct: false }) : null;
  if (key !== null && repeats && sums && !isAmount(key))
    return grouped(key, { by: "SUM", of: rank.column, distinct: false });
  const asked = open.find(({ from }) => /^(?:who|where|when)$/.test(said.tokens[from]?.word ?? ""))?.column;
  const shown = asked ?? key ?? (asksValue(said, superlative, rank) ? rank.column : ownName(columns));
  if (shown === null) return null;
  return {
    query: { kind: "cells", columns: [shown], order: { ...order, by: rank.column } },
    columns: [shown, rank.column],
    at: [],
  };
}

/** Whether the most itself is asked for: "highest price", "age of the oldest", and not the row that has it. */
function asksValue({ tokens, open, columns }: SaidOfTable, { from }: Superlative, rank: Rank): boolean {
  const before = tokens.slice(0, from);
  const ofRow = before.some(({ word }) => word === "which" || columnOfRows(word, columns) !== null);
  return (
    !ofRow &&
    (rank.by === "next" || open.some(({ column, by, to }) => column === rank.column && by !== "meaning" && to <= from))
  );
}

/** The column that tells every row from the others by name. */
function ownName(columns: readonly Column[]): Column | null {
  const name = rowName(columns);
  return name !== null && isUnique(name) ? name : null;
}

/** Whether the superlative is of rows: "the most open tickets". */
const ranksRows = ({ tokens, columns, isFree }: SaidOfTable, { to }: Superlative): boolean => {
  const noun = tokens.slice(to).find(({ word }, offset) => isFree(to + offset) && !isPlainWord(word))?.word;
  return noun !== undefined && columnOfRows(noun, columns) !== null;
};

/** By which column a superlative ranks, and whether most or least of it is meant. */
function rankOf(said: SaidOfTable, superlative: Superlative): Rank | null {
  const { columns, open, tokens } = said;
  const { ofQuality, adjectives, general } = superlative;
  const directed = (column: Column): "max" | "min" =>
    ofQuality && lessIsBetter(column) ? opposite(superlative.direction) : superlative.direction;
  const behind = mentionFrom(said, superlative.to);
  const next = behind?.column;
  if (general && behind !== null && isAmount(behind.column)) {
    const within = tokens.slice(superlative.to, behind.from).some(({ word }) => word === "in" || word === "at");
    return { column: behind.column, direction: directed(behind.column), by: within ? "elsewhere" : "next" };
  }
  // The most expensive sale is the one of the highest amount, not of the highest price.
  const ofRows = columnOfRows(tokens[superlative.to]?.word ?? "", columns);
  const ofMoney = general || adjectives.some(({ concept }) => concept.rows !== undefined);
  if (ofRows !== null && addsUp(ofRows) && ofMoney)
    return { column: ofRows, direction: superlative.direction, by: "next" };
  const amounts = open.map(({ column }) => column).filter(isAmount);
  const byAdjective = columnSaid(adjectives, amounts) ?? columnSaid(adjectives, columns);
  if (byAdjective !== null) return { ...byAdjective, by: byAdjective.column === next ? "next" : "adjective" };
  if (!general) return null;
  const amount = amountIn(open);
  if (amount !== null) return { column: amount, direction: directed(amount), by: "elsewhere" };
  const only = next === undefined && amounts.length === 0 && !ranksRows(said, superlative) ? onlyAmount(columns) : null;
  return only === null ? null : { column: only, direction: directed(only), by: "elsewhere" };
}
