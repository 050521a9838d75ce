import * as z from "zod";
import { type Budget, EXHAUSTIONS } from "../../domain/budget.ts";
import { ERROR_STATUS, isErrorCode } from "../../domain/errors.ts";
import { EVENT_TYPES } from "../../domain/events.ts";
import { isKind, type Kind } from "../../domain/kinds.ts";
import { CONTROLLERS, PLANNING_MODES, type SelectionOptions } from "../../domain/selection.ts";
import type { SpentView } from "../../domain/usage.ts";
import { taskResult } from "../../response/results.ts";
import { components } from "./components.ts";
import { constraints, selection } from "./constraints.ts";
import { json, wireTask } from "./plan.ts";
import { calledFunction, choices, repair, taskSelection, taskTitle } from "./plan-view.ts";
import type { Wire } from "./wire.ts";

export const time = z.iso.datetime();
export const kind = z
  .string()
  .refine((text): text is Kind => isKind(text))
  .register(components, {
    id: "Kind",
    description: "text, image, audio, video, document, table, data, or a subkind such as image/canny.",
  });

/** `path` is a place such as `text` in a body, or `3/text` for an input of a task. */
const issue = z.object({ path: z.string(), message: z.string() });

export const failure = z
  .object({
    code: z.enum(Object.keys(ERROR_STATUS).filter(isErrorCode)),
    message: z.string(),
    retryable: z.boolean(),
    retryAfterMs: z.number().exactOptional(),
    notCalled: z.literal(true).exactOptional().describe("The model was never asked, and nothing was spent."),
    unheard: z
      .literal(true)
      .exactOptional()
      .describe("It was sent, and its answer never came whole: it may be billed, and counts as what was set aside."),
    access: z
      .object({ account: z.enum(["caller", "deployment"]), to: z.enum(["provider", "model"]) })
      .exactOptional()
      .describe("Whose account was refused what; where that is the provider, its other models are not called."),
    issues: z.array(issue).exactOptional(),
  })
  .register(components, { id: "Failure" });

export const problemView = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string(),
    detail: z.string(),
    requestId: z.string().exactOptional(),
    issues: z.array(issue).exactOptional(),
  })
  .register(components, {
    id: "Problem",
    description: "RFC 9457, with a stable code.",
  });
export type ProblemView = Wire<typeof problemView>;

export const resourceView = z
  .object({
    id: z.string(),
    name: z.string(),
    kind,
    mediaType: z.string(),
    bytes: z.int(),
    sha256: z.string(),
    createdAt: time,
    url: z.url().describe("A signed link that needs no API key."),
    urlExpiresAt: time,
    expiresAt: time.exactOptional().describe("When an upload that no conversation adopts is deleted."),
  })
  .register(components, { id: "Resource" });
export type ResourceView = Wire<typeof resourceView>;

export const valueView = z
  .union([
    z.object({ kind, text: z.string() }),
    z.object({ kind, data: json }),
    z.object({ kind, resource: resourceView, excerpt: z.string().exactOptional() }),
  ])
  .register(components, { id: "Value" });
export type ValueView = Wire<typeof valueView>;

export const attemptView = z
  .object({
    number: z.int(),
    model: z.string(),
    startedAt: time,
    durationMs: z.number().nullable(),
    error: failure.exactOptional(),
  })
  .register(components, { id: "Attempt" });
export type AttemptView = Wire<typeof attemptView>;

const count = z.number().min(0);
export const spentView = {
  usd: count.describe("What it cost, in US dollars, as far as that is known or counts as what was set aside."),
  assumedUsd: count
    .exactOptional()
    .describe(
      "How much of `usd` nobody measured, so that it counts as what was set aside; left out where that is nothing.",
    ),
  unpricedCalls: z.int().describe("Calls that cost something, and nobody knows what."),
  inputTokens: count.exactOptional(),
  outputTokens: count.exactOptional(),
  images: count.exactOptional(),
  seconds: count.exactOptional(),
  characters: count.exactOptional(),
  neurons: count.exactOptional(),
  computeSeconds: count.exactOptional(),
} satisfies { readonly [Field in keyof SpentView]-?: z.ZodType };

export const taskView = wireTask
  .extend({
    title: taskTitle,
    status: z.enum(["waiting", "running", "retrying", "succeeded", "failed", "skipped", "cancelled"]),
    ...taskSelection,
    attempts: z.array(attemptView),
    usage: z.object(spentView),
    progress: z.object({ note: z.string(), fraction: z.number().exactOptional() }).exactOptional(),
    outputs: z.record(z.string(), valueView),
    notes: z.array(z.string()),
    reused: z
      .object({ run: z.string(), task: z.int(), model: z.string() })
      .exactOptional()
      .describe("The earlier task of the conversation whose result this is: nothing was called, and nothing spent."),
    called: calledFunction.exactOptional(),
    error: failure.exactOptional(),
    startedAt: time.nullable(),
    endedAt: time.nullable(),
  })
  .register(components, { id: "Task" });
export type TaskView = Wire<typeof taskView>;

export const resultView = taskResult.register(components, {
  id: "Result",
  description: "What a task found or made, in a form that does not depend on the model that did it.",
});

export const usageView = z
  .object({ timeMs: z.int(), llmCalls: z.int(), tasks: z.int(), attempts: z.int(), ...spentView })
  .register(components, { id: "Usage" });
export type UsageView = Wire<typeof usageView>;

