import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimal, fraction, quotient } from "../../../src/planning/embedded/arithmetic/fraction.ts";
import { workOut } from "../../../src/planning/embedded/arithmetic/index.ts";
import { planned, requestOf } from "./case.ts";

describe("arithmetic alone", () => {
  it.each([
    ["17 % of 240", "17% of 240 = 40.8"],
    ["what is 12*7+3", "12 × 7 + 3 = 87"],
    ["How much is 20% off 85?", "20% off 85 = 68"],
    ["What's 17 percent of 1,240.50?", "17% of 1240.50 = 210.885"],
    ["0.1 + 0.2", "0.1 + 0.2 = 0.3"],
    ["calculate (3 + 4) × -2", "(3 + 4) × −2 = −14"],
    ["100 minus 30 plus 5 =", "100 − 30 + 5 = 75"],
    ["Please work out 144 divided by 12 times 2.", "144 ÷ 12 × 2 = 24"],
    ["what is 10 % of 20 per cent of 500", "10% of 20% of 500 = 10"],
    ["Could you please tell me what 3 multiplied by .5 is?", "3 × 0.5 = 1.5"],
    ["10 / 3", "10 ÷ 3 ≈ 3.33333333333"],
    ["2 / 300000", "2 ÷ 300000 ≈ 0.00000666666666667"],
    ["-1 / 3", "−1 ÷ 3 ≈ −0.333333333333"],
    ["99999999999999999999 x 3", "99999999999999999999 × 3 = 299999999999999999997"],
    ["how much is 1/8", "1 ÷ 8 = 0.125"],
    ["4 / (2 - 2)", "4 ÷ (2 − 2) has no result: it divides by 0."],
  ])("is worked out exactly: %s", (text, answer) => {
    expect(workOut(text)).toMatchObject({ text: answer, isSure: true });
  });

  it.each([
    ["12 apples plus 3 pears"],
    ["Summarize 17 % of the report"],
    ["what is 17 % of 240 in euros"],
    ["42"],
    ["what is -5"],
    ["17%"],
    ["85 + 20%"],
    ["5 of 10"],
    ["1,5 + 2"],
    ["1.2.3 + 4"],
    ["3 + "],
    ["(3 + 4"],
    ["3 + 4)"],
    ["2 3 + 4"],
    ["555-1234"],
    ["28/11/2026"],
    ["1920x1080"],
    ["what is love"],
    [""],
    ["what is"],
    [`1${" + 1".repeat(60)}`],
  ])("is not all of this: %s", (text) => {
    expect(workOut(text)).toBeNull();
  });

  it("may be something else where it is spelled as a name or a date", () => {
    expect(workOut("What is 9/11?")).toMatchObject({ isSure: false });
    expect(workOut("What is 9 / 11?")).toMatchObject({ isSure: true });
  });

  it("takes anything as a message", () => {
    const piece = fc.constantFrom("1", "2.5", ",000", "+", "-", "*", "/", "%", "of", "off", "(", ")", " ", "what is ");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(workOut(pieces.join(""))?.text ?? "=").toMatch(/[=≈]|divides/);
      }),
    );
  });

  it("is as exact as whole numbers are", () => {
    const whole = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
    fc.assert(
      fc.property(whole, fc.integer({ min: 0, max: 12 }), (number, places) => {
        const { digits, isExact } = decimal(fraction(number, 10n ** BigInt(places)));
        expect(isExact).toBe(true);
        const [before = "", after = ""] = digits.replace("−", "-").split(".");
        expect(BigInt(before + after.padEnd(places, "0"))).toBe(number);
      }),
    );
    expect(quotient(fraction(1n, 1n), fraction(0n, 1n))).toBeNull();
  });
});

describe("the embedded planner", () => {
  it("answers arithmetic without a plan, and sends what may be something else on to a language model", async () => {
    expect(await planned(requestOf({ text: "17 % of 240" }))).toEqual({ as: "reply", text: "17% of 240 = 40.8" });
    expect(await planned(requestOf({ text: "What is 9/11?" }))).toMatchObject({ because: "no-task-fits" });
  });

  it("takes it for a question about a file where there is one", async () => {
    const reply = await planned(requestOf({ text: "17 % of 240", files: ["sales.csv"] }));
    expect(reply).not.toMatchObject({ text: "17% of 240 = 40.8" });
  });
});
