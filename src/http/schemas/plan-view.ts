import * as z from "zod";
import { PRICE_UNITS, type Price } from "../../domain/catalogue.ts";
import type { AskedBudget } from "../../domain/constraints.ts";
import type { CalledFunction, InferenceArguments } from "../../domain/inference-arguments.ts";
import { PROVIDERS } from "../../domain/provider-names.ts";
import type { Changed, Repair } from "../../domain/repair.ts";
import type { ProofView } from "../../domain/report.ts";
import type { Candidate, Removal, TaskSelection } from "../../domain/selection.ts";
import type { RequestParts, Understood } from "../../domain/understanding.ts";
import { components } from "./components.ts";
import { constraints } from "./constraints.ts";
import { wireTask } from "./plan.ts";
import type { Wire } from "./wire.ts";

const words = z.array(z.string());

const parts = z
  .object({
    instruction: words.describe("What is to be done: a sentence a task, also for those that went without saying."),
    texts: words.describe("The beginning of each text to work on, and of each description of what is to be made."),
    questions: words,
    files: words.describe("Names of files, tables apart."),
    urls: words,
    tables: words.describe("Names of tables, and the beginning of data that stands in the request itself."),
    categories: words.describe("Labels to choose from."),
    languages: z.object({ source: words, target: words }).describe("BCP 47 or as they were said."),
  })
  .register(components, {
    id: "RequestParts",
    description: "The parts of a request that its plan has taken up; a part that is not there is empty.",
  }) satisfies z.ZodType<RequestParts>;

const budget = z.object({
  usd: z.number().exactOptional(),
  timeMs: z.number().exactOptional(),
  tasks: z.number().exactOptional(),
  llmCalls: z.number().exactOptional(),
}) satisfies z.ZodType<AskedBudget>;

export const understood = z
  .object({
    parts,
    constraints: constraints.nullable().describe("What the words ask of models."),
    given: constraints.nullable().describe("The `constraints` of the message."),
    budget: budget.nullable().describe("What the request says it may cost at most."),
    conditions: words.describe("Constraints and budget in plain words."),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe("The probability that the plan is right: of ten plans with 0.9, about nine are."),
    reasons: z
      .array(z.object({ task: z.int(), words: words.describe("Empty when the task was needed by another.") }))
      .describe("Why each task is in the plan: the words that decided."),
  })
  .register(components, {
    id: "Understood",
    description: "All of what was understood of a request; null stands for what its controller doesn't tell.",
  }) satisfies z.ZodType<Understood>;

const share = z.number().min(0).max(1);

const price = z.object({
  usd: z.number(),
  per: z.enum(PRICE_UNITS),
  source: z.string(),
  asOf: z.string().describe("The day it was read."),
}) satisfies z.ZodType<Price>;

/** Default arguments of a model's function, by name. */
export const inferenceArguments = z.record(
  z.string(),
  z.union([z.number(), z.boolean(), z.string()]),
) satisfies z.ZodType<InferenceArguments>;

export const calledFunction = z
  .object({ function: z.string().describe("Its task type."), arguments: inferenceArguments })
  .register(components, {
    id: "CalledFunction",
    description: "A model's function with the arguments of its card that it was called with, besides its inputs.",
  }) satisfies z.ZodType<CalledFunction>;

export const candidate = z
  .object({
    provider: z.enum(PROVIDERS),
    model: z.string(),
    reason: z.string(),
    version: z
      .string()
      .exactOptional()
      .describe("Of an endpoint behind a URL: if that is another by then, it is not called."),
    prices: z.array(price).exactOptional().describe("As far as they are known."),
    defaults: inferenceArguments
      .exactOptional()
      .describe("What the model's card calls it with, where its endpoint may take that."),
  })
  .register(components, { id: "Candidate" }) satisfies z.ZodType<Candidate>;

const removal = z.object({
  condition: z.string(),
  count: z.int().describe("Of the models that the conditions before it had left."),
  models: z.array(z.string()).describe("The first few."),
}) satisfies z.ZodType<Removal>;

