import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { generateText, type ModelMessage, Output, streamText } from "ai";
import OpenAI from "openai";
import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";
import type * as z from "zod";

export interface Turn {
  readonly role: "user" | "assistant";
  readonly text: string;
  readonly image?: { readonly bytes: Uint8Array; readonly mediaType: string };
}

export interface Asking {
  /** Fields of our own. */
  readonly more?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface Answered {
  readonly text: string;
  /** Null where the client hands out neither headers nor body. */
  readonly conversation: string | null;
}

export interface Streamed {
  readonly text: string;
  readonly pieces: number;
  /** How far the run was, as the client shows it. */
  readonly progress: string;
}

/** A client of OpenAI's API that somebody else wrote, asked in the way of its own documentation. */
export interface ChatClient {
  ask(turns: readonly Turn[], asking?: Asking): Promise<Answered>;
  /** @param begun is called with the first sign of life */
  stream(turns: readonly Turn[], asking?: Asking, begun?: () => void): Promise<Streamed>;
}

const MODEL = "impresario";
/** No key of ours: the servers of the tests are open, and these clients insist on one. */
const API_KEY = "sk-none";

const dataUrl = ({ bytes, mediaType }: NonNullable<Turn["image"]>): string =>
  `data:${mediaType};base64,${Buffer.from(bytes).toString("base64")}`;

/** The official library. */
export function officialClient(baseURL: string): ChatClient {
  const openai = new OpenAI({ baseURL, apiKey: API_KEY });
  const messages = (turns: readonly Turn[]): ChatCompletionMessageParam[] =>
    turns.map(({ role, text, image }) =>
      role === "assistant" || !image
        ? { role, content: text }
        : {
            role,
            content: [
              { type: "text", text },
              { type: "image_url", image_url: { url: dataUrl(image) } },
            ],
          },
    );
  return {
    ask: async (turns, { more = {}, signal } = {}) => {
      const body = { model: MODEL, messages: messages(turns), metadata: more };
      const { data, response } = await openai.chat.completions.create(body, { signal: signal ?? null }).withResponse();
      return {
        text: data.choices[0]?.message.content ?? "",
        conversation: response.headers.get("x-impresario-conversation"),
      };
    },
    stream: async (turns, { more = {}, signal } = {}, begun = () => undefined) => {
      const body = { model: MODEL, messages: messages(turns), metadata: more, stream: true } as const;
      let [text, progress, pieces] = ["", "", 0];
      for await (const { choices } of await openai.chat.completions.create(body, { signal: signal ?? null })) {
        begun();
        const delta: { content?: string | null; reasoning_content?: string } = choices[0]?.delta ?? {};
        if (delta.content) pieces += 1;
        text += delta.content ?? "";
        progress += delta.reasoning_content ?? "";
      }
      return { text, progress, pieces };
    },
  };
}

/** Vercel's AI SDK. */
export function vercelClient(baseURL: string): ChatClient {
  const provider = createOpenAICompatible({ name: "impresario", baseURL, apiKey: API_KEY });
  const messages = (turns: readonly Turn[]): ModelMessage[] =>
    turns.map(({ role, text, image }) =>
      role === "assistant" || !image
        ? { role, content: text }
        : {
            role,
            content: [
              { type: "text", text },
              { type: "file", data: image.bytes, mediaType: image.mediaType },
            ],
          },
    );
  const asked = (turns: readonly Turn[], { more = {}, signal }: Asking) => ({
    model: provider(MODEL),
    messages: messages(turns),
    providerOptions: { impresario: { ...more } },
    ...(signal ? { abortSignal: signal } : {}),
  });
  return {
    ask: async (turns, asking = {}) => {
      const { text, response } = await generateText(asked(turns, asking));
      return { text, conversation: response.headers?.["x-impresario-conversation"] ?? null };
    },
    stream: async (turns, asking = {}, begun = () => undefined) => {
      let [text, progress, pieces] = ["", "", 0];
      for await (const part of streamText({ ...asked(turns, asking), onError: () => undefined }).fullStream) {
        if (part.type === "error") throw part.error;
        if (part.type === "abort") throw new Error("It was taken back");
        if (part.type === "reasoning-delta") {
          begun();
          progress += part.text;
        }
        if (part.type === "text-delta") {
          text += part.text;
          pieces += 1;
        }
      }
      return { text, progress, pieces };
    },
  };
}

/** LangChain. */
export function langChainClient(baseURL: string): ChatClient {
  const model = (more: Asking["more"]): ChatOpenAI =>
    new ChatOpenAI({
      model: MODEL,
      apiKey: API_KEY,
      configuration: { baseURL },
      modelKwargs: { metadata: more ?? {} },
      __includeRawResponse: true,
    });
  const messages = (turns: readonly Turn[]): BaseMessage[] =>
    turns.map(({ role, text, image }) => {
      if (role === "assistant") return new AIMessage(text);
      if (!image) return new HumanMessage(text);
      const content = [
        { type: "text", text },
        { type: "image_url", image_url: { url: dataUrl(image) } },
      ];
      return new HumanMessage({ content });
    });
  return {
    ask: async (turns, { more, signal } = {}) => {
      const message = await model(more).invoke(messages(turns), signal ? { signal } : {});
      const raw = message.additional_kwargs.__raw_response as { metadata?: { conversation?: string } } | undefined;
      return { text: message.text, conversation: raw?.metadata?.conversation ?? null };
    },
    stream: async (turns, { more, signal } = {}, begun = () => undefined) => {
      let [text, progress, pieces] = ["", "", 0];
      for await (const chunk of await model(more).stream(messages(turns), signal ? { signal } : {})) {
        begun();
        if (chunk.text) pieces += 1;
        text += chunk.text;
        const reasoning = chunk.additional_kwargs.reasoning_content;
        if (typeof reasoning === "string") progress += reasoning;
      }
      return { text, progress, pieces };
    },
  };
}

/** An answer by a schema, as Vercel's AI SDK asks for one. */
export async function vercelObject(baseURL: string, prompt: string, schema: z.ZodObject): Promise<unknown> {
  const provider = createOpenAICompatible({
    ...{ name: "impresario", baseURL, apiKey: API_KEY },
    supportsStructuredOutputs: true,
  });
  const { output } = await generateText({ model: provider(MODEL), prompt, output: Output.object({ schema }) });
  return output;
}

/** The same, as LangChain does. */
export async function langChainObject(
  baseURL: string,
  prompt: string,
  schema: z.ZodObject,
  method: "jsonSchema" | "jsonMode" = "jsonSchema",
): Promise<unknown> {
  const model = new ChatOpenAI({ model: MODEL, apiKey: API_KEY, configuration: { baseURL } });
  return model.withStructuredOutput(schema, { method }).invoke(prompt);
}

/** All that a client's stream or pages give. */
export async function allOf<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
