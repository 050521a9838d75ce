import { type Column, isAmount, rowName } from "../columns.ts";
import { addsUp, adjectives, columnMeant, columnOfRows, columnSaid, countsThings } from "../meaning.ts";
import type { ColumnMention } from "../mentions.ts";
import type { TableMeasure } from "../query.ts";
import { countOf } from "./counting.ts";
import { amountIn, asksList, firstNamed, type Intent, onlyAmount, type SaidOfTable } from "./said.ts";

/** What a question without groups and superlatives asks for: a count, a sum, an average, or cells. */
export function readPlain(said: SaidOfTable): Intent | null {
  const { by, counted } = said.reckoning;
  if (counted !== null) return readCount(said, counted);
  if (by === null) return readCells(said);
  const amount = amountIn(said.open) ?? onlyAmount(said.columns);
  // Prices of different numbers of things have no total.
  const isPrice = amount !== null && !addsUp(amount) && columnMeant("price", [amount]) !== null;
  if (by === "SUM" && isPrice && said.columns.some(countsThings)) return null;
  return amount === null ? null : measured({ by, of: amount, distinct: false });
}

const measured = (measure: TableMeasure, at: readonly number[] = []): Intent => ({
  query: { kind: "measure", measure },
  columns: [measure.of],
  at,
});

const listed = (columns: readonly Column[], at: readonly number[] = []): Intent => ({
  query: { kind: "cells", columns, order: null },
  columns,
  at,
});

function readCount(said: SaidOfTable, at: number): Intent | null {
  const measure = countOf(said, at);
  if (measure === null) return null;
  // One row has its count written in it, and is itself no list.
  if (measure.by === "SUM" && said.rows.length <= 1) return listed([measure.of]);
  return measure.by === "COUNT" && isOneRow(said.columns) ? null : measured(measure);
}

const isOneRow = (columns: readonly Column[]): boolean => columns.every(({ cells }) => cells.length === 1);

function readCells(said: SaidOfTable): Intent | null {
  const { columns, rows, reckoning, conditions } = said;
  const { targets, at } = targetsOf(said);
  const [target, another] = targets;
  if (target === undefined) return null;
  const list = asksList(said);
  if (rows.length > 1 && another === undefined && isAmount(target) && !list) {
    if (reckoning.howMuch || (addsUp(target) && conditions.length > 0))
      return measured({ by: "SUM", of: target, distinct: false }, at);
  }
  const narrowed = conditions.length > 0 || list || isOneRow(columns);
  return narrowed ? listed(targets, at) : null;
}

/** The columns whose cells are the answer. */
function targetsOf(said: SaidOfTable): { readonly targets: readonly Column[]; readonly at: readonly number[] } {
  const { columns, tokens, open, conditions } = said;
  const how = tokens.findIndex(
    ({ word }, at) => word === "how" && adjectives(tokens[at + 1]?.word ?? "", "").length > 0,
  );
  if (how !== -1) {
    const found = adjectives(tokens[how + 1]?.word ?? "", "");
    const amounts = open.map(({ column }) => column);
    const measure = (columnSaid(found, amounts) ?? columnSaid(found, columns))?.column;
    return measure === undefined ? { targets: [], at: [] } : { targets: [measure], at: [how + 1] };
  }
  const asked = open.find(({ from }) => /^(?:who|where|when)$/.test(tokens[from]?.word ?? ""));
  // Cells that are in the question are no answer to it.
  const answers = ({ column, by }: ColumnMention): boolean =>
    !(by === "meaning" && countsThings(column)) && conditions.every((condition) => condition.column !== column);
  const first = asked?.column ?? firstNamed(open, answers);
  if (asked && !answers(asked)) return { targets: [], at: [] };
  if (first !== null) return { targets: asked ? [first] : joined(said, first), at: [] };
  const rowsAsked = tokens.some(
    ({ word }) => word === "which" || word === "list" || columnOfRows(word, columns) !== null,
  );
  const name = rowsAsked && conditions.length > 0 ? rowName(columns) : null;
  return { targets: name === null ? [] : [name], at: [] };
}

/** "Name, city and salary": what "and" joins to the first column. */
function joined({ open, tokens }: SaidOfTable, first: Column): Column[] {
  const found = [first];
  let end = open.find(({ column }) => column === first)?.to ?? 0;
  for (const { column, from, to } of open) {
    if (from === end + 1 && tokens[end]?.word === "and" && !found.includes(column)) {
      found.push(column);
      end = to;
    }
  }
  return found;
}
