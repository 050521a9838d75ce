import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import type { Failure } from "../../../src/domain/errors.ts";
import { applyGoal } from "../../../src/domain/goal/apply.ts";
import type { GoalEvent, GoalEventBody } from "../../../src/domain/goal/events.ts";
import {
  answerCheckIn,
  type CheckInAnswer,
  requestGoalCancel,
  requestGoalPause,
  requestGoalResume,
} from "../../../src/domain/goal/requests.ts";
import type { GoalState } from "../../../src/domain/goal/state.ts";
import type { Value } from "../../../src/domain/resources.ts";
import { ok, type Result } from "../../../src/domain/result.ts";
import { goalView } from "../../../src/http/goal-views.ts";
import type { Views } from "../../../src/http/views.ts";
import { listen } from "../../fakes/listen.ts";

export const GOAL_ID = `goal_${"a".repeat(36)}`;
const STARTED_AT = Date.UTC(2026, 10, 1, 12);

interface GoalScript {
  readonly checkIns?: object;
  /** What the goal does once it has begun. */
  readonly begins: readonly GoalEventBody[];
  /** What it does once a question was answered or it was resumed. */
  readonly goesOn?: readonly GoalEventBody[];
}

/** Stands in for the Worker with one goal, which does what a script says and is shown as the API shows goals. */
export async function startFakeGoalServer({ checkIns = {}, begins, goesOn = [] }: GoalScript) {
  const seen: { readonly call: string; readonly body: unknown }[] = [];
  const events: GoalEvent[] = [];
  let state: GoalState | null = null;
  let changed = Promise.withResolvers<void>();
  const record = (bodies: readonly GoalEventBody[]): void => {
    for (const body of bodies) {
      const event: GoalEvent = { ...body, seq: events.length + 1, at: STARTED_AT + 1_000 * events.length };
      events.push(event);
      state = applyGoal(state, event);
    }
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const start = (text: string): void => {
    const budget = { timeMs: 60_000 };
    record([{ type: "goal-start", data: { goal: GOAL_ID, text, files: [], budget, checkIns } }, ...begins]);
  };
  /** @returns why it is refused */
  const ask = (does: (known: GoalState) => Result<readonly GoalEventBody[]>): Failure | null => {
    const asked = state ? does(state) : ok([]);
    if (!asked.ok) return asked.error;
    record(asked.value);
    return null;
  };
  const server = createServer(async (request, response) => {
    const call = `${request.method} ${request.url}`;
    const body = request.method === "POST" ? ((await json(request).catch(() => ({}))) as Record<string, unknown>) : {};
    seen.push({ call, body });
    const send = (status: number, answer: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
    };
    const path = `/v1/goals/${GOAL_ID}`;
    switch (call) {
      case "POST /v1/goals":
        start(String(body.goal));
        break;
      case `GET ${path}/events`: {
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (let next = 0; ; ) {
          for (; next < events.length; next++) {
            const event = events[next];
            if (!event) break;
            response.write(`data: ${JSON.stringify({ ...event, at: new Date(event.at).toISOString() })}\n\n`);
          }
          if (state?.end || response.destroyed) return void response.end();
          await changed.promise;
        }
      }
      case `POST ${path}/approve`: {
        const { checkIn, ...answer } = body;
        const refused = ask((known) =>
          answerCheckIn(known, { id: checkIn, ...answer } as CheckInAnswer, (_, change) => ok(change)),
        );
        if (refused) return send(409, { code: refused.code, detail: refused.message });
        record(goesOn);
        break;
      }
      case `POST ${path}/pause`:
        ask(requestGoalPause);
        break;
      case `POST ${path}/resume`:
        ask((known) => requestGoalResume(known, body.budget ?? {}));
        break;
      case `POST ${path}/cancel`:
        ask((known) => requestGoalCancel(known));
        break;
      case "GET /v1/goals?limit=1":
      case "GET /v1/goals":
        return send(200, {
          goals: [{ id: GOAL_ID, createdAt: "2026-11-01T12:00:00.000Z", title: "A goal", status: "asking" }],
          next: null,
        });
      case `GET ${path}/report`:
        return void response.writeHead(200, { "content-type": "text/markdown" }).end("# Report of a goal\n");
      case "POST /v1/resources":
        return send(201, { id: `res_${"f".repeat(56)}`, sha256: "0", name: "offer.txt" });
      default:
        if (call.startsWith("GET /v1/resources/")) return void response.writeHead(200).end("a table");
    }
    if (!state) return send(404, { code: "not-found", detail: "There is no goal" });
    send(200, await goalView({ id: GOAL_ID, state }, VIEWS, STARTED_AT + 60_000));
  });
  const url = await listen(server);
  return {
    url,
    seen,
    start,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Values as they are, and files without what makes links last. */
const VIEWS: Pick<Views, "resource" | "value"> = {
  resource: async ({ createdAt, origin: _origin, ...file }) => ({
    ...file,
    createdAt: new Date(createdAt).toISOString(),
    url: `/v1/resources/${file.id}?signature=1`,
    urlExpiresAt: new Date(createdAt).toISOString(),
  }),
  value: async (value: Value) => {
    if (value.as === "text") return { kind: value.kind, text: value.text };
    if (value.as === "data") return { kind: value.kind, data: value.data };
    return { kind: value.kind, resource: await VIEWS.resource(value.resource) };
  },
};
