import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import { readRetryAfter } from "../custom/response.ts";
import { refused, tooSlow } from "./failures.ts";
import { readBounded } from "./read-bounded.ts";
import { MAX_ANSWER_BYTES, type Run, type RunAnswer, type RunInput } from "./run.ts";

export interface RestAccess {
  readonly accountId: string;
  readonly apiToken: string;
  /** Up to and with the API's version. */
  readonly baseUrl?: string;
  readonly fetch: typeof globalThis.fetch;
}

/** Cloudflare's API. */
export const BASE_URL = "https://api.cloudflare.com/client/v4";
/** A list of errors is a few lines. */
const MAX_ERROR_BYTES = 64 * 1024;

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
      if (!response.ok) throw await refusalOf(response, { model, apiToken, signal });
      return await readAnswer(response, { model, apiToken, signal });
    } catch (thrown) {
      if (signal.aborted) throw tooSlow(model, thrown);
      if (thrown instanceof AppError) throw thrown;
      throw new AppError("provider-unavailable", `${model} cannot be reached`, { retryable: true, cause: thrown });
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

async function refusalOf(response: Response, asked: Asked): Promise<AppError> {
  const said = await readText(response, MAX_ERROR_BYTES, asked).catch((thrown: unknown) => {
    // The status tells what matters, unless the call's time is over.
    if (asked.signal.aborted) throw thrown;
    return "";
  });
  return refusalIn(said, response, asked);
}

function refusalIn(said: string, { status, headers }: Response, { model, apiToken }: Asked): AppError {
  const [error] = Errors.safeParse(parse(said)).data?.errors ?? [];
  return refused(model, {
    code: error?.code ?? null,
    status,
    said: (error?.message ?? said).replaceAll(apiToken, "…"),
    retryAfterMs: readRetryAfter(headers.get("retry-after")),
  });
}

async function readAnswer(response: Response, asked: Asked): Promise<RunAnswer> {
  const [mediaType = ""] = (response.headers.get("content-type") ?? "").split(";", 1);
  const neurons = neuronsIn(response.headers);
  if (mediaType.trim().toLowerCase() !== "application/json") {
    const bytes = await readBody(response, MAX_ANSWER_BYTES, asked);
    return { body: { as: "bytes", bytes, mediaType: mediaType.trim() || null }, neurons };
  }
  const text = await readText(response, MAX_ANSWER_BYTES, asked);
  const json = parse(text);
  if (json === undefined) {
    // It says that it is JSON, and is not: some of it is missing.
    throw new AppError("provider-unavailable", `${asked.model} broke off its answer`, { retryable: true });
  }
  const envelope = Envelope.safeParse(json).data;
  if (envelope === undefined) return { body: { as: "json", json }, neurons };
  if (!envelope.success) throw refusalIn(text.slice(0, MAX_ERROR_BYTES), response, asked);
  return { body: { as: "json", json: envelope.result }, neurons };
}

/** Not documented, and on every answer that others have shown; 0 to any number, with decimals. */
function neuronsIn(headers: Headers): number | null {
  const told = headers.get("cf-ai-neurons") ?? "";
  return /^\d{1,9}(\.\d{1,9})?$/.test(told) ? Number(told) : null;
}

const readBody = async ({ body }: Response, maxBytes: number, { model, signal }: Asked): Promise<Uint8Array> =>
  body === null ? new Uint8Array() : readBounded(body, maxBytes, { name: model, signal });

const readText = async (response: Response, maxBytes: number, asked: Asked): Promise<string> =>
  new TextDecoder().decode(await readBody(response, maxBytes, asked));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
