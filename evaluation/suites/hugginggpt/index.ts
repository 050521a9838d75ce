import { HOW_PLANNED, onlyFile, PLANNING_OPTIONS, PLANNINGS, readArguments, writeReport } from "../../arguments.ts";
import { controllerNamed, languageModelNamed } from "../../controllers.ts";
import type { Suite } from "../../suite.ts";
import { planRows } from "../taskbench/plan-rows.ts";
import { readRequests } from "../taskbench/read-rows.ts";
import { criticise } from "./critic.ts";
import { printHuggingGpt } from "./print.ts";
import { reportHuggingGpt } from "./report.ts";

/** The measures of HuggingGPT's Tables 3 to 6 (Shen et al. 2023, arXiv 2303.17580) on requests labelled as TaskBench's. */
export const HUGGINGGPT: Suite = {
  summary: "a controller's plans by the measures of HuggingGPT's Tables 3 to 6",
  usage: `npm run evaluate -- hugginggpt FILE [--controller embedded|auto|openai|workers-ai] [--planning ${PLANNINGS}]
                                  [--critic openai|workers-ai] [--json]

  FILE               labels: one JSON object a line, with id, type, user_request, task_nodes and task_links
  --controller NAME  who plans the requests; embedded when left out
  --planning HOW     ${HOW_PLANNED}
  --critic NAME      the language model that judges the plans for graph tasks; not judged when left out
  --json             one JSON object instead of a table`,

  async run(given, surroundings) {
    const { values, positionals } = readArguments(given, { ...PLANNING_OPTIONS, critic: { type: "string" } });
    const file = onlyFile(positionals, "FILE of labels", surroundings);
    const { environment, progress } = surroundings;
    const controller = await controllerNamed(values.controller ?? "embedded", environment, values.planning);
    const critic = values.critic === undefined ? null : await languageModelNamed(values.critic, environment);
    const planned = await planRows(await readRequests(file), controller, surroundings);
    const graphs = planned.filter(({ row }) => row.shape === "dag");
    const criticism = critic && (await criticise(graphs, critic, progress));
    const report = reportHuggingGpt(controller.name, planned, criticism);
    writeReport(report, printHuggingGpt, values.json, surroundings);
  },
};
