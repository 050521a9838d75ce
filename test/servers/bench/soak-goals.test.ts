import { beforeAll, describe, expect, it } from "vitest";
import { goalCasesOf } from "../../../bench/soak/goals/cases.ts";
import { type GoalAccount, goalMoneyLiesIn } from "../../../bench/soak/goals/money.ts";
import { type GoalSoakResult, soakGoals } from "../../../bench/soak/goals/soak.ts";

const GOALS = 16;
const SEED = 3;
const LIMIT_MS = 300_000;

describe("the goals of a soak", () => {
  it("are the same for the same seed, and others for another", () => {
    const texts = (seed: number): string => JSON.stringify(goalCasesOf(GOALS, seed));
    expect(texts(SEED)).toBe(texts(SEED));
    expect(texts(SEED)).not.toBe(texts(SEED + 1));
  });
});

describe("models that fail and have prices, and people who meddle", () => {
  let soaked: GoalSoakResult;
  beforeAll(async () => {
    soaked = await soakGoals({ goals: GOALS, seed: SEED });
  }, LIMIT_MS);

  it("leave every goal at an end, with a true account of its money", () => {
    expect(soaked.lies).toEqual([]);
    expect(soaked.accounts).toHaveLength(GOALS);
    const calls = soaked.accounts.flatMap((account) => account.calls);
    expect(calls.some(({ manner }) => manner !== "sound" && manner !== "slow")).toBe(true);
    expect(calls.some(({ mood }) => mood === "beyond")).toBe(true);
    const statuses = soaked.accounts.map(({ goal }) => goal.status);
    expect(statuses).toContain("succeeded");
    expect(statuses).toContain("cancelled");
  });

  /** One that has spent money, within a limit of its own, and whose models did as they were asked. */
  const anySpent = (): GoalAccount => {
    const spent = soaked.accounts.find(
      ({ of, goal, calls }) => of.usd !== null && goal.spent.usd > 0 && calls.every(({ beyondUsd }) => beyondUsd === 0),
    );
    if (!spent) throw new Error("No goal spent any money");
    return spent;
  };
  const half = (usd: number): number => usd / 2;

  it.each<readonly [string, RegExp, (account: GoalAccount) => GoalAccount]>([
    ["a booking that is missing", /its tenant \$0/, (one) => ({ ...one, bookedUsd: 0, keyLeftUsd: one.of.keyUsd })],
    [
      "money that stays set aside at its tenant",
      /its key has/,
      (one) => ({ ...one, keyLeftUsd: half(one.keyLeftUsd) }),
    ],
    ["money that stays set aside", /money set aside for/, (one) => ({ ...one, events: one.events.slice(0, 2) })],
    [
      "money spent beyond the budget",
      /are spent or set aside of/,
      (one) => ({ ...one, of: { ...one.of, usd: half(one.goal.spent.usd) } }),
    ],
    [
      "a report of another sum",
      /its report/,
      (one) => ({ ...one, report: { ...one.report, spent: { ...one.report.spent, usd: half(one.goal.spent.usd) } } }),
    ],
    ["a run that is left out", /its runs together/, (one) => ({ ...one, runs: new Map() })],
    [
      "a bill that is higher",
      /its models bill/,
      (one) => ({ ...one, calls: one.calls.map((call) => ({ ...call, usd: one.goal.spent.usd + 1 })) }),
    ],
    ["an end that never came", /no end/, (one) => ({ ...one, goal: { ...one.goal, endedAt: null } })],
  ])("would be found out by %s", (_, lie, tamper) => {
    expect(goalMoneyLiesIn(anySpent())).toEqual([]);
    expect(goalMoneyLiesIn(tamper(anySpent())).join("\n")).toMatch(lie);
  });
});
