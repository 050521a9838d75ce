import * as z from "zod";
import type { AskedBudget } from "../../domain/constraints.ts";
import type { RequestParts, Understood } from "../../domain/understanding.ts";
import { components } from "./components.ts";
import { constraints } from "./constraints.ts";

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
