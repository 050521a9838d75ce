import * as z from "zod";
import type { WorkersAiBinding } from "../../config/controllers.ts";
import { AppError } from "../../domain/errors.ts";
import { parsedJson } from "../../domain/json.ts";
import { unlessAborted } from "../../waiting.ts";
import { MAX_WHOLE_ANSWER_BYTES, mediaTypeOf, parseJson, readBody } from "../answers/body.ts";
import { readRefusal, readRetryAfter, tooSlow, unreachable } from "../answers/failures.ts";
import { textOf } from "../openai/completion.ts";
import { refused, thrownByBinding } from "./failures.ts";

/** The input of a model. Files are of a kind of their own, as the binding and REST take them in different ways. */
export type RunInput =
  | { readonly as: "json"; readonly json: Readonly<Record<string, unknown>> }
  /** A file and nothing else: a list of bytes under `field` for the binding, the body as it is for REST. */
  | { readonly as: "bytes"; readonly field: string; readonly bytes: Uint8Array }
  /** A file with its type and parameters: `{body, contentType}` under `field`, or the body and a query for REST. */
  | {
      readonly as: "file";
      readonly field: string;
      readonly bytes: Uint8Array;
      readonly mediaType: string;
      readonly parameters: Readonly<Record<string, boolean | string>>;
    }
  | { readonly as: "form"; readonly form: FormData };

/** The output of a model, and its cost in neurons; null where Cloudflare does not report it. */
export interface RunAnswer {
  readonly body:
    | { readonly as: "json"; readonly json: unknown }
    | { readonly as: "bytes"; readonly bytes: Uint8Array; readonly mediaType: string | null };
  readonly neurons: number | null;
}

const Responded = z.object({
  response: z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]),
});

/**
 * The words of a chat model's answer: of older models under `response`, in JSON mode the object itself; of newer ones in
 * a chat completion.
 * @throws {AppError} `provider-rejected` for an answer without words
 */
export function wordsIn(json: unknown, model: string): string {
  const response = Responded.safeParse(json).data?.response;
  if (response === undefined) return textOf(json, model);
  const text = typeof response === "string" ? response : JSON.stringify(response);
  if (text.trim() === "") throw new AppError("provider-rejected", `${model} answered with nothing`);
  return text;
}

/** Runs a model once. @throws {AppError} for every failure; nothing in it comes from the other side. */
export type Run = (model: string, input: RunInput, signal: AbortSignal) => Promise<RunAnswer>;

/** Models behind the `AI` binding: https://developers.cloudflare.com/workers-ai/configuration/bindings/. */
export const runByBinding =
  (ai: WorkersAiBinding): Run =>
  async (model, input, signal) => {
    try {
      const answer = await unlessAborted(ai.run(model, inputsOf(input), { signal }), signal);
      if (!(answer instanceof ReadableStream) && !(answer instanceof Uint8Array)) {
        return { body: { as: "json", json: answer }, neurons: null };
      }
      const bytes =
        answer instanceof Uint8Array
          ? answer
          : await readBody(answer, { name: model, maxBytes: MAX_WHOLE_ANSWER_BYTES, signal });
      if (bytes.byteLength > MAX_WHOLE_ANSWER_BYTES) {
        throw new AppError("provider-rejected", `${model} answered with more than ${MAX_WHOLE_ANSWER_BYTES} bytes`);
      }
      return { body: { as: "bytes", bytes, mediaType: null }, neurons: null };
    } catch (thrown) {
      throw thrownByBinding(thrown, model, signal);
    }
  };

function inputsOf(input: RunInput): Readonly<Record<string, unknown>> {
  switch (input.as) {
    case "json":
      return input.json;
    case "bytes":
      return { [input.field]: Array.from(input.bytes) };
    case "file": {
      const body = new Blob([new Uint8Array(input.bytes)]).stream();
      return { [input.field]: { body, contentType: input.mediaType }, ...input.parameters };
    }
    case "form": {
      // Only a message made of a form tells the boundary between its parts.
      const { body, headers } = new Response(input.form);
      return { multipart: { body, contentType: headers.get("content-type") } };
    }
  }
}

