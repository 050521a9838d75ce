import { expect, it } from "vitest";
import { measuredWords } from "../../../../web/plan/measured-words.ts";

it.each([
  [{}, ""],
  [{ inputTokens: 1_200, outputTokens: 300 }, "1,200 tokens read, 300 tokens written"],
  [{ images: 1, neurons: 2.5 }, "1 picture, 2.5 neurons"],
  [{ computeSeconds: 0.12345, usd: 1 }, "0.123 seconds of computing"],
])("what was measured as %j is told as %s", (measured, words) => {
  expect(measuredWords(measured)).toBe(words);
});
