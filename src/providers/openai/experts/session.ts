import type OpenAI from "openai";
import type * as z from "zod";
import type { OpenAiEndpoint } from "../../../config/openai-endpoints.ts";
import { AppError } from "../../../domain/errors.ts";
import type { TaskType } from "../../../domain/task-types/index.ts";
import { mediaTypeOf, parseJson, useWhole } from "../../answers/body.ts";
import { shaped } from "../../answers/failures.ts";
import { measuredIn } from "../../answers/measured.ts";
import { type ChatLimits, maxTextBytes } from "../../chat-tasks/chat-task.ts";
import { ENCODED_COPIES, sizeOf, TextInputs } from "../../inputs.ts";
import { memoryPermits } from "../../memory-permits.ts";
import type { ExpertCall, ExpertResult } from "../../provider.ts";
import { connect, type OpenAiConnection, readingFailures } from "../client.ts";
import { type OpenAiSdk, type Server, toAppError } from "../failures.ts";
import { type RefusedFeature, withoutRefused } from "../requests.ts";

/** Does one task type with a model. */
export type TaskMethod = (session: OpenAiCall) => Promise<ExpertResult>;

/** A request, without what the model was found to refuse. */
type Write<R> = (refused: ReadonlySet<RefusedFeature>) => R;

/** A call of the library, such as `(client, request, options) => client.embeddings.create(request, options)`. */
type Send<R> = (
  client: OpenAI,
  request: R,
  options: { readonly signal: AbortSignal },
) => { asResponse(): Promise<Response> };

/** One call of ours, while it goes on. */
export interface OpenAiCall {
  readonly call: ExpertCall;
  /** The inputs of the call. */
  readonly texts: TextInputs;
  readonly limits: ChatLimits;
  readonly type: TaskType;
  readonly configured: OpenAiEndpoint;
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  /**
   * The head of an answer that is a success; its body is the caller's to read. What the model is found to refuse is
   * remembered, unless the request holds a caller's own schema.
   * @throws {AppError} for any other
   */
  ask<R extends object>(write: Write<R>, send: Send<R>, isCallers?: boolean): Promise<Response>;
  /** An answer's JSON. @throws {AppError} `provider-rejected` for another media type or shape. */
  json<T>(answer: Response, shape: z.ZodType<T>): Promise<T>;
  /** Runs work that may fail as calls fail, such as reading a body. @throws {AppError} */
  guard<T>(work: () => Promise<T>): Promise<T>;
}

/** The scheduler's deadlines are shorter than this, and end a call by its signal. */
const NEVER_MS = 30 * 60_000;

interface OpenAiCallParts extends Pick<OpenAiCall, "call" | "type" | "configured" | "baseUrl" | "fetch"> {
  readonly apiKey: OpenAiConnection["apiKey"];
  readonly server: Server;
  readonly refused: Set<RefusedFeature>;
  readonly sdk: OpenAiSdk;
}

export function openSession(parts: OpenAiCallParts): OpenAiCall {
  const { call, baseUrl, apiKey, server, refused, sdk } = parts;
  const { signal } = call;
  const client = connect(sdk, {
    baseUrl,
    apiKey,
    fetch: readingFailures(parts.fetch, { model: server.model, signal }),
    timeoutMs: NEVER_MS,
  });
  const guard: OpenAiCall["guard"] = async (work) => {
    try {
      return await work();
    } catch (thrown) {
      throw toAppError(thrown, server, { sdk, signal });
    }
  };
  const limits = { contextTokens: parts.configured.contextTokens ?? null, maxInputBytes: null };
  return {
    ...parts,
    limits,
    texts: new TextInputs(call.inputs, maxTextBytes(limits)),
    guard,
    ask: async (write, send, isCallers = false) => {
      const found = isCallers ? new Set(refused) : refused;
      const answer = await guard(() =>
        withoutRefused(found, write, (request) => send(client, request, { signal }).asResponse(), sdk),
      );
      call.answered?.({});
      return answer;
    },
    json: (answer, shape) =>
      guard(async () => {
        const { model } = server;
        const mediaType = mediaTypeOf(answer);
        if (!JSON_TYPE.test(mediaType)) {
          await answer.body?.cancel();
          throw new AppError("provider-rejected", `${model} answered with ${named(mediaType)} where JSON is wanted`);
        }
        const json = await useWhole(answer, { name: model, signal }, (body) => parseJson(body, model));
        call.answered?.(measuredIn(json));
        return shaped(json, shape, model);
      }),
  };
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;
const named = (mediaType: string): string => mediaType.slice(0, 60) || "something that is not named";

/** Bytes of memory that one byte of a file takes in a request. */
const COPIES = { json: ENCODED_COPIES, form: 3 } as const;

/** Prepares and sends a call while the share of memory is held that its files take. */
export function holding<T>(
  { inputs, signal }: ExpertCall,
  as: keyof typeof COPIES,
  work: () => Promise<T>,
): Promise<T> {
  return memoryPermits.run(sizeOf(inputs) * COPIES[as], signal, work);
}
