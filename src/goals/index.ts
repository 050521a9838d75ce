import type { GoalWork } from "../domain/goal/events.ts";
import type { GoalState } from "../domain/goal/state.ts";
import type { JsonValue } from "../domain/json.ts";
import type { Resource, Value } from "../domain/resources.ts";
import { WRITES } from "./outcomes.ts";
import { bindStepPlan, type StepPlanContext } from "./plan-step.ts";
import { programQuestion, type Question, refinementQuestion, reflectionQuestion } from "./prompts.ts";
import { rowsOf } from "./tables.ts";

export { endedRun, isReadWhole, priceOf } from "./ended-run.ts";
export { judgeRevision } from "./judge.ts";
export { type EndedRun, outcomeOf } from "./outcomes.ts";
export type { StepPlanContext } from "./plan-step.ts";
export { proveTree, type TreeProof } from "./prove-tree.ts";
export { buildGoalReport } from "./report.ts";

/** The message whose run does a unit of work: a plan of the goal's own, with the files that it takes. */
export interface WorkMessage {
  readonly text: string;
  readonly plan: JsonValue;
  readonly files: readonly Resource[];
}

/**
 * What a unit of work is as a run: a step's plan with its values, one question to a model, or a program that a model
 * writes and the sandbox runs. Null where the step, or an input of it, is not there.
 */
export function messageFor(
  state: GoalState,
  work: GoalWork,
  context: StepPlanContext,
  now: number,
): WorkMessage | null {
  const { ontology, canRun } = context;
  if (work.do === "reflect") {
    return asked(`Look at the progress of the goal`, reflectionQuestion(state, ontology, canRun, now));
  }
  const step = state.steps.get(work.step);
  if (!step) return null;
  if (work.do === "refine") return asked(`Break down: ${step.does}`, refinementQuestion(state, step, ontology, canRun));
  const find = (name: string): Value | undefined => state.results.get(name)?.value;
  if (step.action?.as === "plan") {
    const bound = bindStepPlan(step.action, find, ontology);
    return bound && { text: step.does, ...bound };
  }
  const values = step.inputs.map(find);
  if (values.includes(undefined)) return null;
  const files = values.flatMap((value) => (value?.as === "resource" ? [value.resource] : []));
  const inputs = values.map((value): JsonValue => {
    if (value?.as === "resource") return value.resource.id;
    if (value?.as === "text") return { literal: value.kind === "table" ? rowsOf(value.text) : value.text };
    return { literal: value?.data ?? null };
  });
  const { instruction, text } = programQuestion(state, step);
  const plan = [
    { task: "text-generation", id: WRITES, args: { instruction: { literal: instruction }, text: { literal: text } } },
    {
      ...{ task: "code-execution", id: WRITES + 1, dep: [WRITES] },
      args: { code: `<resource>-${WRITES}`, ...(inputs.length > 0 ? { inputs } : {}) },
    },
  ];
  return { text: step.does, plan, files };
}

const asked = (text: string, { instruction, text: material, schema }: Question): WorkMessage => ({
  text,
  plan: [
    {
      ...{ task: "text-generation", id: WRITES },
      args: { instruction: { literal: instruction }, text: { literal: material }, schema: { literal: schema } },
    },
  ],
  files: [],
});
