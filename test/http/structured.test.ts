import { describe, expect, it } from "vitest";
import type { EventBody } from "../../src/domain/events.ts";
import type { StructuredAnswer } from "../../src/domain/structured/answer-schema.ts";
import { chatCompletion } from "../../src/http/openai/schemas.ts";
import { ALICE, createCaller, expectStatus, post, problemOf, runOf } from "./caller.ts";
import { chat, createChat, deltasIn, errorOf, PATH, posted } from "./openai/chat.ts";

const SCHEMA = { type: "object", properties: { n: { type: "integer", title: "N" } }, required: ["n"] };
const formatOf = (schema: unknown, more: object = {}) => ({
  type: "json_schema",
  json_schema: { name: "form", schema, ...more },
});
const FORMAT = formatOf(SCHEMA, { strict: true, description: "Numbers" });
/** What the conversation gets of it. */
const FORM = {
  ...{ name: "form", description: "Numbers" },
  schema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"], additionalProperties: false },
};
const FILLED: StructuredAnswer = { as: "filled", value: { n: 1 }, by: "embedded" };
const REFUSED: StructuredAnswer = { as: "refused", why: "It needs a language model", missing: ["n"] };
const ending = (structured?: StructuredAnswer): readonly EventBody[] => [
  { type: "answer-start", data: { attempt: 1, deadline: 0, shard: 0 } },
  { type: "answer-delta", data: { attempt: 1, text: "In words." } },
  { type: "run-end", data: { status: "succeeded", answer: "In words.", ...(structured ? { structured } : {}) } },
];

/** Formats that no surface takes, with the place of the fault in them. */
const FAULTY: readonly (readonly [string, unknown, string])[] = [
  ["an object of anything, and a schema", { type: "json_object", schema: SCHEMA }, "response_format.schema"],
  ["a type of its own", { type: "grammar" }, "response_format.type"],
  ["no schema", { type: "json_schema", json_schema: { name: "form" } }, "response_format.json_schema.schema"],
  ["a name with blanks", formatOf(SCHEMA, { name: "a form" }), "response_format.json_schema.name"],
  ["a field of its own", formatOf(SCHEMA, { extra: 1 }), "response_format.json_schema.extra"],
  ["a schema of no object", formatOf({ type: "string" }), "response_format.json_schema.schema.type"],
  [
    "a regular expression",
    formatOf({ type: "object", properties: { n: { type: "string", pattern: "(a+)+$" } } }),
    "response_format.json_schema.schema.properties.n.pattern",
  ],
];

describe("a message whose answer is wanted in a form", () => {
  it("goes to its conversation with the form as it was read", async () => {
    const app = createCaller();
    await runOf(await app.as(ALICE)("/v1/runs", post({ text: "Count", response_format: FORMAT })));
    expect(posted(app)).toMatchObject([{ answerFormat: FORM }]);
  });

  it("may be wanted as some JSON object, described in words", async () => {
    const app = createCaller();
    const format = { type: "json_object", description: "Give `n`." };
    await runOf(await app.as(ALICE)("/v1/runs", post({ text: "Count", response_format: format })));
    const answerFormat = { name: "json_object", description: "Give `n`.", schema: null };
    expect(posted(app)).toMatchObject([{ answerFormat }]);
  });

  it.each([{}, { response_format: { type: "text" } }])("has none with %j", async (more) => {
    const app = createCaller();
    const call = app.as(ALICE);
    const run = await runOf(await call("/v1/runs", post({ text: "Count", ...more })));
    expect(posted(app)[0]).not.toHaveProperty("answerFormat");
    expect(await runOf(await call(`/v1/runs/${run.id}`), 200)).not.toHaveProperty("structured");
  });

  it.each([FILLED, REFUSED])("shows what became of it once the run has ended: $as", async (structured) => {
    const call = createChat(ending(structured)).as(ALICE);
    const run = await runOf(await call("/v1/runs", post({ text: "Count", response_format: FORMAT })), 200);
    expect(run).toMatchObject({ answer: "In words.", structured: { name: "form", ...structured } });
  });

  it.each(FAULTY)("is refused with %s, before anything runs", async (_, format, path) => {
    const app = createCaller();
    const problem = await problemOf(await app.as(ALICE)("/v1/runs", post({ text: "Count", response_format: format })));
    expect(problem).toMatchObject({ code: "invalid-request" });
    expect(problem.issues?.map((issue) => issue.path)).toContain(path);
    expect(posted(app)).toEqual([]);
  });
});

describe("a chat completion whose answer is wanted in a form", () => {
  const asked = { response_format: FORMAT };

  it("is the text of its value, and nothing else", async () => {
    const app = createChat(ending(FILLED));
    const response = await app.as(ALICE)(PATH, chat(asked));
    await expectStatus(response, 200);
    const { choices } = chatCompletion.strict().parse(await response.json());
    expect(choices[0]).toMatchObject({ message: { content: '{"n":1}', refusal: null }, finish_reason: "stop" });
    expect(posted(app)).toMatchObject([{ answerFormat: FORM }]);
  });

  it.each<[string, StructuredAnswer | undefined, string]>([
    ["refused", REFUSED, "It needs a language model"],
    ["not written", undefined, "In words."],
  ])("is a refusal where it was %s", async (_, structured, refusal) => {
    const whole = await createChat(ending(structured)).as(ALICE)(PATH, chat(asked));
    const { choices } = chatCompletion.strict().parse(await whole.json());
    expect(choices[0]?.message).toMatchObject({ content: null, refusal });
    const streamed = await createChat(ending(structured)).as(ALICE)(PATH, chat({ ...asked, stream: true }));
    const { chunks, content } = deltasIn(await streamed.text());
    expect(content).toBe("");
    expect(chunks.map(({ choices: [choice] }) => choice?.delta.refusal ?? "").join("")).toBe(refusal);
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe("stop");
  });

  it("is streamed as its text alone, with the progress beside it", async () => {
    const response = await createChat(ending(FILLED)).as(ALICE)(PATH, chat({ ...asked, stream: true }));
    const { content, reasoning } = deltasIn(await response.text());
    expect(content).toBe('{"n":1}');
    expect(reasoning).toBe("Answering\n");
  });

  it("is no answer where the run failed", async () => {
    const failed: EventBody = { type: "run-end", data: { status: "failed", answer: "Nothing does it." } };
    const response = await createChat([failed]).as(ALICE)(PATH, chat(asked));
    expect(await errorOf(response, 400)).toMatchObject({ type: "run_error", message: "Nothing does it." });
  });

  it.each<readonly [string, unknown, string]>([
    ...FAULTY,
    ["a text that is too long", formatOf({ ...SCHEMA, description: "a".repeat(5_000) }), "response_format"],
    [
      "a name that is too long",
      formatOf({ type: "object", properties: { ["a".repeat(5_000)]: { type: "null" } } }),
      "response_format",
    ],
  ])("is refused with %s, before anything runs", async (_, format, param) => {
    const app = createChat();
    const error = await errorOf(await app.as(ALICE)(PATH, chat({ response_format: format })), 400);
    expect(error.param ?? "").toMatch(param);
    expect(error.message).not.toContain("long-string");
    expect(posted(app)).toEqual([]);
  });

  it("cannot have its progress in the content", async () => {
    const error = await errorOf(await createChat().as(ALICE)(PATH, chat({ ...asked, progress: "content" })), 400);
    expect(error.param).toBe("progress");
  });
});
