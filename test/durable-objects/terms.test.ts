import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { MAX_ASKED, MAX_UNTOLD_CALLS, TERMS_MS, Terms } from "../../durable-objects/partition/terms.ts";
import type { EndpointCall } from "../../src/domain/experts.ts";
import type { PartitionTerms } from "../../src/rpc/registry.ts";

const call = (id: string): EndpointCall => ({
  ...{ provider: "custom", model: "a/model", taskType: "summarization", id, at: 0, tookMs: 1 },
});

/** Terms that say which version of the tenant they are of. */
const termsOf = (version: number): PartitionTerms => ({
  ...{
    limitedKeys: [String(version)],
    endpoints: [],
    models: { endpoints: [], health: [] },
    full: null,
    hasKeys: false,
  },
});

/** A tenant's object that answers when it is told to. */
function createTenant() {
  let version = 0;
  const told: string[] = [];
  const waiting: (() => void)[] = [];
  const terms = new Terms(async (calls) => {
    // What it says is how things stand when it is asked, however late the answer comes.
    const asked = version;
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    waiting.push(() => resolve(true));
    failing.push(() => reject(new Error("It restarted")));
    await promise;
    told.push(...calls.map(({ id }) => id));
    return termsOf(asked);
  });
  const failing: (() => void)[] = [];
  return {
    terms,
    told,
    asks: () => waiting.length,
    answer: (n: number) => waiting[n]?.(),
    fail: (n: number) => failing[n]?.(),
    change: () => {
      version++;
      terms.forget();
    },
    version: () => version,
  };
}

/** Everything that waits for nothing from outside has gone on: only then does the next call come to a Durable Object. */
const drained = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("the terms of a partition", () => {
  it("are asked for once by all who wait, and again after ten seconds", async () => {
    const { terms, asks, answer } = createTenant();
    const both = [terms.current(0), terms.current(1)];
    answer(0);
    expect(await Promise.all(both)).toEqual([termsOf(0), termsOf(0)]);
    expect(await terms.current(TERMS_MS - 1)).toEqual(termsOf(0));
    expect(asks()).toBe(1);
    const later = terms.current(TERMS_MS);
    answer(1);
    await later;
    expect(asks()).toBe(2);
  });

  it("are asked for again by the next where the tenant did not answer, and calls are told then", async () => {
    const { terms, told, answer, fail } = createTenant();
    terms.tell([call("a")]);
    const broken = terms.current(0);
    terms.tell([call("b")]);
    fail(0);
    await expect(broken).rejects.toThrow("It restarted");
    const next = terms.current(1);
    answer(1);
    await next;
    expect(told).toEqual(["a", "b"]);
  });

  it("keep the newest calls to tell, and no more than a bound", async () => {
    const { terms, told, answer } = createTenant();
    for (let n = 0; n < MAX_UNTOLD_CALLS + 3; n++) terms.tell([call(String(n))]);
    const asked = terms.current(0);
    answer(0);
    await asked;
    expect(told).toHaveLength(MAX_UNTOLD_CALLS);
    expect(told[0]).toBe("3");
  });

  it("are asked for again where a change came while they were waited for, by all who wait", async () => {
    const { terms, asks, answer, change } = createTenant();
    const both = [terms.current(0), terms.current(0)];
    change();
    answer(0);
    await vi.waitFor(() => expect(asks()).toBe(2));
    answer(1);
    expect(await Promise.all(both)).toEqual([termsOf(1), termsOf(1)]);
    expect(asks()).toBe(2);
  });

  it("are not given where changes never cease", async () => {
    const { terms, asks, answer, change } = createTenant();
    const wanted = expect(terms.current(0)).rejects.toThrow("changed");
    for (let n = 0; n < MAX_ASKED; n++) {
      await vi.waitFor(() => expect(asks()).toBe(n + 1));
      change();
      answer(n);
    }
    await wanted;
    expect(asks()).toBe(MAX_ASKED);
  });

  it("are never older than a change that was made before they were given, in whatever order answers come", async () => {
    const steps = fc.array(fc.constantFrom("want", "change", "answer", "fail"), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(steps, fc.array(fc.nat(), { minLength: 60, maxLength: 60 }), async (schedule, picks) => {
        const tenant = createTenant();
        const wanted: Promise<void>[] = [];
        for (const [step, what] of schedule.entries()) {
          const open = tenant.asks();
          const pick = open === 0 ? 0 : (picks[step] ?? 0) % open;
          if (what === "change") tenant.change();
          else if (what === "answer") tenant.answer(pick);
          else if (what === "fail") tenant.fail(pick);
          else {
            wanted.push(
              tenant.terms.current(0).then(
                ({ limitedKeys: [version] }) => expect(Number(version)).toBe(tenant.version()),
                () => undefined,
              ),
            );
          }
          await drained();
        }
        let isSettled = false;
        const settled = Promise.all(wanted).finally(() => {
          isSettled = true;
        });
        while (!isSettled) {
          for (let n = 0; n < tenant.asks(); n++) tenant.answer(n);
          await drained();
        }
        await settled;
      }),
    );
  });
});
