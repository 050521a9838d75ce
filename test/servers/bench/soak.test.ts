import { beforeAll, describe, expect, it } from "vitest";
import { type Account, liesIn } from "../../../bench/soak/account.ts";
import { casesOf } from "../../../bench/soak/cases.ts";
import { FAULT_NAMES } from "../../../bench/soak/faults.ts";
import { moneyLiesIn } from "../../../bench/soak/money.ts";
import { type SoakResult, soak } from "../../../bench/soak/soak.ts";
import type { RunEvent } from "../../../src/domain/events.ts";

const RUNS = 40;
const SEED = 6;
const LIMIT_MS = 240_000;

describe("the cases of a soak", () => {
  it("have every provider fail in every way, in turn, where there is room", () => {
    const turns = casesOf(500, SEED).filter(({ title }) => title !== "at random");
    expect(new Set(turns.map(({ title }) => title)).size).toBe(5 * FAULT_NAMES.length - 1);
  });

  it("are the same for the same seed, and others for another", () => {
    const plans = (seed: number): string => JSON.stringify(casesOf(RUNS, seed));
    expect(plans(SEED)).toBe(plans(SEED));
    expect(plans(SEED)).not.toBe(plans(SEED + 1));
  });
});

describe("services that fail", () => {
  let soaked: SoakResult;
  beforeAll(async () => {
    soaked = await soak({ runs: RUNS, seed: SEED });
  }, LIMIT_MS);

  const anyDone = (): Account => {
    const done = soaked.accounts.find(
      ({ run, calls }) =>
        run.status === "succeeded" && calls.length > 0 && calls.every(({ manner }) => manner === "sound"),
    );
    if (!done) throw new Error("No run went well");
    return done;
  };

  it("leave every run at an end, with a true account of itself", () => {
    expect(soaked.lies).toEqual([]);
    expect(soaked.accounts).toHaveLength(RUNS);
    const ends = new Set(soaked.accounts.map(({ run }) => run.status));
    expect(ends).toContain("failed");
    expect(ends).toContain("succeeded");
  });

  it("are asked for no more money than a run has", () => {
    const poor = soaked.accounts.filter(({ of }) => of.usd !== null);
    expect(poor.some(({ run }) => run.usage.usd > 0)).toBe(true);
    expect(poor.some(({ run }) => run.tasks.some(({ error }) => error?.code === "budget-exceeded"))).toBe(true);
  });

  it("fail at the Hub, and while jobs are looked at", () => {
    expect(soaked.hub.some((manner) => manner !== "sound" && manner !== "slow")).toBe(true);
    const looks = soaked.accounts.flatMap(({ calls }) => calls.filter(({ is }) => is === "look"));
    expect(looks.some(({ manner }) => manner !== "sound" && manner !== "slow")).toBe(true);
  });

  it.each<readonly [string, RegExp, (account: Account) => Account]>([
    [
      "a call too many",
      /2 calls were made for 1 attempts/,
      (one) => ({ ...one, calls: [...one.calls, ...one.calls.slice(-1)] }),
    ],
    ["a call that was never made", /0 calls were made/, (one) => ({ ...one, calls: [] })],
    [
      "something said done that failed",
      /its last call was "status 500"/,
      (one) => ({ ...one, calls: one.calls.map((call) => ({ ...call, manner: "status 500" as const })) }),
    ],
    ["a run that does not end", /no end/, (one) => ({ ...one, run: { ...one.run, status: "running" } })],
    [
      "a task that is recorded twice",
      /recorded 2 times/,
      (one) => ({
        ...one,
        events: one.events.flatMap((event): readonly RunEvent[] =>
          event.type === "task-end" ? [event, event] : [event],
        ),
      }),
    ],
    [
      "outputs that are missing",
      /wrong outputs/,
      (one) => ({ ...one, run: { ...one.run, tasks: one.run.tasks.map((task) => ({ ...task, outputs: {} })) } }),
    ],
  ])("would be found out by %s", (_, lie, tamper) => {
    expect(liesIn(anyDone())).toEqual([]);
    expect(liesIn(tamper(anyDone())).join("\n")).toMatch(lie);
  });

  const anyPoor = (): Account => {
    const poor = soaked.accounts.find(({ of, run }) => of.usd !== null && run.usage.usd > 0);
    if (!poor) throw new Error("No run with little money spent any");
    return poor;
  };

  it.each<readonly [string, RegExp, (account: Account) => Account]>([
    [
      "money spent beyond the budget",
      /it spent \$/,
      (one) => ({ ...one, of: { ...one.of, usd: one.run.usage.usd / 2 } }),
    ],
    [
      "more bills than money",
      /custom endpoints bill/,
      (one) => ({
        ...one,
        calls: Array.from({ length: 100 }, () => ({
          ...{ run: 0, task: 0, manner: "sound" as const, provider: "custom" },
          ...{ is: "call" as const, path: "/" },
        })),
      }),
    ],
    [
      "money that stays set aside",
      /it ended with money set aside/,
      (one) => ({ ...one, events: one.events.filter(({ type }) => type !== "budget-settled") }),
    ],
  ])("would be found out by %s", (_, lie, tamper) => {
    expect(moneyLiesIn(anyPoor())).toEqual([]);
    expect(moneyLiesIn(tamper(anyPoor())).join("\n")).toMatch(lie);
  });
});
