import type { Raise } from "../domain/budget.ts";
import type { RunEvent } from "../domain/events.ts";
import type { JsonValue } from "../domain/json.ts";
import type { RunReport } from "../domain/report.ts";
import type { PlanView, RunView } from "../domain/views.ts";
import { isRecord } from "./api-error.ts";
import type { Connection } from "./connection.ts";
import { SILENCE_LIMIT_MS } from "./event-stream.ts";
import { follow } from "./follow.ts";
import type { NewMessage, PlanOnlyMessage } from "./message.ts";
import type { CallOptions, FollowOptions, SendOptions, Sleep, StartOptions } from "./options.ts";

export interface Approve {
  /** The version of the plan that was looked at; a newer one is refused with `stale-plan`. */
  readonly planVersion: number;
  readonly decision?: "approve" | "reject";
  /** The plan as edited, on the wire. */
  readonly plan?: JsonValue;
}

export interface WaitOptions extends FollowOptions {
  /** `rest`: also where the run waits for a person, with the status `awaiting-approval` or `paused`; `end` when left out. */
  readonly until?: "end" | "rest";
  /** Gets every event from the first on. */
  readonly onEvent?: (event: RunEvent) => void;
  /** An abort cancels the run as well; without it the run goes on by itself. */
  readonly cancelOnAbort?: boolean;
}

export interface AskOptions extends WaitOptions, Pick<StartOptions, "hfToken" | "idempotencyKey"> {
  /** The id of the one to go on with; a new one when left out. */
  readonly conversation?: string | undefined;
  /** Gets the run once there is one. */
  readonly onStart?: (run: RunView) => void;
}

export interface RunCalls {
  /** Starts a run and waits for it: `start` or `message`, and `wait`. */
  ask(message: NewMessage, options?: AskOptions): Promise<RunView>;
  /** Opens a conversation with one message. */
  start(message: NewMessage, options?: StartOptions): Promise<RunView>;
  /** Adds a message to a conversation; it waits its turn while another runs. */
  message(conversation: string, message: NewMessage, options?: StartOptions): Promise<RunView>;
  /** What a message would come to: its plan, proof and models. Nothing runs, and nothing is stored. */
  plan(request: PlanOnlyMessage, options?: SendOptions): Promise<PlanView>;
  run(id: string, options?: CallOptions): Promise<RunView>;
  /** The run once it has ended, or waits for a person if that is what is waited for. */
  wait(id: string, options?: WaitOptions): Promise<RunView>;
  /**
   * Every event after `after` once and in order, ending with `run-end`. A connection that breaks is taken up
   * again where it broke. Leaving early changes nothing for the run.
   */
  events(id: string, options?: FollowOptions & { readonly after?: number }): AsyncIterable<RunEvent>;
  /** Why everything was done as it was. */
  report(id: string, format: "json", options?: CallOptions): Promise<RunReport>;
  report(id: string, format: "markdown", options?: CallOptions): Promise<string>;
  approve(id: string, approval: Approve, options?: CallOptions): Promise<RunView>;
  cancel(id: string, options?: CallOptions): Promise<RunView>;
  pause(id: string, options?: CallOptions): Promise<RunView>;
  /** Goes on with a paused run; where its budget is used up, only with a higher one. */
  resume(id: string, options?: CallOptions & { readonly budget?: Raise }): Promise<RunView>;
}

