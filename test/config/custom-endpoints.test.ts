import { describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";

describe("an endpoint that cannot be", () => {
  const url = "https://models.example/run";
  it.each<[string, object, RegExp]>([
    [
      "authorization in two places",
      { headers: { Authorization: "x" }, auth: { type: "bearer", token: "y" } },
      /keep one/,
    ],
    ["jobs at another origin", { poll: { statusUrl: { template: "https://other.example/{id}" } } }, /same origin/],
    ["jobs without a place for the id", { poll: { statusUrl: { template: `${url}/jobs` } } }, /\{id\}/],
    ["a pointer that is none", { poll: { status: { pointer: "status" } } }, /JSON pointer/],
    ["an unknown way to say who calls", { auth: { type: "digest" } }, /auth/],
    ["a header of two lines", { headers: { "x-key": "a\nb" } }, /visible ASCII/],
    ["a header that frames the message", { headers: { "Content-Length": "1" } }, /headers\.Content-Length/],
    ["a rate of nothing", { limits: { requestsPerMinute: 0 } }, /limits/],
    ["a token of two lines", { auth: { type: "bearer", token: "a\nb" } }, /visible ASCII/],
  ])("is one with %s", (_, more, message) => {
    const variables = { AUTH: "open", IMPRESARIO_SECRET: "x".repeat(32) };
    const CONFIG = { endpoints: [{ model: "m", taskType: "summarization", url, ...more }] };
    expect(() => readConfig({ ...variables, CONFIG })).toThrow(message);
  });
});
