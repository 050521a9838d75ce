import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type DeliveryTurn,
  MAX_SLOW,
  MAX_UNDER_WAY,
  PATIENCE_MS,
  type TurnUnderWay,
  turnsOf,
} from "../../../src/domain/webhooks/turns.ts";

const NOW = 1_000_000;
const fresh = (...targets: readonly string[]): DeliveryTurn[] => targets.map((target) => ({ target, isSlow: false }));
const slow = (...targets: readonly string[]): DeliveryTurn[] => targets.map((target) => ({ target, isSlow: true }));
const since = (turns: readonly DeliveryTurn[], agoMs: number): TurnUnderWay[] =>
  turns.map((turn) => ({ ...turn, since: NOW - agoMs }));
const LATE_MS = PATIENCE_MS;

describe("whose turn it is", () => {
  it.each<[string, readonly DeliveryTurn[], readonly TurnUnderWay[], string, string, number | null]>([
    ["nobody's, where nothing is due", [], [], "", "", null],
    ["everybody's, where there is room", fresh("a", "b", "c", "d"), [], "abcd", "", null],
    ["the first four's, and the fifth's in a while", fresh("a", "b", "c", "d", "e"), [], "abcd", "", NOW + PATIENCE_MS],
    ["of two slow ones at the most", slow("a", "b", "c", "d"), [], "ab", "", null],
    ["of others before slow ones", [...slow("a", "b"), ...fresh("c", "d", "e")], [], "cdea", "", null],
    ["of no target that has one", fresh("a", "b"), since(fresh("a"), 0), "b", "", null],
    ["that of who waits for those who are late", fresh("e"), since(fresh("a", "b", "c", "d"), LATE_MS), "", "a", null],
    [
      "nobody's before they are",
      fresh("e"),
      since(fresh("a", "b", "c", "d"), 1_000),
      "",
      "",
      NOW + PATIENCE_MS - 1_000,
    ],
    ["of a slow one, however late another is", slow("e"), since(fresh("a", "b", "c", "d"), LATE_MS), "", "", null],
    [
      "not at the cost of slow ones, which have two places for as long as a try may last",
      fresh("e", "f"),
      [...since(slow("a", "b"), 3 * LATE_MS), ...since(fresh("c"), LATE_MS), ...since(fresh("d"), 500)],
      "",
      "c",
      NOW + PATIENCE_MS - 500,
    ],
  ])("is %s", (_, due, underWay, begin, breakOff, lookAgainAt) => {
    const turns = turnsOf(due, underWay, NOW);
    expect(turns.begin.map(({ target }) => target).join("")).toBe(begin);
    expect(turns.breakOff.join("")).toBe(breakOff);
    expect(turns.lookAgainAt).toBe(lookAgainAt);
  });

  it("comes for all who answer within a few seconds, whoever never does", () => {
    const targets = fc.uniqueArray(fc.record({ target: fc.string(), answers: fc.boolean() }), {
      selector: ({ target }) => target,
      maxLength: 24,
    });
    fc.assert(
      fc.property(targets, (all) => {
        const answers = new Map(all.map(({ target, answers: does }) => [target, does]));
        const isSlow = new Set<string>();
        const waiting = new Set(all.map(({ target }) => target));
        let underWay: TurnUnderWay[] = [];
        // Each step is one in which nothing happens but that patience ends.
        const steps = Math.ceil(all.length / (MAX_UNDER_WAY - MAX_SLOW)) + 1;
        for (let step = 0; step < steps; step++) {
          const now = NOW + step * PATIENCE_MS;
          for (let round = 0; round <= all.length; round++) {
            const due = [...waiting].map((target) => ({ target, isSlow: isSlow.has(target) }));
            const { begin, breakOff } = turnsOf(due, underWay, now);
            expect(underWay.length + begin.length).toBeLessThanOrEqual(MAX_UNDER_WAY);
            underWay = [...underWay, ...begin.map((one) => ({ ...one, since: now }))];
            expect(underWay.filter((one) => one.isSlow).length).toBeLessThanOrEqual(MAX_SLOW);
            for (const { target } of underWay) if (answers.get(target)) waiting.delete(target);
            for (const target of breakOff) isSlow.add(target);
            underWay = underWay.filter(({ target }) => !answers.get(target) && !breakOff.includes(target));
          }
        }
        expect([...waiting].filter((target) => answers.get(target))).toEqual([]);
      }),
    );
  });
});
