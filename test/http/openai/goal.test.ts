import { describe, expect, it } from "vitest";
import type { GoalEventBody } from "../../../src/domain/goal/events.ts";
import type { Resource } from "../../../src/domain/resources.ts";
import { chatCompletion } from "../../../src/http/openai/schemas.ts";
import { ALICE, BOB, createCaller, expectStatus } from "../caller.ts";
import { createBackstage } from "../doubles.ts";
import type { MemoryGoal } from "../memory-goal.ts";
import { assistant, chat, deltasIn, errorOf, framesIn, PATH, user } from "./chat.ts";

const REQUEST = "Compare the offers";
const PICTURE = `res_${"a".repeat(56)}`;
const picture: Resource = {
  ...{ id: PICTURE, name: "chart.png", kind: "image", mediaType: "image/png", bytes: 1, sha256: "0".repeat(64) },
  ...{ createdAt: 0, origin: { by: "upload" } },
};
const NOTHING = {
  ...{ usd: 0.5, assumedUsd: 0, llmCalls: 1, tasks: 1 },
  tokens: { inputTokens: 300, outputTokens: 20 },
};
const work = { do: "step", step: "draw" } as const;
const PLANNED: GoalEventBody = {
  type: "tree-revised",
  data: {
    ...{ version: 1, by: "refinement", reason: "It was broken down", refined: "goal", dropped: [], reordered: [] },
    outputs: [{ name: "chart", kind: "image", description: "" }],
    added: [
      {
        ...{ name: "draw", parent: "goal", depth: 1, does: "draw [it](http://x)", inputs: [], value: 5, effort: 1 },
        ...{ outputs: [{ name: "chart", kind: "image", description: "" }], action: { as: "program" } },
      },
    ],
  },
};
const DONE: readonly GoalEventBody[] = [
  {
    type: "work-start",
    data: {
      ...{ work, attempt: 1, conversation: "c", run: "run_1", why: "it is <b>due</b>" },
      reserved: { usd: null, llmCalls: 1, tasks: 1 },
    },
  },
  {
    type: "work-end",
    data: {
      ...{ work, attempt: 1, status: "done", spent: NOTHING },
      results: { chart: { as: "resource", kind: "image", resource: picture } },
    },
  },
  { type: "goal-end", data: { status: "succeeded", answer: `See [chart.png](/v1/resources/${PICTURE})` } },
];
const ASKING: GoalEventBody = { type: "check-in", data: { id: 1, about: "plan", message: "Shall it [begin](x)?" } };
const FAILED: GoalEventBody = { type: "goal-end", data: { status: "failed", answer: "It could not be done: no way." } };

function createChat(script: readonly GoalEventBody[]) {
  const backstage = createBackstage("keys", {}, ["text-generation"]);
  const goal = (tenant: string, part: string): MemoryGoal => {
    const double = backstage.wiring.goal(tenant, part) as MemoryGoal;
    double.script = script;
    return double;
  };
  const caller = createCaller({ ...backstage, wiring: { ...backstage.wiring, goal } });
  return { caller, call: caller.as(ALICE), goals: () => [...backstage.goals.values()] };
}

const goalChat = (body: object = {}, headers: Record<string, string> = {}) =>
  chat({ model: "impresario-goal", messages: [user(REQUEST)], ...body }, headers);

const FORM = { type: "object", properties: { best: { type: "string" } }, required: ["best"] };

async function completionOf(response: Response) {
  await expectStatus(response, 200);
  return chatCompletion.strict().parse(await response.json());
}

