import OpenAI from "openai";
import type { RunnableToolFunctionWithParse } from "openai/lib/RunnableFunction";
import type { ChatCompletionFunctionTool, ChatCompletionMessageParam } from "openai/resources/chat/completions";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { startLanguageServer } from "../end-to-end/language-server.ts";
import { useServer } from "../use-server.ts";
import { langChainObject } from "./openai-clients.ts";
import { decideOnWeather } from "./weather-model.ts";

const MOOD = { mood: "positive" };
const model = await startLanguageServer({
  tools: decideOnWeather,
  // It knows what it was told of the form.
  form: ([request = ""]) => JSON.stringify({ missing: [], value: request.includes("mood") ? MOOD : { said: request } }),
});
afterAll(() => model.stop());
const speaking = useServer({ OPENAI_BASE_URL: model.url, OPENAI_MODEL: "a-model" });
const silent = useServer();
const LIMIT_MS = 60_000;

const clientOf = (url: string): OpenAI => new OpenAI({ baseURL: `${url}/openai/v1`, apiKey: "sk-none", maxRetries: 0 });
const WEATHER: ChatCompletionFunctionTool = {
  type: "function",
  function: {
    name: "get_weather",
    description: "The weather of a city now",
    parameters: {
      type: "object",
      properties: { city: { type: "string" } },
      required: ["city"],
      additionalProperties: false,
    },
  },
};
/** The same as the library runs it by itself. */
const runnable = (
  lookUp: (args: { readonly city: string }) => string,
): RunnableToolFunctionWithParse<{ city: string }> => ({
  type: "function",
  function: {
    ...{ name: "get_weather", description: "The weather of a city now", parse: JSON.parse, function: lookUp },
    parameters: WEATHER.function.parameters ?? {},
  },
});
const ASKED: ChatCompletionMessageParam = { role: "user", content: "What is the weather in Paris and in Oslo?" };
const BEES = "Summarize: Bees make honey. Honey is sweet. People like it.";

describe("some JSON object", { timeout: LIMIT_MS }, () => {
  const REVIEW = "What is the sentiment of: This hotel was wonderful!";
  const instructed = [
    { role: "system" as const, content: "Answer with a JSON object that has `mood`." },
    { role: "user" as const, content: REVIEW },
  ];
  const asked = {
    ...{ model: "impresario", messages: instructed },
    response_format: { type: "json_object" as const },
  };

  it("is what a language model makes of the instructions, whole and streamed", async () => {
    const { completions } = clientOf(speaking.url()).chat;
    const { choices } = await completions.create(asked);
    expect(JSON.parse(choices[0]?.message.content ?? "")).toEqual(MOOD);
    const streamed = await completions.stream(asked).finalContent();
    expect(JSON.parse(streamed ?? "")).toEqual(MOOD);
  });

  it("is what LangChain asks for by `jsonMode`, and holds to a schema itself", async () => {
    const schema = z.object({ mood: z.enum(["positive", "negative"]) });
    const asked = langChainObject(`${speaking.url()}/openai/v1`, `${REVIEW} As JSON with mood.`, schema, "jsonMode");
    expect(await asked).toEqual(MOOD);
  });

  it("has the results as data without a language model", async () => {
    const { choices } = await clientOf(silent.url()).chat.completions.create(asked);
    expect(JSON.parse(choices[0]?.message.content ?? "")).toMatchObject({ results: [{ is: "labels" }] });
  });
});

