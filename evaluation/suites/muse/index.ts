import { fileURLToPath } from "node:url";
import {
  HOW_PLANNED,
  type InputFile,
  noFiles,
  PLANNING_OPTIONS,
  PLANNINGS,
  readArguments,
  writeReport,
} from "../../arguments.ts";
import { controllerNamed } from "../../controllers.ts";
import { planLabelled } from "../../labelled/plan-labelled.ts";
import { readRows } from "../../labelled/read-rows.ts";
import { museRow } from "../../requests/row.ts";
import { instanceAt, withServer } from "../../serving.ts";
import { type Suite, UsageError } from "../../suite.ts";
import { printMuse } from "./print.ts";
import { reportMuse } from "./report.ts";
import { runPlans } from "./run-plans.ts";

const FILE: InputFile = {
  path: fileURLToPath(new URL("../../muse/requests.jsonl", import.meta.url)),
  shown: "evaluation/muse/requests.jsonl",
};

/** Our requests in the manner of HIVE's benchmark (arXiv 2412.12839, section 4.2), `evaluation/muse/`. */
export const MUSE: Suite = {
  summary: "our 100 requests in the manner of MUSE: tasks, flow and output, as HIVE's Tables 1 to 3",
  usage: `npm run evaluate -- muse [--controller embedded|auto|openai|workers-ai] [--planning ${PLANNINGS}] [--url URL | --no-run]
                            [--json]

  --controller NAME   who plans the requests; embedded when left out
  --planning HOW      ${HOW_PLANNED}
  --url URL           the instance that runs the plans, with the key in IMPRESARIO_KEY where it wants one; a server is
                      started for it when left out
  --no-run            only plans: the output (O) is left out
  --json              one JSON object instead of tables`,

  async run(given, surroundings) {
    const { values, positionals } = readArguments(given, {
      ...PLANNING_OPTIONS,
      url: { type: "string" },
      "no-run": { type: "boolean" },
    });
    noFiles(positionals);
    const { url, "no-run": plansOnly = false } = values;
    if (plansOnly && url !== undefined) throw new UsageError("With --no-run nothing is run at a --url");
    const { environment, progress } = surroundings;
    const instance = url === undefined ? null : instanceAt(url, environment.IMPRESARIO_KEY || undefined);
    const controller = await controllerNamed(values.controller ?? "embedded", environment, values.planning);
    const planned = await planLabelled(await readRows(FILE, museRow), controller, surroundings);
    const outputs = plansOnly
      ? null
      : await withServer(instance, (client, signal) => runPlans(planned, { client, signal, progress }));
    writeReport(reportMuse(controller.name, planned, outputs), printMuse, values.json, surroundings);
  },
};
