import { describe, expect, it } from "vitest";
import type { ResourceView } from "../../../../src/client/client.ts";
import type { JsonValue } from "../../../../src/domain/json.ts";
import { argumentInWords, budgetInWords, costInWords } from "../../../../web/approval/words.ts";

const FILES: readonly ResourceView[] = [
  {
    ...{ id: "res_1", kind: "image", name: "invoice.png", mediaType: "image/png", bytes: 1, sha256: "" },
    ...{ createdAt: "", url: "", urlExpiresAt: "" },
  },
];

it.each<[JsonValue, string]>([
  ["res_1", "invoice.png"],
  ["res_2", "a file"],
  ["French", "“French”"],
  ["https://example.com/a.png", "https://example.com/a.png"],
  [{ literal: "<resource>-0" }, "“<resource>-0”"],
  ["<resource>-0", "what task 1 makes"],
  [["<resource>-0.text", "res_1"], "the text that task 1 makes, invoice.png"],
])("the argument %j is told as %s", (written, words) => {
  expect(argumentInWords(written, FILES)).toBe(words);
});

it("cuts a long text", () => {
  expect(argumentInWords("x".repeat(5_000), FILES).length).toBeLessThan(300);
});

it.each([
  [null, "at a price that is not known"],
  [0, "free"],
  [0.0123, "at most $0.0123"],
])("a call for %j is told as %s", (usd, words) => {
  expect(costInWords(usd)).toBe(words);
});

describe("an estimate", () => {
  const part = { estimate: 0, limit: null, isEnough: true };
  const told = (change: object) => budgetInWords({ usd: part, llmCalls: part, tasks: part, timeMs: part, ...change });

  it.each<[string, object, object]>([
    ["has no limit", {}, { part: "usd", estimate: "free", limit: null, isTooLittle: false }],
    [
      "may cost nothing",
      { usd: { estimate: 0, limit: 0, isEnough: true } },
      { part: "usd", estimate: "free", limit: "$0", isTooLittle: false },
    ],
    [
      "is above its limit",
      { usd: { estimate: 0.25, limit: 0.125, isEnough: false } },
      { part: "usd", estimate: "$0.25", limit: "$0.125", isTooLittle: true },
    ],
    [
      "is not known",
      { timeMs: { estimate: null, limit: 60_000, isEnough: null } },
      { part: "timeMs", limit: "1 min 00 s", isTooLittle: false },
    ],
    [
      "is a time",
      { timeMs: { estimate: 2_500, limit: null, isEnough: true } },
      { part: "timeMs", estimate: "about 2.5 s" },
    ],
  ])("%s", (_, change, expected) => {
    expect(told(change)).toContainEqual(expect.objectContaining(expected));
  });
});
