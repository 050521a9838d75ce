import { moneyInWords } from "../domain/describe-constraints.ts";
import type { ReportCost, RunReport } from "../domain/report.ts";
import { MEASURED_PARTS } from "../domain/usage.ts";

/** What the run cost, step by step; empty where nothing cost, measured or limited anything. */
export function costSection(report: RunReport): string {
  const { budget, usage, stepCosts, tasks } = report;
  const rows = [
    ["Planning", stepCosts.plan] as const,
    ...tasks.map(({ id, type, cost }) => [`Task ${id}: ${type}`, cost] as const),
    ["Answer", stepCosts.answer] as const,
  ].filter(([, cost]) => isTold(cost));
  const limits = [
    ...(budget.usd === undefined ? [] : [`${dollars(budget.usd)}`]),
    ...(budget.llmCalls === undefined ? [] : [`${budget.llmCalls} calls of a language model`]),
  ];
  if (rows.length === 0 && limits.length === 0) return "";
  const limited = limits.length === 0 ? "" : ` Budget: ${limits.join(", ")}.`;
  const table = [
    "| | estimated at most | cost | measured |",
    "|---|---|---|---|",
    ...rows.map(
      ([what, cost]) =>
        `| ${what} | ${cost.estimatedUsd === null ? "" : dollars(cost.estimatedUsd)} | ${costOf(cost)} | ${measuredOf(cost)} |`,
    ),
  ];
  return [`## Costs`, `In all ${costOf(usage)}.${limited}`, ...(rows.length === 0 ? [] : [table.join("\n")])].join(
    "\n\n",
  );
}

type Told = Pick<ReportCost, "usd" | "assumedUsd" | "unpricedCalls">;

const isTold = (cost: ReportCost): boolean =>
  cost.usd > 0 || cost.unpricedCalls > 0 || cost.estimatedUsd !== null || measuredOf(cost) !== "";

function costOf({ usd, assumedUsd = 0, unpricedCalls }: Told): string {
  const assumed = assumedUsd === 0 ? "" : ` (${dollars(assumedUsd)} of it not measured, but set aside)`;
  const unknown = `, and ${unpricedCalls} ${unpricedCalls === 1 ? "call" : "calls"} of unknown cost`;
  return `${dollars(usd)}${assumed}${unpricedCalls === 0 ? "" : unknown}`;
}

const dollars = (usd: number): string => `${moneyInWords(usd)} dollars`;

/** "1,200 input tokens, 300 output tokens" */
const measuredOf = (cost: ReportCost): string =>
  MEASURED_PARTS.flatMap((part) => {
    const amount = cost[part];
    if (part === "usd" || amount === undefined) return [];
    const words = part.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return [`${amount.toLocaleString("en")} ${words}`];
  }).join(", ");
