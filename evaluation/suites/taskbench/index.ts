import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { repairPlan } from "../../../src/planning/proof/index.ts";
import { DataError, type Suite, UsageError } from "../../suite.ts";
import { printReport } from "./print.ts";
import { readLabels, readPlans } from "./read-rows.ts";
import { measureRecorded } from "./recorded.ts";

/** Plans for TaskBench's HuggingFace tools, against their labels (Shen et al. 2023, arXiv 2311.18760). */
export const TASKBENCH: Suite = {
  summary: "plans that language models wrote, as written and repaired, against TaskBench's labels",
  usage: `npm run evaluate -- taskbench FILE --recorded PLANS.jsonl [--json]

  FILE                    labels: one JSON object a line, with id, task_nodes and task_links
  --recorded PLANS.jsonl  plans for the same requests, with id, llm, user_request, task_nodes and task_links
  --json                  one JSON object instead of a table`,

  async run(given, { folder, now, progress, write }) {
    const { file, recorded, json } = readArguments(given);
    const labels = await readLabels(resolve(folder, file), file);
    const plans = await readPlans(resolve(folder, recorded), recorded);
    if (!plans.some(({ id }) => labels.has(id))) throw new DataError(`No plan of ${recorded} has a label in ${file}`);
    const report = measureRecorded(plans, labels, { repair: repairPlan, now, progress });
    write(`${json ? JSON.stringify(report, null, 2) : printReport(report)}\n`);
  },
};

interface Arguments {
  readonly file: string;
  readonly recorded: string;
  readonly json: boolean;
}

function readArguments(given: readonly string[]): Arguments {
  const { values, positionals } = parse(given);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError("One FILE of labels is wanted");
  if (!values.recorded) throw new UsageError("Which plans? --recorded PLANS.jsonl is wanted");
  return { file, recorded: values.recorded, json: values.json ?? false };
}

function parse(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      options: { recorded: { type: "string" }, json: { type: "boolean" } },
      allowPositionals: true,
    });
  } catch (error) {
    // The first sentence says what is wrong; what follows is about Node's own conventions.
    throw new UsageError(error instanceof Error ? (error.message.split(". ", 1)[0] ?? "") : "Wrong usage");
  }
}