describe("tools of the caller's, through OpenAI's own library", { timeout: LIMIT_MS }, () => {
  it("are called, and their results taken back in the next message", async () => {
    const openai = clientOf(speaking.url());
    const first = await openai.chat.completions.create({ model: "impresario", messages: [ASKED], tools: [WEATHER] });
    const [choice] = first.choices;
    expect(choice).toMatchObject({ finish_reason: "tool_calls", message: { content: null, refusal: null } });
    const calls = (choice?.message.tool_calls ?? []).flatMap((call) => (call.type === "function" ? [call] : []));
    expect(calls.map((call) => [call.function.name, JSON.parse(call.function.arguments)])).toEqual([
      ["get_weather", { city: "Paris" }],
      ["get_weather", { city: "Oslo" }],
    ]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    expect(first.usage?.total_tokens).toBe(29);

    const results = calls.map(({ id }, at) => ({ role: "tool" as const, tool_call_id: id, content: `${at} degrees` }));
    const called: ChatCompletionMessageParam = { role: "assistant", content: null, tool_calls: calls };
    const second = await openai.chat.completions.create({
      ...{ model: "impresario", tools: [WEATHER] },
      messages: [ASKED, called, ...results],
    });
    expect(second.choices[0]).toMatchObject({
      finish_reason: "stop",
      message: { content: "Paris: 0 degrees, Oslo: 1 degrees" },
    });
  });

  it("are called before a form is filled", async () => {
    const schema = { type: "object", properties: { mood: { type: "string" } }, required: ["mood"] };
    const { choices } = await clientOf(speaking.url()).chat.completions.create({
      ...{ model: "impresario", messages: [ASKED], tools: [WEATHER] },
      response_format: { type: "json_schema", json_schema: { name: "review", schema } },
    });
    expect(choices[0]).toMatchObject({ finish_reason: "tool_calls", message: { content: null, refusal: null } });
  });

  it("are called in a stream, and by the library's own loop", async () => {
    const openai = clientOf(speaking.url());
    const stream = openai.chat.completions.stream({ model: "impresario", messages: [ASKED], tools: [WEATHER] });
    const { choices } = await stream.finalChatCompletion();
    expect(choices[0]).toMatchObject({ finish_reason: "tool_calls", message: { content: "" } });
    expect(choices[0]?.message.tool_calls?.map((call) => "function" in call && call.function.arguments)).toEqual([
      '{"city":"Paris"}',
      '{"city":"Oslo"}',
    ]);
    const cities: string[] = [];
    const lookUp = ({ city }: { readonly city: string }): string => `${cities.push(city)} degrees`;
    const asked = { model: "impresario", messages: [ASKED], tools: [runnable(lookUp)] };
    const { completions } = openai.chat;
    expect(await completions.runTools(asked).finalContent()).toBe("Paris: 1 degrees, Oslo: 2 degrees");
    const streamed = completions.runTools({ ...asked, stream: true });
    expect(await streamed.finalContent()).toBe("Paris: 3 degrees, Oslo: 4 degrees");
    expect(cities).toEqual(["Paris", "Oslo", "Paris", "Oslo"]);
  });

  it("are asked for one at a time, and with arguments that keep to their schema", async () => {
    const openai = clientOf(speaking.url());
    const { data, response } = await openai.chat.completions
      .create({
        ...{ model: "impresario", messages: [ASKED], tools: [WEATHER], parallel_tool_calls: false },
        tool_choice: { type: "function", function: { name: "get_weather" } },
      })
      .withResponse();
    expect(data.choices[0]?.message.tool_calls).toHaveLength(1);
    // It called two, was told so, and asked for one.
    expect(data.usage?.total_tokens).toBe(58);
    expect(response.headers.get("x-impresario-ignored")).toBeNull();
  });

  it("are left alone where the experts do what is asked", async () => {
    const openai = clientOf(speaking.url());
    const { choices } = await openai.chat.completions.create({
      ...{ model: "impresario", tools: [WEATHER] },
      messages: [
        { role: "system", content: "You are a helpful agent." },
        { role: "user", content: BEES },
      ],
    });
    expect(choices[0]).toMatchObject({ finish_reason: "stop" });
    expect(choices[0]?.message.content).toMatch(/Bees make honey.*summary-minilm/s);
  });

  it("are neither called nor refused without a language model, unless one has to be called", async () => {
    const openai = clientOf(silent.url());
    const asked = { model: "impresario", messages: [{ role: "user" as const, content: BEES }], tools: [WEATHER] };
    for (const more of [{}, { tool_choice: "auto" as const }, { tool_choice: "none" as const }]) {
      const { data, response } = await openai.chat.completions.create({ ...asked, ...more }).withResponse();
      expect(data.choices[0]?.message.content).toContain("Bees make honey");
      expect(response.headers.get("x-impresario-ignored")).toBe("tools");
    }
    for (const tool_choice of ["required", { type: "function", function: { name: "get_weather" } }] as const) {
      const refused = openai.chat.completions.create({ ...asked, tool_choice });
      await expect(refused).rejects.toMatchObject({
        ...{ status: 400, param: "tool_choice", code: "invalid-request" },
        message: expect.stringContaining("Set OPENAI_MODEL"),
      });
    }
  });
});
