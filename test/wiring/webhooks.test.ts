import { describe, expect, it, vi } from "vitest";
import { AppError } from "../../src/domain/errors.ts";
import { createIds } from "../../src/domain/ids.ts";
import type { Receiver, SealedWebhookEndpoint } from "../../src/domain/webhooks/delivery.ts";
import type { WebhookFacts } from "../../src/domain/webhooks/facts.ts";
import { createSealer } from "../../src/secrets/seal.ts";
import { createWebhookSender, type DeliveryOutcome, type WebhookSenderParts } from "../../src/wiring/webhooks.ts";

const SECRET = "a secret of the tests, long enough to be one";
const URL_OF_RECEIVER = "https://example.com/hook";
const AT = Date.UTC(2026, 10, 22);
const usage = { timeMs: 0, llmCalls: 0, tasks: 0, usd: 0, unpricedCalls: 0 };
const facts: WebhookFacts = {
  ...{ type: "run.succeeded", at: AT },
  run: {
    ...{ id: "run_1", status: "succeeded", startedAt: AT, endedAt: AT, planVersion: 1, answer: "", isAnswerCut: false },
    ...{ files: [], moreFiles: 0, usage },
  },
};
const toUrl: Receiver = { by: "url", url: URL_OF_RECEIVER, format: "standard", sealedSecret: null, origin: "" };
const endless = <T>(): Promise<T> => Promise.withResolvers<T>().promise;

/** One try; `fetched` are the requests that were made. */
async function attempt(change: Partial<WebhookSenderParts>, receiver: Receiver = toUrl, hurry = endlessly()) {
  const fetched: RequestInit[] = [];
  const ids = createIds(SECRET);
  const send = createWebhookSender({
    ...{
      identity: { tenant: "t", keeper: { as: "conversation", part: "c" } },
      ids,
      sealer: createSealer(SECRET),
      now: () => AT,
    },
    vetUrl: async () => undefined,
    tenant: () => ({ findWebhook: async (): Promise<SealedWebhookEndpoint | null> => null }),
    ...change,
    fetch: (input, init) => {
      fetched.push({ ...init });
      return change.fetch ? change.fetch(input, init) : Promise.resolve(new Response());
    },
  });
  const sent: DeliveryOutcome = await send({ own: "0".repeat(20), receiver, facts, hasFiles: true }, hurry);
  return { sent, fetched };
}

const endlessly = (): AbortSignal => new AbortController().signal;

describe("a try at a delivery", () => {
  it("follows no redirect, and reads nothing of what is answered", async () => {
    const cancelled = vi.fn();
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
      cancel: cancelled,
    });
    const { sent, fetched } = await attempt({ fetch: async () => new Response(body) });
    expect(sent).toEqual({ as: "delivered", status: 200 });
    expect(fetched).toMatchObject([{ method: "POST", redirect: "manual" }]);
    expect(cancelled).toHaveBeenCalledTimes(1);
  });

  it("that is broken off waits for nobody: neither the receiver, nor who looks its host or its endpoint up", async () => {
    const ways: readonly [Partial<WebhookSenderParts>, Receiver][] = [
      [{ fetch: () => endless() }, toUrl],
      [{ vetUrl: () => endless() }, toUrl],
      [{ tenant: () => ({ findWebhook: () => endless() }) }, { by: "endpoint", id: "whe_1" }],
    ];
    for (const [change, receiver] of ways) {
      const { sent } = await attempt(change, receiver, AbortSignal.timeout(1));
      expect(sent).toEqual({ as: "failed", status: null, error: "No answer within 3 s, while others waited" });
    }
  });

  it.each<[string, Partial<WebhookSenderParts>, string]>([
    [
      "of an address that may not be called",
      { vetUrl: () => Promise.reject(new AppError("unsafe-url", "example.com has a private or reserved address")) },
      "example.com has a private or reserved address",
    ],
    [
      "of a receiver that cannot be reached, without a word of why",
      { fetch: () => Promise.reject(new TypeError("Network connection lost to 10.1.2.3")) },
      "The receiver could not be reached",
    ],
  ])("says what became %s", async (_, change, error) => {
    expect((await attempt(change)).sent).toEqual({ as: "failed", status: null, error });
  });

  it.each([null, "v1.sealed.elsewhere"])(
    "is not made unsigned where its secret is %j and the endpoint has none",
    async (sealed) => {
      const endpoint: SealedWebhookEndpoint = {
        ...{ id: "whe_1", url: URL_OF_RECEIVER, description: "", events: [], origin: "", createdAt: AT },
        ...{ oldSecretUntil: AT + 1, disabled: null, sealedSecret: "v1.sealed.elsewhere", sealedOldSecret: sealed },
      };
      const tenant = () => ({ findWebhook: async () => endpoint });
      const { sent, fetched } = await attempt({ tenant }, { by: "endpoint", id: "whe_1" });
      expect(sent).toEqual({ as: "unsendable", error: "Its secret can no longer be read" });
      expect(fetched).toEqual([]);
    },
  );
});
