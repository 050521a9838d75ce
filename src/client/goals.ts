import type { Constraints } from "../domain/constraints.ts";
import type { GoalEvent, GoalEventType } from "../domain/goal/events.ts";
import type { GoalReport } from "../domain/goal/report.ts";
import type { JsonObject } from "../domain/json.ts";
import type { GoalListView, GoalView } from "../http/schemas/goal-views.ts";
import type { SentCheckInAnswer, SentGoal, SentGoalResumption } from "../http/schemas/goals.ts";
import { type CallOptions, type Connection, type FollowOptions, type Page, type Sleep, toQuery } from "./connection.ts";
import { follow, openEvents } from "./events.ts";
import { limitsOf, newKey } from "./runs.ts";

/** A goal as it is asked for; the server says what is wrong with its constraints. */
export type NewGoal = Omit<SentGoal, "constraints"> & { readonly constraints?: Constraints | JsonObject };

export interface StartGoalOptions extends CallOptions {
  /** A repeat with the same key within a day returns the same goal. Left out, each call has one of its own. */
  readonly idempotencyKey?: string | undefined;
}

export interface WaitForGoalOptions extends FollowOptions {
  /** `rest`: also where the goal waits for a person, with the status `asking` or `paused`; `end` when left out. */
  readonly until?: "end" | "rest";
  /** Gets every event from the first on. */
  readonly onEvent?: (event: GoalEvent) => void;
}

/** Goals: many steps, each a run of its own, within one budget. */
export function goalCalls({ send, json, text, remove }: Connection, pause: Sleep) {
  const get = (id: string, options: CallOptions = {}): Promise<GoalView> => json(GOAL, path(id), options);
  const act = (id: string, action: string, options: CallOptions = {}, body?: unknown): Promise<GoalView> =>
    json(GOAL, `${path(id)}/${action}`, { ...limitsOf(options), method: "POST", json: body, repeatable: true });

  function report(id: string, format: "json", options?: CallOptions): Promise<GoalReport>;
  function report(id: string, format: "markdown", options?: CallOptions): Promise<string>;
  function report(id: string, format: "json" | "markdown", options?: CallOptions): Promise<GoalReport | string> {
    if (format === "json") return json<GoalReport>(["goal", "steps", "versions"], `${path(id)}/report`, options);
    return text(`${path(id)}/report`, { ...options, headers: { accept: "text/markdown" } });
  }

  const calls = {
    start: (goal: NewGoal, options: StartGoalOptions = {}): Promise<GoalView> => {
      const headers = { "idempotency-key": options.idempotencyKey ?? newKey() };
      return json(GOAL, "/v1/goals", {
        ...{ ...limitsOf(options), method: "POST", json: goal, headers },
        repeatable: true,
      });
    },
    get,
    /** The newest first, twenty a page unless said otherwise. */
    list: (page: Page = {}, options?: CallOptions): Promise<GoalListView> =>
      json(["goals"], `/v1/goals${toQuery({ ...page })}`, options),
    /** The goal once it has ended, or waits for a person if that is what is waited for. */
    wait: async (id: string, options: WaitForGoalOptions = {}): Promise<GoalView> => {
      const { signal, until = "end", onEvent } = options;
      for (let after = 0; ; ) {
        for await (const event of calls.events(id, { after, signal })) {
          after = event.seq;
          onEvent?.(event);
          if (until === "rest" && (event.type === "check-in" || event.type === "goal-pause")) break;
        }
        const goal = await get(id, { signal });
        // A rest may be over by the time that it is heard of.
        if (goal.endedAt !== null || goal.status === "asking" || goal.status === "paused") return goal;
      }
    },
    /**
     * Every event after `after` once and in order, ending with `goal-end`. A connection that breaks is taken up again where
     * it broke. Leaving early changes nothing for the goal.
     */
    events: (
      id: string,
      { after = 0, signal }: FollowOptions & { readonly after?: number } = {},
    ): AsyncIterable<GoalEvent> =>
      follow({
        ...{ known: EVENTS, after, signal, pause },
        open: openEvents(send, path(id), signal),
        isOver: async () => (await get(id, { signal })).endedAt !== null,
      }),
    /** Answers the check-in that the goal waits with; another than the current one is refused with `stale-plan`. */
    approve: (id: string, answer: SentCheckInAnswer, options?: CallOptions): Promise<GoalView> =>
      act(id, "approve", options, answer),
    pause: (id: string, options?: CallOptions): Promise<GoalView> => act(id, "pause", options),
    /** Goes on with a paused goal; with a budget, that is what it may spend in all from now on. */
    resume: (
      id: string,
      options: CallOptions & { readonly budget?: SentGoalResumption["budget"] | undefined } = {},
    ): Promise<GoalView> => act(id, "resume", options, options.budget && { budget: options.budget }),
    cancel: (id: string, options?: CallOptions): Promise<GoalView> => act(id, "cancel", options),
    /** Deletes it with all that it made; what is under way ends. */
    remove: (id: string, options?: CallOptions): Promise<void> => remove(path(id), options),
    /** Why everything was done as it was. */
    report,
  };
  return calls;
}

/** Fields of a goal. */
const GOAL = ["id", "goal", "steps"] as const;

const path = (id: string): string => `/v1/goals/${encodeURIComponent(id)}`;

/** Complete, so that a new event type fails to compile here. */
const TYPES: Readonly<Record<GoalEventType, true>> = {
  "goal-start": true,
  "work-start": true,
  "work-priced": true,
  "work-short": true,
  "work-raised": true,
  "work-approved": true,
  "work-refused": true,
  "work-end": true,
  "step-failed": true,
  "refinement-refused": true,
  "tree-revised": true,
  reflection: true,
  "check-in": true,
  "check-in-answered": true,
  "goal-pause": true,
  "goal-resume": true,
  "goal-cancel": true,
  "budget-warning": true,
  "goal-end": true,
};
const EVENTS = { types: TYPES, last: "goal-end" } as const;
