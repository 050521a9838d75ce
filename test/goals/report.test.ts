import { describe, expect, it } from "vitest";
import { failure } from "../../src/domain/errors.ts";
import { applyGoal } from "../../src/domain/goal/apply.ts";
import type { GoalEvent, GoalEventBody, GoalSpent, GoalWork } from "../../src/domain/goal/events.ts";
import type { GoalReport } from "../../src/domain/goal/report.ts";
import type { GoalState } from "../../src/domain/goal/state.ts";
import type { Step } from "../../src/domain/goal/step.ts";
import { buildGoalReport } from "../../src/goals/index.ts";
import { ground, parseDomain, parseProblem } from "../../src/planning/index.ts";
import { renderGoalReport } from "../../src/response/render-goal-report.ts";

const START_AT = Date.UTC(2026, 10, 1, 12);
const COST: GoalSpent = { usd: 0.02, assumedUsd: 0, llmCalls: 1, tasks: 2 };
const reserved = { usd: null, llmCalls: 1, tasks: 1 };

const step = (name: string, inputs: readonly string[], more: Partial<Step> = {}): Step => ({
  ...{ name, parent: "goal", depth: 1, does: `Does ${name}`, inputs, value: 5, effort: 1, action: { as: "program" } },
  outputs: [{ name: `${name}-out`, kind: "text", description: "" }],
  ...more,
});

const start = (work: GoalWork, run: string, why: string): GoalEventBody => ({
  type: "work-start",
  data: { work, attempt: 1, conversation: "c", run, reserved, why },
});

const end = (work: GoalWork, results?: readonly string[]): GoalEventBody => ({
  type: "work-end",
  data: {
    ...{ work, attempt: 1, status: "done", spent: COST },
    ...(results
      ? { results: Object.fromEntries(results.map((name) => [name, { as: "text", kind: "text", text: name }])) }
      : {}),
  },
});

const REFINE: GoalWork = { do: "refine", step: "goal" };
const change = { dropped: [], reordered: [] };

/** A goal of which one step is done, one failed, one was dropped and one came with a revision. */
const LOG: readonly GoalEventBody[] = [
  {
    type: "goal-start",
    data: {
      goal: "goal_1",
      text: "Compare *them*",
      files: [],
      budget: { timeMs: 60_000, usd: 1 },
      checkIns: { plan: true },
    },
  },
  start(REFINE, "run_0", "it is to be broken down"),
  end(REFINE),
  { type: "refinement-refused", data: { step: "goal", faults: ["nobody makes x"] } },
  {
    type: "tree-revised",
    data: {
      ...{ version: 1, by: "refinement", reason: "goal was broken down", refined: "goal", ...change },
      outputs: [
        { name: "b-out", kind: "text", description: "What is best" },
        { name: "c-out", kind: "text", description: "" },
      ],
      added: [step("b", ["a-out"]), step("a", []), step("c", []), step("d", [])],
      dropped: [{ step: "d", reason: "nobody needs what it gives" }],
    },
  },
  { type: "check-in", data: { id: 1, about: "plan", message: "Shall it begin?" } },
  { type: "check-in-answered", data: { id: 1, decision: "change", words: "Only three" } },
  start({ do: "step", step: "a" }, "run_1", "its value of 5 comes at an effort of 1"),
  end({ do: "step", step: "a" }, ["a-out"]),
  { type: "step-failed", data: { step: "c", error: failure("timeout", "It took too long") } },
  start({ do: "reflect", n: 1 }, "run_2", "c failed"),
  end({ do: "reflect", n: 1 }),
  { type: "reflection", data: { n: 1, verdict: "off", reason: "c is of no use", refused: ["x is no step"] } },
  {
    type: "tree-revised",
    data: {
      ...{ version: 2, by: "reflection", reason: "c is of no use" },
      ...{ added: [step("e", ["a-out"])], dropped: [], reordered: [{ step: "b", value: 9 }] },
    },
  },
  { type: "budget-warning", data: { what: "usd", used: 0.9, limit: 1, reachable: ["b"] } },
  { type: "check-in", data: { id: 2, about: "question", message: "Which?" } },
];

function reportOf(bodies: readonly GoalEventBody[], leftOut = 0): GoalReport {
  const log = bodies.map((body, index): GoalEvent => ({ ...body, seq: index + 1, at: START_AT + 1_000 * index }));
  const state = log.reduce<GoalState | null>(applyGoal, null);
  if (!state) throw new Error("The goal did not begin");
  return buildGoalReport(state, log.slice(leftOut), START_AT + 60_000);
}

const timeOf = (index: number): string => new Date(START_AT + 1_000 * index).toISOString();

