import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failure } from "../../src/domain/errors.ts";
import { applyGoal } from "../../src/domain/goal/apply.ts";
import type { GoalEvent } from "../../src/domain/goal/events.ts";
import { MAX_OPEN_WORKS, MAX_REFINE_FAILURES, MAX_STEP_FAILURES, MAX_WORKS } from "../../src/domain/goal/policy.ts";
import { requestGoalCancel } from "../../src/domain/goal/requests.ts";
import { type GoalState, leftOfGoal, type OpenWork } from "../../src/domain/goal/state.ts";
import type { JsonValue } from "../../src/domain/json.ts";
import { draft, failedRun, file, returned, said, World } from "./world.ts";

/** A model that says what it likes: sense, nonsense, circles, too much, nothing. */
const anyName = fc.constantFrom("a", "b", "c", "d", "e", "file.pdf", "goal", "A B", "", "<resource>-0");
const anyDraft = fc
  .record({
    name: anyName,
    inputs: fc.array(anyName, { maxLength: 3 }),
    outputs: fc.array(anyName, { maxLength: 3 }),
    more: fc.record({
      how: fc.constantFrom("plan", "program", "steps", "never"),
      value: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
      effort: fc.oneof(fc.integer(), fc.double()),
      tasks: fc.constantFrom<JsonValue>([], [{ task: "summarization" }], [{ task: "none" }], "text", [[[]]]),
    }),
  })
  .map(({ name, inputs, outputs, more }) => draft(name, inputs, outputs, more as JsonValue));
/** A chain of steps in which each takes something that one before it gives. */
const sense = fc
  .array(fc.record({ from: fc.nat(), how: fc.constantFrom("program", "program", "steps") }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((steps) => {
    const value = (at: number): string => ["a", "b", "c", "d", "e"][at] ?? "a";
    return {
      outputs: [{ name: value(steps.length - 1), kind: "text" }],
      steps: steps.map(({ from, how }, at) =>
        draft(`make-${value(at)}`, at === 0 ? [] : [value(from % at)], [value(at)], { how }),
      ),
    };
  });
const anyWords = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      outputs: fc.array(fc.record({ name: anyName, kind: fc.constantFrom("text", "table", "nonsense") }), {
        maxLength: 2,
      }),
      steps: fc.array(anyDraft, { maxLength: 6 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      verdict: fc.constantFrom("on-way", "off", "stuck", "?"),
      reason: fc.string(),
      add: fc.array(anyDraft, { maxLength: 3 }),
      drop: fc.array(fc.record({ step: anyName, reason: fc.string() }), { maxLength: 3 }),
      reorder: fc.array(fc.record({ step: anyName, value: fc.double() }), { maxLength: 3 }),
      ask: fc.constantFrom("", "", "What now?"),
    }),
  },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string() },
);

/** What becomes of the next run, or of the person's patience. */
const anyTurn = fc.record({
  which: fc.nat(),
  /** Whether the model says what makes sense. */
  isSensible: fc.constantFrom(true, true, true, true, false),
  sense,
  how: fc.constantFrom(...Array(10).fill("well" as const), "fails", "retryable", "priced", "short", "cancelled"),
  words: anyWords,
  /** The share of what was set aside that it costs. */
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  passes: fc.constantFrom(0, 10, 10, 60_000, 60_000, 3_600_000),
  person: fc.constantFrom(...Array(9).fill("approve" as const), "change", "stop", "cancel"),
});

type Turn = typeof anyTurn extends fc.Arbitrary<infer T> ? T : never;

const anyStart = fc.record({
  usd: fc.option(fc.constantFrom(0, 0.01, 2)),
  llmCalls: fc.constantFrom(0, 3, 40, 40, 40, 40),
  tasks: fc.constantFrom(0, 5, 100, 100, 100),
  plan: fc.boolean(),
  afterSteps: fc.option(fc.constantFrom(1, 3)),
  beforeSpending: fc.option(fc.constantFrom(0, 0.5)),
});

const wanted = (open: OpenWork): readonly string[] => (open.work.do === "step" ? [open.work.step] : []);

/** What must hold of every state, whatever happens. */
function check(state: GoalState, before: GoalState | null): void {
  const { budget, spent, works } = state;
  const reserved = [...works.values()].map((one) => one.reserved);
  const sum = (of: (one: (typeof reserved)[number]) => number): number =>
    reserved.reduce((total, one) => total + of(one), 0);
  if (budget.usd !== undefined) expect(spent.usd + sum(({ usd }) => usd ?? 0)).toBeLessThanOrEqual(budget.usd + 1e-6);
  if (budget.llmCalls !== undefined)
    expect(spent.llmCalls + sum(({ llmCalls }) => llmCalls)).toBeLessThanOrEqual(budget.llmCalls);
  if (budget.tasks !== undefined) expect(spent.tasks + sum(({ tasks }) => tasks)).toBeLessThanOrEqual(budget.tasks);
  expect(works.size).toBeLessThanOrEqual(MAX_OPEN_WORKS);
  expect(state.startedWorks).toBeLessThanOrEqual(MAX_WORKS);
  for (const open of works.values()) {
    for (const name of wanted(open)) {
      const step = state.steps.get(name);
      expect(step?.inputs.filter((input) => !state.results.has(input))).toEqual([]);
    }
  }
  for (const { runs } of state.steps.values())
    expect(runs.length).toBeLessThanOrEqual(MAX_STEP_FAILURES + MAX_REFINE_FAILURES);
  for (const [name, step] of before?.steps ?? []) {
    if (step.status === "dropped") expect(state.steps.get(name)?.status).toBe("dropped");
    if (step.status === "done") expect(state.steps.get(name)).toEqual(step);
  }
  for (const [name, { value }] of before?.results ?? []) expect(state.results.get(name)?.value).toEqual(value);
}

