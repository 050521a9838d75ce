import type { Constraints } from "../domain/constraints.ts";
import { criticalPath } from "../domain/critical-path.ts";
import { describeConstraints } from "../domain/describe-constraints.ts";
import { dependencies, noteInWords, type Plan, type Task } from "../domain/plan.ts";
import type { Changed } from "../domain/repair.ts";
import type { ProofView, ReportCost, ReportTask, RunReport } from "../domain/report.ts";
import { MAX_INLINE_CHARS, type Resource } from "../domain/resources.ts";
import {
  givenFiles,
  madeBy,
  madeFiles,
  pauseOf,
  type RunState,
  statusOf,
  taskWork,
  usedTimeMs,
  type Work,
} from "../domain/run/state.ts";
import { UNSELECTED } from "../domain/selection.ts";
import { planTitles } from "../domain/task-titles.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import type { Understanding, Understood } from "../domain/understanding.ts";
import { spentView } from "../domain/usage.ts";
import { partsOf, prove } from "../planning/index.ts";
import { describeBinding, inWords } from "./markdown.ts";
import { proofView } from "./proof.ts";

/** Of data and of files the beginning tells enough; texts stand in full, as an answer may have left them out. */
const MAX_DATA_CHARS = 400;

/** Explains a run from its state, at any moment of it. */
export function buildReport(state: RunState, ontology: Ontology, now: number): RunReport {
  const plan: Plan = state.plan ?? { tasks: [] };
  const titles = planTitles(plan.tasks, givenFiles(state), ontology);
  return {
    run: state.id,
    request: state.text,
    status: statusOf(state),
    pause: pauseOf(state),
    startedAt: new Date(state.startedAt).toISOString(),
    controller: state.controller,
    casting: state.casting,
    understanding: state.planned?.as === "plan" ? state.planned.notes.map(noteInWords) : [],
    understood: understoodBy(state, ontology),
    planVersion: state.planVersion,
    ...mendedOf(state),
    proof: proofOf(state, ontology),
    levels: levelsOf(plan),
    tasks: plan.tasks.map((task) => ({
      ...reportTask(task, state, ontology),
      title: titles.get(task.id) ?? task.type,
    })),
    criticalPath: reportCriticalPath(plan, state),
    usage: {
      timeMs: Math.round(usedTimeMs(state, state.endedAt ?? now)),
      llmCalls: state.spent.llmCalls,
      attempts: plan.tasks.reduce((sum, task) => sum + taskWork(state, task.id).attempts.length, 0),
      ...spentView(state.spent),
    },
    budget: state.budget,
    stepCosts: { plan: costReport(state.planning), answer: costReport(state.answering) },
    files: madeFiles(state).map(fileReport),
    answer: state.end ? state.answer : null,
    error: state.end?.error ? { code: state.end.error.code, message: state.end.error.message } : null,
  };
}

const costReport = ({ spent, estimatedUsd }: Work): ReportCost => ({ ...spentView(spent), estimatedUsd });

const UNCHANGED: Changed = { nodes: 0, links: 0 };

const mendedOf = ({ planned }: RunState): Pick<RunReport, "repairs" | "changed"> =>
  (planned?.as === "plan" && planned.mended) || { repairs: [], changed: UNCHANGED };

function understoodBy(state: RunState, ontology: Ontology): Understood | null {
  if (!state.plan) return null;
  const understanding = state.planned?.as === "plan" ? state.planned.understanding : undefined;
  return understoodOf(state.plan, { understanding, given: state.casting.constraints }, givenFiles(state), ontology);
}

/** The proof is made again from what the log holds, in about a millisecond, so that the log need not hold it. */
function proofOf(state: RunState, ontology: Ontology): ProofView | null {
  if (!state.plan) return null;
  const proof = prove(state.plan, { resources: givenFiles(state), ontology });
  return proof.ok ? proofView(proof.value) : null;
}

