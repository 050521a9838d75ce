import * as z from "zod";
import { MAX_ADDRESS_CHARS } from "../../domain/addresses.ts";
import {
  DEFAULT_TIME_BUDGET_MS,
  EXHAUSTIONS,
  MAX_LLM_CALLS_BUDGET,
  MAX_TIME_BUDGET_MS,
  MAX_USD_BUDGET,
} from "../../domain/budget.ts";
import { MAX_ATTACHED_RESOURCES, MAX_MESSAGE_CHARS, MAX_TITLE_CHARS } from "../../domain/conversation.ts";
import { MAX_PLAN_TASKS } from "../../domain/plan.ts";
import { CONTROLLERS, PLANNING_MODES } from "../../domain/selection.ts";
import { runWebhook } from "../webhooks/schemas.ts";
import { components } from "./components.ts";
import { constraints, selection } from "./constraints.ts";
import { givenPlan } from "./plan.ts";
import { responseFormat } from "./response-format.ts";
import type { Sent } from "./wire.ts";

const timeMs = z.int().min(1).max(MAX_TIME_BUDGET_MS);
/** The parts of a budget that have no limit unless one is set. */
const limits = {
  usd: z
    .number()
    .min(0)
    .max(MAX_USD_BUDGET)
    .exactOptional()
    .describe("US dollars for calls of models; a model whose price is not known is not called then."),
  llmCalls: z
    .int()
    .min(0)
    .max(MAX_LLM_CALLS_BUDGET)
    .exactOptional()
    .describe("Calls of a language model to plan, to choose models and to answer; without any left it goes on alone."),
  tasks: z.int().min(1).max(MAX_PLAN_TASKS).exactOptional().describe("A plan with more is not run but asked about."),
};

const budget = z
  .strictObject({
    timeMs: timeMs.default(DEFAULT_TIME_BUDGET_MS),
    ...limits,
    onExhausted: z
      .enum(EXHAUSTIONS)
      .exactOptional()
      .describe(
        "`ask` pauses the run until its budget is raised (`resume`), `answer` goes on without what it cannot pay for. Left out: `ask` where the caller waits, streams, or has a webhook that is told of pauses.",
      ),
  })
  .register(components, { id: "Budget", description: "What a run may spend." });

/** What is asked for. */
const request = {
  text: z.string().max(MAX_MESSAGE_CHARS).default(""),
  resources: z
    .array(z.string().min(1).max(MAX_ADDRESS_CHARS))
    .max(MAX_ATTACHED_RESOURCES)
    .default([])
    .describe(
      "Ids of uploads, of files of this conversation or of others, and URLs to fetch, in the order they are meant.",
    ),
  plan: givenPlan.optional(),
  constraints: constraints.exactOptional(),
  selection: selection.exactOptional(),
  controller: z
    .enum(CONTROLLERS)
    .exactOptional()
    .describe(
      "Who plans and answers: a language model that is configured, or `embedded`, which asks none. Left out: as the deployment has it.",
    ),
  planning: z
    .enum(PLANNING_MODES)
    .exactOptional()
    .describe(
      "How a language model plans: the whole plan (`global`), or which of ten likely task types it needs, and the planner the rest (`light`). Left out: as the deployment has it.",
    ),
  budget: budget.prefault({}),
};

const asksForSomething = (message: { readonly text: string; readonly plan?: unknown }): boolean =>
  message.text.trim() !== "" || message.plan !== undefined;
const ASKS_FOR_NOTHING = { path: ["text"], message: "A message needs a text or a plan" };

export const messageBody = z
  .strictObject({
    ...request,
    approval: z.enum(["none", "plan"]).default("none").describe("`plan`: the run waits until its plan is approved."),
    reuse: z
      .boolean()
      .exactOptional()
      .describe(
        "`false`: every task is done anew. Otherwise one that was done within a day in this conversation, on the same content by the same model, is not done again: its result is used.",
      ),
    response_format: responseFormat.exactOptional(),
    webhook: runWebhook.exactOptional(),
  })
  .refine(asksForSomething, ASKS_FOR_NOTHING)
  .register(components, { id: "Message" });
export type MessageBody = z.output<typeof messageBody>;
export type SentMessage = Sent<typeof messageBody>;

export const planBody = z
  .strictObject({
    ...request,
    conversation: z
      .string()
      .optional()
      .describe("The id of the one that it would go to: its log and files may be meant."),
    repair: z
      .boolean()
      .exactOptional()
      .describe("`false`: `plan` is judged as it stands, as an approval judges an edited plan."),
  })
  .refine(asksForSomething, ASKS_FOR_NOTHING)
  .refine(({ repair, plan }) => repair !== false || plan !== undefined, {
    path: ["repair"],
    message: "Only a plan of your own can be left as it stands",
  })
  .register(components, { id: "PlanRequest" });
export type PlanBody = z.output<typeof planBody>;
export type SentPlanRequest = Sent<typeof planBody>;

export const approvalBody = z
  .strictObject({
    planVersion: z.int().min(1),
    decision: z.enum(["approve", "reject"]).default("approve"),
    plan: givenPlan.optional(),
  })
  .refine((approval) => approval.plan === undefined || approval.decision === "approve", {
    path: ["plan"],
    message: "A rejected plan cannot be edited",
  })
  .register(components, { id: "Approval" });
export type SentApproval = Sent<typeof approvalBody>;

export const resumeBody = z
  .strictObject({
    budget: z
      .strictObject({ timeMs: timeMs.exactOptional(), ...limits })
      .exactOptional()
      .describe("What the run may spend in all from now on; what is lower than before changes nothing."),
  })
  .register(components, { id: "Resumption" });

export const conversationBody = z
  .strictObject({ title: z.string().max(MAX_TITLE_CHARS).default("") })
  .register(components, { id: "NewConversation" });

export const renamingBody = z
  .strictObject({ title: z.string().trim().min(1).max(MAX_TITLE_CHARS) })
  .register(components, { id: "ConversationTitle" });

export const importBody = z
  .strictObject({ url: z.string().min(1).max(MAX_ADDRESS_CHARS) })
  .register(components, { id: "Import" });

const MAX_PAGE = 100;

export const runQuery = z.object({
  since: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe("The `seq` of a run that was read before: tasks that have not changed since are left out."),
});

/** A page of a list, the newest first. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(20),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, "must be the `next` of the page before")
    .optional(),
});
