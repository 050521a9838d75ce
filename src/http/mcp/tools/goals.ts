import * as z from "zod";
import type { GoalEvent } from "../../../domain/goal/events.ts";
import { originOf } from "../../context.ts";
import { goalProgress } from "../../goal-progress.ts";
import { goalView } from "../../goal-views.ts";
import { findGoal, type NamedGoal } from "../../routes/goal-of.ts";
import { followGoalToRest } from "../../run-events.ts";
import { checkInAnswerBody, type GoalBody, goalBody } from "../../schemas/goals.ts";
import { startGoal, withStored } from "../../start-goal.ts";
import { createAttachmentStore, storeAll } from "../attachments.ts";
import { awaitEvents, Notifications, type ToldEvent } from "../await-run.ts";
import { answerGoal, goalSummary } from "../goal-answer.ts";
import { bookingOf } from "../session.ts";
import { invalidArguments, type ToolAnswer, type ToolCall, tool, unwrap } from "../tool.ts";
import { requestFiles, waitSeconds } from "./runs.ts";

const { goal, budget, checkIns, constraints } = goalBody.shape;
const goalId = z.string().min(1).max(200).describe("The id of the goal.");
const wait = waitSeconds.describe(
  "Seconds to wait until it has ended or asks something; after that it goes on, and goal_status tells how it ends.",
);

export const pursueGoal = tool({
  name: "pursue_goal",
  title: "Pursue a goal",
  description:
    "For what is too large for one request: breaks a goal down into steps, runs them, looks at the progress and revises them, within one budget. It may take hours, and ask the person on the way.",
  input: z.strictObject({
    goal: goal.describe("What is to be reached, in plain words; files are named as they are called."),
    resources: requestFiles,
    ...{ budget, checkIns, constraints, wait },
  }),
  output: goalSummary,
  isReadOnly: false,
  run: async (input, call) => {
    const { wait: seconds, resources, ...fields } = input;
    const { c, era, session, requestId, signal } = call;
    const { wiring, holder } = c.var;
    const bodyWith = (files: readonly string[]): GoalBody => {
      const body = goalBody.safeParse({ ...fields, resources: files });
      if (!body.success) throw invalidArguments(body.error);
      return body.data;
    };
    bodyWith([]);
    const started = await withStored(wiring, holder, async (stored) => {
      const files = await storeAll(createAttachmentStore(c, stored), resources);
      // In this era, a client that disconnected has cancelled the call.
      if (era === "modern") signal.throwIfAborted();
      const idempotency = session === null ? undefined : await bookingOf(session, requestId, input);
      return startGoal(wiring, { holder, body: bodyWith(files), idempotency, origin: originOf(c), signal });
    });
    const { record } = unwrap(started);
    return answerWhenAtRest(call, {
      goal: await findGoal(c, record.id),
      after: 0,
      waitMs: seconds * 1000,
      isOurs: true,
    });
  },
});

export const goalStatus = tool({
  name: "goal_status",
  title: "Look at a goal",
  description: "Status, steps, outputs, costs and answer of a goal, and what it asks; waits for its end if asked to.",
  input: z.strictObject({ id: goalId, wait: wait.removeDefault().default(0) }),
  output: goalSummary,
  isReadOnly: true,
  run: async ({ id, wait: seconds }, call) =>
    answerWhenAtRest(call, { goal: await findGoal(call.c, id), after: 0, waitMs: seconds * 1000, isOurs: false }),
});

const { checkIn, decision, words } = checkInAnswerBody.shape;

export const answerCheckIn = tool({
  name: "answer_check_in",
  title: "Answer the question of a goal",
  description:
    "Passes on what the person decided about the question that a goal waits with. Ask the person: it is theirs to decide.",
  input: z.strictObject({ id: goalId, checkIn, decision: decision.removeDefault(), words, wait }),
  output: goalSummary,
  isReadOnly: false,
  run: async ({ id, wait: seconds, ...given }, call) => {
    const body = checkInAnswerBody.safeParse(given);
    if (!body.success) throw invalidArguments(body.error);
    const { checkIn: asked, ...answer } = body.data;
    const found = await findGoal(call.c, id);
    const { state } = unwrap(await found.rpc.answer({ id: asked, ...answer }));
    return answerWhenAtRest(call, { goal: found, after: state.seq, waitMs: seconds * 1000, isOurs: false });
  },
});

interface AwaitedGoal {
  readonly goal: NamedGoal;
  /** The `seq` of the last event that the client is not told of. */
  readonly after: number;
  readonly waitMs: number;
  /** True for a goal that this call started: a client that cancels the call wants no goal either. */
  readonly isOurs: boolean;
}

/** The goal once it has ended, waits for a person, or the wait is over. */
async function answerWhenAtRest(
  call: ToolCall,
  { goal: named, after, waitMs, isOurs }: AwaitedGoal,
): Promise<ToolAnswer> {
  const { rpc } = named;
  await awaitEvents(call, {
    waitMs,
    events: (signal) => followGoalToRest(() => rpc, { after, signal }),
    progress: new GoalProgress(),
    cancel: isOurs ? () => rpc.cancel() : null,
  });
  const record = unwrap(await rpc.read());
  return answerGoal(call, await goalView(record, call.c.var.views, Date.now()));
}

/** Makes notifications of the events of a goal: its steps are those that are not broken down. */
class GoalProgress {
  readonly #notifications = new Notifications();
  #steps = 0;
  #done = 0;

  after(event: GoalEvent): ToldEvent | null {
    if (event.type === "tree-revised") {
      const { added, dropped } = event.data;
      this.#steps += added.filter(({ action }) => action !== null).length - dropped.length;
    }
    const isOver = event.type === "work-end" && event.data.work.do === "step" && event.data.status === "done";
    if (isOver || event.type === "step-failed") this.#done += 1;
    const message = event.type === "goal-start" ? `Goal ${event.data.goal}` : goalProgress(event);
    const total = this.#steps > 0 ? Math.max(this.#steps, this.#done) : null;
    const progress = this.#notifications.next(message, this.#done, total);
    return progress && { progress, level: event.type === "step-failed" ? "error" : "info" };
  }
}