export function runCalls({ send, json, text }: Connection, pause: Sleep): RunCalls {
  const get = (id: string, options: CallOptions = {}): Promise<RunView> => json(isRun, path(id), options);
  const act = (id: string, action: string, options: CallOptions = {}, body?: unknown): Promise<RunView> =>
    json(isRun, `${path(id)}/${action}`, { ...limitsOf(options), method: "POST", json: body, repeatable: true });
  const begin = (to: string, message: NewMessage, options: StartOptions = {}): Promise<RunView> => {
    const headers = { ...tokenOf(options), "idempotency-key": options.idempotencyKey ?? newKey() };
    return json(isRun, to, { ...limitsOf(options), method: "POST", json: message, headers, repeatable: true });
  };

  const events: RunCalls["events"] = (id, { after = 0, signal } = {}) =>
    follow({
      after,
      signal,
      pause,
      open: (last) =>
        send(`${path(id)}/events`, {
          headers: { accept: "text/event-stream", ...(last === 0 ? {} : { "last-event-id": String(last) }) },
          signal,
          // It counts the tries itself.
          repeatable: false,
          timeoutMs: SILENCE_LIMIT_MS,
        }),
      isOver: async () => (await get(id, { signal })).endedAt !== null,
    });

  const wait: RunCalls["wait"] = async (id, { signal, until = "end", onEvent, cancelOnAbort = false } = {}) => {
    try {
      for (let after = 0; ; ) {
        for await (const event of events(id, { after, signal })) {
          after = event.seq;
          onEvent?.(event);
          if (until === "rest" && (event.type === "approval-required" || event.type === "run-pause")) break;
        }
        const run = await get(id, { signal });
        // A rest may be over by the time that it is heard of.
        if (run.endedAt !== null || isResting(run)) return run;
      }
    } catch (fault) {
      // What became of that is not the caller's news: the abort is.
      if (cancelOnAbort && signal?.aborted) await calls.cancel(id).catch(() => {});
      throw fault;
    }
  };

  const calls: RunCalls = {
    ask: async (message, options = {}) => {
      const { conversation, onStart, ...rest } = options;
      rest.signal?.throwIfAborted();
      // A run whose id did not arrive could not be cancelled: that the call is answered has to be waited for.
      const sent = rest.cancelOnAbort ? { ...rest, signal: undefined } : rest;
      const run = await (conversation === undefined
        ? calls.start(message, sent)
        : calls.message(conversation, message, sent));
      onStart?.(run);
      return wait(run.id, rest);
    },
    start: (message, options) => begin("/v1/runs", message, options),
    message: (conversation, message, options) =>
      begin(`/v1/conversations/${encodeURIComponent(conversation)}/messages`, message, options),
    plan: (request, options = {}) =>
      json(isPlan, "/v1/plan", {
        ...{ ...limitsOf(options), method: "POST", json: request, headers: tokenOf(options) },
        repeatable: true,
      }),
    run: get,
    wait,
    events,
    report: (async (id: string, format: "json" | "markdown", options: CallOptions = {}) => {
      if (format === "json") return json(isReport, `${path(id)}/report`, options);
      return text(`${path(id)}/report`, { ...options, headers: { accept: "text/markdown" } });
    }) as RunCalls["report"],
    approve: (id, approval, options) => act(id, "approve", options, approval),
    cancel: (id, options) => act(id, "cancel", options),
    pause: (id, options) => act(id, "pause", options),
    resume: (id, options = {}) => act(id, "resume", options, options.budget && { budget: options.budget }),
  };
  return calls;
}

const path = (id: string): string => `/v1/runs/${encodeURIComponent(id)}`;

const isResting = ({ status }: RunView): boolean => status === "awaiting-approval" || status === "paused";

const limitsOf = ({ signal, timeoutMs }: CallOptions): CallOptions => ({ signal, timeoutMs });

const tokenOf = ({ hfToken }: SendOptions): Record<string, string> =>
  hfToken === undefined ? {} : { "x-hf-token": hfToken };

/** `randomUUID` is missing in pages that came over plain HTTP. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// The server is ours and its answers are described by its OpenAPI document: enough is checked to tell its answers
// from those of something else that listens at the address.
const isRun = (value: unknown): value is RunView =>
  isRecord(value) && typeof value.id === "string" && typeof value.status === "string" && Array.isArray(value.tasks);
const isReport = (value: unknown): value is RunReport =>
  isRecord(value) && typeof value.run === "string" && Array.isArray(value.tasks) && isRecord(value.stepCosts);
const isPlan = (value: unknown): value is PlanView =>
  isRecord(value) && typeof value.as === "string" && Array.isArray(value.tasks) && Array.isArray(value.repairs);
