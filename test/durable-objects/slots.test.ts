import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Slots } from "../../durable-objects/slots.ts";

describe("slots", () => {
  it("never hold more work than there are of them, and all work is done in order", async () => {
    const piece = fc.record({ turns: fc.nat(5), fails: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.array(piece, { maxLength: 40 }), async (size, pieces) => {
        const slots = new Slots(size);
        const started: number[] = [];
        let running = 0;
        let most = 0;
        const outcomes = await Promise.allSettled(
          pieces.map(({ turns, fails }, index) =>
            slots.run(async () => {
              started.push(index);
              most = Math.max(most, ++running);
              for (let turn = 0; turn < turns; turn++) await Promise.resolve();
              running--;
              if (fails) throw new Error("failed");
              return index;
            }),
          ),
        );
        expect(started).toEqual(pieces.map((_, index) => index));
        expect(most).toBeLessThanOrEqual(size);
        expect(running).toBe(0);
        expect(outcomes.map(({ status }) => status === "rejected")).toEqual(pieces.map(({ fails }) => fails));
      }),
    );
  });

  it("are free again after work that throws at once", async () => {
    const slots = new Slots(1);
    const thrown = slots.run(() => {
      throw new Error("at once");
    });
    await expect(thrown).rejects.toThrow("at once");
    expect(await slots.run(async () => "next")).toBe("next");
  });

  it("let work start as soon as one is free, and not before", async () => {
    const slots = new Slots(2);
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    let started = false;
    const works = [
      slots.run(() => first.promise),
      slots.run(() => second.promise),
      slots.run(async () => {
        started = true;
      }),
    ];
    await new Promise((resolve) => setTimeout(resolve));
    expect(started).toBe(false);
    second.resolve();
    await works[2];
    expect(started).toBe(true);
    first.resolve();
    await Promise.all(works);
  });
});
