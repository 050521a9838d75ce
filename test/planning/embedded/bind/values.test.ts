import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { input, optional, output, type SaidValue, taskType } from "../../../../src/domain/task-types/task-type.ts";
import { readValues } from "../../../../src/planning/embedded/bind/values.ts";

const NUMBER: SaidValue = { as: "number", isWhole: false };
const WHOLE: SaidValue = { as: "number", isWhole: true };

const typeOf = (...inputs: Parameters<typeof taskType>[1]["inputs"][number][]) =>
  taskType("own", { area: "language", description: "Own", inputs, outputs: [output("text", "text")] });
const port = (name: string, takes: SaidValue, description = "") => ({ ...input(name, "data", { description }), takes });
const maybe = (name: string, takes: SaidValue, description = "") => ({
  ...optional(name, "data", { description }),
  takes,
});

const sum = typeOf(port("a", NUMBER, "First number"), port("b", NUMBER, "Second number"));
const operation = typeOf(
  maybe("duration", NUMBER, "Duration of the operation in seconds"),
  maybe("steps", WHOLE, "Number of steps in the operation"),
);
const colours = typeOf(port("colour", { as: "choice", of: ["white", "warm white", "navyBlue", 3000] }));
const currency: SaidValue = { as: "choice", of: ["USD", "EUR", "CHF"] };
const exchange = typeOf(port("amount", NUMBER), port("source", currency), port("target", currency));
const dimmer = typeOf(port("level", { as: "choice", of: [1, 2, 3] }), maybe("lamps", WHOLE, "How many lamps"));
const message = typeOf(maybe("include-image", { as: "boolean" }, "Whether to include an image"));

describe("values that a request says", () => {
  it.each([
    [sum, "add 5 and 7", { a: 5, b: 7 }],
    [sum, "add -1.5 to 2,000", { a: -1.5, b: 2000 }],
    [sum, "add 5", { a: 5 }],
    [sum, "add them with base64 and gpt-4 of v2.0", {}],
    [operation, "2 seconds with 4 steps", { duration: 2, steps: 4 }],
    [operation, "4 steps of 2 seconds each", { duration: 2, steps: 4 }],
    [operation, "steps: 3", { steps: 3 }],
    [operation, "2.5 of it", { duration: 2.5 }],
    [colours, "make it Warm White", { colour: "warm white" }],
    [colours, "in navy blue, please", { colour: "navyBlue" }],
    [colours, "at 3000.", { colour: 3000 }],
    [colours, "whitewash it", {}],
    [colours, "not white, navy blue", { colour: "navyBlue" }],
    [exchange, "convert 5 USD to EUR", { amount: 5, source: "USD", target: "EUR" }],
    [exchange, "5 with the target CHF and the source EUR", { amount: 5, source: "EUR", target: "CHF" }],
    [exchange, "5 in USD", { amount: 5, source: "USD" }],
    [dimmer, "2 lamps at level 3", { level: 3, lamps: 2 }],
    [typeOf(port("step", { as: "choice", of: [1, -1] })), "by -1", { step: -1 }],
    [sum, `add ${"9".repeat(400)} and 1`, { a: 1 }],
    [sum, "add 5,000ms and 3", { a: 3 }],
    [message, "success, including the image", { "include-image": true }],
    [message, "success without including the image", { "include-image": false }],
    [message, "success", {}],
  ])("of %o: %s", (type, words, values) => {
    expect(Object.fromEntries(readValues(type, words))).toEqual(values);
  });

  it("are read from the beginning of a long text alone", () => {
    for (const piece of ["no no ", "1,111,", "include ", "navy "]) {
      const long = `${piece.repeat(20_000)}x, include the image of 3000`;
      for (const type of [sum, colours, message]) expect([...readValues(type, long).values()]).not.toContain(3000);
    }
  });

  it("are of ports that take them, whatever the words", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.constantFrom(sum, operation, colours, message), (words, type) => {
        for (const [name, value] of readValues(type, words)) {
          const takes = type.inputs.find((one) => one.name === name)?.takes;
          if (takes?.as === "choice") expect(takes.of).toContain(value);
          else expect(typeof value).toBe(takes?.as);
        }
      }),
    );
  });
});
