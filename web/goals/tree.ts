import type { GoalView, StepView } from "../../src/client/client.ts";

/** A step with its parts. */
export interface StepNode {
  readonly step: StepView;
  readonly parts: readonly StepNode[];
}

/** The steps as a tree, in their order; the first is the goal itself. A step whose parent is not there stands on top. */
export function treeOf(steps: readonly StepView[]): readonly StepNode[] {
  const names = new Set(steps.map(({ name }) => name));
  const partsOf = Map.groupBy(steps, ({ parent }) => (parent !== null && names.has(parent) ? parent : null));
  const nodes = (parent: string | null): readonly StepNode[] =>
    (partsOf.get(parent) ?? []).map((step) => ({ step, parts: nodes(step.name) }));
  return nodes(null);
}

/** Where an input of a step comes from. */
export interface InputSource {
  readonly name: string;
  /** The step that makes it; null for a file of the goal, or for what nobody makes. */
  readonly from: StepView | null;
  readonly isThere: boolean;
}

/** What a step takes, and whether it is there yet. A step that is broken down hands on what its parts make. */
export function inputsOf(step: StepView, { steps, files }: Pick<GoalView, "steps" | "files">): readonly InputSource[] {
  const given = new Set(files.map(({ name }) => name));
  return step.inputs.map((name) => {
    if (given.has(name)) return { name, from: null, isThere: true };
    const makers = steps.filter(
      ({ status, outputs }) => status !== "refined" && status !== "dropped" && outputs.some((one) => one.name === name),
    );
    const done = makers.find(({ status }) => status === "done");
    return { name, from: done ?? makers[0] ?? null, isThere: done !== undefined };
  });
}

/** The inputs that a step waits for; none for one that does not wait. */
export const missingInputs = (step: StepView, goal: Pick<GoalView, "steps" | "files">): readonly InputSource[] =>
  step.status === "waiting" ? inputsOf(step, goal).filter(({ isThere }) => !isThere) : [];
