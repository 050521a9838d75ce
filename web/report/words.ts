import type { RunReport } from "../../src/client/client.ts";
import { listed } from "../../src/domain/listed.ts";
import { measuredWords } from "../plan/measured-words.ts";
import { numberOf } from "../plan/titles.ts";
import { costWords, duration, money } from "../ui/amounts.ts";

type Task = RunReport["tasks"][number];
type Cost = Task["cost"];

/** Who made the plan, and who may choose models and answer where the caller said so. */
export function plannerInWords({ controller }: Pick<RunReport, "controller">): string {
  if (controller === null) return "Nobody has planned yet.";
  if (controller === "user") return "The plan is a person's own.";
  if (controller === "embedded") return "Planned by the embedded planner, without a language model.";
  return `Planned by a language model (${controller}).`;
}

const WISHES = {
  controller: "planned and answered by",
  planning: "planned as",
  selection: "models chosen by",
} as const;

/** What the caller asked of who takes part; conditions on models stand elsewhere. */
export const wishesInWords = ({ casting }: Pick<RunReport, "casting">): readonly string[] =>
  (["controller", "planning", "selection"] as const).flatMap((part) => {
    const wish = casting[part];
    return wish === undefined ? [] : [`${WISHES[part]} “${wish}”`];
  });

/** "Task 1 and task 2, side by side" */
export const levelInWords = (ids: readonly number[]): string => {
  const words = listed(ids.map((id, place) => `${place === 0 ? "Task" : "task"} ${numberOf(id)}`));
  return ids.length > 1 ? `${words}, side by side` : words;
};

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** How much of a plan repair changed. */
export const changedInWords = ({ nodes, links }: RunReport["changed"]): string =>
  `${percent(nodes)} of its tasks and ${percent(links)} of its links are not as they were written.`;

const isTold = (cost: Cost): boolean =>
  cost.usd > 0 || cost.unpricedCalls > 0 || cost.estimatedUsd !== null || measuredWords(cost) !== "";

export interface CostRow {
  readonly what: string;
  readonly setAside: string;
  readonly cost: string;
  readonly measured: string;
}

/** What each step cost, where there is anything to tell. */
export const costRows = ({ stepCosts, tasks }: Pick<RunReport, "stepCosts" | "tasks">): readonly CostRow[] =>
  [
    ["Planning", stepCosts.plan] as const,
    ...tasks.map(({ id, title, cost }) => [`${numberOf(id)} ${title}`, cost] as const),
    ["Answer", stepCosts.answer] as const,
  ].flatMap(([what, cost]) =>
    isTold(cost)
      ? [
          {
            what,
            setAside: cost.estimatedUsd === null ? "" : money(cost.estimatedUsd),
            cost: costWords(cost),
            measured: measuredWords(cost),
          },
        ]
      : [],
  );

export interface Total {
  readonly title: string;
  readonly words: string;
}

/** What the run took in all, beside what it might. */
export function totalsOf({ usage, budget, criticalPath }: RunReport): readonly Total[] {
  const path = criticalPath.tasks.map(numberOf).join(" → ");
  const of = (limit: string | null): string => (limit === null ? "" : `, of ${limit} at most`);
  return [
    { title: "Time", words: `${duration(usage.timeMs)}${of(duration(budget.timeMs))}` },
    {
      title: "Critical path",
      words:
        path === ""
          ? "none ran"
          : `${criticalPath.tasks.length === 1 ? "task" : "tasks"} ${path}, ${duration(criticalPath.durationMs)}`,
    },
    { title: "Cost", words: `${costWords(usage)}${of(budget.usd === undefined ? null : money(budget.usd))}` },
    {
      title: "Language model calls",
      words: `${usage.llmCalls === 0 ? "none" : usage.llmCalls}${of(budget.llmCalls === undefined ? null : String(budget.llmCalls))}`,
    },
    { title: "Attempts at tasks", words: usage.attempts === 0 ? "none" : String(usage.attempts) },
  ];
}

export interface AttemptRow {
  readonly number: number;
  readonly model: string;
  readonly words: string;
  readonly error: string | null;
}

/** When each attempt at a task began, and how long it took. */
export const attemptsInWords = ({ attempts }: Pick<Task, "attempts">): readonly AttemptRow[] =>
  attempts.map(({ model, startMs, durationMs, error }, place) => ({
    ...{ number: place + 1, model, error },
    words: `began ${duration(startMs)} after the start, ${durationMs === null ? "and is under way" : `took ${duration(durationMs)}`}`,
  }));
