import type { Controller } from "../../../src/planning/controller.ts";
import type { PlanJob } from "../../../src/run/index.ts";
import { type Planning, planAll } from "../../labelled/plan-all.ts";
import type { SuiteDependencies } from "../../suite.ts";
import { toPrediction } from "./adapt.ts";
import { fileNames, toResources } from "./files.ts";
import { createToolOntology } from "./ontology.ts";
import type { LabelledRequest } from "./read-rows.ts";
import { NOTHING, type Predicted } from "./score.ts";

/** A labelled request, and what a controller made of it. */
export interface PlannedRow {
  readonly row: LabelledRequest;
  readonly planning: Planning;
  /** In the names of the benchmark; an answer that is no plan is an empty one. */
  readonly predicted: Predicted;
}

/** Has a controller plan every request, with the tools of the benchmark and the files that the request names. */
export async function planRows(
  rows: readonly LabelledRequest[],
  controller: Controller,
  { now, progress }: Pick<SuiteDependencies, "now" | "progress">,
): Promise<readonly PlannedRow[]> {
  const ontology = createToolOntology();
  const plannings = await planAll(rows.map(toJob), { controller, ontology, now, progress });
  return rows.flatMap((row, index) => {
    const planning = plannings[index];
    return planning ? [{ row, planning, predicted: predictionOf(planning) }] : [];
  });
}

const toJob = ({ request }: LabelledRequest): PlanJob => ({
  do: "plan",
  text: request,
  attached: fileNames(request).flatMap(toResources),
  urls: [],
  log: [],
  known: [],
  given: null,
});

const predictionOf = ({ answer }: Planning): Predicted => (answer.as === "plan" ? toPrediction(answer.plan) : NOTHING);
