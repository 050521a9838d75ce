import { describe, expect, it } from "vitest";
import { failure } from "../../../src/domain/errors.ts";
import type { GoalEventBody } from "../../../src/domain/goal/events.ts";
import type { Step } from "../../../src/domain/goal/step.ts";
import type { Resource } from "../../../src/domain/resources.ts";
import { err } from "../../../src/domain/result.ts";
import { goalSummary } from "../../../src/http/mcp/goal-answer.ts";
import { eventually } from "../../eventually.ts";
import { ALICE, BOB, createCaller, post } from "../caller.ts";
import { createBackstage } from "../doubles.ts";
import type { MemoryGoal } from "../memory-goal.ts";
import { codeOf, connect, textIn } from "./client.ts";

const ACCEPT = { accept: "application/json, text/event-stream" };
const FILE = `res_${"a".repeat(56)}`;
const resource: Resource = {
  ...{ id: FILE, name: "table.csv", kind: "table", mediaType: "text/csv", bytes: 1, sha256: "0".repeat(64) },
  ...{ createdAt: 0, origin: { by: "upload" } },
};
const step = (name: string): Step => ({
  ...{ name, parent: "goal", depth: 1, does: `do ${name}`, inputs: [], value: 5, effort: 1 },
  ...{ outputs: [{ name: `${name}-out`, kind: "table", description: "" }], action: { as: "program" } },
});
const PLANNED: GoalEventBody = {
  type: "tree-revised",
  data: {
    ...{ version: 1, by: "refinement", reason: "It was broken down", refined: "goal", dropped: [], reordered: [] },
    ...{ outputs: [{ name: "a-out", kind: "table", description: "" }], added: [step("a"), step("b")] },
  },
};
const ended = (name: string): GoalEventBody => ({
  type: "work-end",
  data: {
    ...{ work: { do: "step", step: name }, attempt: 1, status: "done" },
    spent: { usd: 0.25, assumedUsd: 0, llmCalls: 1, tasks: 1 },
    results: { [`${name}-out`]: { as: "resource", kind: "table", resource } },
  },
});
const ASKING: GoalEventBody = { type: "check-in", data: { id: 1, about: "plan", message: "Shall it begin?" } };
const END: GoalEventBody = {
  type: "goal-end",
  data: { status: "succeeded", answer: `See [table.csv](/v1/resources/${FILE})` },
};

function open(script: readonly GoalEventBody[]) {
  const backstage = createBackstage("keys", {}, ["text-generation"]);
  const goal = (tenant: string, part: string): MemoryGoal => {
    const double = backstage.wiring.goal(tenant, part) as MemoryGoal;
    double.script = script;
    return double;
  };
  const caller = createCaller({ ...backstage, wiring: { ...backstage.wiring, goal } });
  return {
    caller,
    call: caller.as(ALICE),
    goals: () => [...backstage.goals.values()],
    tenant: backstage.tenant(ALICE),
  };
}

const summaryOf = ({ structuredContent }: { structuredContent?: unknown }) =>
  goalSummary.strict().parse(structuredContent);
const pursue = (more: object = {}) => ({ name: "pursue_goal", arguments: { goal: "Compare the offers", ...more } });
const asCancelled = (double: MemoryGoal | undefined): boolean => double?.state?.cancelReason != null;