function reportTask(task: Task, state: RunState, ontology: Ontology): Omit<ReportTask, "title"> {
  const work = taskWork(state, task.id);
  const by = madeBy(work);
  return {
    id: task.id,
    type: task.type,
    description: ontology.get(task.type)?.description ?? "",
    inputs: mapValues(task.args, (binding) => describeBinding(binding, state)),
    waitsFor: dependencies(task),
    status: work.status,
    model: by ? `${by.provider}:${by.model}` : null,
    reused: work.reused && { run: work.reused.run, task: work.reused.task },
    called: work.called,
    ...(state.selection?.[task.id] ?? UNSELECTED),
    attempts: work.attempts.map((attempt) => ({
      model: `${attempt.provider}:${attempt.model}`,
      startMs: attempt.startedAt - state.startedAt,
      durationMs: attempt.endedAt === null ? null : attempt.endedAt - attempt.startedAt,
      error: attempt.error?.message ?? null,
    })),
    outputs: mapValues(work.outputs, (value) =>
      inWords(value, value.as === "text" ? MAX_INLINE_CHARS : MAX_DATA_CHARS),
    ),
    notes: work.notes,
    cost: costReport(work),
    error: work.error ? { code: work.error.code, message: work.error.message } : null,
  };
}

const mapValues = <T>(record: Readonly<Record<string, T>>, map: (value: T) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

const fileReport = ({ id, name, kind, mediaType, bytes, sha256 }: Resource): RunReport["files"][number] => ({
  ...{ id, name, kind, mediaType, bytes, sha256 },
});

function levelsOf(plan: Plan): readonly (readonly number[])[] {
  const level = new Map<number, number>();
  const levels: number[][] = [];
  // The plan is acyclic, so as many passes as it has tasks settle every level.
  for (let pass = 0; pass < plan.tasks.length && level.size < plan.tasks.length; pass++) {
    for (const task of plan.tasks) {
      const needs = dependencies(task);
      if (level.has(task.id) || !needs.every((id) => level.has(id))) continue;
      const own = Math.max(-1, ...needs.map((id) => level.get(id) ?? 0)) + 1;
      level.set(task.id, own);
      levels[own] = [...(levels[own] ?? []), task.id];
    }
  }
  return levels;
}

/** The critical path of what has run, with how long its last attempts took. */
function reportCriticalPath(plan: Plan, state: RunState): RunReport["criticalPath"] {
  const ran = plan.tasks.flatMap((task) => {
    const { endedAt, attempts } = taskWork(state, task.id);
    return endedAt && attempts.length > 0 ? [{ id: task.id, dependsOn: dependencies(task), endedAt }] : [];
  });
  const tasks = criticalPath(ran);
  const durationMs = tasks.reduce((sum, id) => {
    const last = taskWork(state, id).attempts.at(-1);
    return sum + (last?.endedAt ? last.endedAt - last.startedAt : 0);
  }, 0);
  return { tasks, durationMs };
}

interface Said {
  /** The controller's understanding of the words. */
  readonly understanding: Understanding | undefined;
  /** The caller's own constraints. */
  readonly given: Constraints | undefined;
}

/**
 * How the request was understood. Its parts are derived from the plan, so that neither the log nor a controller has to
 * state them; everything else is as the controller stated it, or `null`.
 * @param resources at least those that the plan is bound to
 */
export const understoodOf = (
  plan: Plan,
  { understanding, given }: Said,
  resources: readonly Resource[],
  ontology: Ontology,
): Understood => ({
  parts: partsOf(plan, resources, ontology),
  constraints: understanding?.constraints ?? null,
  budget: understanding?.budget ?? null,
  given: given ?? null,
  conditions: [
    ...new Set([
      ...(given ? describeConstraints(given, {}) : []),
      ...(understanding ? describeConstraints(understanding.constraints, understanding.budget) : []),
    ]),
  ],
  confidence: understanding?.confidence ?? null,
  reasons: understanding?.reasons ?? [],
});
