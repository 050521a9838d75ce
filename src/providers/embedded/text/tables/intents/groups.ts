import { type Column, isAmount, partOfDate } from "../columns.ts";
import { addsUp } from "../meaning.ts";
import type { TableMeasure } from "../query.ts";
import { groupings } from "../terms.ts";
import { countOf } from "./counting.ts";
import { amountIn, firstNamed, type Intent, mentionFrom, type SaidOfTable } from "./said.ts";

/** "Revenue per region": one line for each region. `null` where nothing is divided, "unclear" where it is not told by what. */
export function readGroups(said: SaidOfTable): Intent | "unclear" | null {
  const divided: (Division & { readonly by: number })[] = [];
  for (const by of groupings(said.tokens, said.isFree)) {
    const division = divisionAt(said, by + 1);
    if (division !== null) divided.push({ ...division, by });
    if (divided.length > 1) break;
  }
  const [group, another] = divided;
  if (group === undefined) return null;
  if (another !== undefined || said.superlative !== null) return "unclear";
  const { column, part, at, by } = group;
  const key = part === null ? column : partOfDate(column, part);
  const measure = measureOf({ ...said, open: said.open.filter(({ column }) => column.index !== key.index) });
  if (measure === null) return "unclear";
  return { query: { kind: "groups", key, measure, order: null }, columns: [key, measure.of], at: [by, ...at] };
}

interface Division {
  readonly column: Column;
  /** By which part of its dates, where it is not by its cells. */
  readonly part: "month" | "year" | null;
  /** Positions of words that only say so. */
  readonly at: readonly number[];
}

/** What stands behind "per" or "by", unless it is what is measured. */
function divisionAt(said: SaidOfTable, at: number): Division | null {
  const mention = mentionFrom(said, at);
  const word = said.tokens[at]?.word;
  const part = word === "month" || word === "year" ? word : null;
  const dates = said.columns.filter(({ type }) => type === "date");
  const [date] = dates;
  if ((mention === null || mention.column === date) && part !== null && date !== undefined && dates.length === 1)
    return { column: date, part, at: [at] };
  return mention === null || isAmount(mention.column) ? null : { column: mention.column, part: null, at: [] };
}

function measureOf(said: SaidOfTable): TableMeasure | null {
  const { open, reckoning } = said;
  if (reckoning.counted !== null) return countOf(said, reckoning.counted);
  const amount = amountIn(open);
  if (amount !== null) {
    const listed = addsUp(amount) || reckoning.howMuch ? "SUM" : "NONE";
    return { by: reckoning.by ?? listed, of: amount, distinct: false };
  }
  const listed = firstNamed(open, ({ column }) => column.type !== "number");
  return listed === null || reckoning.by !== null ? null : { by: "NONE", of: listed, distinct: false };
}
