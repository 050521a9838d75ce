import { describe, expect, it } from "vitest";
import type { Controller, FillRequest, ModelFilled } from "../../../src/planning/controller.ts";
import { createControllerFallback } from "../../../src/planning/controller-fallback.ts";
import { fillPrompt, readFilled } from "../../../src/planning/language/fill-prompt.ts";
import { createLanguageController } from "../../../src/planning/language/index.ts";
import { strictSchema } from "../../../src/planning/language/json-schema.ts";
import { tokensOf } from "../../../src/planning/language/tokens.ts";
import FORMS from "../../fixtures/language/forms.json";
import { formOf, listOf, NUMBER, objectOf, STRING } from "../../response/structured/forms.ts";

const FORM = formOf({ total: { type: "number", minimum: 0, description: "In euros" }, kind: { enum: ["a", "b"] } });
const REQUEST: FillRequest = {
  ...{ text: "What does it cost?", planner: "openai", leftOut: [], reply: null, open: null, format: FORM },
  tasks: [
    {
      ...{ task: 0, type: "optical-character-recognition", does: "Read", model: "m", ended: "succeeded" },
      ...{ inputs: {}, outputs: { text: "Total: 7 EUR" }, isShownBelow: false },
    },
  ],
};
const NULL = { type: "null" };
/** Forms as a real small model filled them. */
const { answers: RECORDED } = FORMS;

describe("the prompt for a form", () => {
  it("has all that ran, and the form, as material", () => {
    const { messages, json, schema, isCallers } = fillPrompt(REQUEST, 8_192);
    expect(messages.map(({ role }) => role)).toEqual(["system", "user"]);
    const { tasks, form, reply } = JSON.parse(messages[1]?.content ?? "");
    expect(tasks).toMatchObject([{ type: "optical-character-recognition", outputs: { text: "Total: 7 EUR" } }]);
    expect(form).toEqual({ name: "form", description: null, schema: FORM.schema });
    expect(reply).toBeNull();
    expect({ json, isCallers }).toEqual({ json: true, isCallers: true });
    expect(schema).toMatchObject({ required: ["missing", "value"], properties: { value: { anyOf: [{}, NULL] } } });
  });

  it("has what was wrong behind it, the second time", () => {
    const faults = [{ path: "total", message: "expected number" }];
    const { messages } = fillPrompt({ ...REQUEST, rejected: { said: '{"total":"7"}', faults } }, 8_192);
    expect(messages.slice(2)).toMatchObject([
      { role: "assistant", content: '{"total":"7"}' },
      { role: "user", content: expect.stringContaining('[{"where":"total","fault":"expected number"}]') },
    ]);
  });

  it.each([8_192, 28_672])("fits a context of %i tokens with its answer, however much there is", (context) => {
    const outputs = { text: "word ".repeat(40_000), lines: Array.from({ length: 2_000 }, (_, n) => `line ${n}`) };
    const tasks = REQUEST.tasks.map((task) => ({ ...task, outputs }));
    const rejected = { said: "x".repeat(50_000), faults: [{ path: "", message: "y".repeat(5_000) }] };
    for (const request of [
      { ...REQUEST, tasks },
      { ...REQUEST, rejected },
    ]) {
      const { messages, maxTokens } = fillPrompt(request, context);
      expect(tokensOf(messages) + maxTokens).toBeLessThanOrEqual(context);
      expect(maxTokens).toBeGreaterThanOrEqual(2_000);
    }
  });

  it("holds no value that a model could fill in where it finds none", () => {
    const { messages } = fillPrompt(REQUEST, 8_192);
    const untold = RECORDED.flatMap(({ said, request }) => {
      const { value } = readFilled(said);
      const texts = Object.values(value ?? {}).filter((one) => typeof one === "string");
      return texts.filter((one) => !JSON.stringify(request).includes(one));
    });
    expect(untold).toContain("5 March 2026");
    for (const text of untold) expect(messages[0]?.content).not.toContain(text);
  });

  it("is refused where the schema alone is too large for it", () => {
    const format = formOf(Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`property_${n}`, STRING])));
    expect(() => fillPrompt({ ...REQUEST, format }, 8_192)).toThrow(/schema.*do not fit/);
  });
});

