import { describe, expect, it, vi } from "vitest";
import { failure } from "../../src/domain/errors.ts";
import type { GoalEventBody, GoalSpent } from "../../src/domain/goal/events.ts";
import type { Step } from "../../src/domain/goal/step.ts";
import type { Resource } from "../../src/domain/resources.ts";
import { err } from "../../src/domain/result.ts";
import { ALICE, BOB, createCaller, expectStatus, goalOf, madeElsewhere, post, problemOf, upload } from "./caller.ts";
import { createBackstage } from "./doubles.ts";
import type { MemoryGoal } from "./memory-goal.ts";

const GOAL = { goal: "Compare the offers" };

/** A caller where a language model can be had. */
function createGoalCaller() {
  const caller = createCaller(createBackstage("keys", {}, ["text-generation"]));
  return { ...caller, call: caller.as(ALICE), tenant: caller.backstage.tenant(ALICE) };
}

/** A goal that was begun, and its double. */
async function begin(body: object = GOAL) {
  const caller = createGoalCaller();
  const goal = await goalOf(await caller.call("/v1/goals", post(body)), 202);
  const [double] = caller.backstage.goals.values();
  if (!double) throw new Error("No goal was made");
  return { ...caller, goal, double, path: `/v1/goals/${goal.id}` };
}

const COST: GoalSpent = { usd: 0.01, assumedUsd: 0, llmCalls: 1, tasks: 1 };

const step = (name: string, more: Partial<Step> = {}): Step => ({
  ...{
    name,
    parent: "goal",
    depth: 1,
    does: `Does ${name}`,
    inputs: [],
    value: 5,
    effort: 1,
    action: { as: "program" },
  },
  outputs: [{ name: `${name}-out`, kind: "text", description: "" }],
  ...more,
});

const reserved = { usd: null, llmCalls: 1, tasks: 1 };

const started = (work: { readonly do: "step" | "refine"; readonly step: string }, run: string): GoalEventBody => ({
  type: "work-start",
  data: { work, attempt: 1, conversation: "c", run, reserved, why: `${work.step} is due` },
});

/** The goal is broken down into two steps, one of which has gone before the other. */
const BROKEN_DOWN: readonly GoalEventBody[] = [
  started({ do: "refine", step: "goal" }, "run_0"),
  { type: "work-end", data: { work: { do: "refine", step: "goal" }, attempt: 1, status: "done", spent: COST } },
  {
    type: "tree-revised",
    data: {
      ...{ version: 1, by: "refinement", reason: "goal was broken down", refined: "goal" },
      outputs: [{ name: "b-out", kind: "text", description: "What came out" }],
      added: [step("b", { inputs: ["a-out"] }), step("a")],
      ...{ dropped: [], reordered: [] },
    },
  },
];

const OFFER = {
  ...{ name: "offer.pdf", kind: "document", mediaType: "application/pdf", bytes: 1, sha256: "00", createdAt: 1 },
  origin: { by: "url", url: "https://example.com/a" },
} as const;

const ASKING: GoalEventBody = { type: "check-in", data: { id: 1, about: "plan", message: "Shall it begin?" } };

const END: GoalEventBody = { type: "goal-end", data: { status: "succeeded", answer: "Done." } };

const play = (double: MemoryGoal, events: readonly GoalEventBody[]): void => {
  for (const event of events) double.record(event);
};