describe("a goal by way of a chat completion", () => {
  it("is pursued with its files and budget, and answered with what it came to", async () => {
    const { call, goals } = createChat([PLANNED, ...DONE]);
    const data = `data:text/plain;base64,${btoa("twelve chairs")}`;
    const content = [
      { type: "text", text: REQUEST },
      { type: "file", file: { file_data: data, filename: "offer.txt" } },
    ];
    const metadata = { budget: '{"usd": 2}', checkIns: '{"afterSteps": 3}' };
    const response = await call(PATH, goalChat({ messages: [user(content)], metadata }));
    const answer = await completionOf(response);
    const [double] = goals();
    expect(double?.starts[0]?.start).toMatchObject({
      ...{ text: REQUEST, budget: { usd: 2 }, checkIns: { afterSteps: 3 } },
      files: [{ name: "offer.txt", resource: { bytes: 13 } }],
    });
    expect(answer.metadata).toEqual({ goal: answer.id });
    expect(response.headers.get("x-impresario-goal")).toBe(answer.id);
    expect(answer.usage).toMatchObject({ cost: 0.5, prompt_tokens: 300, completion_tokens: 20, total_tokens: 320 });
    expect(answer.choices[0]?.message.content).toMatch(
      /^See !\[chart\.png\]\(http:\/\/localhost:8787\/v1\/resources\/res_a+\?t=/,
    );
  });

  it("streams how far it is, without anybody's markup, and then its answer", async () => {
    const { call } = createChat([PLANNED, ...DONE]);
    const told = deltasIn(await (await call(PATH, goalChat({ stream: true }))).text());
    expect(told.reasoning).toBe("Planned: draw\ndraw begins: it is ‹b›due‹/b›\ndraw done\n");
    expect(told.content).toMatch(/^See !\[chart/);
    expect(told.chunks[0]?.choices[0]?.delta.metadata?.goal).toBe(told.chunks[0]?.id);
  });

  it.each([false, true])("that failed is an error that says why, streamed: %j", async (stream) => {
    const { call } = createChat([FAILED]);
    const response = await call(PATH, goalChat({ stream }));
    const message = "It could not be done: no way.";
    if (stream) {
      expect(framesIn(await response.text()).at(-1)).toMatchObject({ error: { message, code: "internal" } });
    } else expect(await errorOf(response, 400)).toMatchObject({ message, type: "run_error" });
  });

  it.each<[string, object, string]>([
    [
      "a form",
      { response_format: { type: "json_schema", json_schema: { name: "f", schema: FORM } } },
      "response_format",
    ],
    ["a budget that there is not", { budget: { eggs: 1 } }, "budget.eggs"],
    ["a question without its number", { metadata: { goal: "goal_1" } }, "checkIn"],
    ["a goal that is too long", { messages: [user("x".repeat(20_001))] }, "messages"],
  ])("cannot have %s", async (_, body, param) => {
    const { call, goals } = createChat([FAILED]);
    expect((await errorOf(await call(PATH, goalChat(body)), 400)).param).toBe(param);
    expect(goals()).toEqual([]);
  });

  it("says what to set where no language model can be had, and is not among the models", async () => {
    const caller = createCaller(createBackstage("keys", {}, ["summarization"]));
    expect(await errorOf(await caller.as(ALICE)(PATH, goalChat()), 400)).toMatchObject({ code: "no-model" });
    const models = async (call: ReturnType<typeof caller.as>) => (await call("/openai/v1/models")).text();
    expect(await models(caller.as(ALICE))).not.toContain("impresario-goal");
    expect(await models(createChat([]).call)).toContain('"impresario-goal"');
  });

  it("ends when the client leaves, unless it is detached", async () => {
    for (const detached of [false, true]) {
      const { call, goals } = createChat([PLANNED]);
      const gone = new AbortController();
      const called = call(PATH, { ...goalChat({ detached }), signal: gone.signal });
      await expect.poll(() => goals()[0]?.state?.version).toBe(1);
      gone.abort();
      await called.catch(() => undefined);
      await expect.poll(() => goals()[0]?.state?.cancelReason !== null).toBe(!detached);
    }
  });
});

describe("the question of a goal", () => {
  async function ask() {
    const chatting = createChat([PLANNED, ASKING]);
    const first = await completionOf(await chatting.call(PATH, goalChat()));
    const question = first.choices[0]?.message.content ?? "";
    const [double] = chatting.goals();
    if (!double) throw new Error("There is no goal");
    const answer = (content: string, body: object = { metadata: answerable(first.metadata) }) =>
      chatting.call(PATH, goalChat({ messages: [user(REQUEST), assistant(question), user(content)], ...body }));
    return { ...chatting, first, question, double, answer };
  }
  /** Values in `metadata` are texts. */
  const answerable = ({ goal, checkIn }: { goal?: string; checkIn?: number }) => ({ goal, checkIn: String(checkIn) });
  const decided = ({ recorded }: MemoryGoal) =>
    recorded.flatMap((event) => (event.type === "check-in-answered" ? [event.data] : []));

  it("is the answer, with what it takes to answer it", async () => {
    const { first, question } = await ask();
    expect(question).toMatch(/^Shall it \\\[begin\\\]\(x\)\?\n\nQuestion 1 of goal_/);
    expect(first.metadata).toEqual({ goal: first.id, checkIn: 1 });
  });

  it("is answered by a yes where the client names it, and the goal goes on", async () => {
    const { double, answer, goals } = await ask();
    const answered = answer("Yes, please.");
    await expect.poll(() => decided(double)).toEqual([{ id: 1, decision: "approve" }]);
    for (const event of DONE) double.record(event);
    expect((await completionOf(await answered)).choices[0]?.message.content).toContain("chart.png");
    expect(goals()).toHaveLength(1);
  });

  it("is answered by a decision, whose words hold for a change alone", async () => {
    for (const decision of ["change", "stop"] as const) {
      const { double, answer, first } = await ask();
      const answered = answer("Use euros", { metadata: { ...answerable(first.metadata), decision } });
      const words = decision === "change" ? { words: "Use euros" } : {};
      await expect.poll(() => decided(double)).toEqual([{ id: 1, decision, ...words }]);
      double.record(FAILED);
      await answered;
    }
  });

  it.each([
    ["something else than yes", "What does it cost?", undefined],
    ["no metadata, which begins no other goal either", "yes", {}],
  ])("is not answered by %s: the error says how to", async (_, words, body) => {
    const { double, answer, first, goals } = await ask();
    const refused = await errorOf(await answer(words, body), 400);
    expect(refused.message).toContain(`"goal": "${first.id}", "checkIn": "1"`);
    expect(decided(double)).toEqual([]);
    expect(goals()).toHaveLength(1);
  });

  it("cannot be answered for another, nor by another tenant", async () => {
    const { answer, first, caller } = await ask();
    const other = { goal: first.metadata.goal, checkIn: "2" };
    expect((await errorOf(await answer("yes", { metadata: other }), 409)).code).toBe("stale-plan");
    const foreign = goalChat({ messages: [user("yes")], metadata: answerable(first.metadata) });
    expect((await errorOf(await caller.as(BOB)(PATH, foreign), 404)).code).toBe("not-found");
  });
});
