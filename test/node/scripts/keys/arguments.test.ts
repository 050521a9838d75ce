import { describe, expect, it } from "vitest";
import { readArguments, UsageError } from "../../../../scripts/keys/arguments.ts";

const read = (line: string) => readArguments(line.split(" "), {});

describe("npm run keys", () => {
  it("takes limits with a key that is made, and where they are set", () => {
    const limits = { runsPerMinute: 30, usdPerDay: null };
    const given = "--runs-per-minute 30 --usd-per-day none";
    expect(read(`add website ${given}`)).toMatchObject({ action: "add", subject: "website", limits });
    expect(read(`limit 0123abcd ${given}`)).toMatchObject({ action: "limit", limits });
    expect(read("rotate 0123abcd --grace 60")).toMatchObject({ graceSeconds: 60 });
  });

  it.each([
    ["rotate 0123abcd --usd-per-day 5", "--usd-per-day goes with add and limit, not with rotate"],
    ["revoke 0123abcd --runs-per-minute 5", "not with revoke"],
    ["list --active-runs 1", "not with list"],
    ["revoke 0123abcd --grace 60", "--grace goes with rotate, not with revoke"],
    ["add website --grace 60", "not with add"],
  ])("passes over no option that would not hold: %s", (line, words) => {
    expect(() => read(line)).toThrow(UsageError);
    expect(() => read(line)).toThrow(words);
  });
});
