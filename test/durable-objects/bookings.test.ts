import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { UNLIMITED } from "../../src/domain/api-key.ts";
import { wire } from "../../src/wiring.ts";

const DAY_MS = 24 * 60 * 60_000;

describe("what was booked under an idempotency key", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is found for a day, under that key and by that tenant alone", async () => {
    const [mine, theirs] = ["000000000000b001", "000000000000b002"].map((name) => wire(env).tenant(name));
    const idempotency = { key: "mcp session request", fingerprint: "f" };
    expect(await mine?.findBooking(idempotency.key)).toBeNull();
    await mine?.admit({ keyId: "00000001", conversation: "conv", run: "run-1", idempotency });
    expect(await mine?.findBooking(idempotency.key)).toEqual({ conversation: "conv", run: "run-1" });
    expect(await mine?.findBooking("another")).toBeNull();
    expect(await theirs?.findBooking(idempotency.key)).toBeNull();
    vi.setSystemTime(Date.now() + DAY_MS);
    expect(await mine?.findBooking(idempotency.key)).toBeNull();
  });

  it("is never booked once it was forestalled, and is told where it came first", async () => {
    const [mine, theirs] = ["000000000000b003", "000000000000b004"].map((name) => wire(env).tenant(name));
    const admission = (key: string) => ({
      ...{ keyId: "00000001", conversation: "conv", run: "run-1" },
      idempotency: { key, fingerprint: "f" },
    });
    await mine?.admit(admission("first"));
    expect(await mine?.forestall("first", "00000001")).toEqual({ conversation: "conv", run: "run-1" });
    for (let time = 0; time < 2; time++) expect(await mine?.forestall("late", "00000001")).toBeNull();
    expect(await mine?.admit(admission("late"))).toMatchObject({ ok: false, error: { code: "cancelled" } });
    expect(await mine?.findBooking("late")).toBeNull();
    expect(await theirs?.admit(admission("late"))).toMatchObject({ ok: true });
  });

  it("is kept of no more cancellations than the rate of their key", async () => {
    const tenant = wire(env).tenant("000000000000b005");
    const runsPerMinute = 3;
    await tenant.addKey({ id: "00000001", name: "", limits: { ...UNLIMITED, runsPerMinute } });
    for (let place = 0; place <= runsPerMinute; place++) await tenant.forestall(`key ${place}`, "00000001");
    const booked = { conversation: "conv", run: "run-1" };
    const admit = (place: number) =>
      tenant.admit({ keyId: "00000002", ...booked, idempotency: { key: `key ${place}`, fingerprint: "f" } });
    expect(await admit(runsPerMinute - 1)).toMatchObject({ ok: false, error: { code: "cancelled" } });
    expect(await admit(runsPerMinute)).toMatchObject({ ok: true });
  });
});
