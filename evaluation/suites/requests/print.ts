import { count, duration, share } from "../../format.ts";
import { answerLines } from "../../labelled/answers.ts";
import { printReadings } from "../../labelled/print-readings.ts";
import { renderTable } from "../../table.ts";
import type { FileReport, RequestsReport } from "./report.ts";

const HEADS = [
  "",
  "requests",
  "for tasks",
  "TS",
  "FoT",
  "for none",
  "recognised",
  "wrong unsure",
  "right unsure",
  "AUC",
];

/** The report for people: shares between 0 and 1. */
export function printRequests({ controller, threshold, files, all }: RequestsReport): string {
  const reports = [...Object.entries(files), ["all", all] as const];
  return [
    `Labelled requests: ${count(all.rows, "request")}, planned by the ${controller} controller.`,
    "",
    renderTable(HEADS, reports.map(toRow)),
    "",
    "TS: exactly the right tasks. FoT: and what each takes from which. Recognised: answered without a plan, as is right.",
    all.unsure
      ? `Unsure: the share of wrong and of right plans with a confidence below ${threshold}. AUC: of the confidence.`
      : "The controller tells no confidence.",
    ...answerLines(all.answers),
    `A plan took ${duration(all.planMs)}, from the request to the proof.`,
    ...(all.constraints ? ["", printReadings(all.constraints)] : []),
  ].join("\n");
}

const toRow = ([name, { rows, plans, idle, unsure }]: readonly [string, FileReport]): readonly string[] => [
  name,
  String(rows),
  String(plans.rows),
  ...[plans.ts, plans.fot].map(share),
  String(idle.rows),
  share(idle.recognised),
  ...[unsure?.wrong.below ?? null, unsure?.right.below ?? null, unsure?.auc ?? null].map(share),
];
