import { describe, expect, it } from "vitest";
import { clockOffset } from "../../../../web/plan/use-now.ts";

const NOW = Date.parse("2026-01-01T12:00:00.000Z");

describe("how far the server's clock is ahead of the device's", () => {
  it.each<[string, string | null, number]>([
    ["the same second", "Thu, 01 Jan 2026 12:00:00 GMT", 0],
    ["a second that has just passed", "Thu, 01 Jan 2026 11:59:59 GMT", 0],
    ["three minutes ahead", "Thu, 01 Jan 2026 12:03:00 GMT", 180_400],
    ["three minutes behind", "Thu, 01 Jan 2026 11:57:00 GMT", -179_600],
    ["a server that does not say", null, 0],
    ["a server that says nonsense", "soon", 0],
  ])("%s", (_, said, offset) => {
    expect(clockOffset(said, NOW, NOW + 200)).toBe(offset);
  });
});
