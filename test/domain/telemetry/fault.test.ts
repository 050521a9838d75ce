import { describe, expect, it } from "vitest";
import * as z from "zod";
import { AppError } from "../../../src/domain/errors.ts";
import { describeFault } from "../../../src/domain/telemetry/fault.ts";

const SECRET = "xyzzy";

/** What is thrown by something that reads a message. */
function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (thrown) {
    return thrown;
  }
  throw new Error("Nothing was thrown");
}

const renamed = (name: string, message: string): Error => Object.assign(new Error(message), { name });

/** An error whose stack was made with another message than it has now. */
function changed(before: string, after: string): Error {
  const error = new Error(before);
  error.stack = `Error: ${before}\n    at f (a.ts:1:1)`;
  error.message = after;
  return error;
}

describe("what is logged of a fault", () => {
  it.each<[string, unknown, RegExp]>([
    ["of JSON", thrownBy(() => JSON.parse(`${SECRET} is a word`)), /^SyntaxError\n {4}at /],
    ["of a schema", thrownBy(() => z.literal(1, { error: SECRET }).parse(SECRET)), /^ZodError(?:\n {4}at |$)/],
    ["of an address", thrownBy(() => new URL(SECRET)), /^TypeError(?: [A-Z_]+)?(?:\n {4}at |$)/],
    ["of what cannot be cloned", thrownBy(() => structuredClone({ [SECRET]: () => 1 })), /^DataCloneError 25/],
    ["of several lines", new Error(`a\nb ${SECRET}\n`), /^Error\n {4}at /],
    ["that looks like a frame", new Error(`a\n    at ${SECRET} (${SECRET}.ts:1:1)\n`), /^Error\n {4}at /],
    ["that looks like a frame alone", new Error(`    at ${SECRET} (${SECRET}.ts:1:1)`), /^Error\n {4}at /],
    ["that was changed since", changed(SECRET, "another"), /^Error$/],
    ["that was emptied since", changed(`a\n    at ${SECRET} (a.ts:1:1)`, ""), /^Error$/],
    ["that is a name", renamed(`The ${SECRET}`, "a"), /^Error\n {4}at /],
    ["that is a code", Object.assign(new Error("a"), { code: `no ${SECRET}` }), /^Error\n {4}at /],
    ["of ours", new AppError("provider-rejected", `It said ${SECRET}`), /^AppError provider-rejected\n {4}at /],
    ["that is no error", SECRET, /^a thrown string$/],
    ["that is an object", { message: SECRET, stack: SECRET }, /^a thrown object$/],
    ["that is nothing", null, /^a thrown null$/],
  ])("holds nothing of a message %s", (_, thrown, expected) => {
    const told = describeFault(thrown);
    expect(told).toMatch(expected);
    expect(told).not.toContain(SECRET);
  });

  it("names what it is and where it came from", () => {
    const told = describeFault(Object.assign(new TypeError("No"), { code: "ECONNRESET" }));
    expect(told).toMatch(/^TypeError ECONNRESET\n {4}at .*fault\.test\.ts:\d+:\d+/);
  });

  it("holds what caused it, each without its message", () => {
    const cause = thrownBy(() => JSON.parse(SECRET));
    const told = describeFault(new AppError("misconfigured", SECRET, { cause }));
    expect(told).toMatch(/^AppError misconfigured\n(?: {4}at .*\n)+ {2}caused by SyntaxError\n {4}at /);
    expect(told).not.toContain(SECRET);
  });

  it("ends, however long the chain of causes and the stacks are", () => {
    const round = new Error("a");
    round.cause = round;
    let chain: unknown = null;
    for (let depth = 0; depth < 1_000; depth++) chain = new Error(SECRET.repeat(10_000), { cause: chain });
    const deep = new Error("a");
    deep.stack = `Error: a\n${"    at f (a.ts:1:1)\n".repeat(100_000)}`;
    for (const thrown of [round, chain, deep]) expect(describeFault(thrown).length).toBeLessThan(20_000);
  });

  it("never throws itself", () => {
    const hostile = new Error("a");
    for (const field of ["name", "message", "stack", "code", "cause"]) {
      Object.defineProperty(hostile, field, {
        get: () => {
          throw new Error(SECRET);
        },
      });
    }
    expect(describeFault(hostile)).not.toContain(SECRET);
    expect(describeFault(Object.assign(new Error("a"), { stack: 7, name: 7, code: {}, cause: 7 }))).toBe(
      "Error\n  caused by a thrown number",
    );
  });
});
