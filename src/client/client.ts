import type { Raise } from "../domain/budget.ts";
import type { ControllerName, PlanningMode } from "../domain/controllers.ts";
import type { Endpoint } from "../domain/endpoints.ts";
import type { RunEvent } from "../domain/events.ts";
import type { JsonValue } from "../domain/json.ts";
import type { TaskType } from "../domain/task-types/task-type.ts";
import type { ConversationView, PlanView, ResourceView, RunView } from "../domain/views.ts";
import { ApiError, isRecord } from "./api-error.ts";
import { type Call, createConnection, type Fetch } from "./connection.ts";
import { follow } from "./follow.ts";
import type { NewMessage, PlanRequest } from "./message.ts";

export { ApiError } from "./api-error.ts";
export type { Fetch } from "./connection.ts";
export type { CastingWishes, NewMessage, PlanRequest } from "./message.ts";

export interface ClientOptions {
  /** Where the server listens, for example `http://127.0.0.1:8787`. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly fetch?: Fetch;
  /** Waits before another try; a test passes its own. */
  readonly pause?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** What a message is sent with. */
export interface SendOptions extends CallOptions {
  /** The caller's own token of Hugging Face, for this message alone. */
  readonly hfToken?: string;
}

export interface StartOptions extends SendOptions {
  /** A repeat with the same key returns the same run instead of starting another. */
  readonly idempotencyKey?: string;
}

export interface Upload {
  readonly name: string;
  /** The server looks at the bytes and decides for itself; this helps with formats that have no signature. */
  readonly mediaType?: string;
}

export interface Approve {
  /** The version of the plan that was looked at; a newer one is refused with `stale-plan`. */
  readonly planVersion: number;
  readonly decision?: "approve" | "reject";
  /** The plan as edited, on the wire. */
  readonly plan?: JsonValue;
}

/** A file on its way: `body` can be read once. */
export interface Download {
  readonly mediaType: string;
  readonly body: ReadableStream<Uint8Array>;
}

/** A task type, and where the server's deployment can run it: nowhere, when `endpoints` is empty. */
export interface TaskTypeEntry extends TaskType {
  readonly endpoints: readonly Omit<Endpoint, "taskType">[];
}

export interface Health {
  readonly status: "ok";
  readonly auth: "keys" | "open";
  /** By provider: how many models, and how many task types they do between them. */
  readonly providers: Readonly<Record<string, { readonly models: number; readonly taskTypes: number }>>;
  readonly taskTypes: { readonly known: number; readonly available: number };
  /** Who does the language steps of a message that does not say, and who can where it does. */
  readonly controllers: {
    readonly first: "auto" | ControllerName;
    readonly planning: PlanningMode;
    readonly configured: readonly ControllerName[];
  };
}

/** The HTTP API, typed. Every call rejects with an `ApiError` for what the server refuses. */
export interface Client {
  readonly baseUrl: string;
  /** Opens a conversation with one message. */
  start(message: NewMessage, options?: StartOptions): Promise<RunView>;
  /** Adds a message to a conversation; it waits its turn while another runs. */
  message(conversation: string, message: NewMessage, options?: StartOptions): Promise<RunView>;
  /** What a message would come to: its plan, proof and models. Nothing runs, and nothing is stored. */
  plan(request: PlanRequest, options?: SendOptions): Promise<PlanView>;
  conversation(id: string, options?: CallOptions): Promise<ConversationView>;
  run(id: string, options?: CallOptions): Promise<RunView>;
  /** The run once it has ended. */
  wait(id: string, options?: CallOptions): Promise<RunView>;
  /**
   * Every event after `after` once and in order, ending with `run-end`. A connection that breaks is taken up
   * again where it broke.
   */
  events(id: string, options?: CallOptions & { readonly after?: number }): AsyncIterable<RunEvent>;
  upload(
    content: Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
    file: Upload,
    options?: CallOptions,
  ): Promise<ResourceView>;
  download(resource: string, options?: CallOptions): Promise<Download>;
  report(id: string, format: "json", options?: CallOptions): Promise<JsonValue>;
  report(id: string, format: "markdown", options?: CallOptions): Promise<string>;
  approve(id: string, approval: Approve, options?: CallOptions): Promise<RunView>;
  cancel(id: string, options?: CallOptions): Promise<RunView>;
  pause(id: string, options?: CallOptions): Promise<RunView>;
  /** Goes on with a paused run; where its budget is used up, only with a higher one. */
  resume(id: string, options?: CallOptions & { readonly budget?: Raise }): Promise<RunView>;
  taskTypes(options?: CallOptions): Promise<readonly TaskTypeEntry[]>;
  health(options?: CallOptions): Promise<Health>;
}

/** A client for browsers, Workers and Node. @throws {TypeError} when `baseUrl` is not an http or https URL. */
export function createClient(options: ClientOptions): Client {
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const { baseUrl, send } = createConnection(options.baseUrl, options.apiKey, fetch);

  const json = async <T>(is: (value: unknown) => value is T, path: string, call: Call): Promise<T> => {
    const response = await send(path, call);
    const value: unknown = await response.json().catch(() => undefined);
    if (is(value)) return value;
    throw new ApiError(
      "unexpected-answer",
      response.status,
      `${baseUrl}${path} is not Impresario's API, or another version`,
    );
  };
  const run = (path: string, call: Call): Promise<RunView> => json(isRun, path, call);
  const post = (id: string, action: string, { signal }: CallOptions = {}, body?: unknown): Promise<RunView> =>
    run(`/v1/runs/${encodeURIComponent(id)}/${action}`, { method: "POST", json: body, signal });
  const begin = (path: string, message: NewMessage, options: StartOptions = {}): Promise<RunView> =>
    run(path, { method: "POST", json: message, signal: options.signal, headers: headersOf(options) });

  const client: Client = {
    baseUrl,
    start: (message, options) => begin("/v1/runs", message, options),
    message: (conversation, message, options) =>
      begin(`/v1/conversations/${encodeURIComponent(conversation)}/messages`, message, options),
    plan: (request, options = {}) =>
      json(isPlan, "/v1/plan", {
        method: "POST",
        json: request,
        signal: options.signal,
        headers: headersOf(options),
      }),
    conversation: (id, { signal } = {}) =>
      json(isConversation, `/v1/conversations/${encodeURIComponent(id)}`, { signal }),
    run: (id, { signal } = {}) => run(`/v1/runs/${encodeURIComponent(id)}`, { signal }),
    wait: async (id, { signal } = {}) => {
      for await (const event of client.events(id, { signal })) if (event.type === "run-end") break;
      return client.run(id, { signal });
    },
    events: (id, { after = 0, signal } = {}) =>
      follow({
        after,
        signal,
        pause: options.pause ?? pause,
        open: (last) =>
          send(`/v1/runs/${encodeURIComponent(id)}/events`, {
            headers: { accept: "text/event-stream", ...(last === 0 ? {} : { "last-event-id": String(last) }) },
            signal,
          }),
        isOver: async () => (await client.run(id, { signal })).endedAt !== null,
      }),
    upload: (content, { name, mediaType }, { signal } = {}) =>
      json(isResource, "/v1/resources", {
        method: "POST",
        body: content,
        // A header holds Latin-1 only, and a name may hold anything.
        headers: {
          "x-filename": encodeURIComponent(name.toWellFormed()),
          "content-type": mediaType ?? (content instanceof Blob && content.type !== "" ? content.type : UNKNOWN_TYPE),
        },
        signal,
      }),
    download: async (resource, { signal } = {}) => {
      const { headers, body } = await send(`/v1/resources/${encodeURIComponent(resource)}`, {
        headers: { accept: "*/*" },
        signal,
      });
      return { mediaType: headers.get("content-type") ?? UNKNOWN_TYPE, body: body ?? new Blob([]).stream() };
    },
    report: (async (id: string, format: "json" | "markdown", { signal }: CallOptions = {}) => {
      const accept = format === "json" ? "application/json" : "text/markdown";
      const response = await send(`/v1/runs/${encodeURIComponent(id)}/report`, { headers: { accept }, signal });
      return format === "json" ? response.json() : response.text();
    }) as Client["report"],
    approve: (id, approval, options) => post(id, "approve", options, approval),
    cancel: (id, options) => post(id, "cancel", options),
    pause: (id, options) => post(id, "pause", options),
    resume: (id, options = {}) => post(id, "resume", options, options.budget && { budget: options.budget }),
    taskTypes: async ({ signal } = {}) => (await json(isTaskTypes, "/v1/task-types", { signal })).taskTypes,
    health: ({ signal } = {}) => json(isHealth, "/v1/health", { signal }),
  };
  return client;
}

const headersOf = ({ idempotencyKey, hfToken }: StartOptions): Record<string, string> => ({
  ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
  ...(hfToken === undefined ? {} : { "x-hf-token": hfToken }),
});

const UNKNOWN_TYPE = "application/octet-stream";

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

// The server is ours and its answers are described by its OpenAPI document: enough is checked here to tell
// its answers from those of something else that listens at the address.
const isRun = (value: unknown): value is RunView =>
  isRecord(value) && typeof value.id === "string" && typeof value.status === "string" && Array.isArray(value.tasks);
const isPlan = (value: unknown): value is PlanView =>
  isRecord(value) && typeof value.as === "string" && Array.isArray(value.tasks) && Array.isArray(value.repairs);
const isConversation = (value: unknown): value is ConversationView =>
  isRecord(value) && typeof value.id === "string" && Array.isArray(value.log) && Array.isArray(value.runs);
const isResource = (value: unknown): value is ResourceView =>
  isRecord(value) && typeof value.id === "string" && typeof value.sha256 === "string";
const isTaskTypes = (value: unknown): value is { readonly taskTypes: readonly TaskTypeEntry[] } =>
  isRecord(value) && Array.isArray(value.taskTypes);
const isHealth = (value: unknown): value is Health =>
  isRecord(value) && value.status === "ok" && isRecord(value.providers) && isRecord(value.controllers);