describe("beginning a goal", () => {
  it("lists it, starts it with the defaults filled in, and says where it is", async () => {
    const { call, tenant, backstage } = createGoalCaller();
    const response = await call("/v1/goals", post({ ...GOAL, budget: { usd: 2 }, checkIns: { afterSteps: 5 } }));
    const goal = await goalOf(response, 202);
    expect(response.headers.get("location")).toBe(`/v1/goals/${goal.id}`);
    const budget = { timeMs: 7_200_000, usd: 2, llmCalls: 200, tasks: 1_000 };
    expect(goal).toMatchObject({
      ...{ goal: GOAL.goal, status: "refining", budget, checkIns: { afterSteps: 5 }, version: 0, answer: null },
      steps: [{ name: "goal", parent: null, status: "open", how: "steps" }],
      left: { usd: 2, llmCalls: 200, tasks: 1_000 },
    });
    expect(tenant.goals).toMatchObject([
      { id: goal.id, title: GOAL.goal, opening: { keyId: "00000001", budgetUsd: 2, uploads: [] } },
    ]);
    const [double] = backstage.goals.values();
    expect(double?.starts).toEqual([
      {
        keyId: "00000001",
        subscribers: [],
        start: { goal: goal.id, text: GOAL.goal, files: [], budget, checkIns: { afterSteps: 5 } },
      },
    ]);
    expect(await goalOf(await call(`/v1/goals/${goal.id}`))).toMatchObject({ id: goal.id });
  });

  it("takes uploads by names that differ, and fetches what URLs name", async () => {
    const { call, backstage, tenant } = createGoalCaller();
    const fetched = vi.fn(async ({ id, url }: { id: string; url: string }) => {
      const origin = { by: "url", url } as const;
      const resource: Resource = {
        ...{ id, name: "Offer.PDF", kind: "document", mediaType: "application/pdf", bytes: 1, sha256: "00" },
        ...{ createdAt: 1, origin },
      };
      return resource;
    });
    Object.assign(backstage.wiring, { urls: { importUrl: fetched } });
    const one = await upload(call, "a", "Offer.pdf");
    const two = await upload(call, "b", "offer.pdf");
    const url = "https://example.com/offer";
    const goal = await goalOf(
      await call("/v1/goals", post({ ...GOAL, resources: [one.id, two.id, one.id, url] })),
      202,
    );
    expect(goal.files.map(({ name, resource }) => [name, resource.name])).toEqual([
      ["offer.pdf", "Offer.pdf"],
      ["offer-2.pdf", "offer.pdf"],
      ["offer-3.pdf", "Offer.PDF"],
    ]);
    expect(tenant.goals[0]?.opening.uploads).toEqual([one.id, two.id, fetched.mock.calls[0]?.[0].id]);
    expect(tenant.abandonedUploads).toEqual([]);
  });

  it("takes copies of files that runs made, once for each key", async () => {
    const { call, backstage, tenant } = createGoalCaller();
    const made = await madeElsewhere(backstage, ALICE, { name: "offer.txt", content: "one" });
    const own = await upload(call, "a", "offer.txt");
    const send = () =>
      call("/v1/goals", post({ ...GOAL, resources: [made, own.id, made] }, { "idempotency-key": "k" }));
    const goal = await goalOf(await send(), 202);
    expect(goal.files.map(({ name }) => name)).toEqual(["offer.txt", "offer-2.txt"]);
    const [copy = "", second] = tenant.goals[0]?.opening.uploads ?? [];
    expect([copy === made, second]).toEqual([false, own.id]);
    expect(await (await call(`/v1/resources/${copy}`)).text()).toBe("one");
    expect((await goalOf(await send(), 202)).id).toBe(goal.id);
    expect(tenant.uploads.size).toBe(2);
  });

  it("is refused for a file that a run of another tenant made, and keeps no copy", async () => {
    const { call, backstage, tenant } = createGoalCaller();
    const [mine, theirs] = [
      await madeElsewhere(backstage, ALICE, { name: "offer.txt", content: "one" }),
      await madeElsewhere(backstage, BOB, { name: "offer.txt", content: "two" }),
    ];
    const problem = await problemOf(await call("/v1/goals", post({ ...GOAL, resources: [mine, theirs] })));
    expect(problem).toMatchObject({ status: 404, code: "not-found" });
    expect([tenant.goals, tenant.uploads.size]).toEqual([[], 0]);
  });

  it("is refused where no language model can be had, with what to set", async () => {
    const { as, backstage } = createCaller();
    const problem = await problemOf(await as(ALICE)("/v1/goals", post(GOAL)));
    expect(problem).toMatchObject({ status: 422, code: "no-model" });
    for (const what of ["text-generation", "OPENAI_MODEL", "HF_TOKEN", "POST /v1/models"])
      expect(problem.detail).toContain(what);
    expect(problem.detail).not.toContain("X-HF-Token");
    expect(backstage.goals.size).toBe(0);
    expect(backstage.tenant(ALICE).goals).toEqual([]);
  });

  it("is refused where all that writes texts is too small for it, with what to set", async () => {
    const { as, backstage } = createCaller();
    const tenant = backstage.tenant(ALICE);
    tenant.models.push({
      endpoint: {
        ...{ provider: "custom", model: "our/small", taskType: "text-generation", description: "Ours", licence: "MIT" },
        ...{ grade: "full", stated: { parameters: 135_000_000 } },
      },
      ...{ url: "https://example.com", format: "json", headerNames: [], sealedHeaders: null, addedAt: 1 },
    });
    const problem = await problemOf(await as(ALICE)("/v1/goals", post(GOAL)));
    expect(problem).toMatchObject({ status: 422, code: "no-model" });
    for (const what of ["fewer than 1 billion", "OPENAI_MODEL"]) expect(problem.detail).toContain(what);
    expect(tenant.goals).toEqual([]);
  });

  it.each<[string, object, number, string]>([
    ["no goal", {}, 400, "goal"],
    ["a goal that says nothing", { goal: "  " }, 400, "goal"],
    ["money below nothing", { ...GOAL, budget: { usd: -1 } }, 400, "budget.usd"],
    ["more calls than a goal makes", { ...GOAL, budget: { llmCalls: 1_001 } }, 400, "budget.llmCalls"],
    ["a check-in after no step", { ...GOAL, checkIns: { afterSteps: 0 } }, 400, "checkIns.afterSteps"],
    ["a part that there is not", { ...GOAL, approval: "plan" }, 400, "approval"],
  ])("is refused for %s", async (_, body, status, path) => {
    const { call, tenant } = createGoalCaller();
    const problem = await problemOf(await call("/v1/goals", post(body)));
    expect(problem).toMatchObject({ status, code: "invalid-request" });
    expect(JSON.stringify(problem.issues)).toContain(path);
    expect(tenant.goals).toEqual([]);
  });

  it.each<[string, string, string]>([
    ["a file of somebody else's", `res_${"0".repeat(56)}`, "not-found"],
    ["an address inside", "http://10.0.0.1/offer", "unsafe-url"],
  ])("is refused for %s before it is listed", async (_, resource, code) => {
    const { call, tenant } = createGoalCaller();
    expect(await problemOf(await call("/v1/goals", post({ ...GOAL, resources: [resource] })))).toMatchObject({ code });
    expect(tenant.goals).toEqual([]);
  });

  it("is the same goal under the same key, and no other request is", async () => {
    const { call, tenant } = createGoalCaller();
    const headers = { "idempotency-key": "once" };
    const first = await goalOf(await call("/v1/goals", post(GOAL, headers)), 202);
    const again = await call("/v1/goals", post(GOAL, headers));
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect((await goalOf(again, 202)).id).toBe(first.id);
    expect(tenant.goals).toHaveLength(1);
    const other = await problemOf(await call("/v1/goals", post({ goal: "Another" }, headers)));
    expect(other.code).toBe("idempotency-mismatch");
  });

  it("waits as long as the caller prefers, until it ends or somebody is asked", async () => {
    const { call, backstage } = createGoalCaller();
    const whole = backstage.wiring.goal;
    Object.assign(backstage.wiring, {
      goal: (...name: [string, string]) => Object.assign(whole(...name), { script: [...BROKEN_DOWN, ASKING] }),
    });
    const waited = await call("/v1/goals", post(GOAL, { prefer: "wait=86400" }));
    expect(waited.headers.get("preference-applied")).toBe("wait=300");
    expect(await goalOf(waited, 202)).toMatchObject({ status: "asking", checkIn: { id: 1 } });
    expect([...backstage.goals.values()][0]?.waits).toEqual([300_000]);
  });

  it("closes it again where it does not begin", async () => {
    const { call, backstage, tenant } = createGoalCaller();
    const whole = backstage.wiring.goal;
    const answers = [[err(failure("internal", "no"))], [new Error("reset"), new Error("reset")]];
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (const refuses of answers) {
      Object.assign(backstage.wiring, {
        goal: (...name: [string, string]) => {
          const double = whole(...name) as MemoryGoal;
          if (double.starts.length === 0) double.refuses.splice(0, 9, ...refuses);
          return double;
        },
      });
      expect((await call("/v1/goals", post(GOAL))).status).toBe(500);
      expect(tenant.goals).toEqual([]);
    }
    expect([...backstage.goals.values()].map(({ removed }) => removed)).toEqual([true, true]);
  });

  it("begins although its object was restarted once", async () => {
    const { call, backstage } = createGoalCaller();
    const whole = backstage.wiring.goal;
    Object.assign(backstage.wiring, {
      goal: (...name: [string, string]) => {
        const double = whole(...name) as MemoryGoal;
        if (double.starts.length === 0) double.refuses.splice(0, 9, new Error("reset"));
        return double;
      },
    });
    await goalOf(await call("/v1/goals", post(GOAL)), 202);
  });

  it("fetches nothing again for a repeat under one key", async () => {
    const { call, backstage, tenant } = createGoalCaller();
    const importUrl = vi.fn(async ({ id }: { id: string }) => ({ ...OFFER, id }));
    Object.assign(backstage.wiring, { urls: { importUrl } });
    const init = post({ ...GOAL, resources: ["https://example.com/a"] });
    const again = { ...init, headers: { ...init.headers, "idempotency-key": "k" } };
    const first = await goalOf(await call("/v1/goals", again), 202);
    const second = await call("/v1/goals", again);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect((await goalOf(second, 202)).id).toBe(first.id);
    expect(importUrl).toHaveBeenCalledTimes(1);
    expect([tenant.uploads.size, tenant.abandonedUploads]).toEqual([1, []]);
  });

  it("forgets what it fetched where it is not opened", async () => {
    const { call, backstage, tenant } = createGoalCaller();
    const importUrl = async ({ id }: { id: string }) => ({ id });
    Object.assign(backstage.wiring, { urls: { importUrl } });
    tenant.refuses = err(failure("rate-limited", "Too many", true));
    const body = { ...GOAL, resources: ["https://example.com/a", "https://example.com/b"] };
    expect((await problemOf(await call("/v1/goals", post(body)))).code).toBe("rate-limited");
    expect(tenant.abandonedUploads).toHaveLength(2);
    expect(tenant.uploads.size).toBe(0);
  });
});

