import { AppError } from "../../domain/errors.ts";
import type { Subscriber } from "../../domain/webhooks/delivery.ts";
import { DEFAULT_RUN_EVENTS } from "../../domain/webhooks/facts.ts";
import type { WebhookFormat } from "../../domain/webhooks/payload.ts";
import { derivedSecret } from "../../domain/webhooks/sign.ts";
import type { ListeningEndpoint } from "../../rpc/webhooks.ts";
import { sealWebhookSecret } from "../../secrets/seal.ts";
import type { Wiring } from "../../wiring.ts";
import type { GoalWebhook, RunWebhook } from "./schemas.ts";

/** For two small requests to a DNS resolver. */
const VET_TIMEOUT_MS = 10_000;

/** A receiver that no API caller chose: it is sent unsigned messages in a format of its own. */
export interface ReplyTo {
  readonly url: string;
  readonly format: Exclude<WebhookFormat, "standard">;
}

/** The receivers that the request of a run or goal names. */
export interface RequestedReceivers {
  readonly webhook?: RunWebhook | GoalWebhook | undefined;
  readonly replyTo?: ReplyTo | undefined;
  /** Of the server, as the caller knows it: the beginning of links to files. */
  readonly origin?: string | undefined;
}

/** Checks that a receiver may be called. @throws {AppError} `unsafe-url`, `timeout`, or why its host could not be looked up */
export async function vetReceiver({ vetUrl }: Pick<Wiring, "vetUrl">, url: string): Promise<void> {
  const late = AbortSignal.timeout(VET_TIMEOUT_MS);
  try {
    await vetUrl(url, late);
  } catch (cause) {
    if (!late.aborted) throw cause;
    throw new AppError("timeout", "The webhook's host could not be looked up in time", { retryable: true, cause });
  }
}

/** A run or goal, by its public id. */
interface Told {
  readonly tenant: string;
  readonly of: string;
}

/** The secret that was made for the webhook of a run or goal; null where the request brought its own, or has no webhook. */
export const secretMade = async (
  { ids }: Pick<Wiring, "ids">,
  { tenant, of }: Told,
  webhook: RequestedReceivers["webhook"],
): Promise<string | null> => (webhook && webhook.secret === undefined ? derivedSecret(ids, tenant, of) : null);

/** The subscribers of a run or goal: the tenant's own endpoints, and the receivers that the request names. */
export async function subscribersOf(
  { sealer }: Pick<Wiring, "sealer">,
  told: Told,
  { webhook, replyTo, origin = "" }: RequestedReceivers,
  endpoints: readonly ListeningEndpoint[],
): Promise<readonly Subscriber[]> {
  const subscribers: Subscriber[] = endpoints.map(({ id, events }) => ({ events, to: { by: "endpoint", id } }));
  if (webhook) {
    const { url, events, secret } = webhook;
    const sealedSecret = secret === undefined ? null : await sealWebhookSecret(sealer, told, secret);
    subscribers.push({ events, to: { by: "url", url, format: "standard", sealedSecret, origin } });
  }
  if (replyTo) {
    const to = { by: "url", ...replyTo, sealedSecret: null, origin } as const;
    subscribers.push({ events: DEFAULT_RUN_EVENTS, to });
  }
  return subscribers;
}
