import { affords, type Budget } from "../domain/budget.ts";
import type { AskedBudget } from "../domain/constraints.ts";
import { estimateOf } from "../domain/costs.ts";
import { choicesOf } from "../domain/events.ts";
import { dependencies, noteInWords, type Plan, type Task, type TaskId } from "../domain/plan.ts";
import type { Changed } from "../domain/repair.ts";
import type { Resource } from "../domain/resources.ts";
import { askedBudget, lowerBudget } from "../domain/run/asked.ts";
import { estimateTask, shapeOf } from "../domain/run/cost-estimate.ts";
import { type Selection, type Selector, UNSELECTED } from "../domain/selection.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import type { Proof } from "../planning/index.ts";
import { proofView } from "../response/proof.ts";
import { understoodOf } from "../response/report.ts";
import type { DryRun } from "../run/index.ts";
import type { BudgetPartView, BudgetView, PlanView } from "./schemas/plan-view.ts";
import type { PlanBody } from "./schemas/requests.ts";
import { wirePlan } from "./views.ts";

const UNCHANGED: Changed = { nodes: 0, links: 0 };

const NOTHING_PLANNED = {
  understanding: [],
  understood: null,
  tasks: [],
  estimate: 0,
  repairs: [],
  changed: UNCHANGED,
  proof: null,
} as const satisfies Partial<PlanView>;

/** The files that the plan uses: each is a precondition of a task. */
const filesOf = (proof: Proof | null): readonly Resource[] =>
  (proof?.certificate.tasks ?? []).flatMap(({ preconditions }) =>
    preconditions.flatMap(({ establishedBy }) => (establishedBy.by === "resource" ? [establishedBy.resource] : [])),
  );

type Estimates = readonly (number | null)[];

/** The most that a call of each candidate may cost, by task; files that are yet to be made are taken to be large. */
function estimatesOf(
  { tasks }: Plan,
  selection: Selection,
  resources: readonly Resource[],
  ontology: Ontology,
): ReadonlyMap<TaskId, Estimates> {
  return new Map(
    tasks.map((task) => {
      const needs = estimateTask(task, { ...shapeOf(ontology.get(task.type)), resources, made: () => undefined });
      const { candidates } = selection[task.id] ?? UNSELECTED;
      return [task.id, candidates.map((candidate) => estimateOf(candidate, needs))];
    }),
  );
}

const sumOf = (estimates: Estimates): number | null =>
  estimates.reduce<number | null>((sum, usd) => (sum === null || usd === null ? null : sum + usd), 0);

/** The dry run of a request, as the API shows it. @param asked the options of its caller */
export function planView(dryRun: DryRun, ontology: Ontology, asked: Pick<PlanBody, "budget" | "selection">): PlanView {
  const { planned, controller, selection, constraints, proof } = dryRun;
  const costing = { ...dryRun, budget: asked.budget, selector: asked.selection };
  if (planned.as !== "plan") {
    const { as, text } = planned;
    const budget = budgetView({ ...costing, tasksUsd: 0 });
    return { as, text, choices: choicesOf(planned), controller, ...NOTHING_PLANNED, budget };
  }
  const { plan, notes, mended, understanding } = planned;
  const files = filesOf(proof);
  const estimates = estimatesOf(plan, selection, files, ontology);
  const estimate = sumOf([...estimates.values()].flatMap(([first]) => (first === undefined ? [] : [first])));
  return {
    as: "plan",
    text: null,
    choices: choicesOf(planned),
    controller,
    understanding: notes.map(noteInWords),
    understood: understoodOf(plan, { understanding, given: constraints }, files, ontology),
    tasks: wirePlan(plan, ontology, files).map((task) => ({
      ...task,
      ...(selection[task.id] ?? UNSELECTED),
      estimates: estimates.get(task.id) ?? [],
    })),
    estimate,
    budget: budgetView({ ...costing, tasksUsd: estimate }),
    repairs: mended?.repairs ?? [],
    changed: mended?.changed ?? UNCHANGED,
    proof: proof && proofView(proof),
  };
}

/** A dry run with the budget that its plan is compared with. */
interface Costing extends Pick<DryRun, "planned" | "controller" | "selection" | "health" | "language"> {
  /** Of its tasks together, in US dollars; null where it is not known. */
  readonly tasksUsd: number | null;
  readonly budget: Budget;
  readonly selector: Selector | undefined;
}

/** What a run should take of each part of its budget, which the caller and the words of the request may limit. */
export function budgetView(costing: Costing): BudgetView {
  const { planned, language, tasksUsd, budget } = costing;
  const plan = planned.as === "plan" ? planned.plan : { tasks: [] };
  const llmCalls = languageCalls(costing, plan);
  const callUsd = llmCalls === 0 ? 0 : (language?.callUsd ?? null);
  const limits = lowerBudget<AskedBudget>(budget, askedBudget(planned));
  return {
    usd: part(plus(tasksUsd, callUsd === null ? null : llmCalls * callUsd), limits.usd, affords),
    llmCalls: part(llmCalls, limits.llmCalls),
    tasks: part(plan.tasks.length, limits.tasks),
    timeMs: part(durationMs(plan, costing.selection, costing.health), limits.timeMs),
  };
}

const atLeast = (limit: number, wanted: number): boolean => wanted <= limit;

function part(estimate: number | null, limit: number | undefined, isEnough = atLeast): BudgetPartView {
  if (limit === undefined) return { estimate, limit: null, isEnough: true };
  return { estimate, limit, isEnough: estimate === null ? null : isEnough(limit, estimate) };
}

const plus = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;

/** The calls of a language model for planning, choosing models and answering, where one does that. */
function languageCalls({ controller, language, selector }: Costing, { tasks }: Plan): number {
  if (!language) return 0;
  const hasPlanned = controller === language.provider;
  if (tasks.length === 0) return Number(hasPlanned);
  return Number(hasPlanned) + Number(selector === "language") + Number(hasPlanned || language.isFirst);
}

/** The duration of the slowest chain of tasks, by recent medians of the first candidates; null where one has none. */
function durationMs({ tasks }: Plan, selection: Selection, health: DryRun["health"]): number | null {
  const ends = new Map<TaskId, number>();
  let open: readonly Task[] = tasks;
  // A plan is acyclic, so that every pass settles a task.
  for (let pass = 0; open.length > 0 && pass < tasks.length; pass++) {
    const ready = open.filter((task) => dependencies(task).every((id) => ends.has(id)));
    for (const task of ready) {
      const [first] = selection[task.id]?.candidates ?? [];
      // A task without candidates takes no time.
      const tookMs = first ? (health({ ...first, taskType: task.type })?.medianMs ?? null) : 0;
      if (tookMs === null) return null;
      ends.set(task.id, Math.max(0, ...dependencies(task).map((id) => ends.get(id) ?? 0)) + tookMs);
    }
    open = open.filter(({ id }) => !ends.has(id));
  }
  return Math.max(0, ...ends.values());
}
