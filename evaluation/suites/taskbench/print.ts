import { count, duration, percent } from "../../format.ts";
import { renderTable } from "../../table.ts";
import type { Report } from "./recorded.ts";
import type { Percentages, Summary } from "./summary.ts";

const HEADS = [
  "",
  "plans",
  "node F1",
  "link F1",
  "exact",
  "invented",
  "impossible",
  "refused",
  "changed nodes",
  "changed links",
] as const;

/** The report for people: a table in percent, and what was left out. */
export function printReport({ rows, llms, all, repairMs }: Report): string {
  const summaries = [...Object.entries(llms), ["all", all] as const];
  const leftOut = [
    `${count(rows.plansWithoutLabel, "plan")} had no label`,
    `${count(rows.labelsWithoutPlan, "label")} had no plan`,
  ];
  return [
    `TaskBench: ${count(rows.scored, "recorded plan")} with labels; ${leftOut.join(", ")}.`,
    "",
    renderTable(HEADS, summaries.flatMap(toRows)),
    "",
    "In percent. Invented: plans with a node that is no tool. Impossible: plans with a link that can carry nothing.",
    "Changed: the share of a plan's nodes and links that repair changed, over the plans it did not refuse.",
    `A repair took ${duration(repairMs)}.`,
  ].join("\n");
}

function toRows([name, { rows, asWritten, repaired }]: readonly [string, Summary]): readonly (readonly string[])[] {
  return [
    [`${name}, as written`, String(rows), ...cells(asWritten)],
    [
      `${name}, repaired`,
      String(rows),
      ...cells(repaired),
      percent(repaired.refused),
      percent(repaired.changedNodes),
      percent(repaired.changedLinks),
    ],
  ];
}

const cells = ({ nodeF1, linkF1, exact, invented, impossible }: Percentages): readonly string[] =>
  [nodeF1, linkF1, exact, invented, impossible].map(percent);
