import { describe, expect, it } from "vitest";
import { failure } from "../../src/domain/errors.ts";
import { MAX_STEP_LOSSES } from "../../src/domain/goal/policy.ts";
import {
  answerCheckIn,
  requestGoalCancel,
  requestGoalPause,
  requestGoalResume,
} from "../../src/domain/goal/requests.ts";
import { goalStatusOf } from "../../src/domain/goal/state.ts";
import { judgeRevision, messageFor } from "../../src/goals/index.ts";
import { context, draft, failedRun, file, returned, said, World } from "./world.ts";

const ok = <T>(result: { ok: true; value: T } | { ok: false; error: { message: string } }): T => {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

const lost = failedRun(failure("attempt-lost", "The server ended while quickjs worked on this"));

describe("a goal", () => {
  it("is broken down, its steps run as their inputs come, and it ends with its outputs", () => {
    const world = new World({ files: [file("offer.pdf")] });
    expect(world.openKeys()).toEqual(["refine:goal"]);
    world.refine(
      ["best"],
      [
        draft("read", ["offer.pdf"], ["words"], { how: "plan", tasks: [{ task: "optical-character-recognition" }] }),
        draft("judge", ["words"], ["best"]),
      ],
    );
    expect(world.openKeys()).toEqual(["step:read"]);
    expect(goalStatusOf(world.goal)).toBe("running");
    const [plan] = world.goal.steps.get("read")?.action?.as === "plan" ? [world.goal.steps.get("read")?.action] : [];
    expect(plan).toMatchObject({ as: "plan", gives: { words: { output: "text" } } });
    const task = plan?.as === "plan" ? plan.gives.words?.task : undefined;
    world.end("step:read", {
      ...{ spent: { usd: 0.5, assumedUsd: 0, llmCalls: 0, tasks: 1 }, error: null },
      outputs: { [String(task)]: { text: { as: "text", kind: "text", text: "12 dollars" } } },
    });
    expect(world.openKeys()).toEqual(["step:judge"]);
    world.end("step:judge", returned({ best: "the first" }, { usd: 0.25 }));
    expect(world.goal.end).toMatchObject({ status: "succeeded", error: null });
    expect(world.goal.end?.answer).toContain("**best**\n\nthe first");
    expect(world.goal.spent).toEqual({ usd: 0.75, assumedUsd: 0, llmCalls: 2, tasks: 4 });
  });

  it("starts what is worth most for its effort first, and says so; then what the longest chain waits for", () => {
    const world = new World({ budget: { tasks: 5 } });
    world.refine(
      ["a", "b", "c"],
      [
        draft("low", [], ["a"], { value: 2, effort: 4 }),
        draft("high", [], ["b"], { value: 9, effort: 3 }),
        draft("chained", [], ["x"], { value: 2, effort: 4 }),
        draft("after", ["x"], ["c"], { value: 1, effort: 9 }),
      ],
    );
    const started = world.events("work-start").filter(({ work }) => work.do === "step");
    expect(started.map(({ work }) => (work.do === "step" ? work.step : ""))).toEqual(["high", "chained"]);
    expect(started[0]?.why).toBe("its value of 9 comes at an effort of 3");
  });

  it("asks a model once more with the faults of what it said, and then gives up", () => {
    const world = new World();
    world.refine(["a"], [draft("one", ["nowhere"], ["a"])]);
    expect(world.events("refinement-refused")).toEqual([
      { step: "goal", faults: ['step "one" takes "nowhere", which nobody makes'] },
    ]);
    expect(world.openKeys()).toEqual(["refine:goal"]);
    world.end("refine:goal", said("I cannot."));
    expect(world.goal.end).toMatchObject({ status: "failed", error: { code: "plan-unsound" } });
  });

  it("breaks a step down that is too large, and one whose plan cannot be", () => {
    const world = new World();
    world.refine(["a"], [draft("large", [], ["a"], { how: "steps" })]);
    expect(world.openKeys()).toEqual(["refine:large"]);
    world.end(
      "refine:large",
      said({ steps: [draft("part", [], ["a"], { how: "plan", tasks: [{ task: "no-such-type" }] })] }),
    );
    expect(world.events("refinement-refused")).toHaveLength(1);
    world.end(
      "refine:large",
      said({ steps: [draft("part", [], ["a"], { how: "plan", tasks: [{ task: "no-such-type" }] })] }),
    );
    expect(world.openKeys()).toEqual(["refine:part"]);
    world.end("refine:part", said({ steps: [draft("made", [], ["a"])] }));
    expect(world.openKeys()).toEqual(["step:made"]);
    expect([...world.goal.steps.values()].map(({ name, parent, status }) => [name, parent, status])).toEqual([
      ["goal", null, "refined"],
      ["large", "goal", "refined"],
      ["part", "large", "refined"],
      ["made", "part", "running"],
    ]);
  });

  it("begins a step again that was lost with the server, by whatever it is done, and gives it up when that goes on", () => {
    const world = new World({ files: [file("page.png", "image")] });
    const plan = { how: "plan", tasks: [{ task: "optical-character-recognition" }] };
    world.refine(["words", "a"], [draft("read", ["page.png"], ["words"], plan), draft("write", [], ["a"])]);
    for (let time = 1; time < MAX_STEP_LOSSES; time++) {
      for (const step of ["step:read", "step:write"]) world.end(step, lost);
      expect(world.openKeys()).toEqual(["step:read", "step:write"]);
    }
    world.end("step:read", lost);
    expect(world.goal.steps.get("read")).toMatchObject({ status: "failed", error: { code: "attempt-lost" } });
  });

  it("does not count what was lost with the server among a step's failures", () => {
    const world = new World();
    world.refine(["a"], [draft("write", [], ["a"])]);
    world.end("step:write", lost);
    world.end("step:write", failedRun(failure("provider-unavailable", "Busy", true)));
    expect(world.openKeys()).toEqual(["step:write"]);
  });

  it("is broken down once that was lost with the server a few times", () => {
    const world = new World();
    for (let time = 1; time < MAX_STEP_LOSSES; time++) world.end("refine:goal", lost);
    world.refine(["a"], [draft("write", [], ["a"])]);
    expect(world.openKeys()).toEqual(["step:write"]);
  });

  it("does not have a program mended that was lost with the server", () => {
    const world = new World();
    world.refine(["a"], [draft("compute", [], ["a"])]);
    const asked = (): string => {
      const open = world.goal.works.get("step:compute");
      return JSON.stringify(open && messageFor(world.goal, open.work, context, world.now));
    };
    world.end("step:compute", { ...said("return x"), error: failure("provider-rejected", "x is not defined") });
    expect(asked()).toContain("x is not defined");
    world.end("step:compute", lost);
    expect(asked()).not.toContain("your last program");
  });

  it("mends a program with its error once, and looks for another way when that fails too", () => {
    const world = new World();
    world.refine(["a"], [draft("compute", [], ["a"])]);
    const error = failure("provider-rejected", "x is not defined (line 1)");
    const failing = {
      ...failedRun(error),
      outputs: { "0": { text: { as: "text", kind: "text", text: "return x" } as const } },
    };
    world.end("step:compute", failing);
    expect(world.goal.steps.get("compute")).toMatchObject({ status: "running", program: "return x", error });
    world.end("step:compute", failing);
    expect(world.goal.steps.get("compute")?.status).toBe("failed");
    expect(world.openKeys()).toEqual(["reflect:1"]);
    world.end(
      "reflect:1",
      said({
        verdict: "off",
        reason: "Another way.",
        add: [draft("otherwise", [], ["a"])],
        drop: [{ step: "compute", reason: "it fails" }],
      }),
    );
    expect(world.openKeys()).toEqual(["step:otherwise"]);
    world.end("step:otherwise", returned({ a: "done" }));
    expect(world.goal.end?.status).toBe("succeeded");
  });

  it("asks a model nothing twice that took all of its time", () => {
    const slow = failedRun(failure("timeout", "It took all of its time"));
    const undivided = new World();
    undivided.end("refine:goal", slow);
    expect(undivided.goal.end).toMatchObject({ status: "failed", error: { code: "timeout" } });
    const world = new World();
    world.refine(["a", "b"], [draft("compute", [], ["a"]), draft("other", [], ["b"])]);
    world.end("step:compute", slow);
    expect(world.goal.steps.get("compute")).toMatchObject({ status: "failed", failures: 1 });
    expect(world.openKeys()).toEqual(["step:other", "reflect:1"]);
    world.end("reflect:1", slow);
    expect(world.openKeys()).toEqual(["step:other"]);
  });

  it("refuses a revision that touches what has begun, or after which the goal cannot be reached", () => {
    const world = new World();
    world.refine(["a", "b"], [draft("one", [], ["a"]), draft("two", ["a"], ["b"])]);
    world.end("step:one", returned({ a: "done" }));
    world.record({ type: "check-in", data: { id: 1, about: "question", message: "?" } });
    world.answer({ decision: "change", words: "Do it otherwise" });
    expect(world.openKeys()).toEqual(["step:two", "reflect:1"]);
    world.end(
      "reflect:1",
      said({
        verdict: "off",
        reason: "No.",
        drop: [
          { step: "one", reason: "undo it" },
          { step: "two", reason: "stop" },
        ],
      }),
    );
    expect(world.events("reflection")[0]?.refused).toEqual([
      '"one" is no step that can still be changed',
      '"two" is no step that can still be changed',
    ]);
    expect(world.goal.version).toBe(1);
  });

  it("is asked once more for steps that are described at too great length", () => {
    const world = new World();
    const outputs = Array.from({ length: 32 }, (_, n) => ({
      name: `o${n}`,
      kind: "text",
      description: "x".repeat(1_000),
    }));
    const steps = Array.from({ length: 20 }, (_, n) =>
      draft(`s${n}`, [], [], { outputs: outputs.map((one) => ({ ...one, name: `${one.name}-${n}` })) }),
    );
    world.end("refine:goal", said({ outputs: [{ name: "o0-0", kind: "text", description: "" }], steps }));
    expect(world.events("refinement-refused")[0]?.faults).toEqual(["the steps are described at too great length"]);
  });

  it("sums what was measured of its language models, as far as anything was", () => {
    const world = new World();
    expect(world.goal.spent.tokens).toBeUndefined();
    const steps = [draft("one", [], ["a"])];
    const outputs = [{ name: "a", kind: "text", description: "" }];
    world.end("refine:goal", said({ outputs, steps }, { tokens: { inputTokens: 100, outputTokens: 10 } }));
    world.end("step:one", returned({ a: "x" }, { tokens: { inputTokens: 5, outputTokens: 1 } }));
    expect(world.goal.spent.tokens).toEqual({ inputTokens: 105, outputTokens: 11 });
  });

  it("ends with what there is where the rest cannot be had, and says why", () => {
    const world = new World({ budget: { llmCalls: 3 } });
    world.refine(["a", "b"], [draft("one", [], ["a"]), draft("two", [], ["b"])]);
    world.end("step:one", returned({ a: "done" }));
    world.end("step:two", failedRun(failure("no-model", "No model does it"), { llmCalls: 1 }));
    expect(world.goal.end?.status).toBe("partial");
    expect(world.goal.end?.answer).toContain('**b** was not reached: the step "two" failed (No model does it).');
  });
});

describe("what a model writes", () => {
  it("is taken by names that mean nothing to the language it is kept in", () => {
    const world = new World();
    world.refine(["__proto__"], [draft("constructor", [], ["__proto__"])]);
    world.end("step:constructor", returned({ proto: "polluted?" }));
    expect(world.goal.end?.status).toBe("succeeded");
    expect(world.goal.results.get("proto")?.value).toMatchObject({ text: "polluted?" });
  });

  it("runs as far as the calls that are left allow, where not all of it can be broken down", () => {
    const world = new World({ budget: { llmCalls: 1 } });
    const plan = { how: "plan", tasks: [{ task: "optical-character-recognition" }] };
    const only = new World({ budget: { llmCalls: 1 }, files: [file("page.png", "image")] });
    only.refine(
      ["words", "more"],
      [draft("read", ["page.png"], ["words"], plan), draft("rest", ["words"], ["more"], { how: "steps" })],
    );
    expect(only.openKeys()).toEqual(["step:read"]);
    world.refine(["a"], [draft("rest", [], ["a"], { how: "steps" })]);
    expect(world.goal.end).toMatchObject({ status: "failed", error: { code: "budget-exceeded" } });
  });
});

describe("a person", () => {
  it("is asked before the first step, and before a revision counts", () => {
    const world = new World({ checkIns: { plan: true } });
    world.refine(["a"], [draft("one", [], ["a"])]);
    expect(world.goal.checkIn).toMatchObject({ about: "plan" });
    expect(world.openKeys()).toEqual([]);
    world.answer({ decision: "approve" });
    expect(world.openKeys()).toEqual(["step:one"]);
    world.end("step:one", failedRun(failure("no-model", "No model does it")));
    world.end("reflect:1", said({ verdict: "off", reason: "Otherwise.", add: [draft("two", [], ["a"])] }));
    expect(world.goal.checkIn).toMatchObject({ about: "revision", proposal: { added: [{ name: "two" }] } });
    expect(world.goal.version).toBe(1);
    world.answer({ decision: "approve" });
    expect(world.goal.version).toBe(2);
    expect(world.openKeys()).toEqual(["step:two"]);
  });

  it("can agree to a revision of which a step is dropped, as nobody needs it", () => {
    const world = new World({ checkIns: { plan: true } });
    world.refine(
      ["one", "two"],
      ["one", "two"].map((name) => draft(name, [], [name])),
    );
    world.answer({ decision: "approve" });
    world.end("step:one", failedRun(failure("no-model", "No model does it")));
    const added = [draft("other", [], ["one"]), draft("extra", [], ["extra"])];
    world.end("reflect:1", said({ verdict: "off", add: added }));
    expect(world.goal.checkIn).toMatchObject({ about: "revision" });
    world.answer({ decision: "approve" });
    expect(world.goal.steps.get("other")).toMatchObject({ status: "running" });
    expect(world.goal.steps.get("extra")).toMatchObject({ status: "dropped" });
  });

  it("cannot agree to a revision that no longer holds, and may have it looked at anew", () => {
    const world = new World({ checkIns: { plan: true } });
    const late = ["one", "two"].map((name) => draft(name, [], [name]));
    world.refine(["one", "two", "three"], [...late, draft("three", [], ["three"])]);
    world.answer({ decision: "approve" });
    world.end("step:three", failedRun(failure("no-model", "No model does it")));
    world.end("reflect:1", said({ verdict: "off", add: [draft("four", ["one"], ["three"])] }));
    expect(world.goal.checkIn).toMatchObject({ about: "revision" });
    world.end("step:one", failedRun(failure("no-model", "No model does it")));
    const asked = world.goal.checkIn?.id ?? 0;
    expect(answerCheckIn(world.goal, { id: asked, decision: "approve" }, judgeRevision)).toMatchObject({
      error: { code: "plan-unsound", message: expect.stringContaining("no longer holds") },
    });
    world.answer({ decision: "change", words: "Without one" });
    expect(world.goal.version).toBe(1);
    expect(world.openKeys()).toContain("reflect:2");
  });

  it("cannot undo what was done while a revision waited", () => {
    const world = new World({ checkIns: { plan: true } });
    world.refine(["a", "b"], [draft("one", [], ["a"]), draft("two", [], ["b"])]);
    world.answer({ decision: "approve" });
    world.end("step:two", failedRun(failure("no-model", "No model does it")));
    world.end("reflect:1", said({ verdict: "off", add: [draft("three", [], ["b"])] }));
    const proposal = { added: [], dropped: [{ step: "one", reason: "no" }], reordered: [] };
    world.end("step:one", returned({ a: "done" }));
    expect(judgeRevision(world.goal, proposal)).toMatchObject({ error: [expect.stringContaining('"one"')] });
    world.answer({ decision: "approve" });
    expect(world.goal.steps.get("one")?.status).toBe("done");
    expect(world.goal.version).toBe(2);
  });

  it("is asked after every so many ended steps", () => {
    const world = new World({ checkIns: { afterSteps: 2 } });
    world.refine(
      ["d"],
      [draft("a", [], ["a"]), draft("b", ["a"], ["b"]), draft("c", ["b"], ["c"]), draft("d", ["c"], ["d"])],
    );
    world.end("step:a", returned({ a: "1" }));
    expect(world.goal.checkIn).toBeNull();
    world.end("step:b", returned({ b: "2" }));
    expect(world.goal.checkIn).toMatchObject({ about: "steps" });
    expect(world.goal.checkIn?.message).toContain("Done: a, b. Still to do: c, d.");
    world.answer({ decision: "approve" });
    expect(world.openKeys()).toEqual(["step:c"]);
  });

  it("is asked before a step that may cost more than was allowed, and no clock runs meanwhile", () => {
    const world = new World({ checkIns: { beforeSpending: 0.1 }, budget: { usd: 5 } });
    world.record({ type: "work-priced", data: { work: { do: "refine", step: "goal" }, usd: 0.05 } });
    world.settle();
    expect(world.goal.checkIn).toBeNull();
    expect(world.open[0]?.isApproved).toBe(true);
    world.refine(["a"], [draft("dear", [], ["a"])]);
    world.record({ type: "work-priced", data: { work: { do: "step", step: "dear" }, usd: 2 } });
    world.settle();
    expect(world.goal.checkIn).toMatchObject({
      about: "spending",
      message: 'The step "dear" may cost up to 2 dollars. May it?',
    });
    world.answer({ decision: "change", words: "Nothing above one dollar" });
    expect(world.last.stops.map(({ open }) => open.work)).toEqual([{ do: "step", step: "dear" }]);
    world.end("step:dear", failedRun(failure("cancelled", "Cancelled on request")));
    expect(world.goal.rules).toEqual(["Nothing above one dollar"]);
  });

  it("can stop it, pause it, and go on with more", () => {
    const world = new World({ budget: { tasks: 3 } });
    world.refine(["b"], [draft("a", [], ["a"]), draft("b", ["a"], ["b"])]);
    world.record(...ok(requestGoalPause(world.goal)));
    world.end("step:a", returned({ a: "1" }));
    expect(world.openKeys()).toEqual([]);
    world.now += 10 * 24 * 60 * 60_000;
    world.settle();
    expect(goalStatusOf(world.goal)).toBe("paused");
    world.record(...ok(requestGoalResume(world.goal, { tasks: 10 })));
    world.settle();
    expect(world.openKeys()).toEqual(["step:b"]);
    world.record(...ok(requestGoalCancel(world.goal)));
    world.settle();
    expect(goalStatusOf(world.goal)).toBe("stopping");
    expect(world.last.stops.map(({ open }) => open.run)).toHaveLength(1);
    world.end("step:b", failedRun(failure("cancelled", "Cancelled on request"), { usd: 0.5 }));
    expect(world.goal.end?.status).toBe("cancelled");
    expect(world.goal.spent.usd).toBe(0.5);
  });
});

describe("what a person said", () => {
  it("is looked at before the steps are asked about again", () => {
    const world = new World({ checkIns: { plan: true } });
    world.refine(["a"], [draft("one", [], ["a"])]);
    world.answer({ decision: "change", words: "In French" });
    expect(world.openKeys()).toEqual(["reflect:1"]);
    world.end("reflect:1", said({ verdict: "on-way", reason: "It is." }));
    expect(world.goal.checkIn).toMatchObject({ about: "plan" });
    world.answer({ decision: "approve" });
    expect(world.openKeys()).toEqual(["step:one"]);
  });

  it("is not lost with a look at it that fails, or says nothing that can be read", () => {
    const world = new World();
    world.refine(["b"], [draft("one", [], ["a"]), draft("two", ["a"], ["b"])]);
    world.record({ type: "check-in", data: { id: 1, about: "question", message: "?" } });
    world.answer({ decision: "change", words: "In French" });
    world.end("reflect:1", failedRun(failure("provider-unavailable", "Away", true)));
    expect(world.openKeys()).toEqual(["step:one", "reflect:1"]);
    expect(world.open.at(-1)?.attempt).toBe(2);
    world.end("step:one", returned({ a: "1" }));
    expect(world.openKeys()).toEqual(["reflect:1"]);
    world.end("reflect:1", said("Hm."));
    expect(world.openKeys()).toEqual(["step:two"]);
  });

  it("at the first question about money lets the goal be broken down again, and not fail", () => {
    const world = new World({ checkIns: { beforeSpending: 0 } });
    world.record({ type: "work-priced", data: { work: { do: "refine", step: "goal" }, usd: 2 } });
    world.settle();
    world.answer({ decision: "change", words: "Use a cheaper model" });
    world.end("refine:goal", failedRun(failure("cancelled", "Cancelled on request")));
    expect(world.goal.end).toBeNull();
    expect(world.openKeys()).toEqual(["refine:goal"]);
    expect(world.open[0]?.isApproved).toBe(false);
  });
});

describe("what comes while a model looks at the progress", () => {
  it("is looked at next: a step that fails, and what a person wants", () => {
    const world = new World();
    world.refine(["a", "b", "c"], [draft("one", [], ["a"]), draft("two", [], ["b"]), draft("three", [], ["c"])]);
    world.end("step:one", failedRun(failure("no-model", "No")));
    expect(world.openKeys()).toContain("reflect:1");
    world.end("step:two", failedRun(failure("no-model", "Not this one")));
    world.end("reflect:1", said({ verdict: "on-way", reason: "" }));
    expect(world.openKeys()).toEqual(["step:three", "reflect:2"]);
    expect(world.events("work-start").at(-1)?.why).toBe("two failed");
  });
});

describe("a question", () => {
  it("is put before more is spent than was allowed, however the price grew", () => {
    const world = new World({ checkIns: { beforeSpending: 0.5 }, budget: { usd: 2 } });
    const work = { do: "refine", step: "goal" } as const;
    world.record({ type: "work-priced", data: { work, usd: 0.1 } });
    world.settle();
    expect(world.goal.checkIn).toBeNull();
    world.record({ type: "work-short", data: { work, neededUsd: 1.5 } });
    world.settle();
    expect(world.goal.checkIn).toMatchObject({
      about: "spending",
      message: "Breaking the goal down may cost up to 1.5 dollars. May it?",
    });
    world.answer({ decision: "approve" });
    world.record({ type: "work-short", data: { work, neededUsd: 1.5 } });
    world.settle();
    expect(world.goal.checkIn).toBeNull();
    expect(world.open[0]?.reserved.usd).toBe(1.5);
  });

  it("goes with the run that it is about, and none is asked once time is up", () => {
    const world = new World({ checkIns: { beforeSpending: 0 }, budget: { timeMs: 60_000 } });
    world.record({ type: "work-priced", data: { work: { do: "refine", step: "goal" }, usd: 2 } });
    world.settle();
    expect(world.goal.checkIn?.about).toBe("spending");
    world.end("refine:goal", failedRun(failure("provider-unavailable", "Away", true)));
    expect(world.goal.checkIn).toBeNull();
    world.now += 61_000;
    world.record({ type: "work-priced", data: { work: { do: "refine", step: "goal" }, usd: 2 } });
    world.settle();
    expect(world.goal.checkIn).toBeNull();
    expect(world.last.stops).toMatchObject([
      { open: { work: { do: "refine" } }, reason: "The time of its goal was up" },
    ]);
    world.end("refine:goal", failedRun(failure("cancelled", "The time of its goal was up")));
    expect(world.goal.end).toMatchObject({ status: "failed", error: { code: "budget-exceeded" } });
  });

  it("of money comes before anything new begins", () => {
    const world = new World({ budget: { usd: 1 } });
    world.refine(["b"], [draft("a", [], ["a"]), draft("b", ["a"], ["b"]), draft("c", [], ["c"], { value: 9 })]);
    const open = world.openKeys();
    world.record({ type: "work-short", data: { work: { do: "step", step: "a" }, neededUsd: 5 } });
    world.settle();
    expect(world.openKeys()).toEqual(open);
  });

  it("stops the clock also while runs wait for money", () => {
    const world = new World({ budget: { usd: 1, timeMs: 60_000 } });
    world.refine(["a"], [draft("a", [], ["a"])]);
    world.record({ type: "check-in", data: { id: 1, about: "question", message: "?" } });
    expect(world.goal.waitingSince).toBeNull();
    world.record({ type: "work-short", data: { work: { do: "step", step: "a" }, neededUsd: 5 } });
    expect(world.goal.waitingSince).not.toBeNull();
    expect(world.goal.clockSince).toBeNull();
  });
});

describe("a tree", () => {
  it("keeps what was dropped dropped, though it was being broken down", () => {
    const world = new World();
    world.refine(["a"], [draft("large", ["b"], ["a"], { how: "steps" }), draft("feeds", [], ["b"], { how: "steps" })]);
    expect(world.openKeys()).toEqual(["refine:large", "refine:feeds"]);
    world.end("refine:large", said({ steps: [draft("part", [], ["a"])] }));
    expect(world.goal.steps.get("feeds")?.status).toBe("dropped");
    expect(world.last.stops.map(({ open }) => open.work)).toEqual([{ do: "refine", step: "feeds" }]);
    world.end("refine:feeds", failedRun(failure("provider-unavailable", "Away", true)));
    expect(world.goal.steps.get("feeds")?.status).toBe("dropped");
    expect(world.openKeys()).toEqual(["step:part"]);
  });

  it.each([
    [
      "what is there already",
      { outputs: [{ name: "offer.pdf", kind: "document", description: "" }], steps: [draft("one", [], ["a"])] },
      /"offer.pdf" is there already/,
    ],
    [
      "what is nested without end",
      `{"steps":[{"name":"s","outputs":["a"],"how":"plan","tasks":${"[".repeat(3_000)}${"]".repeat(3_000)}}]}`,
      /no JSON of the form/,
    ],
  ])("is not made of %s", (_, words, fault) => {
    const world = new World({ files: [file("offer.pdf")] });
    world.end("refine:goal", said(words));
    expect(world.events("refinement-refused")[0]?.faults.join()).toMatch(fault);
  });

  it("keeps to the kinds that others were proved with", () => {
    const world = new World();
    world.refine(["a"], [draft("large", [], ["a"], { how: "steps" })]);
    const outputs = [{ name: "a", kind: "image", description: "" }];
    world.end(
      "refine:large",
      said({
        steps: [
          draft("part", [], [], {
            outputs,
            how: "plan",
            tasks: [{ task: "text-to-image", args: [{ name: "text", value: "a cat" }] }],
          }),
        ],
      }),
    );
    expect(world.events("refinement-refused")).toEqual([{ step: "large", faults: ['no step gives "a" as text'] }]);
  });
});

describe("a circle", () => {
  const failing = failedRun(failure("provider-rejected", "The page is gone"));

  it("is found in the same error three times, whatever the model says, and asked about once", () => {
    const world = new World();
    world.refine(["a", "b", "c"], [draft("one", [], ["a"]), draft("two", [], ["b"]), draft("three", [], ["c"])]);
    for (const name of ["one", "two", "three"]) world.end(`step:${name}`, failing);
    expect(world.goal.checkIn).toMatchObject({
      about: "loop",
      message: expect.stringContaining("The same error came 3 times"),
    });
    world.answer({ decision: "approve" });
    expect(world.goal.checkIn).toBeNull();
  });

  it("is not found in what was lost with the server, which takes all that is under way at once", () => {
    const world = new World();
    world.refine(["a", "b", "c"], [draft("one", [], ["a"]), draft("two", [], ["b"]), draft("three", [], ["c"])]);
    for (const name of ["one", "two", "three"]) world.end(`step:${name}`, lost);
    expect(world.goal.checkIn).toBeNull();
    expect(world.openKeys()).toEqual(["step:one", "step:two", "step:three"]);
  });

  it("is found before a step does again what another did with the same inputs", () => {
    const world = new World();
    world.refine(["a", "b"], [draft("one", [], ["a"], { does: "search" }), draft("two", ["a"], ["b"])]);
    world.end("step:one", returned({ a: "found" }));
    world.end("step:two", failedRun(failure("no-model", "No")));
    world.end(
      "reflect:1",
      said({
        verdict: "off",
        reason: "Again.",
        add: [draft("again", [], ["c"], { does: "search" }), draft("three", ["c"], ["b"])],
      }),
    );
    expect(world.goal.checkIn).toMatchObject({
      about: "loop",
      message: 'The step "again" would do what "one" did, with the same inputs. Is it to go on?',
    });
  });

  it("is found where nothing is done between two looks at the progress", () => {
    const world = new World();
    world.refine(["a"], [draft("one", [], ["a"])]);
    world.end("step:one", failedRun(failure("no-model", "No")));
    world.end("reflect:1", said({ verdict: "off", reason: "", add: [draft("two", [], ["a"])] }));
    world.end("step:two", failedRun(failure("no-model", "Not this")));
    world.end("reflect:2", said({ verdict: "on-way", reason: "", add: [draft("three", [], ["a"])] }));
    expect(world.goal.checkIn).toMatchObject({
      about: "loop",
      message: expect.stringContaining("Nothing was done between"),
    });
  });
});
