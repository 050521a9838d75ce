import OpenAI from "openai";
import { zodResponseFormat } from "openai/helpers/zod";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { startSlowEndpoint } from "../../../scripts/slow-endpoint.ts";
import type { ConversationView, RunView } from "../../../src/http/schemas/views.ts";
import { demoFile, useServer } from "../use-server.ts";
import {
  type ChatClient,
  langChainClient,
  langChainObject,
  officialClient,
  type Turn,
  vercelClient,
  vercelObject,
} from "./openai-clients.ts";

/** Longer than any test: a run that waits for it ends only when it is cancelled. */
const slow = await startSlowEndpoint(() => 120_000);
afterAll(() => slow.stop());

const { url } = useServer({
  CONFIG: JSON.stringify({ endpoints: [{ model: "slow", taskType: "translation", url: slow.url }] }),
});
const LIMIT_MS = 120_000;
const base = (): string => `${url()}/openai/v1`;

const photo = { bytes: await demoFile("photo.jpg"), mediaType: "image/jpeg" };
const invoice = { bytes: await demoFile("invoice.png"), mediaType: "image/png" };
const user = (text: string, image?: Turn["image"]): Turn => ({ role: "user", text, ...(image ? { image } : {}) });
const assistant = (text: string): Turn => ({ role: "assistant", text });
const BEES = "Summarize: Bees make honey. Honey is sweet. People like it.";
const SLOW = 'Translate "good morning" into French';

const read = async <T>(path: string): Promise<T> => (await (await fetch(`${url()}${path}`)).json()) as T;
const conversations = async (): Promise<readonly string[]> => {
  const page = await read<{ conversations: readonly { id: string }[] }>("/v1/conversations?limit=100");
  return page.conversations.map(({ id }) => id);
};

