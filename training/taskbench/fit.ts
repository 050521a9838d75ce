import type { InputFile } from "../../evaluation/arguments.ts";
import type { SuiteDependencies } from "../../evaluation/suite.ts";
import { planRows } from "../../evaluation/suites/taskbench/plan-rows.ts";
import { reportPlanned } from "../../evaluation/suites/taskbench/planned.ts";
import { printPlanned } from "../../evaluation/suites/taskbench/print-planned.ts";
import { readRequests } from "../../evaluation/suites/taskbench/read-rows.ts";
import type { Controller } from "../../src/planning/controller.ts";
import { createEmbeddedController } from "../../src/planning/embedded/index.ts";
import { loadWordVectors } from "../../src/words/stored.ts";
import { exampleOf } from "../example.ts";
import { fitProfile, type ProfileOptions } from "../fit/profile.ts";
import { readTaskbench, TASKBENCH_TYPES, taskbenchOntology } from "../read-taskbench.ts";
import { addWording } from "./wording-features.ts";

/** Found by cross-validation on the rows that it is fitted to. */
const OPTIONS: ProfileOptions = {
  linear: { l2: 4, iterations: 40, minCount: 4, ends: true },
  l2: { paths: 3, arcs: 2, ranking: 3 },
};

/** The embedded planner, fitted to labelled requests of TaskBench alone. @throws {DataError} naming file and line of what can't be used. */
export async function fitToTaskbench({ path, shown }: InputFile): Promise<Controller> {
  const sources = { vectors: await loadWordVectors(), more: addWording };
  const examples = (await readTaskbench(path, shown)).map((row) => exampleOf(row, sources));
  const profile = fitProfile({ examples, types: TASKBENCH_TYPES, ontology: taskbenchOntology }, OPTIONS);
  return createEmbeddedController({
    vectors: loadWordVectors,
    profile: () => Promise.resolve(profile),
    more: addWording,
  });
}

/** Fits the planner to some rows and plans others with it. @returns the report that `npm run evaluate -- taskbench` prints. */
export async function measureFitted(
  rows: InputFile,
  unseen: InputFile,
  surroundings: SuiteDependencies,
): Promise<string> {
  const requests = await readRequests(unseen);
  const controller = await fitToTaskbench(rows);
  return printPlanned(reportPlanned("embedded, fitted", await planRows(requests, controller, surroundings)));
}