describe("the tools for goals", () => {
  it("keep no file of a goal that is refused", async () => {
    const { call, tenant } = open([]);
    tenant.refuses = err(failure("rate-limited", "Too many", true));
    const client = await connect(call);
    const resources = [{ name: "a.txt", data: btoa("one") }];
    await client.callTool(pursue({ resources })).catch(() => undefined);
    expect(tenant.abandonedUploads).toHaveLength(1);
    expect(tenant.uploads.size).toBe(0);
  });

  it("are there where a language model can be had, and describe all that they take and give", async () => {
    const { tools } = await (await connect(open([]).call)).listTools();
    const ours = tools.filter(({ name }) => ["pursue_goal", "goal_status", "answer_check_in"].includes(name));
    expect(ours).toHaveLength(3);
    for (const { inputSchema, outputSchema } of ours) {
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: "object" });
    }
    // Beside those for runs in the context of a client's model.
    expect(JSON.stringify(ours).length).toBeLessThan(16_000);
    const without = await (await connect(createCaller().as(ALICE))).listTools();
    expect(without.tools.map(({ name }) => name)).not.toContain("pursue_goal");
  });

  it("pursue a goal with its files, tell of its progress, and answer with what it came to", async () => {
    const { call, goals } = open([PLANNED, ended("a"), ended("b"), END]);
    const client = await connect(call);
    const told: object[] = [];
    const resources = [{ name: "offer.txt", mediaType: "text/plain", data: btoa("chairs") }];
    const given = pursue({ resources, budget: { usd: 2 }, checkIns: { afterSteps: 2 } });
    const answer = await client.callTool(given, { onprogress: (progress) => void told.push(progress) });
    expect(goals()[0]?.starts[0]?.start).toMatchObject({
      ...{ text: "Compare the offers", budget: { usd: 2 }, checkIns: { afterSteps: 2 } },
      files: [{ name: "offer.txt", resource: { bytes: 6 } }],
    });
    const summary = summaryOf(answer);
    expect(summary).toMatchObject({
      ...{ status: "succeeded", checkIn: null, spent: { usd: 0.5, llmCalls: 2 } },
      outputs: [{ name: "a-out", reached: true, value: { file: { name: "table.csv" } } }],
      steps: [
        { name: "a", status: "done" },
        { name: "b", status: "done" },
      ],
    });
    expect(summary.answer).toMatch(/\(http:\/\/localhost:8787\/v1\/resources\/res_a+\?t=/);
    expect(answer.content).toContainEqual(expect.objectContaining({ type: "resource_link", name: "table.csv" }));
    expect(told).toEqual([
      { progress: expect.any(Number), message: `Goal ${summary.goal}` },
      { progress: expect.any(Number), total: 2, message: "Planned: a, b" },
      { progress: 1, total: 2, message: "a done" },
      { progress: 2, total: 2, message: "b done" },
    ]);
  });

  it("say what a goal asks, and pass the person's answer on", async () => {
    const { call, goals } = open([PLANNED, ASKING]);
    const client = await connect(call);
    const asked = await client.callTool(pursue());
    const { goal, checkIn, status } = summaryOf(asked);
    expect([status, checkIn]).toEqual(["asking", { id: 1, about: "plan", message: "Shall it begin?" }]);
    expect(textIn(asked)).toContain("answer_check_in");
    const answer = (more: object) =>
      client.callTool({ name: "answer_check_in", arguments: { id: goal, checkIn: 1, wait: 0, ...more } });
    expect(codeOf(await answer({ decision: "change" }))).toBe("invalid-request");
    expect(codeOf(await answer({ decision: "approve", checkIn: 2 }))).toBe("stale-plan");
    expect(codeOf(await answer({}))).toBe("invalid-request");
    const answered = await answer({ decision: "change", words: "Use euros" });
    expect(summaryOf(answered)).toMatchObject({ goal, checkIn: null, status: "running" });
    expect(goals()[0]?.state?.rules).toEqual(["Use euros"]);
    expect(codeOf(await answer({ decision: "approve" }))).toBe("conflict");
  });

  it("look at a goal, and show another tenant's to nobody", async () => {
    const { call, caller } = open([PLANNED, ended("a"), END]);
    const client = await connect(call);
    const { goal } = summaryOf(await client.callTool(pursue({ wait: 0 })));
    const look = { name: "goal_status", arguments: { id: goal } };
    expect(summaryOf(await client.callTool(look))).toMatchObject({ goal, status: "succeeded" });
    const theirs = await connect(caller.as(BOB));
    expect(codeOf(await theirs.callTool(look))).toBe("not-found");
    const answer = { name: "answer_check_in", arguments: { id: goal, checkIn: 1, decision: "stop" } };
    expect(codeOf(await theirs.callTool(answer))).toBe("not-found");
  });

  it("store nothing for a goal that cannot be", async () => {
    const { call, tenant } = open([]);
    const resources = [{ name: "a.txt", mediaType: "text/plain", data: btoa("hello") }];
    const given = pursue({ goal: " ", resources });
    expect(codeOf(await (await connect(call)).callTool(given))).toBe("invalid-request");
    expect(tenant.announced).toEqual([]);
  });
});

describe("a call for a goal that is cancelled", () => {
  it.each(["legacy", "modern"] as const)("cancels the goal that it started: %s", async (era) => {
    const { call, goals } = open([PLANNED]);
    const client = await connect(call, era);
    const stop = new AbortController();
    const called = client.callTool(pursue(), { signal: stop.signal });
    const over = expect(called).rejects.toThrow("enough");
    await eventually(() => expect(goals()[0]?.state?.version).toBe(1));
    stop.abort(new Error("enough"));
    await over;
    await eventually(() => expect(asCancelled(goals()[0])).toBe(true));
  });

  it("starts no goal where the cancellation comes first", async () => {
    const { call, goals, tenant } = open([PLANNED, END]);
    const headers = { ...ACCEPT, "mcp-session-id": "d".repeat(32) };
    const send = (body: object) => call("/mcp", post({ jsonrpc: "2.0", ...body }, headers));
    await send({ method: "notifications/cancelled", params: { requestId: 7 } });
    await eventually(() => expect(tenant.forestalled.size).toBe(1));
    const params = pursue({ wait: 0 });
    expect(await (await send({ id: 7, method: "tools/call", params })).text()).toContain("cancelled: ");
    expect(goals().flatMap(({ starts }) => starts)).toEqual([]);
  });
});
