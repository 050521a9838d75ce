import type { Raise } from "../domain/budget.ts";
import type { Constraints } from "../domain/constraints.ts";
import type { EventType, RunEvent } from "../domain/events.ts";
import type { JsonObject, JsonValue } from "../domain/json.ts";
import type { RunReport } from "../domain/report.ts";
import type { PlanView } from "../http/schemas/plan-view.ts";
import type { SentApproval, SentMessage, SentPlanRequest } from "../http/schemas/requests.ts";
import type { RunView } from "../http/schemas/views.ts";
import type { CallOptions, Connection, FollowOptions, SendOptions, Sleep, StartOptions } from "./connection.ts";
import { follow, openEvents } from "./events.ts";

/** A plan and constraints from elsewhere: the server says what is wrong with them. */
type Unchecked<Message> = Omit<Message, "plan" | "constraints"> & {
  readonly plan?: JsonValue;
  readonly constraints?: Constraints | JsonObject;
};

/** One message of a user: what a run is made of. */
export type NewMessage = Unchecked<SentMessage>;

/** A message that is only to be planned. */
export type PlanOnlyMessage = Unchecked<SentPlanRequest>;

/** Whether a plan may run, as it is or as edited; one that is not of the run's `planVersion` is refused with `stale-plan`. */
export type Approve = Omit<SentApproval, "plan"> & { readonly plan?: JsonValue };

export interface WaitOptions extends FollowOptions {
  /** `rest`: also where the run waits for a person, with the status `awaiting-approval` or `paused`; `end` when left out. */
  readonly until?: "end" | "rest";
  /** Gets every event from the first on. */
  readonly onEvent?: (event: RunEvent) => void;
  /** An abort cancels the run as well; without it the run goes on by itself. */
  readonly cancelOnAbort?: boolean;
}

export interface ReadOptions extends CallOptions {
  /** The run as it was read before. */
  readonly known?: RunView | undefined;
}

export interface AskOptions extends WaitOptions, Pick<StartOptions, "hfToken" | "idempotencyKey"> {
  /** The id of the one to go on with; a new one when left out. */
  readonly conversation?: string | undefined;
  /** Gets the run once there is one. */
  readonly onStart?: (run: RunView) => void;
}

