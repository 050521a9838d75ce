import { type Ids, randomHex } from "../ids.ts";
import type { WebhookEvent } from "./facts.ts";
import type { WebhookFormat } from "./payload.ts";

/** Webhook endpoints per tenant; each run may be delivered to all of them. */
export const MAX_WEBHOOK_ENDPOINTS = 10;
/** How long the secret before goes on signing after a change: time to change it at the receiver. */
export const SECRET_OVERLAP_MS = 24 * 60 * 60_000;
/** How long what was delivered or parked is kept, to be looked at and replayed. */
export const DELIVERY_RETENTION_MS = 7 * 24 * 60 * 60_000;

/** A webhook endpoint of a tenant. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly events: readonly WebhookEvent[];
  /** Of the server, as whoever made it knew it: links to files begin with it. */
  readonly origin: string;
  /** Milliseconds since the epoch, as all times here. */
  readonly createdAt: number;
  /** Until when the secret before signs as well; null where there is none. */
  readonly oldSecretUntil: number | null;
  /** Since when it is sent nothing, and why; null while it is. */
  readonly disabled: { readonly at: number; readonly reason: string } | null;
}

/** A webhook endpoint as stored, with sealed secrets. */
export interface SealedWebhookEndpoint extends WebhookEndpoint {
  readonly sealedSecret: string;
  /** Good until `oldSecretUntil`. */
  readonly sealedOldSecret: string | null;
}

/** A receiver of a run's or goal's events, with the events that it gets. */
export interface Subscriber {
  readonly events: readonly WebhookEvent[];
  readonly to: Receiver;
}

export type Receiver =
  /** One of the tenant's, as it is by the time of the delivery. */
  | { readonly by: "endpoint"; readonly id: string }
  /** For one run or goal. */
  | {
      readonly by: "url";
      readonly url: string;
      readonly format: WebhookFormat;
      /** Null where the secret follows from the run or goal, and for formats that are not signed. */
      readonly sealedSecret: string | null;
      readonly origin: string;
    };

export const DELIVERY_STATES = ["pending", "delivered", "parked"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One event on its way to one receiver. */
export interface Delivery {
  /** Its own part of the id that receivers see. */
  readonly own: string;
  /** The public id of the run that it tells of; left out where it tells of a goal. */
  readonly run?: string;
  readonly goal?: string;
  readonly type: WebhookEvent;
  readonly state: DeliveryState;
  /** The endpoint's id, or null where the run or goal has a webhook of its own: then `url` is its. */
  readonly endpoint: string | null;
  readonly url: string | null;
  /** When it happened. */
  readonly at: number;
  readonly tries: number;
  /** Null unless it is pending. */
  readonly nextTryAt: number | null;
  /** When it was delivered or parked; null while it is pending. */
  readonly endedAt: number | null;
  /** The result of the last attempt; null without a response, or if nothing has gone wrong. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

/** The conversation or goal that keeps a delivery, by its own part of the id. */
export interface DeliveryKeeper {
  readonly as: "conversation" | "goal";
  readonly part: string;
}

/** @param part own part of the id of whatever keeps the delivery */
export const keeperOf = ({ goal }: Delivery, part: string): DeliveryKeeper => ({
  as: goal === undefined ? "conversation" : "goal",
  part,
});

/** A delivery that was given up, in the tenant's list. */
export interface ParkedDelivery extends Delivery {
  /** Own part of the id of the conversation or goal that keeps it. */
  readonly keeper: string;
}

const OWN_BYTES = 10;
/** 64 bits, as every public id has. */
const MAC_BYTES = 8;
const DELIVERY_ID = /^msg_([0-9a-v]{20})([0-9a-f]{20})([0-9a-f]{16})$/;

export const newDeliveryPart = (): string => randomHex(OWN_BYTES);
export const newEndpointId = (): string => `whe_${randomHex(OWN_BYTES)}`;

/** What an id is vouched for as: that of a goal's delivery is none of a conversation's. */
const PURPOSES = { conversation: "webhook delivery", goal: "webhook delivery of a goal" } as const;
const KEEPERS: readonly DeliveryKeeper["as"][] = ["conversation", "goal"];

/** `msg_<conversation or goal:20><own:20><mac:16>`: what receivers know it by, whatever the try. */
export const deliveryId = async (
  ids: Pick<Ids, "mac">,
  tenant: string,
  { as, part }: DeliveryKeeper,
  own: string,
): Promise<string> => `msg_${part}${own}${await ids.mac(PURPOSES[as], [tenant, part, own], MAC_BYTES)}`;

/** The parts of such an id of this tenant, or null for any other string. */
export async function readDeliveryId(
  ids: Pick<Ids, "check">,
  tenant: string,
  id: string,
): Promise<{ readonly keeper: DeliveryKeeper; readonly own: string } | null> {
  const [, part, own, mac] = DELIVERY_ID.exec(id) ?? [];
  if (part === undefined || own === undefined || mac === undefined) return null;
  for (const as of KEEPERS) {
    if (await ids.check(PURPOSES[as], [tenant, part, own], mac)) return { keeper: { as, part }, own };
  }
  return null;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * The waits between one try and the next: 27 hours and a half in all. So Standard Webhooks begins; its last days are left
 * out, as who was down for longer looks at the list of what was parked.
 */
const WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
];

/** The first one, and one after each wait. */
export const MAX_TRIES = WAITS_MS.length + 1;

/** Each wait is up to a tenth longer, so that what failed together does not come back together. */
const JITTER_SHARE = 0.1;

/**
 * The wait after so many failed tries, in milliseconds; null when there is to be no other.
 * @param random from 0 to 1
 */
export function waitAfter(tries: number, random: number): number | null {
  const wait = WAITS_MS[tries - 1];
  return wait === undefined ? null : Math.round(wait * (1 + JITTER_SHARE * random));
}
