import type { RunView, TaskView } from "../../src/client/client.ts";
import type { Raise } from "../../src/domain/budget.ts";

import type { ShownStatus } from "../ui/status.tsx";
import { isEnded } from "./turns.ts";

type StandingRun = Pick<RunView, "status" | "tasks">;

/** What a run that is at work is about just now: `1 of 3 tasks done · Summarize the text`. */
export function activityWords({ status, tasks }: StandingRun): string {
  if (isEnded(status) || tasks.length === 0 || status === "awaiting-approval") return "";
  const over = tasks.filter(({ endedAt }) => endedAt !== null).length;
  const count = `${over} of ${tasks.length} ${tasks.length === 1 ? "task" : "tasks"} done`;
  const now = tasks.filter((task) => task.status === "running" || task.status === "retrying");
  const [first, ...others] = now.map(({ title, progress }) => (progress ? `${title}: ${progress.note}` : title));
  if (first === undefined) return count;
  return `${count} · ${first}${others.length > 0 ? ` and ${others.length} more` : ""}`;
}

/** How a run stands to who sent it: one that gave no plan but a question back is not done, and a refusal is no failure. */
export function shownStatus(run: Pick<RunView, "status" | "tasks" | "choices">): ShownStatus {
  if (refusedTask(run)) return "refused";
  return run.status === "succeeded" && run.tasks.length === 0 && run.choices.length > 0 ? "asking" : run.status;
}

/** The first task that nothing here can do, of a run that came to nothing for that; null for any other. */
export function refusedTask({ status, tasks }: StandingRun): TaskView | null {
  const first = tasks.find(({ error }) => error?.code === "no-model");
  return status === "failed" && first && !tasks.some((task) => task.status === "succeeded") ? first : null;
}

/** How long a run that has ended worked; null for one that has not, or did not get as far. */
export const runDurationMs = ({ endedAt, usage }: Pick<RunView, "endedAt" | "usage">): number | null =>
  endedAt === null || usage.timeMs === 0 ? null : usage.timeMs;

/** What the pause of a run says in the unit that its budget is raised in. */
export interface RaiseUnit {
  readonly label: string;
  readonly step: number | "any";
  /** In the unit of `label`. */
  readonly suggested: number;
  readonly toRaise: (value: number) => Raise;
}

const MINUTE_MS = 60_000;
/** For a run of whose limit nothing is known, and that has cost nothing. */
const FIRST_USD = 0.1;
/** More digits than these tell nobody anything. */
const TOLD_DIGITS = 2;

/** A sum of money that is not less, in few digits: 0.000154 becomes 0.00016. */
function roundedUp(usd: number): number {
  const unit = 10 ** (Math.floor(Math.log10(usd)) - (TOLD_DIGITS - 1));
  // What a division of fractions is off by is no further step.
  return Number((Math.ceil(usd / unit - 1e-6) * unit).toPrecision(TOLD_DIGITS));
}

/** How the budget of a paused run can be raised: to twice what it was, or to what the next task needs; null where the pause is a person's. */
export function raiseOf({ pause, usage, budget }: Pick<RunView, "pause" | "usage" | "budget">): RaiseUnit | null {
  if (!pause || pause.reason === "person") return null;
  if (pause.reason === "time") {
    const suggested = Math.max(1, Math.ceil((2 * (budget?.timeMs ?? usage.timeMs)) / MINUTE_MS));
    const toRaise = (minutes: number) => ({ timeMs: Math.round(minutes * MINUTE_MS) });
    return { label: "Minutes in all", step: "any", suggested, toRaise };
  }
  if (pause.reason === "usd") {
    const needed = Math.max(2 * (budget?.usd ?? usage.usd), pause.neededUsd ?? 0);
    const suggested = needed > 0 ? roundedUp(needed) : FIRST_USD;
    return { label: "US dollars in all", step: "any", suggested, toRaise: (usd) => ({ usd }) };
  }
  if (pause.reason === "tasks") {
    const suggested = pause.neededTasks ?? 2 * (budget?.tasks ?? 1);
    return { label: "Tasks in all", step: 1, suggested, toRaise: (tasks) => ({ tasks: Math.round(tasks) }) };
  }
  const suggested = Math.max(2 * (budget?.llmCalls ?? usage.llmCalls), usage.llmCalls + 1);
  const toRaise = (calls: number) => ({ llmCalls: Math.round(calls) });
  return { label: "Calls of a language model in all", step: 1, suggested, toRaise };
}

const MAX_ANNOUNCED_CHARS = 600;

/** An answer as it is read out: without the marks of Markdown. */
export const spokenAnswer = (markdown: string): string =>
  markdown
    .slice(0, MAX_ANNOUNCED_CHARS)
    .toWellFormed()
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*_`#>|]+/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