/** How the models of a task were selected. */
export const taskSelection = {
  candidates: z.array(candidate).describe("In the order they are tried."),
  considered: z.int().exactOptional().describe("Models that can do it here, before any condition."),
  removed: z.array(removal).exactOptional().describe("What each condition took away."),
  missing: z.string().exactOptional().describe("Why there is no candidate, and what to set."),
} satisfies { readonly [Field in keyof TaskSelection]-?: z.ZodType };

export const repair = z
  .object({
    kind: z
      .enum(["read", "renamed", "rebound", "converted", "dropped", "left-out"])
      .describe("`dropped` was one too many; `left-out` was asked for, and is not done."),
    task: z.int().nullable().describe("Null when it concerns the whole plan."),
    port: z.string().nullable(),
    message: z.string(),
    certainty: share.exactOptional().describe("How sure it is that this was meant."),
  })
  .register(components, {
    id: "Repair",
    description: "A change that made a plan sound, in plain words.",
  }) satisfies z.ZodType<Repair>;

export const changed = z
  .object({ nodes: share, links: share })
  .describe("The shares of the tasks and of the links that repair changed.") satisfies z.ZodType<Changed>;

export const proofView = z
  .object({
    levels: z.array(z.array(z.int())).describe("Groups of tasks in order; those of one group may run side by side."),
    tasks: z.array(
      z.object({
        task: z.int(),
        preconditions: z.array(z.object({ atom: z.string(), establishedBy: z.string() })),
      }),
    ),
    pddl: z.object({
      domain: z.string(),
      problem: z.string(),
      solution: z.string().describe("The plan in IPC form: one action a line."),
    }),
  })
  .register(components, {
    id: "Proof",
    description:
      "Why a plan is sound: each task's preconditions and what establishes them, and the PDDL to check it by.",
  }) satisfies z.ZodType<ProofView>;

const estimate = z
  .number()
  .nullable()
  .describe("The most that it should cost, in US dollars; null where a price is not known.");

export const budgetPart = z
  .object({
    estimate: z.number().nullable().describe("Null where nobody knows."),
    limit: z.number().nullable().describe("Of the caller, or of the words where they set a lower one; null for none."),
    isEnough: z.boolean().nullable().describe("Null where that cannot be told."),
  })
  .register(components, { id: "BudgetPart" });
export type BudgetPartView = Wire<typeof budgetPart>;

export const budgetEstimates = z
  .object({ usd: budgetPart, llmCalls: budgetPart, tasks: budgetPart, timeMs: budgetPart } satisfies {
    readonly [Part in keyof AskedBudget]-?: z.ZodType;
  })
  .describe(
    "What a run of it should take, beside what it may: the models that come first, and a language model's calls at their dearest. `timeMs` is of the tasks alone, by how long their models took lately.",
  );
export type BudgetView = Wire<typeof budgetEstimates>;

/** What a task does, in words. */
export const taskTitle = z.string().describe("What it does, in words: “Read the text in invoice.png”.");

export const plannedTaskView = wireTask
  .extend({
    title: taskTitle,
    ...taskSelection,
    estimates: z.array(estimate).describe("Of a call of each candidate, in their order."),
  })
  .register(components, { id: "PlannedTask" });
export type PlannedTaskView = Wire<typeof plannedTaskView>;

export const choices = z
  .array(z.string())
  .describe(
    "Where the answer is a question or a refusal, or nothing here does one of the tasks: messages that would work next, each to be sent as it stands.",
  );

export const planView = z
  .object({
    as: z.enum(["plan", "reply", "ask"]).describe("`reply` and `ask` need no plan."),
    text: z.string().nullable().describe("What the controller replies or asks."),
    choices,
    controller: z.string(),
    understanding: z.array(z.string()).describe("What there was to say of how the request was read."),
    understood: understood.nullable().describe("Null without a plan."),
    tasks: z.array(plannedTaskView),
    estimate: estimate.describe(
      "Of one call for each task, of the model that comes first; null where one is not known.",
    ),
    budget: budgetEstimates,
    repairs: z.array(repair),
    changed,
    proof: proofView.nullable(),
  })
  .register(components, {
    id: "Plan",
    description: "What a request would come to; nothing of it has run. `tasks` can be sent as the `plan` of a message.",
  });
export type PlanView = Wire<typeof planView>;
