import type { BudgetPartView, BudgetView } from "../../domain/views.ts";
import { type StyledLine, span } from "./styled.ts";
import { duration, money } from "./symbols.ts";

type Say = (value: number) => string;

/** Complete, so that a new part fails to compile here. */
const PARTS: Readonly<Record<keyof BudgetView, readonly [title: string, say: Say]>> = {
  usd: ["money", (usd) => money(usd)],
  llmCalls: ["language model", (calls) => (calls === 1 ? "1 call" : `${calls} calls`)],
  tasks: ["tasks", String],
  timeMs: ["time", (ms) => duration(ms)],
};
const isPart = (name: string): name is keyof BudgetView => Object.hasOwn(PARTS, name);

/** What a plan should take, a line for each part of the budget; where that is more than it may, it stands out. */
export const budgetLines = (budget: BudgetView): readonly StyledLine[] =>
  Object.keys(PARTS)
    .filter(isPart)
    .map((name) => partLine(PARTS[name], budget[name]));

function partLine([title, say]: readonly [string, Say], { estimate, limit, isEnough }: BudgetPartView): StyledLine {
  const taken = estimate === null ? "unknown" : `about ${say(estimate)}`;
  const allowed = limit === null ? "" : ` (allowed: ${say(limit)}${isEnough === false ? ", too little" : ""})`;
  return [span(`  ${title}: `, "dim"), span(taken + allowed, isEnough === false ? "yellow" : "dim")];
}
