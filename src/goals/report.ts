import type { Failure } from "../domain/errors.ts";
import type { GoalEvent, GoalEventData, GoalEventType } from "../domain/goal/events.ts";
import type { GoalReport, ReportedCheckIn, ReportedStart, ReportedStep } from "../domain/goal/report.ts";
import {
  addGoalSpent,
  type GoalState,
  goalStatusOf,
  NOTHING,
  type StepState,
  stepsInTreeOrder,
  treeOf,
  unreachable,
  usedGoalMs,
} from "../domain/goal/state.ts";
import { orderSteps } from "../domain/goal/tree.ts";
import { proveTree, type TreeProof } from "./prove-tree.ts";

/**
 * Explains a goal out of its state and its log, of which the results of steps and the beginning may be missing.
 * @param now milliseconds since the epoch
 */
export function buildGoalReport(state: GoalState, log: readonly GoalEvent[], now: number): GoalReport {
  const told = readerOf(log);
  return {
    ...{ goal: state.id, text: state.text, status: goalStatusOf(state), startedAt: timeOf(state.startedAt) },
    endedAt: state.endedAt === null ? null : timeOf(state.endedAt),
    files: state.files,
    outputs: state.outputs.map(({ name, kind, description }) => ({
      ...{ name, kind, description, reached: state.results.has(name) },
      from: state.results.get(name)?.from ?? null,
    })),
    steps: stepsInTreeOrder(state).map((step) => reportedStep(step, told)),
    versions: told("tree-revised").map(({ at, data: { version, by, reason, added, dropped, reordered } }) => ({
      ...{ version, at: timeOf(at), by, reason, added: added.map(({ name }) => name), dropped, reordered },
    })),
    reflections: state.reflections.map(({ n, at, verdict, reason, refused }) => ({
      ...{ n, at: timeOf(at), why: whyLooked(n, told), verdict, reason, refused },
    })),
    checkIns: checkInsOf(told),
    eventsLeftOut: (log[0]?.seq ?? 1) - 1,
    rules: state.rules,
    warnings: told("budget-warning").map(({ at, data }) => ({ at: timeOf(at), ...data })),
    budget: state.budget,
    spent: { ...state.spent, timeMs: Math.round(usedGoalMs(state, now)) },
    spentOnReflections: told("work-end")
      .filter(({ data }) => data.work.do === "reflect")
      .reduce((sum, { data }) => addGoalSpent(sum, data.spent), NOTHING),
    proof: proofOf(state),
    answer: state.end?.answer ?? null,
    error: state.end?.error ? faultOf(state.end.error) : null,
  };
}

const timeOf = (ms: number): string => new Date(ms).toISOString();

const faultOf = ({ code, message }: Failure): Pick<Failure, "code" | "message"> => ({ code, message });

/** What the log holds of one type. */
type Told = <Type extends GoalEventType>(
  type: Type,
) => readonly { readonly seq: number; readonly at: number; readonly data: GoalEventData[Type] }[];

function readerOf(log: readonly GoalEvent[]): Told {
  const byType = Map.groupBy(log, ({ type }) => type);
  // Events of a type carry what the type says.
  return (type) => (byType.get(type) ?? []) as never;
}

function reportedStep(step: StepState, told: Told): ReportedStep {
  const { name, parent, depth, does, inputs, outputs, value, effort, status, action, spent, error } = step;
  const starts = told("work-start").flatMap(({ at, data: { work, run, attempt, why } }): readonly ReportedStart[] =>
    work.do !== "reflect" && work.step === name ? [{ at: timeOf(at), run, attempt, do: work.do, why }] : [],
  );
  return {
    ...{ name, parent, depth, does, inputs, outputs: outputs.map((output) => output.name), value, effort, status },
    how: action?.as ?? "steps",
    tasks: action?.as === "plan" ? action.plan.tasks.map(({ type }) => type) : [],
    starts,
    startedAt: step.startedAt === null ? null : timeOf(step.startedAt),
    tookMs: step.startedAt === null || step.endedAt === null ? null : step.endedAt - step.startedAt,
    spent,
    error: error && faultOf(error),
    refused: told("refinement-refused").flatMap(({ data }) => (data.step === name ? [data.faults] : [])),
  };
}

const whyLooked = (n: number, told: Told): string =>
  told("work-start").find(({ data: { work } }) => work.do === "reflect" && work.n === n)?.data.why ?? "";

function checkInsOf(told: Told): readonly ReportedCheckIn[] {
  const answers = new Map(told("check-in-answered").map((answer) => [answer.data.id, answer]));
  return told("check-in").map(({ at, data: { id, about, message } }) => {
    const answer = answers.get(id);
    const said = answer?.data;
    return {
      ...{ id, about, message, askedAt: timeOf(at) },
      answer: answer && said ? { at: timeOf(answer.at), decision: said.decision, words: said.words ?? null } : null,
    };
  });
}

/**
 * Proves the tree as it is now from the goal's files on, as if nothing had been done: the log need not hold a proof, and
 * what is done is proved as well. What depends on failed or dropped steps is left out.
 */
function proofOf(state: GoalState): TreeProof | null {
  if (state.version === 0) return null;
  const undone: GoalState = {
    ...state,
    results: new Map([...state.results].filter(([, { from }]) => from === null)),
    steps: new Map(
      [...state.steps].map(([name, step]) => [name, step.status === "done" ? { ...step, status: "waiting" } : step]),
    ),
  };
  const missing = unreachable(undone);
  const tree = treeOf(undone);
  const ordered = orderSteps(tree, missing);
  const proof = ordered.ok ? proveTree(tree, ordered.value, missing) : ordered;
  return proof.ok ? proof.value : null;
}
