import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createIds, randomHex } from "../../src/domain/ids.ts";
import { LEAST_SHARED, PARTITIONS, partitionFor, partitionOf, SHARERS, shareOf } from "../../src/domain/partitions.ts";

const ids = createIds("a secret of the deployment");
const TENANT = "00000000000000aa";

describe("the partition of a conversation", () => {
  it("is named by all ids of it and of its runs, and by none of those that the tenant's object keeps", async () => {
    for (const partition of [...PARTITIONS, null]) {
      const id = await ids.newConversation(TENANT, partition);
      const part = (await ids.readConversation(TENANT, id)) ?? "";
      const run = await ids.newRun(TENANT, part);
      expect([partitionOf(id), partitionOf(run)]).toEqual([partition, partition]);
      expect(await ids.readRun(TENANT, run)).toMatchObject({ conversation: part });
      expect(await ids.conversationId(TENANT, part)).toBe(id);
      const file = await ids.newResource(TENANT, part);
      expect(await ids.readResource(TENANT, file)).toMatchObject({ scope: part });
    }
  });

  it("is the same each time for one idempotency key, and any of them", async () => {
    const keys = Array.from({ length: 300 }, (_, n) => `key ${n}`);
    const [first, second] = [await Promise.all(keys.map(partitionFor)), await Promise.all(keys.map(partitionFor))];
    expect(second).toEqual(first);
    expect(new Set(first)).toEqual(new Set(PARTITIONS));
    // For good: another one would begin the runs of a day again.
    expect(await partitionFor("a key")).toBe("v");
    const byChance = await Promise.all(Array.from({ length: 400 }, () => partitionFor(null)));
    expect(new Set(byChance)).toEqual(new Set(PARTITIONS));
  });

  it("is no other tenant's, whichever letter somebody writes", async () => {
    const id = await ids.newConversation(TENANT, "k");
    for (const letter of [...PARTITIONS, "0", "w", "z"]) {
      if (letter === "k") continue;
      expect(await ids.readConversation(TENANT, `conv_${letter}${id.slice(6)}`)).toBeNull();
    }
    expect(await ids.readConversation("00000000000000bb", id)).toBeNull();
  });

  it("comes last in the order of runs, which is how a tenant's object tells its own", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 15 }), (n) => {
        const own = `run_${randomHex(22)}`;
        const ofPartition = `run_${PARTITIONS[n]}${randomHex(22).slice(1)}`;
        expect(own < "run_g").toBe(true);
        expect(ofPartition >= "run_g").toBe(true);
      }),
    );
  });
});

describe("the shares of a limit", () => {
  it("never exceed it together, and leave none without", () => {
    fc.assert(
      fc.property(fc.integer({ min: LEAST_SHARED, max: 10_000_000 }), (limit) => {
        expect(shareOf(limit) * SHARERS).toBeLessThanOrEqual(limit);
        expect(shareOf(limit) * SHARERS).toBeGreaterThan(limit - SHARERS);
        expect(shareOf(limit)).toBeGreaterThanOrEqual(100);
      }),
    );
  });
});
