import { describe, expect } from "vitest";
import { costOf, isFree } from "../../../src/domain/costs.ts";
import type { OutcomeResult, RunEvent } from "../../../src/domain/events.ts";
import { leftOf } from "../../../src/domain/run/money.ts";
import { always, only } from "../always.ts";

const ROUNDING_USD = 1e-6;

const nameOf = ({ data }: RunEvent & { readonly type: "budget-reserved" | "budget-settled" }): string =>
  `${data.work}:${data.attempt}`;

const isRefusal = (result: OutcomeResult): boolean => result.as === "failed" && result.error.notCalled === true;

/** What words asked for counts only once they are read: what was spent before may be more. */
const startsWithin = { usd: Number.POSITIVE_INFINITY, llmCalls: Number.POSITIVE_INFINITY };

describe("whatever the world does to it", () => {
  always(
    "a run never spends more than its budget, nor has more set aside, where calls measure no more than was foreseen",
    () => {},
    () => ({
      event: (_event, _before, { budget, spent, reserved }) => {
        const aside = Object.values(reserved);
        const limits = { ...startsWithin, ...budget };
        expect(aside.reduce((sum, { usd }) => sum + (usd ?? 0), spent.usd)).toBeLessThanOrEqual(
          limits.usd + ROUNDING_USD,
        );
        expect(aside.reduce((sum, { llmCalls }) => sum + llmCalls, spent.llmCalls)).toBeLessThanOrEqual(
          limits.llmCalls,
        );
      },
    }),
  );

  always("what is set aside is settled once, by the attempt that it was set aside for", ({ log, state }) => {
    const reserved = only(log, "budget-reserved").map(nameOf);
    const settled = only(log, "budget-settled").map(nameOf);
    expect(new Set(reserved).size).toBe(reserved.length);
    expect(new Set(settled).size).toBe(settled.length);
    expect(reserved.filter((name) => !settled.includes(name))).toEqual([]);
    for (const event of only(log, "budget-reserved")) {
      const end = only(log, "budget-settled").find((one) => nameOf(one) === nameOf(event));
      expect(end?.seq).toBeGreaterThan(event.seq);
    }
    expect(state.reserved).toEqual({});
  });

  always(
    "no call is counted twice: a job that several attempts went on with counts as one",
    ({ log, state, heard }) => {
      for (const [task, { attempts }] of Object.entries(state.tasks)) {
        const own = heard.filter(({ work }) => work === Number(task));
        const resumed = own.filter(({ job, result }) => job?.resumed || isRefusal(result)).length;
        const counted = only(log, "budget-settled").filter(({ data }) => data.work === Number(task) && data.usd !== 0);
        expect(counted.length).toBeLessThanOrEqual(attempts.length - resumed);
      }
    },
  );

  always("what a result cost is counted, whoever began the call", ({ state }, { budget = {}, measured }) => {
    if (budget.usd === undefined || !measured) return;
    for (const [task, { status, spent, attempts }] of Object.entries(state.tasks)) {
      const model = attempts.at(-1)?.model;
      const candidate = state.selection?.[task]?.candidates.find((one) => one.model === model);
      if (status !== "succeeded" || !candidate || isFree(candidate)) continue;
      const cost = costOf(candidate.prices ?? [], measured) ?? 0;
      expect(spent.usd).toBeGreaterThanOrEqual(cost - ROUNDING_USD);
    }
  });

  always("what is spent is the sum of what was settled, by the run as by its work", ({ log, state }) => {
    const settled = only(log, "budget-settled");
    const sum = settled.reduce((total, { data }) => total + (data.usd ?? 0), 0);
    expect(state.spent.usd).toBeCloseTo(sum, 9);
    const works = [state.planning, state.answering, ...Object.values(state.tasks)];
    expect(works.reduce((total, { spent }) => total + spent.usd, 0)).toBeCloseTo(sum, 9);
    expect(works.reduce((total, { spent }) => total + spent.llmCalls, 0)).toBe(state.spent.llmCalls);
  });

  always(
    "nothing is told of calls that cost nothing and say nothing",
    ({ log, state, heard }, { measured, budget = {} }) => {
      const isLimited = budget.usd !== undefined || budget.llmCalls !== undefined;
      const hasJobs = heard.some(({ job }) => job);
      const told = only(log, "budget-settled").flatMap(({ data }) =>
        typeof data.work === "number" ? [data.work] : [],
      );
      const free = told.filter((task) => state.selection?.[task]?.candidates.every(isFree));
      if (!measured && !isLimited) expect(free).toEqual([]);
      if (!isLimited && !hasJobs) expect(only(log, "budget-reserved")).toEqual([]);
    },
  );

  always(
    "a task begins only with a model that the rest of the money is enough for",
    () => {},
    () => ({
      event: (event, before) => {
        if (event.type !== "task-start" || before.budget.usd === undefined) return;
        const { task, provider, model, attempt } = event.data;
        const candidate = before.selection?.[task]?.candidates.find(
          (one) => one.provider === provider && one.model === model,
        );
        if (!candidate || isFree(candidate)) return;
        // Or what was set aside for the job that it goes on with.
        expect(before.reserved[task]?.attempt).toBeLessThanOrEqual(attempt);
        expect(leftOf(before).usd).toBeGreaterThanOrEqual(0);
      },
    }),
  );

  always("each part of the budget is warned of once at most, and none exceeded by what was foreseen", ({ log }) => {
    const warned = only(log, "budget-warning").map(({ data }) => data.what);
    expect(new Set(warned).size).toBe(warned.length);
    expect(only(log, "budget-warning").filter(({ data }) => data.exceeded)).toEqual([]);
  });

  always(
    "a task tells of no less than its providers bill: failures, cut connections, unread answers and jobs included",
    ({ state, bill }) => {
      for (const [task, { spent }] of Object.entries(state.tasks)) {
        if (spent.unpriced > 0) continue;
        expect(spent.usd).toBeGreaterThanOrEqual(bill.of(Number(task)) - ROUNDING_USD);
      }
    },
  );

  always("where money has a limit, the cost of every call is known or assumed", ({ state }, { budget = {} }) => {
    if (budget.usd !== undefined) expect(state.spent.unpriced).toBe(0);
  });

  always("providers never bill more than a run may spend", ({ state, bill }, { budget = {}, understanding }) => {
    if (budget.usd === undefined || understanding?.budget.usd !== undefined) return;
    const billed = Object.keys(state.tasks).reduce((sum, task) => sum + bill.of(Number(task)), 0);
    expect(billed).toBeLessThanOrEqual((state.budget.usd ?? 0) + ROUNDING_USD);
  });

  always("a run that is to answer pauses only for a person", ({ log }, { budget = {} }) => {
    if (budget.onExhausted === "ask") return;
    expect(only(log, "run-pause").filter(({ data }) => data.reason)).toEqual([]);
  });
});