export function runCalls({ send, json, text }: Connection, pause: Sleep) {
  const get = async (id: string, { known, ...options }: ReadOptions = {}): Promise<RunView> => {
    // A server of before counted nothing.
    if (!known?.seq) return json(RUN, path(id), options);
    return withUnchanged(await json<RunView>(RUN, `${path(id)}?since=${known.seq}`, options), known);
  };
  const act = (id: string, action: string, options: CallOptions = {}, body?: unknown): Promise<RunView> =>
    json(RUN, `${path(id)}/${action}`, { ...limitsOf(options), method: "POST", json: body, repeatable: true });
  const begin = (to: string, message: NewMessage, options: StartOptions = {}): Promise<RunView> => {
    const headers = { ...tokenOf(options), "idempotency-key": options.idempotencyKey ?? newKey() };
    return json(RUN, to, { ...limitsOf(options), method: "POST", json: message, headers, repeatable: true });
  };

  function report(id: string, format: "json", options?: CallOptions): Promise<RunReport>;
  function report(id: string, format: "markdown", options?: CallOptions): Promise<string>;
  function report(id: string, format: "json" | "markdown", options?: CallOptions): Promise<RunReport | string> {
    if (format === "json") return json<RunReport>(["run", "tasks", "stepCosts"], `${path(id)}/report`, options);
    return text(`${path(id)}/report`, { ...options, headers: { accept: "text/markdown" } });
  }

  const calls = {
    /** Starts a run and waits for it: `start` or `message`, and `wait`. */
    ask: async (message: NewMessage, { conversation, onStart, ...rest }: AskOptions = {}): Promise<RunView> => {
      rest.signal?.throwIfAborted();
      // A run whose id did not arrive could not be cancelled: that the call is answered has to be waited for.
      const sent = rest.cancelOnAbort ? { ...rest, signal: undefined } : rest;
      const run = await (conversation === undefined
        ? calls.start(message, sent)
        : calls.message(conversation, message, sent));
      onStart?.(run);
      return calls.wait(run.id, rest);
    },
    /** Opens a conversation with one message. */
    start: (message: NewMessage, options?: StartOptions): Promise<RunView> => begin("/v1/runs", message, options),
    /** Adds a message to a conversation; it waits its turn while another runs. */
    message: (conversation: string, message: NewMessage, options?: StartOptions): Promise<RunView> =>
      begin(`/v1/conversations/${encodeURIComponent(conversation)}/messages`, message, options),
    /** What a message would come to: its plan, proof and models. Nothing runs, and nothing is stored. */
    plan: (request: PlanOnlyMessage, options: SendOptions = {}): Promise<PlanView> =>
      json(["as", "tasks", "repairs"], "/v1/plan", {
        ...{ ...limitsOf(options), method: "POST", json: request, headers: tokenOf(options) },
        repeatable: true,
      }),
    /** A run as it is now. Where it is `known` from before, only what has changed since is fetched. */
    run: get,
    /** The run once it has ended, or waits for a person if that is what is waited for. */
    wait: async (id: string, options: WaitOptions = {}): Promise<RunView> => {
      const { signal, until = "end", onEvent, cancelOnAbort = false } = options;
      try {
        for (let after = 0; ; ) {
          for await (const event of calls.events(id, { after, signal })) {
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
    },
    /**
     * Every event after `after` once and in order, ending with `run-end`. A connection that breaks is taken up
     * again where it broke. Leaving early changes nothing for the run.
     */
    events: (
      id: string,
      { after = 0, signal }: FollowOptions & { readonly after?: number } = {},
    ): AsyncIterable<RunEvent> =>
      follow({
        ...{ known: EVENTS, after, signal, pause },
        open: openEvents(send, path(id), signal),
        isOver: async () => (await get(id, { signal })).endedAt !== null,
      }),
    /** Why everything was done as it was. */
    report,
    approve: (id: string, approval: Approve, options?: CallOptions): Promise<RunView> =>
      act(id, "approve", options, approval),
    cancel: (id: string, options?: CallOptions): Promise<RunView> => act(id, "cancel", options),
    pause: (id: string, options?: CallOptions): Promise<RunView> => act(id, "pause", options),
    /** Goes on with a paused run; where its budget is used up, only with a higher one. */
    resume: (id: string, options: CallOptions & { readonly budget?: Raise | undefined } = {}): Promise<RunView> =>
      act(id, "resume", options, options.budget && { budget: options.budget }),
  };
  return calls;
}

/** Complete, so that a new event type fails to compile here. */
const TYPES: Readonly<Record<EventType, true>> = {
  "run-start": true,
  "plan-start": true,
  "plan-end": true,
  "selection-end": true,
  "approval-required": true,
  "plan-revised": true,
  "approval-given": true,
  "task-start": true,
  "task-progress": true,
  "task-retry": true,
  "task-end": true,
  "budget-reserved": true,
  "budget-settled": true,
  "budget-warning": true,
  "run-pause": true,
  "run-resume": true,
  "run-cancel": true,
  "answer-start": true,
  "answer-delta": true,
  "run-end": true,
};
const EVENTS = { types: TYPES, last: "run-end" } as const;

/** Fields of a run. */
const RUN = ["id", "status", "tasks"] as const;

const path = (id: string): string => `/v1/runs/${encodeURIComponent(id)}`;

const isResting = ({ status }: RunView): boolean => status === "awaiting-approval" || status === "paused";

export const limitsOf = ({ signal, timeoutMs }: CallOptions): CallOptions => ({ signal, timeoutMs });

const tokenOf = ({ hfToken }: SendOptions): Record<string, string> =>
  hfToken === undefined ? {} : { "x-hf-token": hfToken };

/** `randomUUID` is missing in pages that came over plain HTTP. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The run with those tasks of before that it was read without. */
function withUnchanged({ since, ...read }: RunView, known: RunView): RunView {
  if (since === undefined) return read;
  const changed = new Map(read.tasks.map((task) => [task.id, task]));
  return { ...read, tasks: known.tasks.map((task) => changed.get(task.id) ?? task) };
}