describe("a goal as it is shown", () => {
  it("has its steps in the order of the tree, with what each took and why it is not done", async () => {
    const { double, call, path } = await begin();
    play(double, BROKEN_DOWN);
    play(double, [
      started({ do: "step", step: "a" }, "run_1"),
      {
        type: "work-end",
        data: {
          ...{ work: { do: "step", step: "a" }, attempt: 1, status: "done", spent: { ...COST, usd: 0.1 + 0.2 } },
          results: { "a-out": { as: "text", kind: "text", text: "found" } },
        },
      },
      { type: "step-failed", data: { step: "b", error: failure("timeout", "It took too long") } },
    ]);
    const goal = await goalOf(await call(path));
    expect(goal.steps.map(({ name, status, runs }) => [name, status, runs])).toEqual([
      ["goal", "refined", ["run_0"]],
      ["b", "failed", []],
      ["a", "done", ["run_1"]],
    ]);
    expect(goal.steps[1]).toMatchObject({ error: { code: "timeout" }, inputs: ["a-out"], how: "program", tasks: [] });
    expect(goal.steps[2]).toMatchObject({ spent: { usd: 0.3, llmCalls: 1, tasks: 1 } });
    expect(goal.outputs).toEqual([
      { name: "b-out", kind: "text", description: "What came out", reached: false, value: null },
    ]);
    expect(goal.spent).toMatchObject({ usd: 0.31, llmCalls: 2, tasks: 2 });
  });

  it("gives its outputs: texts as they are, files with links", async () => {
    const { double, call, path, tenant } = await begin();
    play(double, BROKEN_DOWN);
    const { id } = await upload(call, "made", "made.txt");
    const resource = tenant.uploads.get(id);
    if (!resource) throw new Error("Nothing was uploaded");
    double.record({
      type: "work-end",
      data: {
        ...{ work: { do: "step", step: "b" }, attempt: 1, status: "done", spent: COST },
        results: { "b-out": { as: "resource", kind: "text", resource } },
      },
    });
    double.record(END);
    const goal = await goalOf(await call(path));
    expect(goal).toMatchObject({ status: "succeeded", answer: "Done.", endedAt: expect.any(String) });
    expect(goal.outputs[0]).toMatchObject({
      reached: true,
      value: { kind: "text", resource: { id, name: "made.txt" } },
    });
    expect(JSON.stringify(goal.outputs)).toContain("signature=");
  });

  it("has what it asks, with the revision that is proposed", async () => {
    const { double, call, path } = await begin();
    play(double, BROKEN_DOWN);
    const proposal = { added: [step("c")], dropped: [{ step: "b", reason: "of no use" }], reordered: [] };
    double.record({ type: "check-in", data: { id: 1, about: "revision", message: "Is that right?", proposal } });
    expect(await goalOf(await call(path))).toMatchObject({
      status: "asking",
      checkIn: {
        ...{ id: 1, about: "revision", message: "Is that right?", step: null },
        proposal: { added: [{ name: "c", does: "Does c" }], dropped: [{ step: "b" }] },
      },
    });
  });
});

