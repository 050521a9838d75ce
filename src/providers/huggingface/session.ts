import type {
  BaseArgs,
  InferenceClient,
  InferenceProviderOrPolicy,
  InferenceTask,
  Options,
} from "@huggingface/inference";
import type * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import type { InferenceArguments } from "../../domain/inference-arguments.ts";
import type { TaskType } from "../../domain/task-types/index.ts";
import type { Wait } from "../../waiting.ts";
import { MAX_WHOLE_ANSWER_BYTES, readWhole } from "../answers/body.ts";
import { sending, shaped } from "../answers/failures.ts";
import { ENCODED_COPIES, sizeOf, TextInputs } from "../inputs.ts";
import { memoryPermits } from "../memory-permits.ts";
import type { ExpertCall, ExpertResult } from "../provider.ts";
import { withDefaults } from "./card-arguments.ts";
import { type CalledModel, type HuggingFaceSdk, isRefusedRequest, refusal, toAppError } from "./failures.ts";
import { type MappingEntry, withSlash } from "./mapping.ts";

/** The model and inference provider that each call of the library names. */
export interface InferenceTarget {
  readonly model: string;
  readonly provider: InferenceProviderOrPolicy;
}

type LibraryMethods = {
  [Name in keyof InferenceClient as InferenceClient[Name] extends (args: never, options?: Options) => Promise<unknown>
    ? Name
    : never]: InferenceClient[Name];
};
/** A method of the library's client, such as `summarization`. */
export type LibraryMethod = keyof LibraryMethods;
type WithoutTarget<Arguments> = Arguments extends unknown ? Omit<Arguments, keyof BaseArgs | "provider"> : never;
/** The arguments of a method but for the model and its inference provider. */
export type LibraryArguments<Method extends LibraryMethod> = WithoutTarget<Parameters<LibraryMethods[Method]>[0]>;

/** One call of ours, while it goes on. */
export interface HuggingFaceCall {
  readonly type: TaskType;
  readonly call: ExpertCall;
  /** The inputs of the call. */
  readonly texts: TextInputs;
  readonly to: InferenceTarget;
  readonly asked: CalledModel;
  readonly fetch: typeof fetch;
  readonly routerUrl: string;
  /** Between two looks at a job. */
  readonly wait: Wait;
  /** The result of a library's method, validated against `shape`, as some of its helpers pass answers on unchecked. */
  ask<Method extends LibraryMethod, T>(method: Method, args: LibraryArguments<Method>, shape: z.ZodType<T>): Promise<T>;
  /**
   * The answer itself, with the library having written the request and nothing more: what an answer leads to (a queue
   * to poll, a file to download) it fetches past the `fetch` it was given, without end or limit.
   */
  answer<Method extends LibraryMethod>(method: Method, args: LibraryArguments<Method>): Promise<Response>;
  /** The router's own answer at a path on it, such as the state of a job. */
  get(path: string): Promise<Response>;
  /** What became of the default arguments so far: those that were sent along, "refused", or null for none. */
  defaultsSent(): InferenceArguments | "refused" | null;
}

/** Longer than any model's context; what a model cannot take it refuses itself. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024;
/** Memory for an answer; few are longer than a page. */
const ANSWER_BYTES = 4 * 1024 * 1024;

interface HuggingFaceCallParts extends Omit<HuggingFaceCall, "texts" | "ask" | "answer" | "get" | "defaultsSent"> {
  /** Sent along where a request takes them. */
  readonly defaults: InferenceArguments;
  /** The entries that the model of this call is served by. */
  readonly mapping: readonly MappingEntry[];
  readonly billTo: string | null;
  readonly sdk: HuggingFaceSdk;
}

/** Has the answer to a request before the library does. */
type Take = (answer: Response) => Promise<Response>;

/** The session of a call. Its requests fail for any status but a success, and reach the router only. */
export function openSession(parts: HuggingFaceCallParts): HuggingFaceCall {
  const { type, call, to, asked, mapping, billTo, sdk, routerUrl, defaults } = parts;
  const { signal } = call;
  const client = new sdk.InferenceClient(asked.token);
  const send = sending(parts.fetch, asked.name);

  const route = async (url: URL, init: RequestInit): Promise<Response> => {
    const target = new URL(url.pathname.slice(1) + url.search, withSlash(routerUrl));
    const response = await send(target.href, init);
    if (!response.ok) throw await refusal(response, asked);
    return response;
  };

  /** Has the library make a request, whose answer goes through `take` before the library has it. */
  const byLibrary = async (method: LibraryMethod, args: object, take: Take): Promise<unknown> => {
    const fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
      const url = new URL(input instanceof Request ? input.url : input);
      // The library asks once in an isolate's life for a model's mapping; ours is as old as a few minutes.
      if (url.origin === HUB) return Response.json({ inferenceProviderMapping: mapping });
      // With a token that is none of the Hub's, the library would go to the inference provider itself.
      if (url.origin !== ROUTER) throw new AppError("internal", `${asked.name} is called through the router only`);
      return take(await route(url, init));
    };
    // The library repeats a 503 at once and for ever.
    const options: Options = { fetch, signal, retry_on_error: false, ...(billTo === null ? {} : { billTo }) };
    try {
      return await Reflect.apply(client[method], client, [{ ...to, ...args }, options]);
    } catch (thrown) {
      if (thrown === TAKEN) return;
      throw toAppError(thrown, asked, { sdk, signal });
    }
  };

  let sent: InferenceArguments | "refused" | null = null;
  /** The same with the default arguments; once more without them where the server refuses that, for whatever reason. */
  const request = async (method: LibraryMethod, args: object, take: Take): Promise<unknown> => {
    const completed = sent === "refused" ? null : withDefaults(args, type.name, defaults);
    if (!completed) return byLibrary(method, args, take);
    try {
      const answer = await byLibrary(method, completed.args, take);
      sent = completed.added;
      return answer;
    } catch (thrown) {
      if (!isRefusedRequest(thrown)) throw thrown;
      sent = "refused";
      return byLibrary(method, args, take);
    }
  };
  const requestBytes = sizeOf(call.inputs) * ENCODED_COPIES;

  return {
    ...parts,
    texts: new TextInputs(call.inputs, MAX_TEXT_BYTES),
    ask: async (method, args, shape) => {
      const work = (): Promise<unknown> =>
        request(method, args, (answer) => {
          call.answered?.({});
          // The library bounds neither the wait for a body nor its length.
          return readWhole(answer, { name: asked.name, maxBytes: MAX_WHOLE_ANSWER_BYTES, signal });
        });
      return shaped(await memoryPermits.run(requestBytes + ANSWER_BYTES, signal, work), shape, asked.name);
    },

    answer: (method, args) =>
      memoryPermits.run(requestBytes, signal, async () => {
        let taken: Response | undefined;
        await request(method, args, async (answer) => {
          taken = answer;
          throw TAKEN;
        });
        if (!taken) throw new AppError("internal", `${asked.name} was never asked`);
        return taken;
      }),

    get: (path) => {
      const billing = billTo === null ? {} : { "x-hf-bill-to": billTo };
      return route(new URL(path, ROUTER), { headers: { authorization: `Bearer ${asked.token}`, ...billing }, signal });
    },

    defaultsSent: () => sent,
  };
}

/** Ends the library's work once its request is answered. */
const TAKEN = new Error("The answer was taken");

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
