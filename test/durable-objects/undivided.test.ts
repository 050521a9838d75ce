import { describe, expect, it } from "vitest";
import { divide, KEY } from "../divided/divided.ts";

describe("a tenant that was divided, in a deployment that no longer divides any", () => {
  it("has its limits held to exactly by its own object, wherever its conversations are", async () => {
    const { admit, registry, rpc } = divide();
    const runs: string[] = [];
    for (let n = 0; n < 100; n++) {
      const { run, admitted } = await admit(["g", "h", null][n % 3] ?? null);
      expect(admitted.ok).toBe(true);
      runs.push(run);
    }
    for (const place of ["g", "k", null]) {
      expect((await admit(place)).admitted).toMatchObject({ ok: false, error: { code: "rate-limited" } });
    }
    expect(await rpc().listConversations(100, null)).toHaveLength(100);
    const [ofPartition = ""] = runs;
    await registry(ofPartition).runEnded(ofPartition);
    expect((await admit("k")).admitted.ok).toBe(true);
    expect((await admit("g")).admitted.ok).toBe(false);
  });

  it("is still found in its partitions under its idempotency keys", async () => {
    const { admit, rpc } = divide();
    const idempotency = { key: "k", fingerprint: "f" };
    const { run } = await admit("g", { idempotency });
    expect((await admit("g", { idempotency })).admitted).toMatchObject({ value: { run, replay: true } });
    expect(await rpc().findStarted("k")).toMatchObject({ run });
    expect(await rpc().forestall("k", KEY)).toMatchObject({ run });
  });
});
