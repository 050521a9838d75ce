import { describe, expect, it } from "vitest";
import { applyGoal } from "../../../src/domain/goal/apply.ts";
import type { GoalEvent, GoalEventBody } from "../../../src/domain/goal/events.ts";
import type { GoalState } from "../../../src/domain/goal/state.ts";
import type { Resource } from "../../../src/domain/resources.ts";
import { deletedGoalFacts, goalFactsOf, goalWebhookEventOf } from "../../../src/domain/webhooks/goal-facts.ts";
import { FORMATS, payloadOf } from "../../../src/domain/webhooks/payload.ts";

const AT = Date.UTC(2026, 10, 22);
const GOAL = "goal_1";
const file: Resource = {
  ...{ id: "res_1", name: "a.png", kind: "image", mediaType: "image/png", bytes: 1, sha256: "0", createdAt: AT },
  origin: { by: "url", url: "https://example.com/?token=secret" },
};
const outputs = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `out-${n}`, kind: "text" as const, description: "" }));

/** A goal of one step that gave so many texts and a file. */
function goal(texts: number, text: string, ...more: readonly GoalEventBody[]): GoalState {
  const gives = [{ name: "picture", kind: "image" as const, description: "" }, ...outputs(texts)];
  const step = { name: "do", parent: "goal", depth: 1, does: "do it", inputs: [], value: 5, effort: 1 };
  const results = {
    picture: { as: "resource", kind: "image", resource: file } as const,
    ...Object.fromEntries(outputs(texts).map(({ name }) => [name, { as: "text", kind: "text", text } as const])),
  };
  const spent = { usd: 0.1, assumedUsd: 0, llmCalls: 2, tasks: 1 };
  const bodies: readonly GoalEventBody[] = [
    { type: "goal-start", data: { goal: GOAL, text: "Do it", files: [], budget: { timeMs: 1_000 }, checkIns: {} } },
    {
      type: "tree-revised",
      data: {
        ...{ version: 1, by: "refinement", reason: "", refined: "goal", dropped: [], reordered: [], outputs: gives },
        added: [{ ...step, outputs: gives, action: { as: "program" } }],
      },
    },
    { type: "work-end", data: { work: { do: "step", step: "do" }, attempt: 1, status: "done", spent, results } },
    ...more,
  ];
  return bodies.reduce<GoalState | null>(
    (state, body, n) => applyGoal(state, { ...body, seq: n + 1, at: AT } as GoalEvent),
    null,
  ) as GoalState;
}

const ended = (answer: string): GoalEventBody => ({ type: "goal-end", data: { status: "succeeded", answer } });
const asked = (message: string): GoalEventBody => ({ type: "check-in", data: { id: 3, about: "plan", message } });
const parts = {
  conversation: () => Promise.reject(new Error("A goal stands in none")),
  origin: "https://impresario.example",
  link: async ({ id }: { readonly id: string }) => ({ url: `https://example.com/${id}`, expiresAt: AT }),
};
async function payload(state: GoalState, event: GoalEventBody) {
  const facts = goalFactsOf(event, state, AT);
  if (!facts) throw new Error("There is nothing to tell");
  return payloadOf(facts, parts);
}

describe("what is told of a goal", () => {
  it("stays small, however much there is", async () => {
    const end = ended(`${"é".repeat(3_999)}😀 and more`);
    const told = await payload(goal(20, "x".repeat(8_000), end), end);
    expect(JSON.stringify(told).length).toBeLessThan(20_000);
    expect(told.data.goal).toMatchObject({ isAnswerCut: true, moreOutputs: 16 });
    expect(told.data.goal?.answer?.isWellFormed()).toBe(true);
    const question = asked("?".repeat(10_000));
    expect((await payload(goal(1, "x", question), question)).data.checkIn?.message).toHaveLength(4_000);
  });

  it("has its outputs at the end, files with links and nothing of where they came from", async () => {
    const end = ended("Done");
    const told = await payload(goal(1, "Hello", end), end);
    expect(told).toMatchObject({
      type: "goal.ended",
      data: {
        goal: {
          ...{ id: GOAL, status: "succeeded", answer: "Done", isAnswerCut: false, moreOutputs: 0 },
          outputs: {
            picture: { kind: "image", file: { id: "res_1", url: "https://example.com/res_1" } },
            "out-0": { kind: "text", text: "Hello", isCut: false },
          },
        },
      },
    });
    expect(JSON.stringify(told)).not.toContain("token=secret");
  });

  it("has a question with its address, and no outputs yet", async () => {
    const question = asked("Shall it begin?");
    const told = await payload(goal(1, "Hello", question), question);
    expect(told.data.checkIn).toEqual({
      ...{ id: 3, about: "plan", message: "Shall it begin?" },
      answerAt: "https://impresario.example/v1/goals/goal_1/approve",
    });
    expect(told.data.goal).toMatchObject({ status: "asking", outputs: {}, answer: null });
    expect(FORMATS.slack.body(told)).toMatchObject({ text: "It asks whether to go on." });
  });

  it("is that it was cancelled where it was deleted", async () => {
    const told = await payloadOf(deletedGoalFacts(goal(0, ""), AT), parts);
    expect(told).toMatchObject({ type: "goal.ended", data: { goal: { status: "cancelled" } } });
  });

  it("is nothing where nobody is asked and nothing ends", () => {
    expect(goalWebhookEventOf({ type: "goal-pause", data: {} })).toBeNull();
    expect(goalFactsOf({ type: "goal-pause", data: {} }, goal(0, ""), AT)).toBeNull();
  });
});