/** The pictures that an answer shows, as a browser loads them. */
async function pictures(markdown: string): Promise<readonly Uint8Array[]> {
  const links = [...markdown.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
  return Promise.all(
    links.map(async (link) => {
      const response = await fetch(link);
      expect(response.headers.get("content-type")).toBe("image/png");
      return new Uint8Array(await response.arrayBuffer());
    }),
  );
}
const only = <T>(list: readonly T[]): T => {
  const [one] = list;
  if (one === undefined || list.length !== 1) throw new Error(`There are ${list.length}, not 1`);
  return one;
};
/** Of a PNG, out of its first chunk. */
const width = (png: Uint8Array): number => new DataView(png.buffer, png.byteOffset).getUint32(16);

describe.each<[string, (baseUrl: string) => ChatClient]>([
  ["OpenAI's own library", officialClient],
  ["Vercel's AI SDK", vercelClient],
  ["LangChain", langChainClient],
])("%s", (_, create) => {
  it("has a picture read, and asks more about it with all that was said", { timeout: LIMIT_MS }, async () => {
    const client = create(base());
    const question = user("Who sent this invoice?", invoice);
    const first = await client.ask([question]);
    expect(first.text).toContain("Northwind");
    const then = await client.ask([question, assistant(first.text), user("Read the text in the image")]);
    expect(then.text).toMatch(/invoice/i);
    expect(then.conversation).not.toBe(first.conversation);
  });

  it("goes on from a picture that was made, with all that was said", { timeout: LIMIT_MS }, async () => {
    const client = create(base());
    const asked = user("Draw the edges of this photo", photo);
    const first = await client.ask([asked]);
    const edges = only(await pictures(first.text));
    const second = await client.ask([asked, assistant(first.text), user("Now make that image half as large")]);
    expect(width(only(await pictures(second.text)))).toBeLessThan(width(edges));
  });

  it("goes on with a conversation by its name, without what was said", { timeout: LIMIT_MS }, async () => {
    const client = create(base());
    const first = await client.ask([user("Draw the edges of this photo", photo)]);
    const conversation = first.conversation ?? "";
    expect(conversation).toMatch(/^conv_/);
    const second = await client.ask([user("Now make that image half as large")], { more: { conversation } });
    expect(second.conversation).toBe(conversation);
    expect(await pictures(second.text)).toHaveLength(1);
    const view = await read<ConversationView>(`/v1/conversations/${conversation}`);
    expect(view.runs).toHaveLength(2);
  });

  it("streams an answer, and shows how far it is", { timeout: LIMIT_MS }, async () => {
    const { text, progress, pieces } = await create(base()).stream([user(BEES)]);
    expect(text).toMatch(/Bees make honey.*summary-minilm/s);
    expect(pieces).toBeGreaterThan(0);
    expect(progress).toMatch(/Planned: summarization.*succeeded/s);
    expect(text).not.toContain("Planned:");
  });

  it("may have progress in the answer itself, or none", { timeout: LIMIT_MS }, async () => {
    const client = create(base());
    const inside = await client.stream([user(BEES)], { more: { progress: "content" } });
    expect(inside).toMatchObject({ progress: "", text: expect.stringMatching(/^> Planned: .*\n\n\*\*Summary/s) });
    const none = await client.stream([user(BEES)], { more: { progress: "none" } });
    expect(none).toMatchObject({ progress: "", text: expect.stringMatching(/^\*\*Summary/) });
  });

  it("is told what cannot be done, once, in one piece or streamed", { timeout: LIMIT_MS }, async () => {
    const client = create(base());
    const before = await conversations();
    const asked = [user("Generate a video of a dancing bear")];
    await expect(client.ask(asked)).rejects.toThrow(/can't make a video/);
    await expect(client.stream(asked)).rejects.toThrow(/can't make a video/);
    expect((await conversations()).length - before.length).toBe(2);
  });

  it("is told which part of a request is at fault", { timeout: LIMIT_MS }, async () => {
    const asked = create(base()).ask([user(BEES)], { more: { constraints: '{"licence":"MIT"}' } });
    await expect(asked).rejects.toThrow(/constraints\.licence/);
  });

  it("takes a stream back, which cancels its run", { timeout: LIMIT_MS }, async () => {
    const before = await conversations();
    const gone = new AbortController();
    const streamed = Promise.allSettled([create(base()).stream([user(SLOW)], { signal: gone.signal })]);
    const id = await begun(before);
    gone.abort();
    await streamed;
    await expect.poll(() => statusOf(id), { timeout: 20_000 }).toBe("cancelled");
  });
});

const statusOf = async (run: string): Promise<string> => (await read<RunView>(`/v1/runs/${run}`)).status;

/** The id of the run that has begun since, once one of its tasks is under way. */
async function begun(before: readonly string[]): Promise<string> {
  let id = "";
  await expect
    .poll(
      async () => {
        const conversation = (await conversations()).find((one) => !before.includes(one));
        if (conversation === undefined) return "none";
        const view = await read<ConversationView>(`/v1/conversations/${conversation}`);
        id = view.runs?.[0]?.id ?? "";
        return id === "" ? "none" : statusOf(id);
      },
      { timeout: 20_000 },
    )
    .toBe("running");
  return id;
}

describe("OpenAI's own library, besides", () => {
  const openai = (): OpenAI => new OpenAI({ baseURL: base(), apiKey: "sk-none" });
  const create = (body: object) =>
    openai().chat.completions.create({
      ...{ model: "impresario", messages: [{ role: "user", content: BEES }] },
      ...body,
    });

  it("lists the models that are configured, and reads one", async () => {
    const names = [];
    for await (const model of openai().models.list()) names.push(model.id);
    expect(names).toEqual(["impresario", "impresario-embedded"]);
    expect(await openai().models.retrieve("impresario-embedded")).toMatchObject({ object: "model" });
    await expect(openai().models.retrieve("gpt-5")).rejects.toMatchObject({ status: 404, code: "not-found" });
  });

  it("gets sound inside an answer where it asks for it", { timeout: LIMIT_MS }, async () => {
    const messages = [{ role: "user", content: 'Read "Good morning" aloud' }];
    const { choices } = await create({
      messages,
      modalities: ["text", "audio"],
      audio: { voice: "any", format: "wav" },
    });
    const { audio, content } = choices[0]?.message ?? {};
    expect(Buffer.from(audio?.data ?? "", "base64").toString("latin1", 0, 4)).toBe("RIFF");
    expect(audio?.transcript).toBe("Good morning");
    expect(content).toMatch(/\]\(http:\/\/127\.0\.0\.1:\d+\/v1\/resources\/res_/);
    expect((await create({ messages })).choices[0]?.message.audio).toBeUndefined();
  });

  it("sends sound and documents", { timeout: LIMIT_MS }, async () => {
    const noisy = Buffer.from(await demoFile("noisy.wav")).toString("base64");
    const cleaned = await create({
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "Remove the noise from this recording" },
            { type: "input_audio", input_audio: { data: noisy, format: "wav" } },
          ],
        },
      ],
    });
    expect(cleaned.choices[0]?.message.content).toMatch(/\.wav\]\(http/);
    const text = Buffer.from("Bees make honey. Honey is sweet. People like it.").toString("base64");
    const file = { filename: "bees.txt", file_data: `data:text/plain;base64,${text}` };
    const content = [
      { type: "text", text: "Summarize bees.txt" },
      { type: "file", file },
    ];
    expect((await create({ messages: [{ role: "user", content }] })).choices[0]?.message.content).toContain("honey");
  });

  it("is told the tokens at the end of a stream where it asks for them", { timeout: LIMIT_MS }, async () => {
    const stream = await openai().chat.completions.create({
      ...{ model: "impresario", messages: [{ role: "user", content: BEES }], stream: true },
      stream_options: { include_usage: true },
    });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 0 } });
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe("stop");
  });

  const Review = z.object({
    sentiment: z.enum(["positive", "negative", "neutral"]),
    confidence: z.number().min(0).max(1),
    author: z.string().nullable(),
  });
  const REVIEW = "What is the sentiment of: This hotel was wonderful, and we will come back!";
  const asked = <Schema extends z.ZodType>(content: string, schema: Schema) => ({
    ...{ model: "impresario", messages: [{ role: "user" as const, content }] },
    response_format: zodResponseFormat(schema, "review"),
  });

  it("has an answer parsed by a schema, in one piece and streamed", { timeout: LIMIT_MS }, async () => {
    const schema = Review.omit({ author: true });
    const parsed = { sentiment: "positive", confidence: expect.any(Number) };
    const { choices } = await openai().chat.completions.parse(asked(REVIEW, schema));
    expect(choices[0]?.message).toMatchObject({ parsed, refusal: null });
    const streamed = await openai().chat.completions.stream(asked(REVIEW, schema)).finalChatCompletion();
    expect(streamed.choices[0]?.message).toMatchObject({ parsed, refusal: null });
  });

  it("has things in a picture by a schema of lists", { timeout: LIMIT_MS }, async () => {
    const Box = z.object({ xmin: z.number(), ymin: z.number(), xmax: z.number(), ymax: z.number() });
    const Thing = z.object({ label: z.string(), score: z.number(), box: Box });
    const { response_format } = asked("", z.object({ objects: z.array(Thing), count: z.int() }));
    const image_url = { url: `data:image/jpeg;base64,${Buffer.from(photo.bytes).toString("base64")}` };
    const content = [
      { type: "text" as const, text: "What objects are in this picture?" },
      { type: "image_url" as const, image_url },
    ];
    const { choices } = await openai().chat.completions.parse({
      ...{ model: "impresario", messages: [{ role: "user", content }], response_format },
    });
    const { parsed } = choices[0]?.message ?? {};
    expect(parsed?.objects.length).toBe(parsed?.count);
    expect(parsed?.count).toBeGreaterThan(0);
  });

  it("is asked for a schema by other clients in the same way", { timeout: LIMIT_MS }, async () => {
    const schema = Review.omit({ author: true });
    for (const askedBy of [vercelObject, langChainObject])
      expect(await askedBy(base(), REVIEW, schema)).toMatchObject({ sentiment: "positive" });
  });

  it("is told what is missing for a schema as a refusal", { timeout: LIMIT_MS }, async () => {
    const { choices } = await openai().chat.completions.parse(asked(REVIEW, Review));
    const refused = { content: null, parsed: null, refusal: expect.stringMatching(/language model.*“author”/) };
    expect(choices[0]?.message).toMatchObject(refused);
    const refusals: string[] = [];
    const stream = openai()
      .chat.completions.stream(asked(REVIEW, Review))
      .on("refusal.done", ({ refusal }) => refusals.push(refusal));
    expect((await stream.finalChatCompletion()).choices[0]?.message).toMatchObject({
      refusal: refusals[0],
      parsed: null,
    });
    expect(refusals).toHaveLength(1);
  });

  it("is told which part of a schema cannot be followed", async () => {
    const param = "response_format.json_schema.schema.properties.code.pattern";
    const coded = z.object({ code: z.string().regex(/^(a+)+$/) });
    await expect(openai().chat.completions.parse(asked(REVIEW, coded))).rejects.toMatchObject({ status: 400, param });
  });

  it.each([
    [{ n: 0 }, "n"],
    [{ response_format: { type: "grammar" } }, "response_format.type"],
    [{ model: "gpt-5" }, "model"],
    [{ messages: [{ role: "assistant", content: "Hello" }] }, "messages"],
  ])("is refused for %j, which is named", async (body, param) => {
    await expect(create(body)).rejects.toMatchObject({ param });
  });
});