export interface RestAccess {
  readonly accountId: string;
  readonly apiToken: string;
  /** Up to and with the API's version. */
  readonly baseUrl?: string;
  readonly fetch: typeof globalThis.fetch;
}

/** Cloudflare's API. */
export const BASE_URL = "https://api.cloudflare.com/client/v4";

/** Models over the network: https://developers.cloudflare.com/api/resources/ai/methods/run/. */
export const runByRest =
  ({ accountId, apiToken, baseUrl = BASE_URL, fetch }: RestAccess): Run =>
  async (model, input, signal) => {
    const { body, type, query } = requestOf(input);
    const path = model.split("/").map(encodeURIComponent).join("/").replaceAll("%40", "@");
    const url = `${baseUrl}/accounts/${encodeURIComponent(accountId)}/ai/run/${path}${query}`;
    const headers = new Headers({ authorization: `Bearer ${apiToken}` });
    // A form brings its own, with the boundary between its parts.
    if (type !== null) headers.set("content-type", type);
    try {
      const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
      if (!response.ok) {
        const said = await readRefusal(response);
        throw refusalIn(parsedJson(said) ?? said, response, { model, apiToken, signal });
      }
      return await readAnswer(response, { model, apiToken, signal });
    } catch (thrown) {
      if (signal.aborted) throw tooSlow(model, thrown);
      if (thrown instanceof AppError) throw thrown;
      throw unreachable(model, thrown);
    }
  };

interface Request {
  readonly body: BodyInit;
  readonly type: string | null;
  readonly query: string;
}

function requestOf(input: RunInput): Request {
  switch (input.as) {
    case "json":
      return { body: JSON.stringify(input.json), type: "application/json", query: "" };
    case "bytes":
      return { body: new Uint8Array(input.bytes), type: "application/octet-stream", query: "" };
    case "file": {
      const parameters = Object.entries(input.parameters).map(([name, value]) => [name, String(value)]);
      const query = `?${new URLSearchParams(parameters)}`;
      return { body: new Uint8Array(input.bytes), type: input.mediaType, query };
    }
    case "form":
      return { body: input.form, type: null, query: "" };
  }
}

interface Asked {
  readonly model: string;
  readonly apiToken: string;
  readonly signal: AbortSignal;
}

const Errors = z.object({
  errors: z.array(z.object({ code: z.coerce.string().nullish(), message: z.string().nullish() })),
});

const Envelope = z.object({ result: z.unknown(), success: z.boolean() });

/** @param said what came back: JSON where it could be read as such, else the text */
function refusalIn(said: unknown, { status, headers }: Response, { model, apiToken }: Asked): AppError {
  const [error] = Errors.safeParse(said).data?.errors ?? [];
  return refused(model, {
    code: error?.code ?? null,
    status,
    said: (error?.message ?? (typeof said === "string" ? said : "")).replaceAll(apiToken, "…"),
    retryAfterMs: readRetryAfter(headers.get("retry-after")),
  });
}

async function readAnswer(response: Response, asked: Asked): Promise<RunAnswer> {
  const { model, signal } = asked;
  const mediaType = mediaTypeOf(response);
  const neurons = neuronsIn(response.headers);
  const bytes = await readBody(response.body, { name: model, maxBytes: MAX_WHOLE_ANSWER_BYTES, signal });
  if (mediaType !== "application/json") return { body: { as: "bytes", bytes, mediaType: mediaType || null }, neurons };
  const json = parseJson(bytes, model);
  const envelope = Envelope.safeParse(json).data;
  if (envelope === undefined) return { body: { as: "json", json }, neurons };
  if (!envelope.success) throw refusalIn(json, response, asked);
  return { body: { as: "json", json: envelope.result }, neurons };
}

/** Not documented, and on every answer that others have shown; 0 to any number, with decimals. */
function neuronsIn(headers: Headers): number | null {
  const told = headers.get("cf-ai-neurons") ?? "";
  return /^\d{1,9}(\.\d{1,9})?$/.test(told) ? Number(told) : null;
}
