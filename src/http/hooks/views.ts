import * as z from "zod";
import { MISSING_POLICIES, SOURCE_NAMES } from "../../domain/hooks/hook.ts";
import { CONTROLLERS, PLANNING_MODES } from "../../domain/selection.ts";
import { WEBHOOK_EVENTS } from "../../domain/webhooks/facts.ts";
import { components } from "../schemas/components.ts";
import { constraints, selection } from "../schemas/constraints.ts";
import { json } from "../schemas/plan.ts";
import { budgetView } from "../schemas/views.ts";
import type { Wire } from "../schemas/wire.ts";
import { signatureScheme } from "./schemas.ts";

const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** A hook as its owner sees it, without its secret. */
const hook = {
  id: z.string(),
  url: z.string().describe("Where the sender posts to."),
  name: z.string(),
  source: z.enum(SOURCE_NAMES),
  header: z.string().nullable(),
  signature: signatureScheme.nullable(),
  template: z.string(),
  resources: z.array(z.string()),
  missing: z.enum(MISSING_POLICIES),
  only: z.record(z.string(), z.array(scalar)),
  choices: z.record(z.string(), z.array(z.string())),
  conversationKey: z.string().nullable(),
  plan: json.nullable(),
  constraints: constraints.exactOptional(),
  selection: selection.exactOptional(),
  controller: z.enum(CONTROLLERS).exactOptional(),
  planning: z.enum(PLANNING_MODES).exactOptional(),
  budget: budgetView,
  webhook: z
    .object({ url: z.string(), events: z.array(z.enum(WEBHOOK_EVENTS)) })
    .nullable()
    .describe("Where its runs are reported to; null where nowhere."),
  keyId: z
    .string()
    .nullable()
    .describe("Of the API key that made it, for which its runs count; null where it was made without one."),
  createdAt: z.iso.datetime(),
};

export const hookView = z.object(hook).register(components, { id: "Hook" });
export const hookListView = z.object({ hooks: z.array(hookView) }).register(components, { id: "HookList" });
export const newHookView = z
  .object({
    ...hook,
    secret: z.string().describe("What deliveries are signed with; shown this once."),
    webhookSecret: z
      .string()
      .exactOptional()
      .describe("What is told of its runs is signed with this; shown this once."),
  })
  .register(components, { id: "HookWithSecret" });

/** What a sender is told; to Slack it says what Slack wants. */
export const deliveryView = z
  .object({
    status: z.enum(["accepted", "ignored"]),
    run: z.string().exactOptional().describe("The id of the run; reading it takes an API key."),
    reason: z.string().exactOptional().describe("Why it became no run."),
  })
  .register(components, { id: "Delivery" });

export type HookView = Wire<typeof hookView>;
export type HookWithSecret = Wire<typeof newHookView>;
export type HookDeliveryView = Wire<typeof deliveryView>;
