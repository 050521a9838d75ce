import { describe, expect, it } from "vitest";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import type { Measured } from "../../../src/domain/usage.ts";
import { createLanguageController } from "../../../src/planning/language/index.ts";
import { createOpenAiChat } from "../../../src/providers/openai/chat.ts";
import { writeAnswer } from "../../../src/response/answer.ts";
import { structuredAnswer } from "../../../src/response/structured/index.ts";
import { callsOf, FAKE_URL, KEY, modelName } from "../../providers/openai/calls.ts";
import { gave, ontology, runOf, text } from "../../response/runs.ts";
import { formOf, listOf, NUMBER, STRING } from "../../response/structured/forms.ts";

const USAGE: Measured = { inputTokens: 19, outputTokens: 10 };
const REQUEST = { text: "Hi", attached: [], log: [], ontology: createOntology() };
const RUN = runOf([{ type: "summarization", work: gave({ text: text("Pay 5 euros.") }) }], { request: "Sum up" });

function controllerAt(modes = "") {
  const model = modelName(modes);
  const told: Measured[] = [];
  const meter = { refusal: () => null, called: (usage: Measured) => void told.push(usage) };
  const controller = createLanguageController({
    name: "openai",
    model: createOpenAiChat({ baseUrl: FAKE_URL, apiKey: KEY, model }),
  });
  return { model, controller, meter, told };
}

async function answerAt(modes = "") {
  const { model, controller, meter, told } = controllerAt(modes);
  let answer = "";
  for await (const piece of writeAnswer(RUN, ontology, { speaker: { controller, meter } })) answer += piece;
  return { answer, told, calls: await callsOf(model) };
}

describe("through the real client library, a plan", () => {
  it.each<[string, readonly (string | undefined)[]]>([
    ["", ["json_schema"]],
    ["refuses-json_schema", ["json_schema", "json_object", "json_object"]],
    ["refuses-json_schema+refuses-response_format", ["json_schema", "json_object", undefined, undefined]],
  ])("is held to the schema as far as a server (%j) can be, which is remembered", async (modes, forms) => {
    const { model, controller, meter, told } = controllerAt(modes);
    await controller.plan({ ...REQUEST, meter });
    if (modes !== "") await controller.plan({ ...REQUEST, meter });
    const calls = await callsOf(model);
    const typeOf = (form: unknown): unknown => (form as { type: string } | undefined)?.type;
    expect(calls.map(({ body }) => typeOf(body.response_format))).toEqual(forms);
    expect(calls[0]?.body).toMatchObject({ temperature: 0, max_tokens: 4_096 });
    expect(told).toEqual(modes === "" ? [USAGE] : [USAGE, USAGE]);
  });
});

describe("through the real client library, a form", () => {
  const answerFormat = formOf({ total: NUMBER, lines: listOf(STRING) });
  const run = runOf([{ type: "summarization", work: gave({ text: text("Pay 5 euros.") }) }], { answerFormat });
  const typeOf = ({ body }: { readonly body: Readonly<Record<string, unknown>> }): unknown =>
    (body.response_format as { readonly type: string } | undefined)?.type;

  it("is filled in, measured, and held to its schema by the server", async () => {
    const { model, controller, meter, told } = controllerAt();
    const answer = await structuredAnswer(run, ontology, { controller, meter });
    expect(answer).toEqual({ as: "filled", value: { total: 1, lines: ["[fake] text"] }, by: "openai" });
    expect(told).toEqual([USAGE]);
    const [call] = await callsOf(model);
    expect(call?.body.response_format).toMatchObject({
      type: "json_schema",
      json_schema: {
        strict: true,
        schema: { properties: { value: { anyOf: [{ type: "object" }, { type: "null" }] } } },
      },
    });
  });

  it("whose schema a server will not have is filled in without, and nothing else is held to less for it", async () => {
    const { model, controller, meter, told } = controllerAt("refuses-json_schema");
    expect(await structuredAnswer(run, ontology, { controller, meter })).toMatchObject({ as: "filled" });
    expect((await callsOf(model)).map(typeOf)).toEqual(["json_schema", "json_object"]);
    expect(told).toEqual([USAGE]);
    await controller.plan({ ...REQUEST, meter });
    expect((await callsOf(model)).map(typeOf)).toEqual(["json_schema", "json_object", "json_schema", "json_object"]);
  });

  it.each([
    ["500", 2],
    ["refusal", 1],
    ["nonsense", 2],
    ["length", 1],
  ])("of a server that fails (%s) is refused, and each request (%i) is told", async (modes, requests) => {
    const { controller, meter, told } = controllerAt(modes);
    const answer = await structuredAnswer(run, ontology, { controller, meter });
    expect(answer).toMatchObject({ as: "refused", why: expect.stringMatching(/language model/) });
    expect(told).toHaveLength(requests);
  });
});

describe("through the real client library, an answer", () => {
  it("is streamed, measured and cleaned", async () => {
    const { answer, told, calls } = await answerAt();
    expect(answer).toMatch(
      /^\\\[fake\\\] model-.* was asked: \\\{"request":"Sum up".*\n\nHow it was done:\n\n- Summary/s,
    );
    expect(told).toEqual([USAGE]);
    expect(calls.map(({ body }) => [body.stream, body.response_format])).toEqual([[true, undefined]]);
  });

  it.each([
    ["401", 1],
    ["500", 2],
    ["429", 1],
    ["unreachable", 2],
    ["html", 1],
    ["wrong-shape", 1],
    ["silent", 1],
    ["refusal", 1],
  ])("of a server that fails (%s) is written without it, and each request (%i) is told", async (modes, requests) => {
    const { answer, told, calls } = await answerAt(modes);
    expect(answer).toMatch(/^\*\*Summary:\*\* Pay 5 euros\.\n\nHow it was done:/);
    expect(answer).toContain("the language model (openai) could not be used for the answer");
    expect(calls).toHaveLength(requests);
    expect(told).toHaveLength(requests);
  });

  it.each(["cut", "no-end", "error-midway", "odd-part"])("that breaks off (%s) keeps a true account", async (modes) => {
    const { answer } = await answerAt(modes);
    expect(answer).toContain("**Summary:** Pay 5 euros.");
    expect(answer).toMatch(
      /How it was done:\n\n- Summary: m \(embedded\)\n- the (?:words of the answer: the )?language model/,
    );
  });
});
