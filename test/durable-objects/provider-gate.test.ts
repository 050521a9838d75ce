import { abortAllDurableObjects, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { FAILURES_TO_OPEN } from "../../src/domain/gate/circuits.ts";
import type { CallLimits, PermitAsk } from "../../src/domain/gate/permits.ts";
import type { ProviderGateRpc } from "../../src/rpc/index.ts";

/** A call every millisecond, so that nobody waits long for the rate. */
const LIMITS: CallLimits = { requestsPerMinute: 60_000, concurrency: 1, burst: 1 };

const ask = (more: Partial<PermitAsk> = {}): PermitAsk => ({
  id: crypto.randomUUID(),
  tenant: "a",
  run: "r",
  endpoint: "e",
  priority: 0,
  maxWaitMs: 20_000,
  leaseMs: 20_000,
  ...more,
});

function openGate() {
  const name = `huggingface:${crypto.randomUUID()}`;
  const rpc = (): ProviderGateRpc => env.PROVIDER_GATE.getByName(name);
  return {
    rpc,
    stub: () => env.PROVIDER_GATE.getByName(name),
    take: (wanted: PermitAsk, limits: Partial<CallLimits> = {}) => rpc().take(wanted, { ...LIMITS, ...limits }),
  };
}

const PERMIT = { ok: true, value: null };

describe("the gate before a provider", () => {
  it("lets a call wait until another's permit is given back", async () => {
    const { rpc, take } = openGate();
    const [first, second] = [ask(), ask()];
    expect(await take(first)).toEqual(PERMIT);
    const order: string[] = [];
    const waiting = take(second).then((answer) => {
      order.push("second");
      return answer;
    });
    await rpc().health();
    order.push("given back");
    await rpc().give(first.id, { as: "answered" }, 5);
    expect(await waiting).toEqual(PERMIT);
    expect(order).toEqual(["given back", "second"]);
  });

  it("wakes by itself for the rate: all who wait get through without another call", async () => {
    const { take } = openGate();
    const limits = { requestsPerMinute: 6_000, concurrency: 100 };
    const answers = await Promise.all(Array.from({ length: 50 }, () => take(ask(), limits)));
    expect(answers).toEqual(answers.map(() => PERMIT));
  });

  it("wakes by itself for a lease that is over, and for a wait that is", async () => {
    const { take } = openGate();
    expect(await take(ask({ leaseMs: 100 }))).toEqual(PERMIT);
    expect(await take(ask({ leaseMs: 20_000 }))).toEqual(PERMIT);
    const refused = await take(ask({ maxWaitMs: 50 }));
    expect(refused).toMatchObject({ ok: false, error: { code: "rate-limited", retryable: true } });
    expect(refused.ok ? 0 : refused.error.retryAfterMs).toBeGreaterThan(0);
  });

  it("lets go of a call that no longer wants to wait", async () => {
    const { rpc, take } = openGate();
    const leaving = ask();
    expect(await take(ask())).toEqual(PERMIT);
    const waiting = take(leaving);
    await rpc().give(leaving.id, { as: "abandoned" }, 0);
    expect(await waiting).toMatchObject({ ok: false, error: { code: "cancelled" } });
  });

  it("answers each who asks with the same id, and lets the first go on waiting", async () => {
    const { rpc, take } = openGate();
    const [first, twice] = [ask(), ask()];
    expect(await take(first)).toEqual(PERMIT);
    const waiting = take(twice);
    expect(await take(twice)).toMatchObject({ ok: false, error: { code: "conflict" } });
    await rpc().give(first.id, { as: "answered" }, 5);
    expect(await waiting).toEqual(PERMIT);
  });

  it("tells how its endpoints are, and leaves one alone that fails", async () => {
    const { rpc, take } = openGate();
    for (let call = 0; call < FAILURES_TO_OPEN; call++) {
      const failing = ask();
      expect(await take(failing)).toEqual(PERMIT);
      await rpc().give(failing.id, { as: "failed" }, 5);
    }
    expect(await rpc().health()).toMatchObject([
      { endpoint: "e", circuit: "open", consecutiveFailures: FAILURES_TO_OPEN, failures: FAILURES_TO_OPEN },
    ]);
    expect(await take(ask())).toMatchObject({ ok: false, error: { code: "provider-unavailable", retryable: true } });
    expect(await take(ask({ endpoint: "other" }))).toEqual(PERMIT);
  });

  it("writes nothing, and one that died has forgotten who was under way", async () => {
    const { rpc, stub, take } = openGate();
    expect(await take(ask())).toEqual(PERMIT);
    const stored = await runInDurableObject(stub(), async (_, { storage }) => ({
      rows: (await storage.list()).size,
      alarm: await storage.getAlarm(),
    }));
    expect(stored).toEqual({ rows: 0, alarm: null });
    const waiting = take(ask()).then(
      () => "answered",
      () => "told that it died",
    );
    await rpc().health();
    await abortAllDurableObjects();
    expect(await waiting).toBe("told that it died");
    expect(await rpc().health()).toEqual([]);
    expect(await take(ask())).toEqual(PERMIT);
  });
});