describe("the answer to a check-in", () => {
  it("goes on, has it changed by words, or ends it", async () => {
    for (const [body, expected] of [
      [{ checkIn: 1 }, { status: "running", checkIn: null }],
      [{ checkIn: 1, decision: "change", words: " Only the cheapest " }, { rules: ["Only the cheapest"] }],
      [{ checkIn: 1, decision: "stop" }, { status: "stopping" }],
    ] as const) {
      const { double, call, path } = await begin();
      play(double, [...BROKEN_DOWN, ASKING]);
      expect(await goalOf(await call(`${path}/approve`, post(body)))).toMatchObject(expected);
    }
  });

  it.each<[string, object, string]>([
    ["of another question", { checkIn: 2 }, "stale-plan"],
    ["that changes nothing", { checkIn: 1, decision: "change" }, "invalid-request"],
    ["that says nothing", { checkIn: 1, decision: "change", words: " " }, "invalid-request"],
    ["without a number", { decision: "approve" }, "invalid-request"],
  ])("%s is refused", async (_, body, code) => {
    const { double, call, path } = await begin();
    play(double, [...BROKEN_DOWN, ASKING]);
    expect(await problemOf(await call(`${path}/approve`, post(body)))).toMatchObject({ code });
    expect(double.state?.checkIn?.id).toBe(1);
  });
});

