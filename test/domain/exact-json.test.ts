import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseExactJson } from "../../src/domain/exact-json.ts";

describe("a number in a JSON text", () => {
  it.each([
    ["1e400", "-1e400", "1e-400", "-1e-400", "1E+309"],
    ["9007199254740993", "12345678901234567890", "-9007199254740993"],
    ["0.1234567890123456789", "-1234.56789012345678", "0.1000000000000000055", "1.00000000000000000001"],
    ["0.30000000000000004e-310", `1.${"0".repeat(200)}1`, `1${"0".repeat(400)}`],
  ])("is a text where a double does not hold it: %s", (...written) => {
    expect(parseExactJson(`[${written.join(", ")}]`)).toEqual(written);
  });

  it.each([
    ["0", 0],
    ["-0", -0],
    ["0.0e5", 0],
    ["1.50", 1.5],
    ["1e3", 1000],
    ["12.5E-1", 1.25],
    ["1e23", 1e23],
    ["9007199254740992", 2 ** 53],
    ["0.10000000000000001", 0.1],
    ["3.1415926535897931", Math.PI],
    ["5e-324", 5e-324],
    ["1.7976931348623157e308", Number.MAX_VALUE],
  ])("is a number where a double holds it: %s", (written, value) => {
    expect(parseExactJson(written)).toBe(value);
  });

  it("is as JSON.stringify wrote it, whatever number that was", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(parseExactJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("is never the same as another of as many digits", () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 17, maxLength: 30 });
    fc.assert(
      fc.property(
        fc.uniqueArray(
          digits.map((all) => `0.1${all.join("")}1`),
          { minLength: 2, maxLength: 5 },
        ),
        (all) => {
          expect(new Set(all.map((one) => parseExactJson(one))).size).toBe(all.length);
        },
      ),
    );
  });
});

it("is refused where it is no JSON", () => {
  expect(() => parseExactJson("{")).toThrow(SyntaxError);
});
