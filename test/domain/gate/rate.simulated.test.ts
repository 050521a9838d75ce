import { describe, expect, it } from "vitest";
import { GateState } from "../../../src/domain/gate/gate.ts";
import type { CallLimits, PermitOutcome } from "../../../src/domain/gate/permits.ts";
import { ask, drive, START } from "./drive.ts";

const MINUTES = 5;
const OVERLOAD = 10;
const TENANTS = 7;

/** Pseudo-random numbers from 0 to 1, the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

interface Load {
  readonly limits: CallLimits;
  /** How long a call takes at the least and at the most. */
  readonly tookMs: readonly [number, number];
  readonly failing: number;
  /** Of the calls to one of those behind the provider, how many it refuses as too many. */
  readonly refusedBehind?: number;
}

/** Asks ten times as often as may be, in the name of several tenants of whom the first asks most, for some minutes. */
function overload({ limits, tookMs: [least, most], failing, refusedBehind = 0 }: Load) {
  const random = seeded(20261122);
  const gate = drive(new GateState(limits));
  const everyMs = 60_000 / (limits.requestsPerMinute * OVERLOAD);
  const tenantOf = new Map<string, number>();
  const limited = new Set<string>();
  const ends: { readonly at: number; readonly id: string; readonly tookMs: number }[] = [];
  let seen = 0;
  for (let time = 0; time < MINUTES * 60_000; time += everyMs) {
    gate.goTo(START + Math.floor(time));
    for (; seen < gate.told.length; seen++) {
      const answer = gate.told[seen];
      if (answer?.code !== null) continue;
      const tookMs = least + random() * (most - least);
      ends.push({ id: answer.id, at: answer.at + tookMs, tookMs });
    }
    const now = gate.now();
    for (let index = ends.length - 1; index >= 0; index--) {
      const end = ends[index];
      if (end === undefined || end.at > now) continue;
      ends.splice(index, 1);
      const isLimited = limited.has(end.id) && random() < refusedBehind;
      const outcome: PermitOutcome = isLimited
        ? { as: "rate-limited", retryAfterMs: 20_000 }
        : { as: random() < failing ? "failed" : "answered" };
      gate.give(end.id, outcome, end.tookMs);
    }
    const tenant = random() < 0.5 ? 0 : Math.floor(random() * TENANTS);
    const model = Math.floor(random() * 10);
    const names = { tenant: `${tenant}`, endpoint: `e${model}`, via: `v${model % 3}` };
    const wanted = ask({ ...names, maxWaitMs: 5_000 + random() * 10_000 });
    if (names.via === "v0") limited.add(wanted.id);
    tenantOf.set(wanted.id, tenant);
    gate.ask(wanted);
  }
  return { starts: gate.permitted().map(({ id, at }) => ({ at: at - START, tenant: tenantOf.get(id) ?? -1 })) };
}

const NOTES: CallLimits = { requestsPerMinute: 3_500, concurrency: 600, burst: 10 };

describe("a configured rate under ten times the load", () => {
  it.each<[string, Load]>([
    ["3,500 a minute, calls of ten seconds", { limits: NOTES, tookMs: [9_000, 10_000], failing: 0 }],
    ["3,500 a minute, short calls of which some fail", { limits: NOTES, tookMs: [50, 2_000], failing: 0.1 }],
    [
      "300 a minute, which is the default",
      { limits: { requestsPerMinute: 300, concurrency: 20, burst: 5 }, tookMs: [500, 3_500], failing: 0.05 },
    ],
    [
      "3,500 a minute, where one of those behind the provider wants to be left alone again and again",
      { limits: NOTES, tookMs: [50, 2_000], failing: 0, refusedBehind: 0.2 },
    ],
  ])("is held to one part in fifty in every minute: %s", (_, load) => {
    const { requestsPerMinute } = load.limits;
    const { starts } = overload(load);
    const allowed = requestsPerMinute * 0.02;
    for (let from = 0; from <= (MINUTES - 1) * 60_000; from += 1_000) {
      const begun = starts.filter(({ at }) => at >= from && at < from + 60_000).length;
      expect(Math.abs(begun - requestsPerMinute)).toBeLessThanOrEqual(allowed);
    }
  });

  it("is shared alike by tenants who all ask for more than their share, though one asks for most", () => {
    const { starts } = overload({ limits: NOTES, tookMs: [50, 2_000], failing: 0 });
    const share = starts.length / TENANTS;
    for (let tenant = 0; tenant < TENANTS; tenant++) {
      const had = starts.filter((start) => start.tenant === tenant).length;
      expect(Math.abs(had - share) / share).toBeLessThan(0.1);
    }
  });
});
