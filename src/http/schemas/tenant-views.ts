import * as z from "zod";
import { endpointPoll } from "../../config/endpoint-fields.ts";
import { PRICE_UNITS } from "../../domain/catalogue.ts";
import { BASE_KINDS } from "../../domain/kinds.ts";
import { CALL_FORMATS } from "../../domain/own-models.ts";
import { CONTROLLERS, PLANNING_MODES } from "../../domain/selection.ts";
import { score } from "./catalogue.ts";
import { components } from "./components.ts";
import { kind } from "./views.ts";
import type { Wire } from "./wire.ts";

const port = z.object({
  name: z.string(),
  kinds: z.array(kind),
  required: z.boolean(),
  many: z.boolean(),
  asks: z.boolean().describe("The words of the request may stand here where a plan leaves it empty."),
  aliases: z.array(z.string()),
  description: z.string(),
  takes: z
    .discriminatedUnion("as", [
      z.object({ as: z.literal("number"), isWhole: z.boolean() }),
      z.object({ as: z.literal("boolean") }),
      z
        .object({ as: z.literal("place"), isList: z.boolean() })
        .describe("A path or an address of what the task reaches by itself, or several; no file of the conversation."),
      z.object({ as: z.literal("choice"), of: z.array(z.union([z.string(), z.number()])) }),
    ])
    .exactOptional()
    .describe("What it takes that a word of a request can say; left out where that is anything of its kinds."),
});

export const taskTypeView = z.object({
  name: z.string(),
  area: z.string(),
  description: z.string(),
  inputs: z.array(port),
  outputs: z.array(port),
  aliases: z.array(z.string()),
  timeoutMs: z.int(),
  converts: z.boolean().describe("Repair may put it between two tasks that do not fit."),
  varies: z.boolean().describe("Makes something new each time, so that two alike are meant."),
  does: z.boolean().describe("Something can be called for it now, models of your own included."),
  wouldDo: z.array(z.string()).describe("Where nothing does it: the providers that would if they were switched on."),
  endpoints: z
    .array(
      z.object({
        provider: z.string(),
        model: z.string(),
        grade: z.string(),
        licence: z.string(),
        description: z.string(),
      }),
    )
    .describe("Where this deployment can run it; empty when nothing here does it."),
});
export type TaskTypeView = Wire<typeof taskTypeView>;

export const taskTypesView = z.object({ taskTypes: z.array(taskTypeView) }).register(components, { id: "TaskTypes" });

export const healthView = z
  .object({
    status: z.literal("ok"),
    auth: z.enum(["keys", "open"]),
    languageModel: z.string().nullable().describe("Which plans, as `provider:model`; null where none does."),
    retentionDays: z.number().nullable().describe("After so many idle days a conversation is removed; null for never."),
    limits: z.object({ messageChars: z.int(), messageFiles: z.int(), fileBytes: z.int() }),
    formats: z
      .record(z.enum(BASE_KINDS), z.object({ name: z.string(), such: z.string(), embedded: z.string() }))
      .describe("By kind of file: such as is taken, and what of it is read inside this deployment."),
    providers: z
      .record(z.string(), z.object({ models: z.int(), taskTypes: z.int() }))
      .describe("What is switched on: the models of each provider, and the task types they do between them."),
    taskTypes: z.object({ known: z.int(), available: z.int() }),
    mcpServers: z
      .array(
        z.object({
          server: z.string(),
          tools: z.int().describe("Of its tools, those that are task types now."),
          fault: z.string().exactOptional().describe("Why they are missing, or may be old."),
        }),
      )
      .exactOptional()
      .describe("The MCP servers of the deployment; left out where there are none."),
    controllers: z
      .object({
        first: z.enum(["auto", ...CONTROLLERS]),
        planning: z.enum(PLANNING_MODES),
        configured: z.array(z.enum(CONTROLLERS)),
      })
      .describe("Who does the language steps of a message that does not say, and who can where it does."),
  })
  .register(components, { id: "Health" });

const bytes = z.int().min(0);
export const usageView = z
  .object({
    storage: z.object({
      usedBytes: bytes.describe("What files take: uploads, and what runs made, until their conversation is deleted."),
      reservedBytes: bytes.describe("Kept free for uploads under way: as much as each may come to."),
      quotaBytes: bytes.describe("What they may take together. Beyond it uploads and new runs are refused."),
    }),
  })
  .register(components, { id: "TenantUsage" });

export const indexView = z
  .object({ name: z.string(), links: z.record(z.string(), z.string()) })
  .register(components, { id: "Index" });

export type UsageOfTenantView = Wire<typeof usageView>;
export type HealthView = Wire<typeof healthView>;

const limit = z.number().nullable().describe("null where the deployment's own limit alone holds");

const key = {
  id: z.string().describe("The third part of the key."),
  name: z.string().describe("Empty for a key that was made without asking the server."),
  limits: z.object({ runsPerMinute: limit, activeRuns: limit, usdPerDay: limit }),
  spentTodayUsd: z
    .number()
    .describe("Of what was begun today (UTC) and is settled. Counted for keys with a limit alone."),
  createdAt: z.iso.datetime().nullable(),
  usedAt: z.iso.datetime().nullable().describe("To the hour; null for a key that was never used."),
  revokedAt: z.iso.datetime().nullable().describe("May lie ahead: a key that was rotated stays good for a while."),
};

export const keyView = z.object(key).register(components, { id: "Key" });
export const keyListView = z.object({ keys: z.array(keyView) }).register(components, { id: "KeyList" });
export const newKeyView = z
  .object({ ...key, key: z.string().describe("Shown this once.") })
  .register(components, { id: "NewKey" });

export type KeyView = Wire<typeof keyView>;
export type KeyWithSecret = Wire<typeof newKeyView>;

const unknown = "null where it was not said";

export const ownModelView = z
  .object({
    id: z.string(),
    task: z.string(),
    url: z.string(),
    format: z.enum(CALL_FORMATS),
    headers: z.array(z.string()).describe("Names alone."),
    poll: endpointPoll.nullable().describe("null where it answers at once"),
    description: z.string(),
    licence: z.string(),
    sameAs: z.string().nullable().describe("The model of the catalogue that it is; null where it was not said."),
    parameters: z.int().nullable().describe(unknown),
    bytes: z.int().nullable().describe(unknown),
    languages: z.array(z.string()).nullable().describe(unknown),
    gated: z.boolean().nullable().describe(unknown),
    prices: z.array(z.object({ usd: z.number(), per: z.enum(PRICE_UNITS), source: z.string(), asOf: z.iso.date() })),
    scores: z.array(score),
    addedAt: z.iso.datetime(),
  })
  .register(components, { id: "OwnModel" });

export const ownModelList = z.object({ models: z.array(ownModelView) }).register(components, { id: "OwnModelList" });

export type OwnModelView = Wire<typeof ownModelView>;
