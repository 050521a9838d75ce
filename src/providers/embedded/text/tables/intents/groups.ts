import { type Column, isAmount, partOfDate } from "../columns.ts";
import { addsUp } from "../meaning.ts";
import type { Measure } from "../query.ts";
import { groupings } from "../terms.ts";
import { countOf } from "./counting.ts";
import { amountIn, firstNamed, type Intent, mentionFrom, type Said } from "./said.ts";

/** "Revenue per region": one line for each region. `null` where nothing is divided, "unclear" where it is not told by what. */
export function readGroups(said: Said): Intent | "unclear" | null {
  const divided = groupings(said.tokens, said.isFree).flatMap((at) => {
    const key = keyAt(said, at + 1);
    return key === null ? [] : [{ ...key, at: [at, ...key.at] }];
  });
  const [group, another] = divided;
  if (group === undefined) return null;
  if (another !== undefined || said.superlative !== null) return "unclear";
  const { key, at } = group;
  const measure = measureOf({ ...said, open: said.open.filter(({ column }) => column.index !== key.index) });
  if (measure === null) return "unclear";
  return { query: { kind: "groups", key, measure, order: null }, columns: [key, measure.of], at };
}

/** What stands behind "per" or "by", unless it is what is measured. */
function keyAt(said: Said, at: number): { readonly key: Column; readonly at: readonly number[] } | null {
  const mention = mentionFrom(said, at);
  const part = /^(?:month|year)$/.exec(said.tokens[at]?.word ?? "")?.[0];
  const dates = said.columns.filter(({ type }) => type === "date");
  const [date] = dates;
  if ((mention === null || mention.column === date) && part !== undefined && date !== undefined && dates.length === 1)
    return { key: partOfDate(date, part === "month" ? "month" : "year"), at: [at] };
  return mention === null || isAmount(mention.column) ? null : { key: mention.column, at: [] };
}

function measureOf(said: Said): Measure | null {
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
