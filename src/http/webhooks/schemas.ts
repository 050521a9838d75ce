import * as z from "zod";
import { MAX_ADDRESS_CHARS } from "../../domain/addresses.ts";
import { DELIVERY_STATES } from "../../domain/webhooks/delivery.ts";
import { DEFAULT_WEBHOOK_EVENTS, WEBHOOK_EVENTS } from "../../domain/webhooks/facts.ts";
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

const receiver = {
  url: z.string().max(MAX_ADDRESS_CHARS).trim().min(1),
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .min(1)
    .max(WEBHOOK_EVENTS.length)
    .transform((events) => [...new Set(events)])
    .default([...DEFAULT_WEBHOOK_EVENTS])
    .describe("What is told; left out, all of a run and nothing of its tasks."),
  secret,
};

/** Of a message: who is told of its run. */
export const runWebhook = z
  .strictObject(receiver)
  .register(components, { id: "RunWebhook", description: "Where this run is reported to, as Standard Webhooks." });
export type RunWebhook = z.output<typeof runWebhook>;

export const endpointBody = z
  .strictObject({ ...receiver, description: z.string().max(200).default("") })
  .register(components, { id: "NewWebhook" });
/** Who is told of runs, as Standard Webhooks has it. */
export type NewWebhook = Sent<typeof endpointBody>;
export type EndpointBody = z.output<typeof endpointBody>;

export const rotationBody = z.strictObject({ secret }).register(components, { id: "WebhookRotation" });

export const runDeliveriesQuery = z.object({
  state: z.enum(DELIVERY_STATES).optional().describe("Only those in this state."),
});

const MAX_PAGE = 100;

export const parkedQuery = z.object({
  state: z.enum(["parked"]).default("parked").describe("Those in other states are listed by run."),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(20),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, "must be the `next` of the page before")
    .optional(),
});
