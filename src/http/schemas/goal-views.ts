import * as z from "zod";
import { GOAL_EVENT_TYPES, type GoalBudget, REFLECTION_VERDICTS } from "../../domain/goal/events.ts";
import { components } from "./components.ts";
import { constraints } from "./constraints.ts";
import { json } from "./plan.ts";
import { failure, kind, resourceView, time, valueView } from "./views.ts";
import type { Wire } from "./wire.ts";

const count = z.number().min(0);
const spent = {
  usd: count.describe("US dollars, as far as that is known or counts as what was set aside."),
  assumedUsd: count
    .exactOptional()
    .describe("How much of `usd` nobody measured, so that it counts as what was set aside; left out for nothing."),
  llmCalls: z.int(),
  tasks: z.int(),
};

const stepOutput = z.object({ name: z.string(), kind, description: z.string() });

export const stepView = z
  .object({
    name: z.string().describe("Unique in the goal. The goal itself is the first, `goal`."),
    parent: z.string().nullable().describe("The step that it is a part of; null for the goal itself."),
    depth: z.int(),
    does: z.string(),
    inputs: z.array(z.string()).describe("Names of values: of the files, or outputs of other steps."),
    outputs: z.array(stepOutput),
    value: z.number().describe("What it is worth to the goal, from 1 to 10."),
    effort: z.number().describe("How much work it is, from 1 to 10."),
    status: z.enum(["open", "refined", "waiting", "running", "done", "failed", "dropped"]),
    how: z
      .enum(["plan", "program", "steps"])
      .describe("By a plan that is proved, by a program that a model writes, or by steps that it is broken down into."),
    tasks: z.array(z.string()).describe("The task types of its plan; empty without one."),
    startedAt: time.nullable(),
    endedAt: time.nullable(),
    spent: z.object(spent),
    runs: z.array(z.string()).describe("The runs that broke it down or did it, the oldest first."),
    error: failure.exactOptional(),
    reason: z.string().exactOptional().describe("Why it was dropped."),
  })
  .register(components, { id: "Step", description: "One step of a goal." });
export type StepView = Wire<typeof stepView>;

export const treeChangeView = z.object({
  added: z.array(stepView.pick({ name: true, parent: true, does: true, inputs: true, value: true, effort: true })),
  dropped: z.array(z.object({ step: z.string(), reason: z.string() })),
  reordered: z.array(z.object({ step: z.string(), value: z.number() })),
});

export const checkInView = z
  .object({
    id: z.int(),
    about: z.enum(["plan", "steps", "spending", "revision", "loop", "question"]),
    message: z.string(),
    step: z.string().nullable().describe("The step that waits for the answer."),
    askedAt: time,
    proposal: treeChangeView.nullable().describe("The revision that it asks about."),
  })
  .register(components, { id: "CheckIn", description: "A question to the person, with which the goal waits." });
export type CheckInView = Wire<typeof checkInView>;

export const goalBudget = z.object({
  timeMs: z.int(),
  usd: z.number().exactOptional(),
  llmCalls: z.int().exactOptional(),
  tasks: z.int().exactOptional(),
} satisfies { readonly [Part in keyof GoalBudget]-?: z.ZodType });

export const goalStatus = z.enum([
  ...(["refining", "running", "reflecting", "paused", "asking", "stopping"] as const),
  ...(["succeeded", "partial", "failed", "cancelled"] as const),
]);

export const goalView = z
  .object({
    id: z.string(),
    goal: z.string(),
    status: goalStatus,
    createdAt: time,
    endedAt: time.nullable(),
    files: z
      .array(z.object({ name: z.string().describe("By which steps take it."), resource: resourceView }))
      .describe("The files that it was given."),
    outputs: z
      .array(stepOutput.extend({ reached: z.boolean(), value: valueView.nullable() }))
      .describe("What the goal gives; empty until it has been broken down for the first time."),
    steps: z.array(stepView).describe("Each before its parts; the first is the goal itself."),
    checkIn: checkInView.nullable().describe("What it waits to be told: `approve` answers it."),
    reflections: z.array(
      z.object({
        n: z.int(),
        verdict: z.enum(REFLECTION_VERDICTS),
        reason: z.string(),
        refused: z.array(z.string()).describe("What of it could not be taken over, and why."),
        at: time,
      }),
    ),
    rules: z.array(z.string()).describe("What the person said on the way."),
    version: z.int().describe("Of the tree: counts up with each revision; 0 before the first."),
    budget: goalBudget,
    checkIns: z.object({
      plan: z.literal(true).exactOptional(),
      afterSteps: z.int().exactOptional(),
      beforeSpending: z.number().exactOptional(),
    }),
    constraints: constraints.exactOptional(),
    spent: z.object({ ...spent, timeMs: z.int() }),
    left: z
      .object({
        timeMs: z.int(),
        usd: count.nullable(),
        llmCalls: z.int().nullable(),
        tasks: z.int().nullable(),
      })
      .describe("What is neither spent nor set aside for steps under way; null for no limit."),
    answer: z.string().nullable(),
    error: failure.exactOptional(),
  })
  .register(components, { id: "Goal" });
export type GoalView = Wire<typeof goalView>;

export const goalList = z
  .object({
    goals: z.array(z.object({ id: z.string(), createdAt: time, title: z.string(), status: goalStatus })),
    next: z.string().nullable().describe("The cursor of the next page; null on the last."),
  })
  .register(components, { id: "GoalList" });
export type GoalListView = Wire<typeof goalList>;

export const goalEventView = z
  .object({
    seq: z.int(),
    at: time,
    type: z.enum(GOAL_EVENT_TYPES),
    data: z.record(z.string(), json),
  })
  .register(components, {
    id: "GoalEvent",
    description:
      "The `data` of one server-sent event, whose `id` is `seq` and whose `event` is `type`. Files in its own `data` are without links.",
  });
