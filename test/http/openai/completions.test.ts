import { describe, expect, it } from "vitest";
import { failure } from "../../../src/domain/errors.ts";
import type { EventBody } from "../../../src/domain/events.ts";
import { err } from "../../../src/domain/result.ts";
import { chatCompletion } from "../../../src/http/openai/schemas.ts";
import { ALICE, expectStatus } from "../caller.ts";
import { createBackstage } from "../doubles.ts";
import { ANSWER, ANSWERS, chat, createChat, deltasIn, errorOf, framesIn, PATH, posted, user } from "./chat.ts";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const picture = { type: "image_url", image_url: { url: `data:image/png;base64,${PNG}` } };
const image = (url: string) => ({ type: "image_url", image_url: { url } });
const sound = (data: string) => ({ type: "input_audio", input_audio: { data, format: "mp3" } });
const text = (words: string) => ({ type: "text", text: words });
const LONG = "a".repeat(5_000);

describe("a chat completion", () => {
  it("is the answer of a run, in a conversation of its own", async () => {
    const app = createChat();
    const response = await app.as(ALICE)(PATH, chat({ temperature: 1, logprobs: true, seed: 5, user: "u" }));
    await expectStatus(response, 200);
    const completion = chatCompletion.strict().parse(await response.json());
    expect(completion).toMatchObject({
      model: "impresario",
      id: response.headers.get("x-impresario-run"),
      choices: [{ message: { content: ANSWER } }],
      metadata: { conversation: response.headers.get("x-impresario-conversation") },
      usage: { total_tokens: 0, cost: 0 },
    });
    expect(response.headers.get("x-impresario-ignored")).toBe("temperature, logprobs, seed, user");
    expect(posted(app)).toMatchObject([
      { text: "Hello", approval: "none", budget: { onExhausted: "answer", timeMs: 1_800_000 } },
    ]);
  });

  it("offers what may be said next, streamed or not", async () => {
    const choices = ["Summarize letter.txt", "Read letter.txt aloud"];
    const asked: EventBody = {
      type: "plan-end",
      data: {
        ...{ attempt: 1, version: 1, controller: "embedded", fetched: [], referenced: [], durationMs: 1 },
        planned: { as: "ask", text: ANSWER, choices },
      },
    };
    const script = [asked, ...ANSWERS];
    const whole = await createChat(script).as(ALICE)(PATH, chat({}));
    expect(chatCompletion.strict().parse(await whole.json()).metadata).toMatchObject({ choices });
    const streamed = await createChat(script).as(ALICE)(PATH, chat({ stream: true }));
    const last = deltasIn(await streamed.text()).chunks.at(-1);
    expect(last?.choices[0]).toMatchObject({ delta: { metadata: { choices } }, finish_reason: "stop" });
  });

  it.each([
    ["left out beside the others", { explain: false }, ""],
    ["left out in metadata", { metadata: { explain: "false" } }, ""],
    ["left out by the address", {}, "?explain=false"],
    ["there otherwise", {}, ""],
  ])("has how it was done %s, streamed or not", async (kept, fields, query) => {
    const how = "How it was done:\n\n- summarization: m (embedded)\n";
    const answer = `${ANSWER}\n\n${how}`;
    const pieces = [...answer].map((piece) => ({ type: "answer-delta", data: { attempt: 1, text: piece } }) as const);
    const [begun] = ANSWERS;
    const ended: EventBody = { type: "run-end", data: { status: "succeeded", answer } };
    const script = begun ? [begun, ...pieces, ended] : [];
    const expected = kept.startsWith("left out") ? ANSWER : answer.trim();
    const whole = await createChat(script).as(ALICE)(`${PATH}${query}`, chat(fields));
    expect(chatCompletion.strict().parse(await whole.json()).choices[0]?.message.content).toBe(expected);
    const streamed = await createChat(script).as(ALICE)(`${PATH}${query}`, chat({ ...fields, stream: true }));
    expect(deltasIn(await streamed.text()).content.trim()).toBe(expected);
  });

  it("refuses what the address cannot mean", async () => {
    const { status } = await createChat().as(ALICE)(`${PATH}?explain=perhaps`, chat({}));
    expect(status).toBe(400);
  });

  it("takes fields of our own, beside the others or as texts in `metadata`", async () => {
    const wishes = { constraints: { licence: { allow: ["MIT"] } }, budget: { usd: 1, timeMs: 5_000 } };
    const given = { controller: "embedded", selection: "rules", ...wishes };
    for (const body of [
      given,
      {
        metadata: {
          ...given,
          constraints: JSON.stringify(wishes.constraints),
          budget: JSON.stringify(wishes.budget),
          other: "x",
        },
      },
    ]) {
      const app = createChat();
      await expectStatus(await app.as(ALICE)(PATH, chat(body)), 200);
      expect(posted(app)).toMatchObject([{ ...given, budget: { ...wishes.budget, onExhausted: "answer" } }]);
    }
  });

  it("takes long ones in `metadata` as well", async () => {
    const constraints = { licence: { allow: ["MIT"] } };
    const app = createChat();
    const metadata = { constraints: JSON.stringify(constraints, null, 2_000).padEnd(9_000) };
    await expectStatus(await app.as(ALICE)(PATH, chat({ metadata })), 200);
    expect(posted(app)).toMatchObject([{ constraints }]);
    const huge = chat({ metadata: { constraints: "[".padEnd(2 * 1024 * 1024) } });
    expect(await errorOf(await app.as(ALICE)(PATH, huge), 413)).toMatchObject({ param: "constraints" });
  });

  it("counts the tokens of the language models that took part", async () => {
    const usage = { usd: 0.25, llmCalls: 1, measured: { inputTokens: 70, outputTokens: 30 } };
    const spent: EventBody = { type: "budget-settled", data: { work: "plan", attempt: 1, ...usage } };
    const response = await createChat([spent, ...ANSWERS]).as(ALICE)(PATH, chat({}));
    const { usage: counted } = chatCompletion.parse(await response.json());
    expect(counted).toEqual({ prompt_tokens: 70, completion_tokens: 30, total_tokens: 100, cost: 0.25 });
  });

  it.each([
    [{ stop: " honey" }, "Bees make", "stop"],
    [{ max_tokens: 9, max_completion_tokens: 2 }, "Bees m", "length"],
  ])("ends where %j says, whole and in a stream", async (bounds, content, finish_reason) => {
    const whole = await createChat().as(ALICE)(PATH, chat(bounds));
    expect(whole.headers.get("x-impresario-ignored")).toBeNull();
    const { choices } = chatCompletion.strict().parse(await whole.json());
    expect(choices[0]).toMatchObject({ finish_reason, message: { content } });
    const streamed = deltasIn(await (await createChat().as(ALICE)(PATH, chat({ ...bounds, stream: true }))).text());
    expect(streamed.content).toBe(content);
    expect(streamed.chunks.at(-1)?.choices[0]?.finish_reason).toBe(finish_reason);
  });

  it("is of a name that the deployment has answered", async () => {
    const app = createChat(ANSWERS, createBackstage("keys", { OPENAI_MODEL_ALIASES: "gpt-4o, gpt-5" }));
    const response = await app.as(ALICE)(PATH, chat({ model: "gpt-5" }));
    expect(chatCompletion.parse(await response.json())).toMatchObject({ model: "gpt-5" });
    expect((await app.as(ALICE)("/openai/v1/models/gpt-4o")).status).toBe(200);
    expect(await errorOf(await app.as(ALICE)(PATH, chat({ model: "gpt-6" })), 404)).toMatchObject({ param: "model" });
  });

  it("is planned by whom the model names", async () => {
    const variables = { OPENAI_BASE_URL: "http://127.0.0.1:9/v1", OPENAI_MODEL: "a/model" };
    const app = createChat(ANSWERS, createBackstage("keys", variables));
    await expectStatus(await app.as(ALICE)(PATH, chat({ model: "impresario-openai-light" })), 200);
    expect(posted(app)).toMatchObject([{ controller: "openai", planning: "light" }]);
    const contradiction = chat({ model: "impresario-openai", controller: "embedded" });
    expect(await errorOf(await app.as(ALICE)(PATH, contradiction), 400)).toMatchObject({ param: "controller" });
  });

  it("has one choice, however many are asked for, and says so", async () => {
    const app = createChat();
    const ignoredFor = async (n: number | null) => {
      const answer = await app.as(ALICE)(PATH, chat({ n }));
      expect(await answer.json()).toMatchObject({ choices: [{ index: 0 }] });
      return answer.headers.get("x-impresario-ignored");
    };
    expect(await ignoredFor(3)).toBe("n");
    expect([await ignoredFor(1), await ignoredFor(null)]).toEqual([null, null]);
  });

  it.each<[string, object, string, number?]>([
    ["a model that is not here", { model: "gpt-5" }, "model", 404],
    ["no model", { model: undefined }, "model"],
    ["no message", { messages: [] }, "messages"],
    ["a role of no name", { messages: [{ role: "robot", content: "x" }] }, "messages[0].role"],
    ["a part of no type", { messages: [user([{ type: "input_text", text: "x" }])] }, "messages[0].content[0].type"],
    [
      "a part without its content",
      { messages: [user([text("x"), { type: "file", file: {} }])] },
      "messages[0].content[1].file",
    ],
    ["no answer", { n: 0 }, "n"],
    ["a tool of no name", { tools: [{ type: "function" }] }, "tools[0].function"],
    ["functions", { functions: [{ name: "f" }] }, "functions"],
    ["a tool that must be called", { tool_choice: "required" }, "tool_choice"],
    ["an answer in a grammar", { response_format: { type: "grammar" } }, "response_format.type"],
    ["stops without end", { stop: ["a", "b", "c", "d", "e"] }, "stop"],
    ["room for nothing", { max_tokens: 0 }, "max_tokens"],
    ["another kind of answer", { modalities: ["image"] }, "modalities"],
    ["a search", { web_search_options: {} }, "web_search_options"],
    ["an approval", { approval: "plan" }, "approval"],
    ["an approval in metadata", { metadata: { approval: "plan" } }, "metadata.approval"],
    ["a budget that asks", { budget: { onExhausted: "ask" } }, "budget.onExhausted"],
    ["a budget of no such field", { budget: { euros: 1 } }, "budget.euros"],
    ["constraints that are no JSON", { metadata: { constraints: "MIT" } }, "constraints"],
    ["constraints of no such kind", { constraints: { licence: "MIT" } }, "constraints.licence"],
    ["a field given twice", { controller: "embedded", metadata: { controller: "embedded" } }, "controller"],
    ["a controller that is not here", { controller: "openai" }, "controller"],
    ["another way to show progress", { progress: "loud" }, "progress"],
    ["a conversation that is made up", { conversation: "conv_00" }, "conversation", 404],
    [
      "a file that is not there",
      { messages: [user([text("x"), { type: "file", file: { file_id: "res_00" } }])] },
      "messages[0].content[1]",
      404,
    ],
    ["a data URL that is none", { messages: [user([text("x"), image("data:x")])] }, "messages[0].content[1]"],
    [
      "base64 that is none",
      { messages: [user([text("x"), image("data:image/png;base64,@@")])] },
      "messages[0].content[1]",
    ],
    [
      "a picture that is none",
      { messages: [user([text("x"), image("data:image/png;base64,AAAA")])] },
      "messages[0].content[1]",
    ],
    ["an address that is none", { messages: [user([image("iVBORw0KGgo"), text("x")])] }, "messages[0].content[0]"],
    [
      "an address from inside",
      { messages: [user([text("x"), image("http://169.254.169.254/x")])] },
      "messages[0].content[1]",
    ],
    [
      "an address of another kind",
      { messages: [user([text("x"), image("file:///etc/passwd")])] },
      "messages[0].content[1]",
    ],
    [
      "an address without end",
      { messages: [user([text("x"), image(`https://example.com/${LONG}`)])] },
      "messages[0].content[1]",
    ],
    ["sound that is none", { messages: [user([text("x"), sound("AAAA")])] }, "messages[0].content[1]"],
    ["too many files", { messages: [user([text("x"), ...Array.from({ length: 33 }, () => picture)])] }, "messages"],
    ["a text without end", { messages: [user("a".repeat(700_000))] }, "messages[0].content", 413],
    ["too many parts", { messages: [user(Array.from({ length: 65 }, () => text("x")))] }, "messages[0].content"],
    ["no content", { messages: [user(null)] }, "messages[0].content"],
    [
      "a name without end",
      { messages: [user([text("x"), { type: "file", file: { filename: LONG, file_data: "AAAA" } }])] },
      "messages[0].content[1].file.filename",
    ],
    ["a model without end", { model: LONG }, "model"],
    ["a conversation without end", { conversation: LONG }, "conversation"],
    [
      "a budget of no such field, beside a picture",
      { budget: { euros: 1 }, messages: [user([text("x"), picture])] },
      "budget.euros",
    ],
  ])("is refused with %s, before anything runs", async (_, body, param, status = 400) => {
    const app = createChat();
    const error = await errorOf(await app.as(ALICE)(PATH, chat(body)), status);
    expect(error.param ?? "").toBe(param);
    expect(error.message).toMatch(/\w/);
    expect(error.message).not.toContain("long-string");
    expect(posted(app)).toEqual([]);
    const { admissions, abandonedRuns, uploads } = app.backstage.tenant(ALICE);
    // What is wrong with a file shows once it is brought, which takes an admission: that is taken back.
    expect([...abandonedRuns]).toEqual(admissions.map(({ run }) => run));
    expect(uploads.size).toBe(0);
  });

  it.each<[string, object]>([
    ["no tools", { tools: [], tool_choice: "auto", functions: null }],
    ["one answer", { n: 1, logprobs: false, top_logprobs: 0 }],
    ["an answer in words", { response_format: { type: "text" }, modalities: ["text"] }],
    ["nothing in particular", { metadata: null, stream: null, stream_options: null, constraints: null }],
  ])("may ask for %s", async (_, body) => {
    await expectStatus(await createChat().as(ALICE)(PATH, chat(body)), 200);
  });
});

