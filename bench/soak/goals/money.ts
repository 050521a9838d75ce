import { type GoalEvent, workKey } from "../../../src/domain/goal/events.ts";
import type { GoalReport } from "../../../src/domain/goal/report.ts";
import type { GoalView } from "../../../src/http/schemas/goal-views.ts";
import type { RunView } from "../../../src/http/schemas/views.ts";
import type { GoalCase } from "./cases.ts";
import type { GoalCall } from "./model.ts";

/** A goal that has ended, with what it says of itself, what its runs say, what is booked, and what its models bill. */
export interface GoalAccount {
  readonly of: GoalCase;
  readonly goal: GoalView;
  readonly report: GoalReport;
  readonly events: readonly GoalEvent[];
  /** Of each unit of work; null for one that was never made. */
  readonly runs: ReadonlyMap<string, RunView | null>;
  /** What the tenant has booked to the goal's key today (UTC), with which nobody else spends: no soak goes past midnight. */
  readonly bookedUsd: number;
  /** What the key has neither spent nor set aside. */
  readonly keyLeftUsd: number;
  readonly calls: readonly GoalCall[];
}

/** Sums are shown to nine digits, each run's for itself. */
const ROUNDING_USD = 1e-7;

export const isSame = (oneUsd: number, otherUsd: number): boolean => Math.abs(oneUsd - otherUsd) <= ROUNDING_USD;
export const sumOf = <T>(all: Iterable<T>, usdOf: (one: T) => number): number =>
  [...all].reduce((sum, one) => sum + usdOf(one), 0);

/** What is not true of the money in the account that a goal gives of itself; empty where all of it is. */
export function goalMoneyLiesIn(account: GoalAccount): readonly string[] {
  const { of, goal, report, runs, bookedUsd, keyLeftUsd, calls } = account;
  const lies: string[] = [];
  const { usd } = goal.spent;
  const same = (other: number, whose: string): void => {
    if (!isSame(usd, other)) lies.push(`it says $${usd}, and ${whose} $${other}`);
  };
  if (goal.endedAt === null) lies.push(`it is "${goal.status}", which is no end`);
  same(report.spent.usd, "its report");
  const inParts = sumOf(report.steps, ({ spent }) => spent.usd) + report.spentOnReflections.usd;
  same(inParts, "the steps and reflections of its report");
  same(
    sumOf(runs.values(), (run) => run?.usage.usd ?? 0),
    "its runs together",
  );
  same(bookedUsd, "its tenant");
  if (!isSame(keyLeftUsd, Math.max(0, of.keyUsd - bookedUsd)))
    lies.push(`its key has $${keyLeftUsd} left of $${of.keyUsd}, of which $${bookedUsd} are spent`);
  const billed = sumOf(calls, (call) => call.usd);
  // An answer that nobody heard counts as what was asked for.
  const unheard = goal.spent.assumedUsd === undefined ? 0 : sumOf(calls, ({ beyondUsd }) => beyondUsd);
  if (billed > usd + unheard + ROUNDING_USD) lies.push(`it says $${usd}, and its models bill $${billed}`);
  const measured = usd - (goal.spent.assumedUsd ?? 0);
  if (measured > billed + ROUNDING_USD)
    lies.push(`it says that $${measured} were measured, and its models bill $${billed}`);
  return [...lies, ...liesOfRuns(account), ...liesOfLimits(account)];
}

function liesOfRuns({ runs, events }: GoalAccount): readonly string[] {
  const started = new Map(
    events.flatMap((one) => (one.type === "work-start" ? [[workKey(one.data.work), one.data.run]] : [])),
  );
  const open = [...runs].flatMap(([id, run]) => (run && run.endedAt === null ? [`run ${id} is "${run.status}"`] : []));
  // Of attempts at one unit of work the last is checked here; the sum of all is checked besides.
  const ends = new Map(
    events.flatMap((one) => (one.type === "work-end" ? [[workKey(one.data.work), one.data.spent.usd]] : [])),
  );
  const wrong = [...ends].flatMap(([work, usd]) => {
    const said = runs.get(started.get(work) ?? "")?.usage.usd ?? 0;
    return isSame(said, usd) ? [] : [`${work} is booked with $${usd}, and its run says $${said}`];
  });
  return [...open, ...wrong];
}

/** The log holds what was spent and set aside below the limit at each moment, but for what models bill beyond what was asked. */
function liesOfLimits({ of, events, calls }: GoalAccount): readonly string[] {
  const lies: string[] = [];
  const held = new Map<string, number>();
  let limit = of.usd ?? Number.POSITIVE_INFINITY;
  let settled = 0;
  let exceeded = 0;
  for (const { type, seq, data } of events) {
    if (type === "goal-resume") limit = Math.max(limit, data.budget?.usd ?? 0);
    if (type === "work-start") held.set(workKey(data.work), data.reserved.usd ?? 0);
    if (type === "work-raised") held.set(workKey(data.work), data.usd);
    if (type === "work-end") {
      const reserved = held.get(workKey(data.work));
      if (reserved === undefined) lies.push(`event ${seq} settles what was never set aside`);
      if (of.usd !== null) exceeded += Math.max(0, data.spent.usd - (reserved ?? 0));
      settled += data.spent.usd;
      held.delete(workKey(data.work));
    }
    const all = sumOf(held.values(), (usd) => usd) + settled;
    if (all > limit + exceeded + ROUNDING_USD)
      lies.push(`at event ${seq}, $${all} are spent or set aside of $${limit}`);
  }
  const beyond = sumOf(calls, ({ beyondUsd }) => beyondUsd);
  if (exceeded > beyond + ROUNDING_USD)
    lies.push(`its runs cost $${exceeded} more than was set aside, and its models overspent $${beyond}`);
  if (settled > Math.min(limit, of.keyUsd) + beyond + ROUNDING_USD)
    lies.push(`it spent $${settled} of $${Math.min(limit, of.keyUsd)}, and its models overspent $${beyond}`);
  if (held.size > 0) lies.push(`it ended with money set aside for ${[...held.keys()].join(", ")}`);
  return lies;
}
