import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError, ERROR_STATUS, isErrorCode, toFailure } from "../../src/domain/errors.ts";

const SECRET = "postgres://admin:hunter2@10.0.0.7";

describe("what leaves the system of a thrown value", () => {
  it("is the failure itself when it was made for the caller, and never its cause", () => {
    const cause = new Error(SECRET);
    const error = new AppError("rate-limited", "Too many calls", { retryable: true, retryAfterMs: 1_500, cause });
    expect(toFailure(error)).toEqual({
      code: "rate-limited",
      message: "Too many calls",
      retryable: true,
      retryAfterMs: 1_500,
    });
    expect(error.cause).toBe(cause);
  });

  it("is not worth a retry unless that was said, and names no wait unless there is one", () => {
    expect(toFailure(new AppError("no-model", "None"))).toStrictEqual({
      code: "no-model",
      message: "None",
      retryable: false,
    });
  });

  it("is the same of one that has come from a Durable Object, without its class", () => {
    const told = { name: "AppError", code: "newer-state", retryable: true, remote: true };
    expect(toFailure(Object.assign(new Error("It is newer"), told))).toMatchObject({
      ...{ code: "newer-state", message: "It is newer", retryable: true },
    });
  });

  it.each<[string, unknown]>([
    ["an error of ours that is a bug", new Error(SECRET)],
    ["an error of the runtime", new TypeError(`Cannot read properties of ${SECRET}`)],
    ["an error whose name pretends", Object.assign(new Error(SECRET), { name: "AppError", code: "internal" })],
    [
      "one from elsewhere whose code is none of ours",
      Object.assign(new Error(SECRET), { name: "AppError", code: "E", remote: true }),
    ],
    ["an object shaped like a failure", { code: "rate-limited", message: SECRET, retryable: true }],
    ["a string", SECRET],
    ["nothing", undefined],
    ["null", null],
  ])("says nothing of %s", (_, thrown) => {
    const failure = toFailure(thrown);
    expect(failure).toEqual({ code: "internal", message: "Something went wrong on our side.", retryable: false });
  });

  it("holds no word of any thrown text", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 40 }), (text) => {
        expect(JSON.stringify(toFailure(new Error(text)))).toBe(JSON.stringify(toFailure("")));
      }),
    );
  });
});

describe("an error code", () => {
  it("maps to an HTTP status that means an error", () => {
    for (const status of Object.values(ERROR_STATUS)) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
    }
  });

  it.each(["toString", "__proto__", "", "Internal"])("is not %j", (text) => {
    expect(isErrorCode(text)).toBe(false);
  });

  it("is one of the table", () => {
    expect(Object.keys(ERROR_STATUS).filter((code) => !isErrorCode(code))).toEqual([]);
  });
});
