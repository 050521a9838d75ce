import type { GoalSpent } from "../domain/goal/events.ts";
import type { CheckIn, GoalState, StepState } from "../domain/goal/state.ts";
import { goalStatusOf, leftOfGoal, stepsInTreeOrder, usedGoalMs } from "../domain/goal/state.ts";
import { roundedUsd } from "../domain/usage.ts";
import type { GoalRecord } from "../rpc/goals.ts";
import type { CheckInView, GoalView, StepView } from "./schemas/goal-views.ts";
import { rfc3339, rfc3339OrNull, type Views } from "./views.ts";

type ValueViews = Pick<Views, "resource" | "value">;

/** A goal as the API shows it: times become text, files get signed links. @param now milliseconds since the epoch */
export async function goalView({ id, state }: GoalRecord, views: ValueViews, now: number): Promise<GoalView> {
  const { text, budget, checkIns, constraints, rules, version, end } = state;
  return {
    ...{ id, goal: text, status: goalStatusOf(state), createdAt: rfc3339(state.startedAt) },
    endedAt: rfc3339OrNull(state.endedAt),
    files: await Promise.all(
      filesOf(state).map(async ({ name, resource }) => ({ name, resource: await views.resource(resource) })),
    ),
    outputs: await outputsOf(state, views),
    steps: stepsInTreeOrder(state).map(stepView),
    checkIn: state.checkIn && checkInView(state.checkIn),
    reflections: state.reflections.map(({ n, verdict, reason, refused, at }) => ({
      ...{ n, verdict, reason, refused, at: rfc3339(at) },
    })),
    ...{ rules, version, budget, checkIns },
    ...(constraints ? { constraints } : {}),
    spent: { ...spentOfGoal(state.spent), timeMs: Math.round(usedGoalMs(state, now)) },
    left: leftView(state, now),
    answer: end?.answer ?? null,
    ...(end?.error ? { error: end.error } : {}),
  };
}

const filesOf = ({ files, results }: GoalState) =>
  files.flatMap((name) => {
    const value = results.get(name)?.value;
    return value?.as === "resource" ? [{ name, resource: value.resource }] : [];
  });

const outputsOf = ({ outputs, results }: GoalState, views: ValueViews): Promise<GoalView["outputs"]> =>
  Promise.all(
    outputs.map(async (output) => {
      const found = results.get(output.name);
      return { ...output, reached: found !== undefined, value: found ? await views.value(found.value) : null };
    }),
  );

function stepView(step: StepState): StepView {
  const { name, parent, depth, does, inputs, outputs, value, effort, status, action, runs, error, reason } = step;
  return {
    ...{ name, parent, depth, does, inputs, outputs, value, effort, status },
    how: action?.as ?? "steps",
    tasks: action?.as === "plan" ? action.plan.tasks.map(({ type }) => type) : [],
    startedAt: rfc3339OrNull(step.startedAt),
    endedAt: rfc3339OrNull(step.endedAt),
    spent: spentOfGoal(step.spent),
    runs,
    ...(error ? { error } : {}),
    ...(reason === null ? {} : { reason }),
  };
}

function checkInView({ id, about, message, work, proposal, askedAt }: CheckIn): CheckInView {
  return {
    ...{ id, about, message, askedAt: rfc3339(askedAt) },
    step: work === null || work.do === "reflect" ? null : work.step,
    proposal: proposal && {
      added: proposal.added.map(({ name, parent, does, inputs, value, effort }) => ({
        ...{ name, parent, does, inputs, value, effort },
      })),
      dropped: proposal.dropped,
      reordered: proposal.reordered,
    },
  };
}

/** What steps took, as it is shown. */
const spentOfGoal = ({ usd, assumedUsd, llmCalls, tasks }: GoalSpent): StepView["spent"] => ({
  usd: roundedUsd(usd),
  ...(assumedUsd > 0 ? { assumedUsd: roundedUsd(assumedUsd) } : {}),
  ...{ llmCalls, tasks },
});

function leftView(state: GoalState, now: number): GoalView["left"] {
  const { usd, llmCalls, tasks } = leftOfGoal(state);
  const timeMs = Math.max(0, Math.round(state.budget.timeMs - usedGoalMs(state, now)));
  return { timeMs, usd: usd === null ? null : roundedUsd(usd), llmCalls, tasks };
}
