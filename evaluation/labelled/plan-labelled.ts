import { createOntology } from "../../src/domain/task-types/index.ts";
import type { Controller } from "../../src/planning/controller.ts";
import { mean } from "../measures/means.ts";
import type { LabelledRequest } from "../requests/row.ts";
import type { SuiteDependencies } from "../suite.ts";
import { type Fit, fitOf, rightPlans } from "./fit.ts";
import { type Planning, planAll } from "./plan-all.ts";
import { type Circumstances, planJob } from "./plan-job.ts";

/** A labelled request, and what a controller made of it. */
export interface PlannedRequest<Row extends LabelledRequest> {
  readonly row: Row;
  readonly planning: Planning;
  readonly fit: Fit;
}

const NO_PLAN: Fit = { tasks: false, flow: false };

/** Has a controller plan every request, with all task types and the files that come with it. */
export async function planLabelled<Row extends LabelledRequest & Circumstances>(
  rows: readonly Row[],
  controller: Controller,
  { now, progress }: Pick<SuiteDependencies, "now" | "progress">,
): Promise<readonly PlannedRequest<Row>[]> {
  const plannings = await planAll(rows.map(planJob), { controller, ontology: createOntology(), now, progress });
  return rows.flatMap((row, index) => {
    const planning = plannings[index];
    if (!planning) return [];
    const { answer } = planning;
    return [{ row, planning, fit: answer.as === "plan" ? fitOf(answer.plan, rightPlans(row)) : NO_PLAN }];
  });
}

/** Shares between 0 and 1, as HIVE's tables have them; `null` of no requests. */
export interface FitSummary {
  readonly rows: number;
  /** Task selection. */
  readonly ts: number | null;
  /** Flow of thought. */
  readonly fot: number | null;
}

export const summariseFits = (planned: readonly { readonly fit: Fit }[]): FitSummary => ({
  rows: planned.length,
  ts: mean(planned.map(({ fit }) => Number(fit.tasks))),
  fot: mean(planned.map(({ fit }) => Number(fit.flow))),
});
