import * as z from "zod";
import { MAX_ADDRESS_CHARS } from "../../domain/addresses.ts";
import { DEFAULT_TIME_BUDGET_MS, MAX_TIME_BUDGET_MS } from "../../domain/budget.ts";
import { MAX_ATTACHED_RESOURCES, MAX_MESSAGE_CHARS } from "../../domain/conversation.ts";
import { components } from "./components.ts";
import { constraints, selection } from "./constraints.ts";
import { givenPlan } from "./plan.ts";

/** What is asked for. */
const request = {
  text: z.string().max(MAX_MESSAGE_CHARS).default(""),
  resources: z
    .array(z.string().min(1).max(MAX_ADDRESS_CHARS))
    .max(MAX_ATTACHED_RESOURCES)
    .default([])
    .describe("Ids of uploads or of files of this conversation, and URLs to fetch, in the order they are meant."),
  plan: givenPlan.optional(),
  constraints: constraints.exactOptional(),
  selection: selection.exactOptional(),
};

const asksForSomething = (message: { readonly text: string; readonly plan?: unknown }): boolean =>
  message.text.trim() !== "" || message.plan !== undefined;
const ASKS_FOR_NOTHING = { path: ["text"], message: "A message needs a text or a plan" };

export const messageBody = z
  .strictObject({
    ...request,
    budget: z
      .strictObject({
        timeMs: z.int().min(1).max(MAX_TIME_BUDGET_MS).default(DEFAULT_TIME_BUDGET_MS),
      })
      .prefault({}),
    approval: z.enum(["none", "plan"]).default("none").describe("`plan`: the run waits until its plan is approved."),
  })
  .refine(asksForSomething, ASKS_FOR_NOTHING)
  .register(components, { id: "Message" });
export type MessageBody = z.output<typeof messageBody>;

export const planBody = z
  .strictObject({
    ...request,
    conversation: z
      .string()
      .optional()
      .describe("The id of the one that it would go to: its log and files may be meant."),
  })
  .refine(asksForSomething, ASKS_FOR_NOTHING)
  .register(components, { id: "PlanRequest" });
export type PlanBody = z.output<typeof planBody>;

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

export const conversationBody = z
  .strictObject({ title: z.string().max(200).default("") })
  .register(components, { id: "NewConversation" });

export const importBody = z
  .strictObject({ url: z.string().min(1).max(MAX_ADDRESS_CHARS) })
  .register(components, { id: "Import" });
