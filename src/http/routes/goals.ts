import type { Result } from "../../domain/result.ts";
import { buildGoalReport } from "../../goals/index.ts";
import { renderGoalReport } from "../../response/render-goal-report.ts";
import type { GoalRecord, GoalRpc } from "../../rpc/goals.ts";
import { type AppContext, originOf } from "../context.ts";
import { EVENTS_KNOWN, resumeEvents, streamEvents } from "../event-stream.ts";
import { goalView } from "../goal-views.ts";
import { problem } from "../problem.ts";
import { preferredType, preferredWait, readIdempotency } from "../request-headers.ts";
import { type AnswerSpec, type Route, route } from "../route.ts";
import { checkInAnswerBody, goalBody, goalResumeBody } from "../schemas/goals.ts";
import { pageQuery } from "../schemas/requests.ts";
import { startGoal } from "../start-goal.ts";
import { rfc3339 } from "../views.ts";
import { secretMade } from "../webhooks/subscribe.ts";
import { findGoal, goalOf } from "./goal-of.ts";

const GOAL = { "application/json": "Goal" } as const;
const STARTED = {
  Location: "The address of the goal.",
  "Webhook-Secret": "What deliveries are signed with, where the goal's webhook brought no secret of its own.",
};
const GOAL_ANSWER: Readonly<Record<number, AnswerSpec>> = { 200: { description: "The goal.", content: GOAL } };

/** @param unended the status for a goal that goes on */
async function answerGoal(c: AppContext, goal: Result<GoalRecord>, unended: 200 | 202 = 200): Promise<Response> {
  if (!goal.ok) return problem(c, goal.error);
  return c.json(await goalView(goal.value, c.var.views, Date.now()), goal.value.state.end ? 200 : unended);
}

const startRoute = route(
  {
    method: "post",
    path: "/v1/goals",
    name: "startGoal",
    summary: "Pursue a goal: many steps, within one budget",
    description:
      "A language model breaks the goal down into steps, each of which is a run of its own. Where no language model can be had, it is refused with `no-model`, which says what to set.",
    access: "key",
    headers: {
      "Idempotency-Key": "Makes a repeat of the request within a day return the same goal.",
      Prefer: "`wait=N` waits up to N seconds (300 at most) until the goal has ended or waits for a person.",
      Accept: "`text/event-stream` streams the events of the goal at once.",
    },
    body: goalBody,
    answers: {
      200: {
        description: "The goal has ended, or its events follow.",
        headers: STARTED,
        content: { ...GOAL, "text/event-stream": "GoalEvent" },
      },
      202: { description: "The goal is under way, or waits for a person.", headers: STARTED, content: GOAL },
    },
  },
  async (c, { body, bodyText }) => {
    const { wiring, holder } = c.var;
    const idempotency = await readIdempotency(c, bodyText);
    const started = await startGoal(wiring, {
      holder,
      body,
      idempotency,
      origin: originOf(c),
      signal: c.req.raw.signal,
    });
    if (!started.ok) return problem(c, started.error);
    const { record, replayed } = started.value;
    c.header("Location", `/v1/goals/${record.id}`);
    if (replayed) c.header("Idempotency-Replayed", "true");
    const secret = await secretMade(wiring, { tenant: holder.tenant, of: record.id }, body.webhook);
    if (secret !== null) c.header("Webhook-Secret", secret);
    const { rpc } = await findGoal(c, record.id);
    if (preferredType(c, ["application/json", "text/event-stream"]) === "text/event-stream") {
      return streamEvents(c, await rpc.events(0));
    }
    const wait = preferredWait(c.req.header("prefer"));
    if (wait === null) return answerGoal(c, { ok: true, value: record }, 202);
    c.header("Preference-Applied", `wait=${wait}`);
    return answerGoal(c, await rpc.waitForRest(wait * 1000), 202);
  },
);

const listRoute = route(
  {
    method: "get",
    path: "/v1/goals",
    name: "listGoals",
    summary: "Goals, the newest first",
    access: "key",
    query: pageQuery,
    answers: { 200: { description: "A page of them.", content: { "application/json": "GoalList" } } },
  },
  async (c, { query }) => {
    const { wiring, holder } = c.var;
    const before = query.cursor === undefined ? null : Number(query.cursor);
    const page = await wiring.tenant(holder.tenant).listGoals(query.limit, before);
    const last = page.at(-1);
    return c.json({
      goals: page.map(({ id, title, status, createdAt }) => ({ id, title, status, createdAt: rfc3339(createdAt) })),
      next: page.length === query.limit && last ? String(last.place) : null,
    });
  },
);

const readRoute = route(
  {
    method: "get",
    path: "/v1/goals/{id}",
    name: "readGoal",
    summary: "Status, steps, outputs, costs and answer of a goal",
    access: "key",
    answers: GOAL_ANSWER,
  },
  async (c) => answerGoal(c, await (await goalOf(c)).rpc.read()),
);

