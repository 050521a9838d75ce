import { endedSteps, type GoalState, openSteps, type StepState, treeOf, unreachable } from "./state.ts";
import type { Step } from "./step.ts";
import { criticalEfforts, orderSteps } from "./tree.ts";

/** A step that could start now, and why it comes in its place. */
export interface ReadyStep {
  readonly step: StepState;
  readonly why: string;
}

/** Steps of one sort that must have ended before they say anything of the others. */
const MIN_SAMPLES = 2;
/** How far what steps took may correct an effort, either way. */
const MAX_CORRECTION = 4;

/**
 * The steps whose inputs are there, in the order in which they are to start: by value over effort, then by the length of
 * the chain of steps that waits for each, then as they were written.
 */
export function readySteps(state: GoalState): readonly ReadyStep[] {
  const effortOf = correctedEfforts(state);
  const open = openSteps(state);
  const ordered = orderSteps(treeOf(state), unreachable(state));
  const critical = criticalEfforts(ordered.ok ? ordered.value.order : open, effortOf);
  const ratio = (step: StepState): number => step.value / effortOf(step);
  return open
    .filter(({ status, inputs }) => status === "waiting" && inputs.every((name) => state.results.has(name)))
    .toSorted((a, b) => ratio(b) - ratio(a) || (critical.get(b.name) ?? 0) - (critical.get(a.name) ?? 0))
    .map((step) => ({ step, why: `its value of ${step.value} comes at an effort of ${inWords(effortOf(step))}` }));
}

const inWords = (effort: number): string => String(Number(effort.toFixed(1)));

/** Efforts as they were reckoned, corrected by what steps of the same sort really took beside all others. */
export function correctedEfforts(state: GoalState): (step: Step) => number {
  const taken = endedSteps(state).flatMap((step) => {
    const tookMs = step.status === "done" ? (step.endedAt ?? 0) - (step.startedAt ?? 0) : 0;
    return tookMs > 0 ? [{ sort: sortOf(step), msPerEffort: tookMs / step.effort }] : [];
  });
  const usual = median(taken.map(({ msPerEffort }) => msPerEffort));
  const bySort = Map.groupBy(taken, ({ sort }) => sort);
  return (step) => {
    const alike = bySort.get(sortOf(step)) ?? [];
    if (usual === null || alike.length < MIN_SAMPLES) return step.effort;
    const own = median(alike.map(({ msPerEffort }) => msPerEffort)) ?? usual;
    return step.effort * Math.min(MAX_CORRECTION, Math.max(1 / MAX_CORRECTION, own / usual));
  };
}

/** Steps of one sort run the same task types, or programs. */
function sortOf({ action }: Step): string {
  if (action === null) return "parts";
  if (action.as === "program") return "program";
  return [...new Set(action.plan.tasks.map(({ type }) => type))].toSorted().join(" ");
}

function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
