import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, it, vi } from "vitest";
import { failure } from "../../../src/domain/errors.ts";
import type { EventBody } from "../../../src/domain/events.ts";
import { createIds } from "../../../src/domain/ids.ts";
import {
  deliveryId,
  MAX_TRIES,
  newDeliveryPart,
  readDeliveryId,
  waitAfter,
} from "../../../src/domain/webhooks/delivery.ts";
import { webhookEventOf } from "../../../src/domain/webhooks/run-facts.ts";
import { derivedSecret, keyOf, newSecret, webhookHeaders } from "../../../src/domain/webhooks/sign.ts";

const ids = createIds("a secret of the tests, long enough to be one");
const HOUR_MS = 3_600_000;

afterEach(() => vi.useRealTimers());

describe("a signature", () => {
  const signable = (body: string, at = Date.now()) => ({ id: "msg_1", at, body });

  it("is taken by the library of Standard Webhooks, whatever the body", async () => {
    const secret = newSecret();
    await fc.assert(
      fc.asyncProperty(fc.json(), async (body) => {
        const headers = await webhookHeaders(signable(body), [secret]);
        expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
      }),
      { numRuns: 50 },
    );
  });

  it("is taken with any of the secrets that it was made with, in either order", async () => {
    const [one, other] = [newSecret(), newSecret()];
    const headers = await webhookHeaders(signable("{}"), [one, other]);
    for (const secret of [one, other]) expect(new Webhook(secret).verify("{}", headers)).toEqual({});
  });

  const signed = { "webhook-signature": `v1,${btoa("0".repeat(32))}` };
  it.each<[string, (headers: Record<string, string>) => Record<string, string>, string, string]>([
    ["forged", (headers) => ({ ...headers, ...signed }), "{}", "No matching signature found"],
    ["of another body", (headers) => headers, '{"a":1}', "No matching signature found"],
    ["of another delivery", (headers) => ({ ...headers, "webhook-id": "msg_2" }), "{}", "No matching signature found"],
    [
      "of another time",
      (headers) => ({ ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) + 1) }),
      "{}",
      "No matching signature found",
    ],
    ["left out", ({ "webhook-signature": _, ...headers }) => headers, "{}", "Missing required headers"],
  ])("that is %s is refused", async (_, change, body, message) => {
    const secret = newSecret();
    const headers = change({ ...(await webhookHeaders(signable("{}"), [secret])) });
    expect(() => new Webhook(secret).verify(body, headers)).toThrow(message);
  });

  it("of six minutes ago is stale", async () => {
    const secret = newSecret();
    const headers = await webhookHeaders(signable("{}", Date.now() - 6 * 60_000), [secret]);
    expect(() => new Webhook(secret).verify("{}", headers)).toThrow("Message timestamp too old");
  });

  it("of another secret is refused", async () => {
    const headers = await webhookHeaders(signable("{}"), [newSecret()]);
    expect(() => new Webhook(newSecret()).verify("{}", headers)).toThrow("No matching signature found");
  });
});

describe("a secret", () => {
  const secretOf = (bytes: number): string => `whsec_${new Uint8Array(bytes).fill(7).toBase64()}`;

  it.each([
    [secretOf(24), 24],
    [secretOf(64), 64],
    [secretOf(23), null],
    [secretOf(65), null],
    [secretOf(32).slice("whsec_".length), null],
    [`whsk_${secretOf(32).slice("whsec_".length)}`, null],
    ["whsec_", null],
    [`whsec_${"ä".repeat(40)}`, null],
    [`${secretOf(33)} `, null],
  ])("%j holds %j bytes", (secret, bytes) => {
    expect(keyOf(secret)?.byteLength ?? null).toBe(bytes);
  });

  it("of a run follows from the run, and from nothing else's", async () => {
    const secret = await derivedSecret(ids, "tenant", "run");
    expect(keyOf(secret)?.byteLength).toBe(32);
    expect(await derivedSecret(ids, "tenant", "run")).toBe(secret);
    expect(await derivedSecret(ids, "tenant", "other")).not.toBe(secret);
    expect(await derivedSecret(ids, "other", "run")).not.toBe(secret);
  });
});

describe("the tries of a delivery", () => {
  it("come over more than a day, each wait as long as the one before it at least", () => {
    const waits = Array.from({ length: MAX_TRIES - 1 }, (_, n) => waitAfter(n + 1, 0) ?? Number.NaN);
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(24 * HOUR_MS);
    expect(waits[0]).toBe(5_000);
    expect(waitAfter(MAX_TRIES, 0)).toBeNull();
  });

  it("are spread by a tenth", () => {
    expect(waitAfter(1, 1)).toBe(5_500);
  });
});

describe("the id of a delivery", () => {
  it("is read for its own tenant alone, and holds nothing that parts what is signed", async () => {
    const own = newDeliveryPart();
    const keeper = { as: "conversation", part: "0".repeat(20) } as const;
    const id = await deliveryId(ids, "tenant", keeper, own);
    expect(id).toMatch(/^msg_[0-9a-f]+$/);
    expect(await readDeliveryId(ids, "tenant", id)).toEqual({ keeper, own });
    expect(await readDeliveryId(ids, "other", id)).toBeNull();
    const ofGoal = { ...keeper, as: "goal" } as const;
    const other = await deliveryId(ids, "tenant", ofGoal, own);
    expect(other).not.toBe(id);
    expect(await readDeliveryId(ids, "tenant", other)).toEqual({ keeper: ofGoal, own });
    expect(await readDeliveryId(ids, "tenant", `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}`)).toBeNull();
  });
});

describe("what happens to a run", () => {
  const end = (status: "succeeded" | "partial" | "failed" | "cancelled"): EventBody => ({
    ...{ type: "run-end", data: { status, answer: "" } },
  });
  const task = (status: "succeeded" | "failed" | "skipped" | "cancelled"): EventBody => ({
    type: "task-end",
    data: { task: 0, attempt: 1, status, outputs: {}, notes: [] },
  });
  it.each<[EventBody, string | null]>([
    [end("succeeded"), "run.succeeded"],
    [end("partial"), "run.partial"],
    [end("failed"), "run.failed"],
    [end("cancelled"), "run.cancelled"],
    [{ type: "run-pause", data: {} }, "run.paused"],
    [{ type: "approval-required", data: { planVersion: 1 } }, "run.approval_required"],
    [task("succeeded"), "task.succeeded"],
    [task("failed"), "task.failed"],
    [task("skipped"), null],
    [task("cancelled"), null],
    [{ type: "run-cancel", data: { reason: failure("cancelled", "").message } }, null],
    [{ type: "answer-delta", data: { attempt: 1, text: "" } }, null],
  ])("%j is told as %j", (event, type) => {
    expect(webhookEventOf(event)).toBe(type);
  });
});
