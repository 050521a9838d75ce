import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, vi } from "vitest";
import type { JsonValue } from "../../src/domain/json.ts";
import { type Delivery, newEndpointId, type Subscriber } from "../../src/domain/webhooks/delivery.ts";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../../src/domain/webhooks/facts.ts";
import type { WebhookPayload } from "../../src/domain/webhooks/payload.ts";
import { newSecret } from "../../src/domain/webhooks/sign.ts";
import { sealWebhookSecret } from "../../src/secrets/seal.ts";
import { wire } from "../../src/wiring.ts";
import { eventually } from "../eventually.ts";
import { type openConversation, scripted, value } from "./driver.ts";

/** When a conversation looks after what it has begun. */
const LEASE_MS = 30_000;
/** A public address, so that no name is looked up; nothing there is ever called. */
const HOST = "https://93.184.216.34";
const NAME_SERVER = "https://cloudflare-dns.com/";

export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly payload: WebhookPayload;
}

type Answer = (received: Received, count: number) => Response | Promise<Response>;

/** A receiver at an address of its own, which answers as it is told to. */
export interface ReceiverDouble {
  readonly url: string;
  /** All that came, oldest first. */
  readonly received: Received[];
  answer: Answer;
  types(): readonly WebhookEvent[];
}

const receivers = new Map<string, ReceiverDouble>();
const passOn = globalThis.fetch;

/** What the name server says of a host, by what the test wants of it. */
export const addresses = new Map<string, string>();

/**
 * To be called once by each file of tests: what is sent to receivers arrives here, all else where it was going. That
 * stays so, as conversations go on delivering when their tests are over.
 */
export function receiveWebhooks(): void {
  globalThis.fetch = async (input, init) => {
    const url = String(input);
    const receiver = receivers.get(url);
    if (receiver) return arrive(receiver, init);
    const host = url.startsWith(NAME_SERVER) ? URL.parse(url)?.searchParams.get("name") : null;
    const address = addresses.get(host ?? "");
    return address === undefined
      ? passOn(input, init)
      : Response.json({ Status: 0, Answer: [{ type: 1, data: address }] });
  };
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

function arrive(receiver: ReceiverDouble, init: RequestInit | undefined): Promise<Response> {
  const body = String(init?.body);
  const headers = Object.fromEntries(new Headers(init?.headers));
  const received: Received = { headers, body, payload: JSON.parse(body) };
  receiver.received.push(received);
  const ended = new Promise<never>((_, reject) => {
    init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
  });
  return Promise.race([Promise.resolve(receiver.answer(received, receiver.received.length)), ended]);
}

export function openReceiver(host = HOST): ReceiverDouble {
  const receiver: ReceiverDouble = {
    url: `${host}/${crypto.randomUUID()}`,
    received: [],
    answer: () => new Response("thank you"),
    types: () => receiver.received.map(({ payload }) => payload.type),
  };
  receivers.set(receiver.url, receiver);
  return receiver;
}

export const status = (code: number): Answer => {
  return () => new Response(null, { status: code });
};
/** Until the other side has had enough. */
export const never: Answer = () => new Promise<never>(() => undefined);

export const toRun = ({ url }: ReceiverDouble, more: object = {}): Subscriber => ({
  events: WEBHOOK_EVENTS,
  to: { by: "url", url, format: "standard", sealedSecret: null, origin: "https://impresario.example", ...more },
});

/** An endpoint of a tenant's, with its secret. */
export async function addEndpoint(tenant: string, { url }: ReceiverDouble, events = WEBHOOK_EVENTS) {
  const { sealer, tenant: tenantOf } = wire(env);
  const [id, secret] = [newEndpointId(), newSecret()];
  const sealedSecret = await sealWebhookSecret(sealer, { tenant, endpoint: id }, secret);
  const facts = { id, url, description: "", events, origin: "https://impresario.example", createdAt: Date.now() };
  const endpoint = { ...facts, oldSecretUntil: null, disabled: null, sealedSecret, sealedOldSecret: null };
  value(await tenantOf(tenant).addWebhook(endpoint));
  const subscriber: Subscriber = { events, to: { by: "endpoint", id } };
  return { id, secret, subscriber };
}

/** When a conversation wakes for its webhooks next; null for never. */
export const wakesAt = (name: string): Promise<number | null> =>
  runInDurableObject(env.CONVERSATION.getByName(name), (_, { storage }) => {
    const rows = storage.sql.exec<{ at: number }>("SELECT at FROM timers WHERE key = 'webhooks'").toArray();
    return rows[0]?.at ?? null;
  });

/** Lets time pass until the conversation wakes for its webhooks, wakes it, and stops the clock; its next waking is set then. */
export async function passTime(name: string): Promise<void> {
  const at = await wakesAt(name);
  if (at === null) throw new Error("The conversation does not wake for its webhooks");
  vi.setSystemTime(Math.max(at, Date.now()));
  await runDurableObjectAlarm(env.CONVERSATION.getByName(name));
  // While tries are under way it would wake after this.
  await eventually(async () => expect(await wakesAt(name)).not.toBe(Date.now() + LEASE_MS));
}

export type Conversation = Awaited<ReturnType<typeof openConversation>>;

/** A run, of one task unless it says otherwise, that has ended and is told of to these. */
export async function finishRun(
  { start, end }: Conversation,
  subscribers: readonly Subscriber[],
  plan: JsonValue = [scripted(0, {})],
): Promise<string> {
  const run = await start({ plan, subscribers });
  await end(run);
  return run;
}

export const deliveriesOf = async ({ rpc }: Conversation, run: string): Promise<readonly Delivery[]> =>
  value(await rpc().deliveries(run, null));

/** Waits until each delivery of a run was tried so often. */
export const untilTried = (conversation: Conversation, run: string, tries: number): Promise<void> =>
  eventually(async () => {
    const all = await deliveriesOf(conversation, run);
    expect(all.map((one) => (one.state === "pending" ? one.tries : tries))).toEqual(all.map(() => tries));
  });

export const untilTold = (conversation: Conversation, run: string): Promise<void> =>
  eventually(async () => {
    const states = (await deliveriesOf(conversation, run)).map(({ state }) => state);
    expect(states).toEqual(states.map(() => "delivered"));
  });