describe("a request that is sent again", () => {
  it("gets the same run under the same key, and none for another body", async () => {
    const app = createChat();
    const alice = app.as(ALICE);
    const again = { "idempotency-key": "k" };
    const runs = [];
    for (let time = 0; time < 2; time++)
      runs.push((await alice(PATH, chat({}, again))).headers.get("x-impresario-run"));
    expect(runs[0]).toMatch(/^run_/);
    expect(runs[1]).toBe(runs[0]);
    const other = await alice(PATH, chat({ messages: [user("Other")] }, again));
    expect(await errorOf(other, 400)).toMatchObject({ code: "idempotency-mismatch" });
  });
});

describe("a run that came to nothing", () => {
  const failed = {
    type: "run-end",
    data: { status: "failed", answer: "", error: failure("no-model", "Nothing does it") },
  } as const;

  it("is an error that no library tries again", async () => {
    const response = await createChat([failed]).as(ALICE)(PATH, chat({}));
    expect(response.headers.get("x-should-retry")).toBe("false");
    expect(response.headers.get("x-impresario-run")).toMatch(/^run_/);
    const error = await errorOf(response, 400);
    expect(error).toEqual({ message: "Nothing does it", type: "run_error", param: null, code: "no-model" });
  });

  it("says what it came to instead of an answer", async () => {
    const told = { ...failed, data: { ...failed.data, answer: "This could not be done." } };
    const error = await errorOf(await createChat([told]).as(ALICE)(PATH, chat({})), 400);
    expect(error.message).toBe("This could not be done.");
  });

  it("was cancelled", async () => {
    const cancelled = { type: "run-end", data: { status: "cancelled", answer: "Enough" } } as const;
    const error = await errorOf(await createChat([cancelled]).as(ALICE)(PATH, chat({})), 400);
    expect(error).toMatchObject({ type: "run_error", code: "cancelled" });
  });

  it.each([false, true])(
    "cannot be followed any more, which is no reason to run it anew: stream %j",
    async (stream) => {
      const backstage = createBackstage();
      const refused = err(failure("internal", "The ledger is gone"));
      const conversation: typeof backstage.conversation = (tenant, part) =>
        Object.assign(backstage.conversation(tenant, part), { events: async () => refused });
      const response = await createChat(ANSWERS, { ...backstage, conversation }).as(ALICE)(PATH, chat({ stream }));
      expect(response.headers.get("x-impresario-run")).toMatch(/^run_/);
      const error = { message: "The ledger is gone", type: "run_error", param: null, code: "internal" };
      if (stream) return expect(framesIn(await response.text()).at(-1)).toEqual({ error });
      expect(response.headers.get("x-should-retry")).toBe("false");
      expect(await errorOf(response, 400)).toEqual(error);
    },
  );

  it("cost more than it may", async () => {
    const over = { ...failed, data: { ...failed.data, error: failure("budget-exceeded", "Too much") } };
    expect(await errorOf(await createChat([over]).as(ALICE)(PATH, chat({})), 402)).toMatchObject({
      code: "budget-exceeded",
    });
  });
});
