import { renderTable } from "../../table.ts";
import type { GoalsReport } from "./index.ts";

const HEADS = ["", "ended", "steps", "outputs", "facts", "calls", "$", "s"];

/** The report as a table, and under it why goals ended where there is more to say. */
export function printGoals({ goals }: GoalsReport): string {
  const of = (part: number, whole: number): string => `${part}/${whole}`;
  const rows = goals.map(({ id, status, steps, outputs, facts, calls, usd, seconds }) => [
    ...[id, status, of(steps.done, steps.all), of(outputs.reached, outputs.all), of(facts.said, facts.all)],
    ...[String(calls), usd.toFixed(3), seconds.toFixed(0)],
  ]);
  const why = goals.flatMap(({ id, error }) => (error === null ? [] : [`${id}: ${error}`]));
  return `${[renderTable(HEADS, rows), ...why].join("\n")}\n`;
}
