import { count, duration, percent, share } from "../../format.ts";
import { answerLines } from "../../labelled/answers.ts";
import { renderTable } from "../../table.ts";
import type { PlannedReport, PlannedSummary } from "./planned.ts";

/** The report for people: tables in percent. */
export function printPlanned(report: PlannedReport): string {
  const { controller, all, types, taskCounts, answers, planMs } = report;
  const summaries: readonly (readonly [string, PlannedSummary])[] = [
    ["all", all],
    ...Object.entries(types),
    ...Object.entries(taskCounts).map(([size, own]) => [count(Number(size), "task"), own] as const),
  ];
  return [
    `TaskBench: ${count(all.rows, "request")}, planned by the ${controller} controller.`,
    "",
    renderTable(["", "requests", "node F1", "link F1", "exact", "with links"], summaries.map(toRow)),
    "",
    "In percent. Exact: the nodes are right; with links: the links as well.",
    ...answerLines(answers),
    `A plan took ${duration(planMs)}, from the request to the proof.`,
    ...calibrationLines(report),
  ].join("\n");
}

const toRow = ([name, { rows, nodeF1, linkF1, exact, exactWithLinks }]: readonly [string, PlannedSummary]) => [
  name,
  String(rows),
  ...[nodeF1, linkF1, exact, exactWithLinks].map(percent),
];

function calibrationLines({ calibration }: PlannedReport): readonly string[] {
  if (!calibration) return ["", "The controller tells no confidence."];
  const { exact, exactWithLinks } = calibration;
  const rows = exact.bins.map((bin, index) => [
    `${bin.from.toFixed(1)} to ${bin.to.toFixed(1)}`,
    String(bin.count),
    share(bin.confidence),
    share(bin.right),
    share(exactWithLinks.bins[index]?.right ?? null),
  ]);
  return [
    "",
    renderTable(["confidence", "plans", "mean", "exact", "with links"], rows),
    "",
    `Expected calibration error: ${share(exact.error)} (exact), ${share(exactWithLinks.error)} (with links).`,
    `Area under the ROC curve: ${share(exact.auc)} (exact), ${share(exactWithLinks.auc)} (with links).`,
  ];
}