describe("what a person may ask of a goal", () => {
  it("is to pause it, to go on with more, and to cancel it", async () => {
    const { call, path } = await begin({ ...GOAL, budget: { usd: 1 } });
    expect((await goalOf(await call(`${path}/pause`, post({})))).status).toBe("paused");
    const resumed = await goalOf(await call(`${path}/resume`, post({ budget: { usd: 3 } })));
    expect(resumed).toMatchObject({ status: "refining", budget: { usd: 3 } });
    expect((await goalOf(await call(`${path}/cancel`, post({})))).status).toBe("stopping");
    expect((await problemOf(await call(`${path}/approve`, post({ checkIn: 1 })))).code).toBe("conflict");
  });

  it("is to delete it", async () => {
    const { call, path, double, tenant } = await begin();
    await expectStatus(await call(path, { method: "DELETE" }), 204);
    expect(double.removed).toBe(true);
    expect(tenant.goals).toEqual([]);
    expect((await call(path)).status).toBe(404);
    await expectStatus(await call(path, { method: "DELETE" }), 204);
  });
});

describe("goals", () => {
  it("are listed page by page, the newest first", async () => {
    const { call, tenant } = createGoalCaller();
    for (const goal of ["one", "two", "three"]) await goalOf(await call("/v1/goals", post({ goal })), 202);
    type Page = { goals: readonly { title: string; status: string }[]; next: string | null };
    await tenant.goalChanged(tenant.goals[2]?.id ?? "", "asking");
    const first = (await (await call("/v1/goals?limit=2")).json()) as Page;
    expect(first.goals.map(({ title }) => title)).toEqual(["three", "two"]);
    const second = (await (await call(`/v1/goals?limit=2&cursor=${first.next}`)).json()) as Page;
    expect(first.goals.map(({ status }) => status)).toEqual(["asking", "refining"]);
    expect(second).toMatchObject({ goals: [{ title: "one" }], next: null });
  });

  it("are nobody else's, and a made-up id wakes no object", async () => {
    const { goal, as, backstage, path } = await begin();
    const bob = as(BOB);
    const calls: readonly [string, object][] = [
      [path, {}],
      [`${path}/events`, {}],
      [`${path}/report`, {}],
      [`${path}/approve`, post({ checkIn: 1 })],
      [`${path}/pause`, post({})],
      [`${path}/resume`, post({})],
      [`${path}/cancel`, post({})],
      [path, { method: "DELETE" }],
    ];
    for (const [address, init] of calls) {
      expect((await problemOf(await bob(address, init))).code).toBe("not-found");
      const madeUp = address.replace(goal.id, `goal_${"0".repeat(36)}`);
      expect((await problemOf(await bob(madeUp, init))).code).toBe("not-found");
    }
    expect(backstage.goals.size).toBe(1);
  });
});

