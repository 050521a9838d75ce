import { numberOf, type Plan, type TaskId } from "../../domain/plan.ts";
import type { GroundAction, GroundTask } from "../pddl/index.ts";
import type { PlanValue, ProblemText } from "./plan-problem.ts";

/** Why a plan is sound, checked against its PDDL problem. */
export interface Certificate {
  /** Every task after all that it needs. */
  readonly order: readonly TaskId[];
  /** The same in groups: the tasks of one may run side by side. */
  readonly levels: readonly (readonly TaskId[])[];
  /** In the order of the plan. */
  readonly tasks: readonly TaskProof[];
}

export interface TaskProof {
  readonly task: TaskId;
  /** Each value that must be at hand, and what brings it about: the causal links that lead to the task. */
  readonly preconditions: readonly { readonly atom: string; readonly establishedBy: PlanValue }[];
}

export interface Certified {
  readonly certificate: Certificate;
  /** The plan in IPC form: one action a line. */
  readonly solution: string;
}

/**
 * Executes the grounded problem of a plan in rounds: in each, every action whose preconditions hold happens.
 * As nothing is ever deleted, a task that no round reaches cannot happen in any order; so this is a decision, not a
 * search, and costs time linear in the number of bindings.
 * @returns what is proved, or in plain words what could not be.
 */
export function certify(
  plan: Plan,
  problem: ProblemText,
  ground: GroundTask,
): { readonly ok: true; readonly value: Certified } | { readonly ok: false; readonly error: string } {
  const actions = actionsByTask(ground, problem);
  const missing = plan.tasks.find((task) => !actions.has(task.id));
  if (missing) return { ok: false, error: `task ${numberOf(missing.id)} (${missing.type}) can never happen` };

  const holds = new Set<number>(ground.init);
  const left = new Set(plan.tasks.map((task) => task.id));
  const levels: TaskId[][] = [];
  const steps: string[] = [];
  while (left.size > 0) {
    const level = [...left].filter((id) => (actions.get(id)?.preconditions ?? []).every((atom) => holds.has(atom)));
    const [stuck] = left;
    if (level.length === 0 && stuck !== undefined)
      return { ok: false, error: `task ${numberOf(stuck)} can never happen` };
    levels.push(level);
    for (const id of level) {
      left.delete(id);
      const action = actions.get(id);
      if (!action) continue;
      steps.push(action.name);
      for (const atom of action.add) holds.add(atom);
    }
  }
  const unmet = [...ground.goal].find((atom) => !holds.has(atom));
  if (unmet !== undefined) return { ok: false, error: `the goal ${ground.atoms[unmet]} is not reached` };

  const tasks = plan.tasks.map((task) => ({
    task: task.id,
    preconditions: links(actions.get(task.id), problem, ground),
  }));
  return {
    ok: true,
    value: {
      certificate: { order: levels.flat(), levels, tasks },
      solution: `${steps.join("\n")}\n; cost = ${steps.length} (unit cost)\n`,
    },
  };
}

/** The one action by which each task happens: its bindings are static, so that no other is left after grounding. */
function actionsByTask(ground: GroundTask, problem: ProblemText): ReadonlyMap<TaskId, GroundAction> {
  const actions = new Map<TaskId, GroundAction>();
  for (const action of ground.actions) {
    const task = problem.tasks.get(words(action.name)[1] ?? "");
    if (task !== undefined && !action.hidden) actions.set(task, action);
  }
  return actions;
}

function links(
  action: GroundAction | undefined,
  problem: ProblemText,
  ground: GroundTask,
): readonly TaskProof["preconditions"][number][] {
  return [...(action?.preconditions ?? [])].flatMap((index) => {
    const atom = ground.atoms[index] ?? "";
    const establishedBy = problem.values.get(words(atom)[1] ?? "");
    return establishedBy ? [{ atom, establishedBy }] : [];
  });
}

const words = (expression: string): readonly string[] => expression.replaceAll(/[()]/g, "").split(" ");
