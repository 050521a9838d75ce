import type { InferenceClient, InferenceProviderOrPolicy, InferenceTask, Options } from "@huggingface/inference";
import type * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import type { TaskType } from "../../domain/task-types/index.ts";
import type { Wait } from "../../waiting.ts";
import { MAX_WHOLE_ANSWER_BYTES, readWhole } from "../answers/body.ts";
import { misshapen } from "../answers/failures.ts";
import { ENCODED_COPIES } from "../inputs.ts";
import { memoryPermits } from "../memory-permits.ts";
import type { ExpertCall, ExpertResult } from "../provider.ts";
import type { Send } from "./failures.ts";
import { type CalledModel, type HuggingFaceSdk, refusal, toAppError } from "./failures.ts";
import { type MappingEntry, withSlash } from "./mapping.ts";

/** The model and inference provider that each call of the library names. */
export interface InferenceTarget {
  readonly model: string;
  readonly provider: InferenceProviderOrPolicy;
}

/** A call of the library, such as `(client, to, options) => client.summarization({ ...to, inputs }, options)`. */
export type LibraryCall = (client: InferenceClient, to: InferenceTarget, options: Options) => Promise<unknown>;

/** One call of ours, while it goes on. */
export interface HuggingFaceCall {
  readonly type: TaskType;
  readonly call: ExpertCall;
  readonly to: InferenceTarget;
  readonly asked: CalledModel;
  readonly transport: Transport;
  readonly fetch: typeof fetch;
  readonly routerUrl: string;
  /** Between two looks at a job. */
  readonly wait: Wait;
  /**
   * The library's result, validated against `shape`, as some of its helpers pass answers on unchecked.
   * @param inputBytes of files among the inputs, which the library holds several times over.
   */
  ask<T>(request: LibraryCall, shape: z.ZodType<T>, inputBytes?: number): Promise<T>;
  /**
   * The answer itself, with the library having written the request and nothing more: what an answer leads to (a queue
   * to poll, a file to download) it fetches past the `fetch` it was given, without end or limit.
   */
  answer(request: LibraryCall, inputBytes?: number): Promise<Response>;
}

/** Memory for an answer; few are longer than a page. */
const ANSWER_BYTES = 4 * 1024 * 1024;

interface HuggingFaceCallParts extends Omit<HuggingFaceCall, "ask" | "answer"> {
  readonly billTo: string | null;
  readonly sdk: HuggingFaceSdk;
}

export function openSession(parts: HuggingFaceCallParts): HuggingFaceCall {
  const { call, to, asked, transport, billTo, sdk } = parts;
  const { signal } = call;
  const client = new sdk.InferenceClient(asked.token);
  const options = (fetch: typeof globalThis.fetch): Options => ({
    fetch,
    signal,
    // The library repeats a 503 at once and for ever.
    retry_on_error: false,
    ...(billTo === null ? {} : { billTo }),
  });

  return {
    ...parts,
    ask: async (request, shape, inputBytes = 0) => {
      const share = inputBytes * ENCODED_COPIES + ANSWER_BYTES;
      const answer = await memoryPermits.run(share, signal, async () => {
        try {
          return await request(client, to, options(transport.whole));
        } catch (thrown) {
          throw toAppError(thrown, asked, { sdk, signal });
        }
      });
      return shaped(answer, shape, asked);
    },

    answer: (request, inputBytes = 0) =>
      memoryPermits.run(inputBytes * ENCODED_COPIES, signal, async () => {
        let taken: Response | undefined;
        const takeIt = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
          const response = await transport.raw(input, init);
          if (isMapping(input)) return response;
          taken = response;
          throw TAKEN;
        };
        try {
          await request(client, to, options(takeIt));
        } catch (thrown) {
          if (thrown !== TAKEN) throw toAppError(thrown, asked, { sdk, signal });
        }
        if (!taken) throw new AppError("internal", `${asked.name} was never asked`);
        return taken;
      }),
  };
}

/** @throws {AppError} `provider-rejected` for an answer of another shape. */
export function shaped<T>(answer: unknown, shape: z.ZodType<T>, { name }: CalledModel): T {
  const parsed = shape.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw misshapen(name, parsed.error);
}

/** Ends the library's work once its request is answered. */
const TAKEN = new Error("The answer was taken");
const isMapping = (input: RequestInfo | URL): boolean =>
  new URL(input instanceof Request ? input.url : input).pathname.startsWith("/api/models/");

/** A way to do a task type with a model that is served for one of the Hub's tasks. */
export interface TaskRecipe {
  /** The Hub's task as a mapping names it; the library checks the mapping against it. */
  readonly task: InferenceTask;
  run(session: HuggingFaceCall): Promise<ExpertResult>;
}

export const recipe = (task: InferenceTask, run: TaskRecipe["run"]): TaskRecipe => ({ task, run });

/** The addresses that the library has built in (its `src/config.ts`). */
const HUB = "https://huggingface.co";
const ROUTER = "https://router.huggingface.co";

/** The body, its text, and what is parsed of it. */
export const WHOLE_ANSWER_MEMORY_BYTES = MAX_WHOLE_ANSWER_BYTES * 3;

/** Two `fetch`es for the library. They return successes only, and reach the router only. */
interface Transport {
  /** Answers are read whole: the library bounds neither the wait for a body nor its length. */
  readonly whole: typeof fetch;
  /** Answers come as they are, for a caller that reads them itself. */
  readonly raw: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
  /** Asks the router itself for a path on it. */
  get(path: string, signal: AbortSignal): Promise<Response>;
}

interface TransportParts {
  readonly routerUrl: string;
  readonly asked: CalledModel;
  readonly billTo: string | null;
  readonly fetch: Send;
  /** The entries that the model of this call is served by. */
  readonly mapping: readonly MappingEntry[];
  readonly signal: AbortSignal;
  /** Called once the model has answered. */
  readonly answered: () => void;
}

const urlOf = (input: RequestInfo | URL): URL => new URL(input instanceof Request ? input.url : input);

export function createTransport(parts: TransportParts): Transport {
  const { routerUrl, asked, billTo, fetch, mapping, signal: ends, answered } = parts;
  const route = async (url: URL, init: RequestInit): Promise<Response> => {
    const target = new URL(url.pathname.slice(1) + url.search, withSlash(routerUrl));
    const response = await fetch(target, init);
    if (!response.ok) throw await refusal(response, asked);
    return response;
  };
  const raw: Transport["raw"] = async (input, init = {}) => {
    const url = urlOf(input);
    // The library asks once in an isolate's life for a model's mapping; ours is as old as a few minutes.
    if (url.origin === HUB) return Response.json({ inferenceProviderMapping: mapping });
    // With a token that is none of the Hub's, the library would go to the inference provider itself.
    if (url.origin !== ROUTER) throw new AppError("internal", `${asked.name} is called through the router only`);
    return route(url, init);
  };
  return {
    raw,
    whole: async (input, init) => {
      const answer = await raw(input, init);
      if (urlOf(input).origin === ROUTER) answered();
      return readWhole(answer, { name: asked.name, maxBytes: MAX_WHOLE_ANSWER_BYTES, signal: ends });
    },
    get: (path, signal) => {
      const headers = {
        authorization: `Bearer ${asked.token}`,
        ...(billTo === null ? {} : { "x-hf-bill-to": billTo }),
      };
      return route(new URL(path, ROUTER), { headers, signal });
    },
  };
}