const eventsRoute = route(
  {
    method: "get",
    path: "/v1/goals/{id}/events",
    name: "streamGoalEvents",
    summary: "The events of a goal as they happen, as server-sent events",
    description:
      "Begins with the first event, or after the one that `Last-Event-ID` or `after` names, and ends after `goal-end`. A client that leaves changes nothing.",
    access: "key",
    ...EVENTS_KNOWN,
    answers: {
      200: { description: "Events, and comments as heartbeats.", content: { "text/event-stream": "GoalEvent" } },
      204: { description: "The goal has ended and all its events are known: there is no need to connect again." },
    },
  },
  async (c, { query }) => {
    const { rpc } = await goalOf(c);
    const isLast = async (seq: number): Promise<boolean> => {
      const goal = await rpc.read();
      return goal.ok && goal.value.state.end !== null && goal.value.state.seq <= seq;
    };
    return resumeEvents(c, query.after, isLast, (after) => rpc.events(after));
  },
);

const reportRoute = route(
  {
    method: "get",
    path: "/v1/goals/{id}/report",
    name: "readGoalReport",
    summary: "The explanation of a goal: its steps and why each began when it did, its versions, check-ins and costs",
    access: "key",
    headers: { Accept: "`text/markdown` for a text to read; JSON otherwise." },
    answers: {
      200: { description: "The report.", content: { "application/json": "GoalReport", "text/markdown": null } },
    },
  },
  async (c) => {
    const { rpc } = await goalOf(c);
    const [goal, log] = await Promise.all([rpc.read(), rpc.log()]);
    if (!goal.ok) return problem(c, goal.error);
    if (!log.ok) return problem(c, log.error);
    const report = buildGoalReport(goal.value.state, log.value, Date.now());
    c.header("Vary", "Accept", { append: true });
    if (preferredType(c, ["application/json", "text/markdown"]) === "application/json") return c.json(report);
    return c.body(renderGoalReport(report), 200, { "content-type": "text/markdown; charset=utf-8" });
  },
);

const approveRoute = route(
  {
    method: "post",
    path: "/v1/goals/{id}/approve",
    name: "answerCheckIn",
    summary: "Answer the check-in that a goal waits with",
    description:
      "A check-in that is no longer the current one is refused with `stale-plan`, and one where nothing is asked with `conflict`. A revision that no longer holds once it is approved is refused with `plan-unsound`: the question stands.",
    access: "key",
    body: checkInAnswerBody,
    answers: GOAL_ANSWER,
  },
  async (c, { body: { checkIn, ...answer } }) =>
    answerGoal(c, await (await goalOf(c)).rpc.answer({ id: checkIn, ...answer })),
);

/** What a person may ask of a goal without saying more; each is idempotent. */
const REQUESTS = {
  pause: "Pause a goal; steps under way end, and no other begins",
  cancel: "Cancel a goal; what is under way stops",
} as const satisfies Partial<Record<keyof GoalRpc, string>>;

const requestRoute = (action: keyof typeof REQUESTS): Route =>
  route(
    {
      method: "post",
      path: `/v1/goals/{id}/${action}`,
      name: `${action}Goal`,
      summary: REQUESTS[action],
      access: "key",
      answers: GOAL_ANSWER,
    },
    async (c) => answerGoal(c, await (await goalOf(c)).rpc[action]()),
  );

const resumeRoute = route(
  {
    method: "post",
    path: "/v1/goals/{id}/resume",
    name: "resumeGoal",
    summary: "Go on with a paused goal, or raise its budget",
    description: "The budget may be raised while the goal goes on as well.",
    access: "key",
    body: goalResumeBody,
    answers: GOAL_ANSWER,
  },
  async (c, { body }) => answerGoal(c, await (await goalOf(c)).rpc.resume(body.budget)),
);

const deleteRoute = route(
  {
    method: "delete",
    path: "/v1/goals/{id}",
    name: "deleteGoal",
    summary: "Delete a goal with all that it made",
    description: "What is under way ends. Uploads that nothing else keeps are deleted with it.",
    access: "key",
    answers: { 204: { description: "It is gone, now or since earlier." } },
  },
  async (c) => {
    const { id, rpc } = await goalOf(c);
    await rpc.remove();
    // Also one that was listed and never began.
    await c.var.wiring.tenant(c.var.holder.tenant).closeGoal(id);
    return c.body(null, 204);
  },
);

export const goalRoutes: readonly Route[] = [
  startRoute,
  listRoute,
  readRoute,
  eventsRoute,
  reportRoute,
  approveRoute,
  requestRoute("pause"),
  resumeRoute,
  requestRoute("cancel"),
  deleteRoute,
];
