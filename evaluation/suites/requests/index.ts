import { fileURLToPath } from "node:url";
import {
  fileAt,
  HOW_PLANNED,
  type InputFile,
  PLANNING_OPTIONS,
  PLANNINGS,
  readArguments,
  writeReport,
} from "../../arguments.ts";
import { controllerNamed } from "../../controllers.ts";
import { misspelt } from "../../labelled/misspelt.ts";
import { type PlannedRequest, planLabelled } from "../../labelled/plan-labelled.ts";
import { readRows } from "../../labelled/read-rows.ts";
import { type RequestRow, requestRow } from "../../requests/row.ts";
import { type Suite, UsageError } from "../../suite.ts";
import { printRequests } from "./print.ts";
import { reportRequests } from "./report.ts";

const OWN: readonly InputFile[] = ["papers.jsonl", "further.jsonl", "constraints.jsonl"].map((shown) => ({
  path: fileURLToPath(new URL(`../../requests/${shown}`, import.meta.url)),
  shown,
}));

/** A plan that is likelier wrong than right. */
const USUAL_THRESHOLD = 0.5;

/** Requests of the papers' own and in other people's words, `evaluation/requests/`. */
export const REQUESTS: Suite = {
  summary: "requests of the papers' own and in other people's words: tasks, flow, confidence, constraints",
  usage: `npm run evaluate -- requests [FILE…] [--controller embedded|auto|openai|workers-ai] [--planning ${PLANNINGS}]
                                [--threshold SHARE] [--misspelt SHARE] [--json]

  FILE                labelled requests as evaluation/requests/README.md describes them; those there when left out
  --controller NAME   who plans the requests; embedded when left out
  --planning HOW      ${HOW_PLANNED}
  --threshold SHARE   the confidence below which a plan counts as an unsure one; ${USUAL_THRESHOLD} when left out
  --misspelt SHARE    how many of the words are misspelt first, in one letter each; none when left out
  --json              one JSON object instead of a table`,

  async run(given, surroundings) {
    const { values, positionals } = readArguments(given, {
      ...PLANNING_OPTIONS,
      threshold: { type: "string" },
      misspelt: { type: "string" },
    });
    const threshold = readShare("--threshold", values.threshold, USUAL_THRESHOLD);
    const share = readShare("--misspelt", values.misspelt, 0);
    const { controller: name = "embedded", planning } = values;
    const controller = await controllerNamed(name, surroundings.environment, planning);
    const files = positionals.length === 0 ? OWN : positionals.map((shown) => fileAt(shown, surroundings));
    const rows = new Map<string, readonly RequestRow[]>();
    for (const file of files) rows.set(file.shown, misspelt(await readRows(file, requestRow), share));
    const planned = await planLabelled([...rows.values()].flat(), controller, surroundings);
    const report = reportRequests(controller.name, backInFiles(rows, planned), threshold);
    writeReport(report, printRequests, values.json, surroundings);
  },
};

function readShare(option: string, given: string | undefined, usual: number): number {
  const share = given === undefined ? usual : Number(given);
  if (given?.trim() !== "" && share >= 0 && share <= 1) return share;
  throw new UsageError(`${option} is a share between 0 and 1`);
}

/** All requests are planned in one go, so that the progress bar knows them all. */
function backInFiles(
  rows: ReadonlyMap<string, readonly RequestRow[]>,
  planned: readonly PlannedRequest<RequestRow>[],
): ReadonlyMap<string, readonly PlannedRequest<RequestRow>[]> {
  const byRow = new Map(planned.map((one) => [one.row, one]));
  return new Map([...rows].map(([name, own]) => [name, own.flatMap((row) => byRow.get(row) ?? [])]));
}