export const castingView = z
  .object({
    constraints: constraints.exactOptional(),
    selection: selection.exactOptional(),
    controller: z.enum(CONTROLLERS).exactOptional(),
    planning: z.enum(PLANNING_MODES).exactOptional(),
  } satisfies { readonly [Field in keyof SelectionOptions]-?: z.ZodType })
  .register(components, {
    id: "Casting",
    description: "Who the caller wanted to take part; the deployment decides the rest.",
  });

export const budgetView = z
  .object({
    timeMs: z.int(),
    usd: z.number().exactOptional(),
    llmCalls: z.int().exactOptional(),
    tasks: z.int().exactOptional(),
    onExhausted: z.enum(EXHAUSTIONS).exactOptional(),
  } satisfies { readonly [Part in keyof Budget]-?: z.ZodType })
  .register(components, {
    id: "RunBudget",
    description: "What a run may spend: milliseconds, US dollars, calls, tasks; what is left out has no limit.",
  });

export const structuredView = z
  .discriminatedUnion("as", [
    z.object({
      name: z.string().describe("Of the schema."),
      as: z.literal("filled"),
      value: json,
      by: z.enum(CONTROLLERS).describe("Whose language model filled it in; `embedded`: rules, from the results."),
    }),
    z.object({
      name: z.string().describe("Of the schema."),
      as: z.literal("refused"),
      why: z.string(),
      missing: z
        .array(z.string())
        .describe("What nothing was found for, or does not keep to the schema: invoice.total"),
    }),
  ])
  .register(components, {
    id: "StructuredAnswer",
    description: "What became of the form that the answer was wanted in (`response_format`).",
  });

export const runView = z
  .object({
    id: z.string(),
    conversation: z.string(),
    status: z.enum([
      ...(["planning", "awaiting-approval", "running", "paused", "responding"] as const),
      ...(["succeeded", "partial", "failed", "cancelled"] as const),
    ]),
    queuePosition: z.int(),
    text: z.string(),
    createdAt: time,
    endedAt: time.nullable(),
    casting: castingView.exactOptional(),
    budget: budgetView.exactOptional(),
    approval: z.enum(["none", "plan"]).exactOptional().describe("`plan`: its plan was to be approved first."),
    controller: z.string().exactOptional().describe("Who made the plan: a controller, or `user`."),
    pause: z
      .object({
        reason: z.enum(["time", "usd", "llm-calls", "tasks", "person"]),
        message: z.string(),
        neededUsd: z
          .number()
          .exactOptional()
          .describe("The least limit in US dollars that the next task may be paid from."),
        neededTasks: z.int().exactOptional().describe("How many tasks the plan has, where more than were allowed."),
      })
      .exactOptional()
      .describe("What a run with the status `paused` waits for: more of a part of its budget, or a person."),
    seq: z.int().describe("Of the last event that this tells of; 0 before the run has begun."),
    since: z
      .int()
      .exactOptional()
      .describe("Where `since` was asked for: `tasks` has those alone that events after it changed."),
    planVersion: z.int(),
    understanding: z.array(z.string()),
    repairs: z.array(repair).describe("What was changed to make the plan sound."),
    tasks: z.array(taskView),
    usage: usageView,
    results: z.array(resultView).describe("Of the tasks that have succeeded so far, in the order of the plan."),
    answer: z.string().nullable(),
    structured: structuredView.exactOptional().describe("Once the run has ended, where a form was wanted."),
    calls: z
      .array(z.object({ tool: z.string(), arguments: z.record(z.string(), json) }))
      .exactOptional()
      .describe(
        "The calls of its own tools that the caller has to make first; of OpenAI's API alone, which takes tools.",
      ),
    choices,
    files: z.array(resourceView),
    error: failure.exactOptional(),
  })
  .register(components, { id: "Run" });
export type RunView = Wire<typeof runView>;

export const logEntryView = z
  .object({
    role: z.enum(["user", "assistant"]),
    text: z.string(),
    run: z.string(),
    at: time,
    resources: z.array(z.string()),
  })
  .register(components, { id: "LogEntry" });
export type LogEntryView = Wire<typeof logEntryView>;

export const conversationView = z
  .object({
    id: z.string(),
    createdAt: time,
    log: z.array(logEntryView),
    runs: z.array(runView.pick({ id: true, status: true, text: true, createdAt: true })),
    resources: z.array(resourceView),
  })
  .register(components, { id: "Conversation" });
export type ConversationView = Wire<typeof conversationView>;

export const conversationEntry = z
  .object({ id: z.string(), createdAt: time, title: z.string() })
  .register(components, { id: "ConversationEntry" });
export type ConversationEntry = Wire<typeof conversationEntry>;

export const conversationList = z
  .object({
    conversations: z.array(conversationEntry),
    next: z.string().nullable().describe("The cursor of the next page; null on the last."),
  })
  .register(components, { id: "ConversationList" });

export type ConversationListView = Wire<typeof conversationList>;

export const resourceList = z.object({ resources: z.array(resourceView) });

export const uploaded = z
  .union([resourceView, resourceList])
  .register(components, { id: "Uploaded", description: "The file, or for a form all of its files." });

export const eventView = z
  .object({
    seq: z.int(),
    at: z.iso.datetime(),
    type: z.enum(EVENT_TYPES),
    data: z.record(z.string(), json),
  })
  .register(components, {
    id: "Event",
    description:
      "The `data` of one server-sent event, whose `id` is `seq` and whose `event` is `type`. Times inside its own `data` are milliseconds since the epoch, and files are without links.",
  });
