import * as z from "zod";
import { CHECK_IN_DECISIONS, REFLECTION_VERDICTS } from "../../domain/goal/events.ts";
import type { GoalReport } from "../../domain/goal/report.ts";
import type { RunReport } from "../../domain/report.ts";
import { components } from "./components.ts";
import { checkInView, goalBudget, goalStatus, stepView } from "./goal-views.ts";
import { calledFunction, changed, proofView, repair, taskSelection, taskTitle, understood } from "./plan-view.ts";
import { budgetView, castingView, failure, kind, resourceView, runView, spentView, taskView, time } from "./views.ts";

const fault = failure.pick({ code: true, message: true });
const words = z.array(z.string());
const texts = z.record(z.string(), z.string());
const levels = z.array(z.array(z.int())).describe("Groups of tasks that may run side by side, in order.");

const cost = z.object({
  ...spentView,
  estimatedUsd: z.number().nullable().describe("What was set aside at most; null where nothing was."),
});

const reportTask = z
  .object({
    id: z.int(),
    title: taskTitle,
    type: z.string(),
    description: z.string(),
    inputs: texts.describe("Argument by argument, what it was bound to, in words."),
    waitsFor: z.array(z.int()),
    status: taskView.shape.status,
    model: z.string().nullable(),
    ...taskSelection,
    reused: z
      .object({ run: z.string(), task: z.int() })
      .nullable()
      .describe("The earlier task whose result this is; null where it was made here."),
    called: calledFunction.nullable(),
    attempts: z.array(
      z.object({
        model: z.string(),
        startMs: z.number().describe("Since the run began."),
        durationMs: z.number().nullable(),
        error: z.string().nullable(),
      }),
    ),
    outputs: texts.describe("Output by output, in words; files as Markdown links."),
    notes: words,
    cost,
    error: fault.nullable(),
  })
  .register(components, { id: "ReportTask" });

const { id, name, mediaType, bytes, sha256 } = resourceView.shape;

export const reportView = z
  .object({
    run: z.string(),
    request: z.string(),
    status: runView.shape.status,
    pause: runView.shape.pause.unwrap().nullable(),
    startedAt: time,
    controller: z.string().nullable(),
    casting: castingView,
    understanding: words,
    understood: understood.nullable(),
    planVersion: z.int(),
    repairs: z.array(repair),
    changed,
    proof: proofView.nullable().describe("Null without a plan, and when the deployment can no longer prove it."),
    levels,
    tasks: z.array(reportTask),
    criticalPath: z
      .object({ tasks: z.array(z.int()), durationMs: z.number() })
      .describe("The chain of tasks that decided how long the run took."),
    usage: z.object({ timeMs: z.number(), llmCalls: z.int(), attempts: z.int(), ...spentView }),
    budget: budgetView,
    stepCosts: z
      .object({ plan: cost, answer: cost })
      .describe("Of planning and answering; that of each task stands with it."),
    files: z.array(z.object({ id, name, kind, mediaType, bytes, sha256 })),
    answer: z.string().nullable(),
    error: fault.nullable().describe("Why the run as a whole failed."),
  })
  .register(components, { id: "Report", description: "The explanation of a run." }) satisfies z.ZodType<RunReport>;

const count = z.number().min(0);
const tokens = z.object({ inputTokens: count.exactOptional(), outputTokens: count.exactOptional() });
const spent = { usd: count, assumedUsd: count, llmCalls: z.int(), tasks: z.int(), tokens: tokens.exactOptional() };
const budgetPart = z.enum(["time", "usd", "llm-calls", "tasks"]);
const { parent, depth, does, inputs, value, effort, status, how, tasks, startedAt } = stepView.shape;

const reportedStep = z
  .object({
    ...{ name: stepView.shape.name, parent, depth, does, inputs, value, effort, status, how, tasks, startedAt },
    outputs: words,
    starts: z.array(
      z.object({
        at: time,
        run: z.string(),
        attempt: z.int(),
        do: z.enum(["refine", "step"]).describe("`refine` breaks it down."),
        why: z.string().describe("Why it started then, and not another in its place."),
      }),
    ),
    tookMs: z.number().nullable().describe("Null until it has ended."),
    spent: z.object(spent),
    error: fault.nullable(),
    refused: z.array(words).describe("Ways of breaking it down that could not be, with what was wrong."),
  })
  .register(components, { id: "ReportedStep" });

export const goalReportView = z
  .object({
    goal: z.string(),
    text: z.string(),
    status: goalStatus,
    startedAt: time,
    endedAt: time.nullable(),
    files: words.describe("Names of the files that it was given."),
    outputs: z.array(
      z.object({
        ...{ name: z.string(), kind, description: z.string(), reached: z.boolean() },
        from: z.string().nullable().describe("The step that gave it; null for one that was not reached."),
      }),
    ),
    steps: z.array(reportedStep).describe("Each before its parts; the first is the goal itself."),
    versions: z.array(
      z.object({
        version: z.int(),
        at: time,
        by: z.enum(["refinement", "reflection", "person"]),
        reason: z.string(),
        added: words,
        dropped: z.array(z.object({ step: z.string(), reason: z.string() })),
        reordered: z.array(z.object({ step: z.string(), value: z.number() })),
      }),
    ),
    reflections: z.array(
      z.object({
        n: z.int(),
        at: time,
        why: z.string().describe("Why a model looked at the progress then."),
        verdict: z.enum(REFLECTION_VERDICTS),
        reason: z.string(),
        refused: words.describe("What of it could not be taken over, and why."),
      }),
    ),
    checkIns: z.array(
      z.object({
        id: z.int(),
        about: checkInView.shape.about,
        message: z.string(),
        askedAt: time,
        answer: z
          .object({ at: time, decision: z.enum(CHECK_IN_DECISIONS), words: z.string().nullable() })
          .nullable()
          .describe("Null where nobody has answered."),
      }),
    ),
    eventsLeftOut: z.int().describe("Events of a long log, its first, of which the report tells nothing."),
    rules: words,
    warnings: z
      .array(z.object({ at: time, what: budgetPart, used: z.number(), limit: z.number(), reachable: words }))
      .describe("Parts of the budget of which most was used, and the steps that the rest was likely to be enough for."),
    budget: goalBudget,
    spent: z.object({ ...spent, timeMs: z.number() }),
    spentOnReflections: z.object(spent),
    proof: z
      .object({ domain: z.string(), problem: z.string(), solution: z.string() })
      .nullable()
      .describe("PDDL that any validator can check; null before the goal has been broken down."),
    answer: z.string().nullable(),
    error: fault.nullable(),
  })
  .register(components, {
    id: "GoalReport",
    description: "The explanation of a goal.",
  }) satisfies z.ZodType<GoalReport>;
