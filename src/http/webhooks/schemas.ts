import * as z from "zod";
import { MAX_ADDRESS_CHARS } from "../../domain/addresses.ts";
import { DELIVERY_STATES } from "../../domain/webhooks/delivery.ts";
import {
  DEFAULT_RUN_EVENTS,
  DEFAULT_WEBHOOK_EVENTS,
  GOAL_WEBHOOK_EVENTS,
  RUN_WEBHOOK_EVENTS,
  WEBHOOK_EVENTS,
} from "../../domain/webhooks/facts.ts";
import { keyOf, SECRET_RULE } from "../../domain/webhooks/sign.ts";
import { components } from "../schemas/components.ts";
import type { Sent } from "../schemas/wire.ts";

/** Longer than any secret is. */
const MAX_SECRET_CHARS = 200;

const secret = z
  .string()
  .max(MAX_SECRET_CHARS)
  .refine((text) => keyOf(text) !== null, SECRET_RULE)
  .exactOptional()
  .describe(`What deliveries are signed with: ${SECRET_RULE}. Left out: one is made.`);

/** @param known the events that may be told, and `usual` what is told where none are named */
const receiver = <Event extends string>(known: readonly Event[], usual: readonly Event[]) => ({
  url: z.string().max(MAX_ADDRESS_CHARS).trim().min(1),
  events: z
    .array(z.enum(known))
    .min(1)
    .max(known.length)
    .transform((events) => [...new Set(events)])
    .default([...usual])
    .describe("What is told; left out, all but what becomes of single tasks."),
  secret,
});

/** Of a message: who is told of its run. */
export const runWebhook = z
  .strictObject(receiver(RUN_WEBHOOK_EVENTS, DEFAULT_RUN_EVENTS))
  .register(components, { id: "RunWebhook", description: "Where this run is reported to, as Standard Webhooks." });
export type RunWebhook = z.output<typeof runWebhook>;

/** Of a goal: who is told of it. */
export const goalWebhook = z
  .strictObject(receiver(GOAL_WEBHOOK_EVENTS, GOAL_WEBHOOK_EVENTS))
  .register(components, { id: "GoalWebhook", description: "Where this goal is reported to, as Standard Webhooks." });
export type GoalWebhook = z.output<typeof goalWebhook>;

export const endpointBody = z
  .strictObject({
    ...receiver(WEBHOOK_EVENTS, DEFAULT_WEBHOOK_EVENTS),
    description: z.string().max(200).default(""),
  })
  .register(components, { id: "NewWebhook" });
/** Who is told of runs and goals, as Standard Webhooks has it. */
export type NewWebhook = Sent<typeof endpointBody>;
export type EndpointBody = z.output<typeof endpointBody>;

export const rotationBody = z.strictObject({ secret }).register(components, { id: "WebhookRotation" });

export const deliveriesQuery = z.object({
  state: z.enum(DELIVERY_STATES).optional().describe("Only those in this state."),
});

const MAX_PAGE = 100;

export const parkedQuery = z.object({
  state: z.enum(["parked"]).default("parked").describe("Those in other states are listed by run or goal."),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(20),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, "must be the `next` of the page before")
    .optional(),
});
