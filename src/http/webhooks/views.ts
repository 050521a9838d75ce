import * as z from "zod";
import { DELIVERY_STATES } from "../../domain/webhooks/delivery.ts";
import { WEBHOOK_EVENTS } from "../../domain/webhooks/facts.ts";
import { components } from "../schemas/components.ts";
import type { Wire } from "../schemas/wire.ts";

const time = z.iso.datetime();
const event = z.enum(WEBHOOK_EVENTS);

const endpoint = {
  id: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(event),
  createdAt: time,
  oldSecretUntil: time.nullable().describe("Until when the secret before signs as well."),
  disabled: z
    .object({ at: time, reason: z.string() })
    .nullable()
    .describe("Since when nothing is sent, and why; null while deliveries are."),
};

export const webhookView = z.object(endpoint).register(components, { id: "Webhook" });
export type WebhookView = Wire<typeof webhookView>;

export const webhookWithSecret = z
  .object({ ...endpoint, secret: z.string().describe("Shown this once.") })
  .register(components, { id: "WebhookWithSecret" });

export type WebhookWithSecret = Wire<typeof webhookWithSecret>;

export const webhookList = z.object({ webhooks: z.array(webhookView) }).register(components, { id: "WebhookList" });

export const deliveryView = z
  .object({
    id: z.string().describe("The `webhook-id` of every try."),
    run: z.string().exactOptional().describe("Of which it tells; one of a goal has `goal` instead."),
    goal: z.string().exactOptional(),
    type: event,
    state: z.enum(DELIVERY_STATES),
    webhook: z.string().nullable().describe("The endpoint; null for the webhook of a run or goal, which has `url`."),
    url: z.string().nullable(),
    at: time.describe("When it happened."),
    tries: z.int(),
    nextTryAt: time.nullable(),
    endedAt: time.nullable().describe("When it was delivered or parked."),
    lastStatus: z.int().nullable(),
    lastError: z.string().nullable(),
  })
  .register(components, { id: "WebhookDelivery" });
export type WebhookDeliveryView = Wire<typeof deliveryView>;

export const deliveryList = z
  .object({ deliveries: z.array(deliveryView), next: z.string().nullable() })
  .register(components, { id: "WebhookDeliveryList" });
export type WebhookDeliveryPage = Wire<typeof deliveryList>;
