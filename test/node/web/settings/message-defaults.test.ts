import { describe, expect, it } from "vitest";
import { readCommon, withDefault, writeCommon } from "../../../../web/settings/message-defaults.ts";

const NOTHING = { licence: "", localOnly: false, maxBillions: null, ungated: false, cheapest: false };

describe("the usual conditions", () => {
  it.each<[unknown, object]>([
    [{}, NOTHING],
    [null, NOTHING],
    [
      { licence: { allow: ["MIT"] }, size: { max: 7e9 } },
      { ...NOTHING, licence: "MIT", maxBillions: 7 },
    ],
    [
      { provider: { allow: ["local"] }, gated: false },
      { ...NOTHING, localOnly: true, ungated: true },
    ],
    [
      { prefer: "cheapest", licence: "MIT", provider: [], size: 3 },
      { ...NOTHING, cheapest: true },
    ],
  ])("of %j are read", (constraints, expected) => {
    expect(readCommon(constraints)).toEqual(expected);
  });

  it("are written beside what no field is for", () => {
    const before = { licence: { allow: ["MIT"], deny: ["GPL"] }, latency: { maxMs: 900 }, gated: false };
    expect(writeCommon(before, { licence: "", maxBillions: 0.5, ungated: false, cheapest: true })).toEqual({
      licence: { deny: ["GPL"] },
      latency: { maxMs: 900 },
      size: { max: 500_000_000 },
      prefer: "cheapest",
    });
  });

  it("leave nothing behind when they are taken back", () => {
    const all = { licence: "MIT", localOnly: true, maxBillions: 7, ungated: true, cheapest: true };
    expect(writeCommon(writeCommon({}, all), NOTHING)).toEqual({});
    expect(readCommon(writeCommon({}, all))).toEqual(all);
  });
});

describe("a default", () => {
  it("is set, and gone when it is empty", () => {
    const set = withDefault({ selection: "language" }, "budget", { usd: 1 });
    expect(set).toEqual({ selection: "language", budget: { usd: 1 } });
    expect(withDefault(set, "budget", {})).toEqual({ selection: "language" });
    expect(withDefault(set, "selection", undefined)).toEqual({ budget: { usd: 1 } });
  });
});
