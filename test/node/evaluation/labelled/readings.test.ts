import { describe, expect, it } from "vitest";
import { printReadings } from "../../../../evaluation/labelled/print-readings.ts";
import {
  type Part,
  type Reading,
  type ReadRequest,
  summariseReadings,
} from "../../../../evaluation/labelled/readings.ts";

const NONE = { right: 0, missed: 0, wrong: 0, false: 0 };
const reading = (constraints: Reading["constraints"], budget: Reading["budget"] = {}): Reading => ({
  constraints,
  budget,
});
const partOf = (part: Part, one: ReadRequest) => summariseReadings([one]).parts[part];

describe("a part of a reading", () => {
  it.each([
    {
      name: "in another order and case",
      label: { licence: { allow: ["MIT", "Apache-2.0"] } },
      read: reading({ licence: { allow: ["apache-2.0", "mit"] } }),
      is: { ...NONE, right: 1 },
    },
    { name: "that lacks", label: { licence: { allow: ["MIT"] } }, read: reading({}), is: { ...NONE, missed: 1 } },
    {
      name: "with an entry too many",
      label: { licence: { allow: ["MIT"] } },
      read: reading({ licence: { allow: ["MIT"], deny: ["GPL"] } }),
      is: { ...NONE, wrong: 1 },
    },
    {
      name: "that turns allowed into denied",
      label: { licence: { allow: ["MIT"] } },
      read: reading({ licence: { deny: ["MIT"] } }),
      is: { ...NONE, wrong: 1 },
    },
    {
      name: "that nobody asked for",
      label: {},
      read: reading({ licence: { allow: ["MIT"] } }),
      is: { ...NONE, false: 1 },
    },
    { name: "that is rightly not there", label: {}, read: reading({}), is: NONE },
  ])("$name", ({ label, read, is }) => {
    expect(partOf("licence", { label, reading: read })).toEqual(is);
  });

  it("of numbers counts to the last digit", () => {
    const label = { budget: { usd: 0.1, timeMs: 30_000 } };
    expect(partOf("budget", { label, reading: reading({}, { timeMs: 30_000, usd: 0.1 }) }).right).toBe(1);
    expect(partOf("budget", { label, reading: reading({}, { timeMs: 30_001, usd: 0.1 }) }).wrong).toBe(1);
    expect(partOf("budget", { label, reading: reading({}, {}) }).missed).toBe(1);
  });
});

describe("readings in sum", () => {
  const summary = summariseReadings([
    { label: { language: "de" }, reading: reading({ language: "de" }) },
    { label: { language: "de", budget: { usd: 1 } }, reading: reading({ language: "de" }) },
    { label: { size: { max: 1_000 } }, reading: null },
    { label: { provider: { deny: ["openai"] } }, reading: reading({ provider: { deny: ["openai"] }, language: "fr" }) },
    { label: {}, reading: reading({}) },
    { label: {}, reading: reading({ size: { prefer: "smallest" } }, { tasks: 3 }) },
  ]);

  it("count requests without a fault, and those that are read where nothing is said", () => {
    expect(summary).toEqual({
      restricting: { rows: 4, right: 1 },
      tempting: { rows: 2, falselyRead: 1 },
      untold: 1,
      parts: {
        licence: NONE,
        provider: { ...NONE, right: 1 },
        model: NONE,
        size: { ...NONE, missed: 1, false: 1 },
        benchmark: NONE,
        language: { ...NONE, right: 2, false: 1 },
        price: NONE,
        latency: NONE,
        gated: NONE,
        prefer: NONE,
        budget: { ...NONE, missed: 1, false: 1 },
      },
    });
  });

  it("are told by part", () => {
    const text = printReadings(summary);
    expect(text).toMatch(/^language +2 +0 +0 +1$/m);
    expect(text).toContain("1 of 4 requests that restrict something are read without a fault");
    expect(text).toContain("of 2 requests that don't, 1 are read as if they did");
    expect(text).toContain("Of 1 request the controller tells no reading.");
  });
});
