import * as z from "zod";
import { MAX_ADDRESS_CHARS } from "../../domain/addresses.ts";
import { MAX_LLM_CALLS_BUDGET, MAX_TIME_BUDGET_MS, MAX_USD_BUDGET } from "../../domain/budget.ts";
import { MAX_ATTACHED_RESOURCES } from "../../domain/conversation.ts";
import { CHECK_IN_DECISIONS, type CheckIns } from "../../domain/goal/events.ts";
import {
  DEFAULT_GOAL_LLM_CALLS,
  DEFAULT_GOAL_TASKS,
  DEFAULT_GOAL_TIME_MS,
  MAX_GOAL_CHARS,
  MAX_GOAL_TASKS,
  MAX_RULE_CHARS,
} from "../../domain/goal/policy.ts";
import { MAX_STEPS } from "../../domain/goal/step.ts";
import { goalWebhook } from "../webhooks/schemas.ts";
import { components } from "./components.ts";
import { constraints } from "./constraints.ts";
import type { Sent } from "./wire.ts";

const timeMs = z.int().min(1).max(MAX_TIME_BUDGET_MS);
const usd = z.number().min(0).max(MAX_USD_BUDGET);
const llmCalls = z.int().min(1).max(MAX_LLM_CALLS_BUDGET);
const tasks = z.int().min(1).max(MAX_GOAL_TASKS);

const budget = z
  .strictObject({
    timeMs: timeMs.default(DEFAULT_GOAL_TIME_MS).describe("Waits for a person do not count."),
    usd: usd
      .exactOptional()
      .describe("US dollars for calls of models; a model whose price is not known is not called then."),
    llmCalls: llmCalls.default(DEFAULT_GOAL_LLM_CALLS).describe("Texts that a language model writes."),
    tasks: tasks.default(DEFAULT_GOAL_TASKS),
  })
  .register(components, { id: "GoalBudget", description: "What a goal may spend as a whole." });

const checkIns = z
  .strictObject({
    plan: z
      .literal(true)
      .exactOptional()
      .describe("Asks before the first step, and before each revision of the tree counts."),
    afterSteps: z.int().min(1).max(MAX_STEPS).exactOptional().describe("Asks after every so many ended steps."),
    beforeSpending: usd.exactOptional().describe("Asks before anything that may cost more than this, in US dollars."),
  } satisfies { readonly [When in keyof CheckIns]-?: z.ZodType })
  .register(components, { id: "CheckIns", description: "When a person is asked." });

export const goalBody = z
  .strictObject({
    goal: z
      .string()
      .max(MAX_GOAL_CHARS)
      .refine((text) => text.trim() !== "", "A goal says what is to be reached"),
    resources: z
      .array(z.string().min(1).max(MAX_ADDRESS_CHARS))
      .max(MAX_ATTACHED_RESOURCES)
      .default([])
      .describe("Ids of uploads, of files that runs made, and URLs to fetch."),
    budget: budget.prefault({}),
    checkIns: checkIns.prefault({}),
    constraints: constraints.exactOptional(),
    webhook: goalWebhook.exactOptional(),
  })
  .register(components, { id: "NewGoal" });
export type GoalBody = z.output<typeof goalBody>;
export type SentGoal = Sent<typeof goalBody>;

export const checkInAnswerBody = z
  .strictObject({
    checkIn: z.int().min(1).describe("The `id` of the check-in that is answered."),
    decision: z
      .enum(CHECK_IN_DECISIONS)
      .default("approve")
      .describe(
        "`approve` goes on, `change` has it look again at what is to be done by your `words`, `stop` ends the goal.",
      ),
    words: z
      .string()
      .trim()
      .min(1)
      .max(MAX_RULE_CHARS)
      .exactOptional()
      .describe("What is to be different. It holds as a rule of the goal from then on."),
  })
  .refine(({ decision, words }) => decision !== "change" || words !== undefined, {
    path: ["words"],
    message: "A change needs words that say what is to be different",
  })
  .register(components, { id: "CheckInAnswer" });
export type SentCheckInAnswer = Sent<typeof checkInAnswerBody>;

export const goalResumeBody = z
  .strictObject({
    budget: z
      .strictObject({
        timeMs: timeMs.exactOptional(),
        usd: usd.exactOptional(),
        llmCalls: llmCalls.exactOptional(),
        tasks: tasks.exactOptional(),
      })
      .exactOptional()
      .describe("What the goal may spend in all from now on; what is lower than before changes nothing."),
  })
  .register(components, { id: "GoalResumption" });
export type SentGoalResumption = Sent<typeof goalResumeBody>;