describe("the events of a goal", () => {
  it("stream from the beginning, or after the last that is known", async () => {
    const { call, path, double } = await begin();
    play(double, [...BROKEN_DOWN, END]);
    const whole = await (await call(`${path}/events`)).text();
    expect(whole.match(/^event: .*$/gm)).toEqual(
      ["goal-start", "work-start", "work-end", "tree-revised", "goal-end"].map((type) => `event: ${type}`),
    );
    const rest = await call(`${path}/events`, { headers: { "last-event-id": "4" } });
    expect((await rest.text()).match(/^id: .*$/gm)).toEqual(["id: 5"]);
    expect((await call(`${path}/events?after=3`).then((one) => one.text())).match(/^id: .*$/gm)).toHaveLength(2);
    expect((await call(`${path}/events`, { headers: { "last-event-id": "5" } })).status).toBe(204);
  });

  it("come at once where they are asked for with the goal", async () => {
    const { call } = createGoalCaller();
    const streamed = await call("/v1/goals", post(GOAL, { accept: "text/event-stream" }));
    expect(streamed.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(await streamed.text()).toContain("event: goal-start");
  });
});

describe("the report of a goal", () => {
  it("comes as JSON, or as Markdown to read", async () => {
    const { call, path, double } = await begin();
    play(double, BROKEN_DOWN);
    const json = await call(`${path}/report`);
    expect(await json.json()).toMatchObject({ text: GOAL.goal, versions: [{ version: 1 }] });
    const markdown = await call(`${path}/report`, { headers: { accept: "text/markdown" } });
    expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(markdown.headers.get("vary")).toContain("Accept");
    expect(await markdown.text()).toContain("# Report of goal_");
  });
});
