import type { RunView } from "../../src/client/client.ts";
import type { Raise } from "../../src/domain/budget.ts";

import { isEnded } from "./turns.ts";

type StandingRun = Pick<RunView, "status" | "tasks">;

/** What a run that is at work is about just now: `1 of 3 tasks done · summarization`. */
export function progressWords({ status, tasks }: StandingRun): string {
  if (isEnded(status) || tasks.length === 0 || status === "awaiting-approval") return "";
  const over = tasks.filter(({ endedAt }) => endedAt !== null).length;
  const count = `${over} of ${tasks.length} ${tasks.length === 1 ? "task" : "tasks"} done`;
  const now = tasks.filter((task) => task.status === "running" || task.status === "retrying");
  const [first, ...others] = now.map(({ task, progress }) => (progress ? `${task}: ${progress.note}` : task));
  if (first === undefined) return count;
  return `${count} · ${first}${others.length > 0 ? ` and ${others.length} more` : ""}`;
}

/** How long a run that has ended worked; null for one that has not, or did not get as far. */
export const runDurationMs = ({ endedAt, usage }: Pick<RunView, "endedAt" | "usage">): number | null =>
  endedAt === null || usage.timeMs === 0 ? null : usage.timeMs;

/** What the pause of a run says in the unit that its budget is raised in. */
export interface RaiseUnit {
  readonly label: string;
  readonly step: number;
  /** A limit that is twice what was used, in the unit of `label`. */
  readonly suggested: number;
  readonly toRaise: (value: number) => Raise;
}

const MINUTE_MS = 60_000;
const MIN_SUGGESTED_USD = 0.1;

/** How the budget of a paused run can be raised; null where the pause is a person's. */
export function raiseOf({ pause, usage }: Pick<RunView, "pause" | "usage">): RaiseUnit | null {
  if (!pause || pause.reason === "person") return null;
  if (pause.reason === "time") {
    const suggested = Math.max(1, Math.ceil((2 * usage.timeMs) / MINUTE_MS));
    const toRaise = (minutes: number) => ({ timeMs: Math.round(minutes * MINUTE_MS) });
    return { label: "Minutes in all", step: 1, suggested, toRaise };
  }
  if (pause.reason === "usd") {
    const suggested = Math.max(MIN_SUGGESTED_USD, Math.ceil(2 * usage.usd * 100) / 100);
    return { label: "US dollars in all", step: 0.01, suggested, toRaise: (usd) => ({ usd }) };
  }
  const toRaise = (calls: number) => ({ llmCalls: Math.round(calls) });
  return { label: "Calls of a language model in all", step: 1, suggested: 2 * usage.llmCalls + 2, toRaise };
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
