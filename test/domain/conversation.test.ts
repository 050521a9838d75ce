import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type HistoryTurn,
  MAX_HISTORY_CHARS,
  MAX_HISTORY_RESOURCES,
  MAX_HISTORY_TURNS,
  MAX_MESSAGE_CHARS,
  recentHistory,
} from "../../src/domain/conversation.ts";

const turn = (text: string, resources: readonly string[] = []): HistoryTurn => ({ role: "user", text, resources });

describe("what a new conversation keeps of what was said before", () => {
  it("is all of a short dialogue, in order", () => {
    const said = [turn("one"), { role: "assistant", text: "two", resources: ["res_1"] } as const, turn("", ["res_2"])];
    expect(recentHistory(said)).toEqual(said);
  });

  it("is the newest turns of a long one, and none that say nothing", () => {
    const said = Array.from({ length: 50 }, (_, at) => turn(at % 2 ? `turn ${at}` : " \n"));
    const kept = recentHistory(said);
    expect(kept).toHaveLength(MAX_HISTORY_TURNS);
    expect(kept.at(-1)?.text).toBe("turn 49");
    expect(kept[0]?.text).toBe(`turn ${50 - 2 * MAX_HISTORY_TURNS + 1}`);
  });

  it("is within its bounds, and ends with what was said last", () => {
    const some = fc.record({
      role: fc.constantFrom("user" as const, "assistant" as const),
      text: fc.nat({ max: 3 * MAX_MESSAGE_CHARS }).map((chars) => "😀".repeat(chars / 2)),
      resources: fc.array(fc.constant("res_1"), { maxLength: 40 }),
    });
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 8 }), (said) => {
        const kept = recentHistory(said);
        expect(kept.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(MAX_HISTORY_CHARS);
        expect(kept.flatMap(({ resources }) => resources).length).toBeLessThanOrEqual(MAX_HISTORY_RESOURCES);
        expect(kept.every(({ text }) => text.isWellFormed() && text.length <= MAX_MESSAGE_CHARS)).toBe(true);
        const last = said.findLast(({ text, resources }) => text !== "" || resources.length > 0);
        if (last) expect(last.text.startsWith((kept.at(-1)?.text ?? "?").replace(/\uFFFD$/, ""))).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});