describe("a goal that is pursued by adversaries", () => {
  it("keeps its budget, undoes nothing, ends, and is what its log says", () => {
    fc.assert(
      fc.property(
        anyStart,
        fc.array(anyTurn, { minLength: 10, maxLength: 60 }),
        ({ usd, llmCalls, tasks, plan, afterSteps, beforeSpending }, turns) => {
          const world = new World({
            files: [file("file.pdf")],
            budget: { llmCalls, tasks, ...(usd === null ? {} : { usd }) },
            checkIns: {
              ...(plan ? { plan } : {}),
              ...(afterSteps === null ? {} : { afterSteps }),
              ...(beforeSpending === null ? {} : { beforeSpending }),
            },
          });
          let before: GoalState | null = null;
          for (const turn of turns) {
            if (world.goal.end) break;
            world.now += turn.passes;
            world.settle();
            act(world, turn);
            check(world.goal, before);
            before = world.goal;
          }
          finish(world);
          check(world.goal, before);
          expect(world.goal.end).not.toBeNull();
          expect(world.goal.works.size).toBe(0);
          expect(leftOfGoal(world.goal).llmCalls).toBe(llmCalls - world.goal.spent.llmCalls);
          // The state is the fold of its log, and of nothing else.
          expect(
            world.log.reduce<GoalState | null>((state, event: GoalEvent) => applyGoal(state, event), null),
          ).toEqual(world.goal);
          // Each unit of work that was started has ended once.
          const key = ({ work, attempt }: { work: unknown; attempt: number }): string =>
            JSON.stringify([work, attempt]);
          const started = world.events("work-start").map((one) => `${key(one)} ${one.why.length > 0}`).length;
          expect(world.events("work-end")).toHaveLength(started);
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** What a sensible model would say of a unit of work. */
function sensible({ goal }: World, { work }: OpenWork, { sense: steps, which }: Turn): JsonValue {
  if (work.do === "reflect") {
    const failed = [...goal.steps.values()].filter(({ status, name }) => status === "failed" && name !== "goal");
    const add = failed.map(({ name, inputs, outputs }) =>
      draft(
        `other-${name}`,
        inputs,
        outputs.map((output) => output.name),
        { does: `way ${which} to do ${name}` },
      ),
    );
    return {
      verdict: "off",
      reason: "It failed",
      add,
      drop: failed.map(({ name }) => ({ step: name, reason: "it failed" })),
      reorder: [],
      ask: "",
    };
  }
  if (work.step === "goal") return steps as JsonValue;
  const step = goal.steps.get(work.step);
  return { steps: [draft(`part-of-${work.step}`, step?.inputs ?? [], step?.outputs.map(({ name }) => name) ?? [])] };
}

function act(world: World, turn: Turn): void {
  const { which, how, words, share, person, isSensible } = turn;
  const stopping = world.last.stops[0]?.open;
  const open = stopping ?? world.open[which % Math.max(1, world.open.length)];
  if (world.goal.checkIn && (person !== "cancel" || !open)) {
    const decision = person === "cancel" ? "stop" : person;
    world.answer({ decision, ...(decision === "change" ? { words: "Otherwise" } : {}) });
    return;
  }
  if (!open) return;
  const spent = {
    usd: (open.reserved.usd ?? 0) * share,
    llmCalls: open.reserved.llmCalls,
    tasks: open.reserved.tasks,
  };
  if (stopping) {
    world.end(open.work, failedRun(failure("cancelled", "Cancelled on request"), spent));
    return;
  }
  switch (how) {
    case "priced":
      if (open.waits === null && !open.isApproved) {
        world.record({ type: "work-priced", data: { work: open.work, usd: share > 0.5 ? null : share } });
        world.settle();
      }
      return;
    case "short":
      if (open.waits === null && open.reserved.usd !== null) {
        world.record({ type: "work-short", data: { work: open.work, neededUsd: open.reserved.usd + share } });
        world.settle();
      }
      return;
    case "well":
      world.end(
        open.work,
        open.work.do === "step"
          ? returned({ a: "1", b: "2", c: "3", d: "4", e: "5" }, spent)
          : said(isSensible ? sensible(world, open, turn) : (words as JsonValue), spent),
      );
      return;
    case "cancelled":
      if (person === "cancel") {
        const asked = requestGoalCancel(world.goal);
        if (asked.ok) world.record(...asked.value);
        world.settle();
        return;
      }
      world.end(open.work, failedRun(failure("cancelled", "Cancelled on request"), spent));
      return;
    default:
      world.end(
        open.work,
        failedRun(failure("provider-unavailable", words === null ? "" : "It is away", how === "retryable"), spent),
      );
  }
}

/** Turns in which a goal must come to its end once everybody says yes and everything fails. */
const MAX_LAST_TURNS = 400;

/** Goes on until the end by itself: a person agrees to everything, what is under way fails, and time passes. */
function finish(world: World): void {
  for (let turn = 0; turn < MAX_LAST_TURNS && !world.goal.end; turn++) {
    const open = world.last.stops[0]?.open ?? world.open[0];
    if (world.goal.checkIn) world.answer({ decision: "approve" });
    else if (open) world.end(open.work, failedRun(failure("provider-unavailable", `It is away ${turn}`)));
    else {
      world.now = Math.max(world.now + 1, world.last.wakeAt ?? world.now);
      world.settle();
    }
  }
}
