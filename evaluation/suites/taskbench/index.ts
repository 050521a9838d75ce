import type { Controller } from "../../../src/planning/controller.ts";
import { repairPlan } from "../../../src/planning/proof/index.ts";
import {
  fileAt,
  HOW_PLANNED,
  type InputFile,
  onlyFile,
  PLANNING_OPTIONS,
  PLANNINGS,
  readArguments,
  writeReport,
} from "../../arguments.ts";
import { controllerNamed } from "../../controllers.ts";
import { DataError, type Suite, type SuiteDependencies, UsageError } from "../../suite.ts";
import { planRows } from "./plan-rows.ts";
import { reportPlanned } from "./planned.ts";
import { printReport } from "./print.ts";
import { printPlanned } from "./print-planned.ts";
import { readLabels, readPlans, readRequests } from "./read-rows.ts";
import { measureRecorded, type Report } from "./recorded.ts";

/** Plans for TaskBench's HuggingFace tools, against their labels (Shen et al. 2023, arXiv 2311.18760). */
export const TASKBENCH: Suite = {
  summary: "a controller's plans, or those that language models wrote, against TaskBench's labels",
  usage: `npm run evaluate -- taskbench FILE [--controller embedded|auto|openai|workers-ai] [--planning ${PLANNINGS}] [--json]
npm run evaluate -- taskbench FILE --recorded PLANS.jsonl [--json]

  FILE                    labels: one JSON object a line, with id, type, user_request, task_nodes and task_links
  --controller NAME       who plans the requests; embedded when left out
  --planning HOW          ${HOW_PLANNED}
  --recorded PLANS.jsonl  plans for the same requests, with id, llm, user_request, task_nodes and task_links:
                          scored as they were written and as repaired
  --json                  one JSON object instead of a table`,

  async run(given, surroundings) {
    const { values, positionals } = readArguments(given, { ...PLANNING_OPTIONS, recorded: { type: "string" } });
    const file = onlyFile(positionals, "FILE of labels", surroundings);
    const { controller: name, planning, recorded, json } = values;
    if (recorded === undefined) {
      const controller = await controllerNamed(name ?? "embedded", surroundings.environment, planning);
      const report = await measurePlanned(file, controller, surroundings);
      writeReport(report, printPlanned, json, surroundings);
    } else {
      if ((name ?? planning) !== undefined) throw new UsageError("Recorded plans need no --controller");
      const report = await measureRecordedPlans(file, fileAt(recorded, surroundings), surroundings);
      writeReport(report, printReport, json, surroundings);
    }
  },
};

async function measurePlanned(file: InputFile, controller: Controller, surroundings: SuiteDependencies) {
  const rows = await readRequests(file);
  return reportPlanned(controller.name, await planRows(rows, controller, surroundings));
}

async function measureRecordedPlans(
  file: InputFile,
  recorded: InputFile,
  { now, progress }: SuiteDependencies,
): Promise<Report> {
  const labels = await readLabels(file.path, file.shown);
  const plans = await readPlans(recorded.path, recorded.shown);
  if (!plans.some(({ id }) => labels.has(id))) {
    throw new DataError(`No plan of ${recorded.shown} has a label in ${file.shown}`);
  }
  return measureRecorded(plans, labels, { repair: repairPlan, now, progress });
}