describe("the report of a goal", () => {
  const report = reportOf(LOG);

  it("says of each step why it began when it did, what it took and what became of it", () => {
    expect(report.steps.map(({ name, status }) => `${name} ${status}`)).toEqual([
      ...["goal refined", "b waiting", "a done", "c failed", "d dropped", "e waiting"],
    ]);
    const [goal, , a, c] = report.steps;
    expect(goal?.refused).toEqual([["nobody makes x"]]);
    expect(a).toMatchObject({ tookMs: 1_000, spent: COST, error: null });
    expect(a?.starts).toEqual([
      { at: timeOf(7), run: "run_1", attempt: 1, do: "step", why: "its value of 5 comes at an effort of 1" },
    ]);
    expect(c).toMatchObject({ starts: [], error: { code: "timeout", message: "It took too long" } });
  });

  it("has the versions with their reasons, the looks at the progress, and the questions with their answers", () => {
    expect(report.versions).toMatchObject([
      { version: 1, at: timeOf(4), added: ["b", "a", "c", "d"], dropped: [{ step: "d" }] },
      { version: 2, by: "reflection", reason: "c is of no use", added: ["e"], reordered: [{ step: "b", value: 9 }] },
    ]);
    expect(report.reflections).toMatchObject([{ n: 1, why: "c failed", verdict: "off", refused: ["x is no step"] }]);
    expect(report.checkIns).toMatchObject([
      { id: 1, answer: { decision: "change", words: "Only three", at: timeOf(6) } },
      { id: 2, message: "Which?", answer: null },
    ]);
    expect(report.rules).toEqual(["Only three"]);
  });

  it("has each step before its parts, whenever they came", () => {
    const added = [step("a1", [], { parent: "a", depth: 2 }), step("a2", [], { parent: "a1", depth: 3 })];
    const revision: GoalEventBody = {
      type: "tree-revised",
      data: { version: 3, by: "reflection", reason: "x", added, ...change },
    };
    const names = reportOf([...LOG, revision]).steps.map(({ name }) => name);
    expect(names).toEqual(["goal", "b", "a", "a1", "a2", "c", "d", "e"]);
  });

  it("says how many events are left out of a log that is too long", () => {
    expect(reportOf(LOG).eventsLeftOut).toBe(0);
    const report = reportOf(LOG, 3);
    expect(report.eventsLeftOut).toBe(3);
    expect(report.checkIns).toHaveLength(2);
    expect(renderGoalReport(report)).toContain("The first 3 events of its log are left out");
  });

  it("adds up to what was spent", () => {
    const parts = [...report.steps.map(({ spent }) => spent), report.spentOnReflections];
    const sum = (part: Exclude<keyof GoalSpent, "tokens">): number =>
      parts.reduce((total, spent) => total + spent[part], 0);
    for (const part of ["usd", "llmCalls", "tasks"] as const) expect(sum(part)).toBeCloseTo(report.spent[part]);
  });

  it("proves what can be reached from the beginning on, done or not, and leaves out what failed or was dropped", () => {
    if (!report.proof) throw new Error("It is not proved");
    const { domain, problem, solution } = report.proof;
    expect(solution).toBe("(step-a)\n(step-b)\n");
    expect(problem).toContain("(at-hand v-b-out)");
    expect(problem).not.toContain("v-c-out");
    const parsed = parseDomain(domain);
    expect(ground(parsed, parseProblem(problem, parsed), { maxActions: 10, maxAtoms: 10 }).as).toBe("task");
  });

  it("has no proof before the goal was broken down", () => {
    expect(reportOf(LOG.slice(0, 2))).toMatchObject({ proof: null, versions: [], outputs: [], answer: null });
  });

  it("reads as Markdown, with all of that and what models and people wrote escaped", () => {
    const markdown = renderGoalReport(report);
    for (const said of [
      "# Report of goal_1",
      "- **b-out** (text): What is best; not reached",
      `- Started at ${timeOf(7)}, as its value of 5 comes at an effort of 1: \`run_1\``,
      "- Could not be broken down so: nobody makes x",
      "## What was dropped\n\n- d: nobody needs what it gives",
      `- Version 2, ${timeOf(13)}, by reflection: c is of no use (added e; value of b now 9)`,
      "as c failed: off. c is of no use; not taken over: x is no step",
      `(plan): Shall it begin? **change** “Only three” at ${timeOf(6)}`,
      "(question): Which? not answered",
      "0.9 of 1 of the budget (usd) was used; it was likely to be enough for b.",
      "| a | 0.02 | 1 | 2 |",
      "### Solution\n\n```pddl\n(step-a)\n(step-b)\n```",
    ])
      expect(markdown).toContain(said);
    const hostile = step("f", [], { does: "[click](javascript:alert(1)) <img src=x>" });
    const revision: GoalEventBody = {
      type: "tree-revised",
      data: { version: 3, by: "reflection", reason: "# New", added: [hostile], ...change },
    };
    const shown = renderGoalReport(reportOf([...LOG, revision]));
    expect(shown).not.toContain("[click](javascript");
    expect(shown).not.toMatch(/(?<!\\)<img/);
  });
});