describe("the schema that a server is held to", () => {
  const { schema } = FORM;
  it("is the caller's without the bounds, of which not all know", () => {
    expect(strictSchema(schema)).toEqual({
      ...{ type: "object", required: ["total", "kind"], additionalProperties: false },
      properties: { total: { type: "number", description: "In euros" }, kind: { enum: ["a", "b"] } },
    });
    const nested = formOf({ lines: listOf({ anyOf: [objectOf({ a: STRING }), NULL] }) }).schema;
    expect(strictSchema(nested)).toMatchObject({
      properties: { lines: { items: { anyOf: [{ type: "object" }, NULL] } } },
    });
  });

  it.each([
    ["names that need not be there", formOf({ a: STRING }, ["a"])],
    ["names of nobody's choosing", formOf({ a: { type: "object", additionalProperties: NUMBER } })],
    [
      "such a thing further in",
      formOf({ a: listOf({ anyOf: [{ type: "object", properties: { b: STRING } }, NULL] }) }),
    ],
  ])("is none for one with %s", (_, format) => {
    expect(strictSchema(format.schema)).toBeNull();
    expect(fillPrompt({ ...REQUEST, format }, 8_192).schema).toBeUndefined();
  });
});

describe("what a model says to a form", () => {
  it.each<[string, string, object]>([
    ["in the form that is asked for", '{"missing": [], "value": {"total": 7}}', { value: { total: 7 }, missing: [] }],
    ["something is missing", '{"missing": ["total"], "value": null}', { value: null, missing: ["total"] }],
    ["nothing but what is missing", '{"missing": ["total"]}', { value: null, missing: ["total"] }],
    ["the value alone", '{"total": 7}', { value: { total: 7 }, missing: [] }],
    [
      "a value that has such a name itself",
      '{"missing": 3, "total": 7}',
      { value: { missing: 3, total: 7 }, missing: [] },
    ],
    ["missing what is no list", '{"missing": null, "value": {"total": 7}}', { value: { total: 7 }, missing: [] }],
    [
      "between words",
      'Here:\n```json\n{"missing": [], "value": {"total": 7}}\n```',
      { value: { total: 7 }, missing: [] },
    ],
    ["after a thought", '<think>{"total": 1}</think>{"total": 7}', { value: { total: 7 }, missing: [] }],
    ["no JSON", "I cannot do that.", { value: null, missing: [] }],
    ["a list", "[1]", { value: null, missing: [] }],
    ["nothing", "", { value: null, missing: [] }],
    ["too deep", `{"a":${'{"a":'.repeat(50)}1${"}".repeat(50)}}`, { value: null, missing: [] }],
  ])("is read: %s", (_, said, read) => {
    expect(readFilled(said)).toMatchObject(read);
  });
});

describe("who fills a form", () => {
  const filled: ModelFilled = { by: "openai", value: {}, missing: [], said: "" };
  const plan = () => Promise.reject(new Error("nothing is planned here"));
  const embedded: Controller = { name: "embedded", plan };
  const language: Controller = { name: "openai", plan, fill: async () => filled };

  it.each<[boolean, string | null, readonly string[] | null, boolean]>([
    [true, "embedded", null, true],
    [false, "openai", null, true],
    [false, "embedded", null, false],
    [false, "user", null, false],
    [false, null, null, false],
    [false, "embedded", ["total"], true],
  ])(
    "with a language model first (%s), a plan by %s and %j left open by rules: a language model, %s",
    async (...given) => {
      const [isLanguageFirst, planner, open, isAsked] = given;
      const { fill } = createControllerFallback({ embedded, language, isLanguageFirst });
      expect((await fill?.({ ...REQUEST, planner, open })) ?? null).toEqual(isAsked ? filled : null);
    },
  );

  it("is nobody where there is no language model", () => {
    expect(createControllerFallback({ embedded, language: null }).fill).toBeUndefined();
  });

  it("is told by what the model said", async () => {
    const model = { complete: async () => '{"missing": [], "value": {"total": 7, "kind": "a"}}' };
    const { fill } = createLanguageController({ name: "openai", model });
    expect(await fill?.(REQUEST)).toMatchObject({ by: "openai", value: { total: 7, kind: "a" }, missing: [] });
  });
});
