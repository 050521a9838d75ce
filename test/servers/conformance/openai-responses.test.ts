import OpenAI from "openai";
import { zodTextFormat } from "openai/helpers/zod";
import type { FunctionTool, Response, ResponseCreateParamsNonStreaming } from "openai/resources/responses/responses";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { startLanguageServer } from "../end-to-end/language-server.ts";
import { demoFile, useServer } from "../use-server.ts";
import { allOf } from "./openai-clients.ts";
import { decideOnWeather } from "./weather-model.ts";

const model = await startLanguageServer({ tools: decideOnWeather });
afterAll(() => model.stop());
const speaking = useServer({ OPENAI_BASE_URL: model.url, OPENAI_MODEL: "a-model" });
const silent = useServer();
const LIMIT_MS = 60_000;

const clientOf = (url: string): OpenAI => new OpenAI({ baseURL: `${url}/openai/v1`, apiKey: "sk-none", maxRetries: 0 });
const BEES = "Summarize: Bees make honey. Honey is sweet. People like it.";
const REVIEW = "What is the sentiment of: This hotel was wonderful!";
const WEATHER: FunctionTool = {
  ...{ type: "function", name: "get_weather", description: "The weather of a city now", strict: true },
  parameters: {
    ...{ type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    additionalProperties: false,
  },
};
const ASKED = "What is the weather in Paris and in Oslo?";
const callsIn = ({ output }: Response) => output.filter((item) => item.type === "function_call");

describe("responses, through OpenAI's own library", { timeout: LIMIT_MS }, () => {
  it("answer, are read again, and are deleted", async () => {
    const openai = clientOf(silent.url());
    const made = await openai.responses.create({ model: "impresario", input: BEES, metadata: { mine: "1" } });
    expect(made).toMatchObject({ object: "response", status: "completed", error: null, incomplete_details: null });
    expect(made.output_text).toMatch(/Bees make honey.*summary-minilm/s);
    expect(made.metadata).toMatchObject({ mine: "1", conversation: expect.stringMatching(/^conv_/) });
    const read = await openai.responses.retrieve(made.id);
    expect([read.id, read.status, read.output.length]).toEqual([made.id, "completed", 1]);
    expect(await openai.responses.cancel(made.id)).toMatchObject({ id: made.id, status: "completed" });
    await openai.responses.delete(made.id);
    await expect(openai.responses.retrieve(made.id)).rejects.toMatchObject({ status: 404 });
  });

  it("take files and pictures in, and go on by the id of the one before", async () => {
    const openai = clientOf(silent.url());
    const photo = `data:image/jpeg;base64,${Buffer.from(await demoFile("photo.jpg")).toString("base64")}`;
    const first = await openai.responses.create({
      model: "impresario",
      input: [
        {
          role: "user",
          content: [
            { type: "input_text", text: "Draw the edges of this photo" },
            { type: "input_image", image_url: photo, detail: "auto" },
          ],
        },
      ],
    });
    expect(first.output_text).toMatch(/!\[[^\]]*\]\(http/);
    const second = await openai.responses.create({
      ...{ model: "impresario", previous_response_id: first.id, input: "Now make that image half as large" },
    });
    expect(second).toMatchObject({ status: "completed", previous_response_id: first.id });
    expect(second.metadata?.conversation).toBe(first.metadata?.conversation);
    expect(second.output_text).toMatch(/!\[[^\]]*\]\(http/);
    await expect(openai.responses.delete(first.id)).rejects.toMatchObject({ status: 409 });
    const text = Buffer.from("Bees make honey. Honey is sweet. People like it.").toString("base64");
    const file = { type: "input_file" as const, filename: "bees.txt", file_data: `data:text/plain;base64,${text}` };
    const read = await openai.responses.create({
      model: "impresario",
      input: [{ role: "user", content: [{ type: "input_text", text: "Summarize bees.txt" }, file] }],
    });
    expect(read.output_text).toContain("Bees make honey");
  });

  it("stream their typed events", async () => {
    const openai = clientOf(silent.url());
    const types: string[] = [];
    const numbers: number[] = [];
    const stream = openai.responses.stream({ model: "impresario", input: BEES });
    for await (const event of stream) {
      types.push(event.type);
      numbers.push(event.sequence_number);
    }
    expect(numbers).toEqual([...numbers.keys()]);
    expect(types.filter((type, at) => type !== types[at - 1])).toEqual([
      ...["response.created", "response.in_progress"],
      ...["response.output_item.added", "response.reasoning_summary_part.added"],
      ...["response.reasoning_summary_text.delta", "response.reasoning_summary_text.done"],
      ...["response.reasoning_summary_part.done", "response.output_item.done"],
      ...["response.output_item.added", "response.content_part.added", "response.output_text.delta"],
      ...["response.output_text.done", "response.content_part.done", "response.output_item.done"],
      "response.completed",
    ]);
    const { output_text, output } = await stream.finalResponse();
    expect(output.map(({ type }) => type)).toEqual(["reasoning", "message"]);
    expect(output_text).toMatch(/Bees make honey.*summary-minilm/s);
  });

  it("fill a form, or refuse to", async () => {
    const openai = clientOf(silent.url());
    const Review = z.object({ sentiment: z.enum(["positive", "neutral", "negative"]), confidence: z.number() });
    const asked = { model: "impresario", input: REVIEW, text: { format: zodTextFormat(Review, "review") } };
    expect((await openai.responses.parse(asked)).output_parsed).toMatchObject({ sentiment: "positive" });
    const Other = z.object({ favouriteFood: z.string() });
    const refused = await openai.responses.create({ ...asked, text: { format: zodTextFormat(Other, "other") } });
    expect(refused.output[0]).toMatchObject({ content: [{ type: "refusal", refusal: expect.stringMatching(/\w/) }] });
  });

  it("end where they are to, and may be read later", async () => {
    const openai = clientOf(silent.url());
    const cut = await openai.responses.create({ model: "impresario", input: BEES, max_output_tokens: 16 });
    expect(cut).toMatchObject({ status: "incomplete", incomplete_details: { reason: "max_output_tokens" } });
    expect(cut.output_text.length).toBeLessThanOrEqual(48);
    let later = await openai.responses.create({ model: "impresario", input: BEES, background: true });
    expect(["queued", "in_progress"]).toContain(later.status);
    await expect
      .poll(
        async () => {
          later = await openai.responses.retrieve(later.id);
          return later.status;
        },
        { timeout: LIMIT_MS },
      )
      .toBe("completed");
    expect(later.output_text).toContain("Bees make honey");
  });

  it("have their events once more behind the last that came, and their input", async () => {
    const openai = clientOf(silent.url());
    const stream = await openai.responses.create({ model: "impresario", input: BEES, background: true, stream: true });
    const [created] = await allOf(stream);
    if (created?.type !== "response.created") throw new Error("The stream begins with something else");
    const { id } = created.response;
    const again = await openai.responses.retrieve(id, { stream: true, starting_after: 1 });
    const events = await allOf(again);
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, at) => at + 2));
    expect(events.at(-1)).toMatchObject({ type: "response.completed", response: { id } });
    const resumed = await openai.responses.stream({ response_id: id, starting_after: 0 }).finalResponse();
    expect(resumed.output_text).toContain("Bees make honey");
    const items = await allOf(openai.responses.inputItems.list(id));
    expect(items).toMatchObject([{ role: "user", content: [{ type: "input_text", text: BEES }] }]);
  });

  it("say what cannot be, where it stands", async () => {
    const { responses } = clientOf(silent.url());
    const asked = { model: "impresario", input: BEES };
    const faults: readonly (readonly [ResponseCreateParamsNonStreaming, string, number])[] = [
      [{ ...asked, model: "gpt-5" }, "model", 404],
      [{ ...asked, previous_response_id: "run_00" }, "previous_response_id", 404],
      [{ ...asked, tools: [WEATHER], tool_choice: "required" }, "tool_choice", 400],
      [{ ...asked, input: [{ role: "assistant", content: "Yes" }] }, "input", 400],
    ];
    for (const [body, param, status] of faults) {
      await expect(responses.create(body)).rejects.toMatchObject({ status, param });
    }
    const unread = await responses.create({ ...asked, instructions: "Be brief.", temperature: 1 }).withResponse();
    expect(unread.response.headers.get("x-impresario-ignored")).toBe("instructions, temperature");
    const failing = { model: "impresario", input: "Generate a video of a dancing bear" };
    await expect(responses.create(failing)).rejects.toThrow(/can't make a video/);
    let last: unknown;
    for await (const event of responses.stream(failing)) last = event;
    expect(last).toMatchObject({ type: "response.failed", response: { status: "failed" } });
  });

  it("call tools of the caller's, and take the results back with all that was said, or by the id", async () => {
    const openai = clientOf(speaking.url());
    const asked = { model: "impresario", tools: [WEATHER] };
    const first = await openai.responses.create({ ...asked, input: ASKED, instructions: "Be brief." });
    const calls = callsIn(first);
    expect(calls.map(({ name, arguments: given }) => [name, given])).toEqual([
      ["get_weather", '{"city":"Paris"}'],
      ["get_weather", '{"city":"Oslo"}'],
    ]);
    const results = calls.map(({ call_id }, at) => ({
      ...{ type: "function_call_output" as const, call_id, output: `${at} degrees` },
    }));
    const told = "Paris: 0 degrees, Oslo: 1 degrees";
    const named = await openai.responses.create({ ...asked, previous_response_id: first.id, input: results });
    expect(named.output_text).toBe(told);
    const all = [{ role: "user" as const, content: ASKED }, ...calls, ...results];
    expect((await openai.responses.create({ ...asked, input: all })).output_text).toBe(told);

    const stream = openai.responses.stream({ ...asked, input: ASKED });
    const done: string[] = [];
    for await (const event of stream)
      if (event.type === "response.function_call_arguments.done") done.push(event.arguments);
    expect(done).toEqual(['{"city":"Paris"}', '{"city":"Oslo"}']);
    expect(callsIn(await stream.finalResponse())).toHaveLength(2);
  });
});
