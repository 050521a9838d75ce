import type { Budget } from "../domain/budget.ts";
import type { MissingPolicy, Recipe, SourceName } from "../domain/hooks/hook.ts";
import type { JsonObject, JsonValue } from "../domain/json.ts";
import type { SelectionOptions } from "../domain/selection.ts";
import type { WebhookEvent } from "../domain/webhooks/facts.ts";
import { isRecord } from "./api-error.ts";
import type { Connection } from "./connection.ts";
import type { CastingWishes, NewMessage } from "./message.ts";
import type { CallOptions } from "./options.ts";

/** An inbound webhook: what is posted to its address becomes a message. docs/integrations/webhooks-in.md says of what. */
export interface NewHook
  extends CastingWishes,
    Partial<Omit<Recipe, "plan">>,
    Pick<NewMessage, "budget" | "plan" | "webhook"> {
  /** Who sends, and so how a delivery is signed. */
  readonly source: SourceName;
  readonly name?: string;
  /** Slack's must be given; any other is made by the server where it is left out. */
  readonly secret?: string;
  /** For `shared-secret`: the header that it comes in. */
  readonly header?: string;
}

/** A hook as it is shown. */
export interface HookEntry extends SelectionOptions {
  readonly id: string;
  /** Where the sender posts to. */
  readonly url: string;
  readonly name: string;
  readonly source: SourceName;
  readonly header: string | null;
  readonly template: string;
  readonly resources: readonly string[];
  readonly missing: MissingPolicy;
  readonly only: Recipe["only"];
  readonly choices: Recipe["choices"];
  readonly conversationKey: string | null;
  readonly plan: JsonValue;
  /** Of each of its runs. */
  readonly budget: Budget;
  /** Where its runs are reported to. */
  readonly webhook: { readonly url: string; readonly events: readonly WebhookEvent[] } | null;
  /** Of the API key that made it; null where it was made without one. */
  readonly keyId: string | null;
  readonly createdAt: string;
}

/** The secrets are shown this once. */
export type HookWithSecret = HookEntry & {
  readonly secret: string;
  /** What is told of its runs is signed with this, where a new hook has a webhook. */
  readonly webhookSecret?: string;
};

export interface HookCalls {
  /** Is not tried again when nobody answers, as there would be two. */
  create(hook: NewHook | JsonObject, options?: CallOptions): Promise<HookWithSecret>;
  /** All of them, the oldest first. */
  list(options?: CallOptions): Promise<readonly HookEntry[]>;
  get(id: string, options?: CallOptions): Promise<HookEntry>;
  /** Puts another secret in the place of a hook's, which stays good for a day unless said otherwise. */
  rotate(
    id: string,
    options?: CallOptions & { readonly secret?: string | undefined; readonly overlapSeconds?: number | undefined },
  ): Promise<HookWithSecret>;
  /** Its address is gone at once; the runs that it made stay. */
  remove(id: string, options?: CallOptions): Promise<void>;
}

export const hookCalls = ({ send, json }: Connection): HookCalls => ({
  create: (hook, options = {}) => json(isWithSecret, "/v1/hooks", { ...options, method: "POST", json: hook }),
  list: async (options = {}) => (await json(isList, "/v1/hooks", options)).hooks,
  get: (id, options = {}) => json(isHook, path(id), options),
  rotate: (id, { secret, overlapSeconds, ...options } = {}) =>
    json(isWithSecret, `${path(id)}/rotate`, { ...options, method: "POST", json: { secret, overlapSeconds } }),
  remove: async (id, options = {}) => {
    await send(path(id), { ...options, method: "DELETE" });
  },
});

const path = (id: string): string => `/v1/hooks/${encodeURIComponent(id)}`;

const isHook = (value: unknown): value is HookEntry =>
  isRecord(value) && typeof value.id === "string" && typeof value.url === "string";
const isWithSecret = (value: unknown): value is HookWithSecret =>
  isHook(value) && "secret" in value && typeof value.secret === "string";
const isList = (value: unknown): value is { readonly hooks: readonly HookEntry[] } =>
  isRecord(value) && Array.isArray(value.hooks) && value.hooks.every(isHook);
