import { Hono } from "hono";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AppEnv } from "../../src/http/context.ts";
import { answerThrown } from "../../src/http/problem.ts";

const app = new Hono<AppEnv>().get("/", () => {
  throw new Error("It broke off");
});
app.onError(answerThrown);

let log: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  log = vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => log.mockRestore());

it("what breaks is a fault of ours, and logged", async () => {
  expect((await app.request("http://localhost/")).status).toBe(500);
  expect(log).toHaveBeenCalledOnce();
});

it("what breaks as its client has left is logged as no fault", async () => {
  await app.request(new Request("http://localhost/", { signal: AbortSignal.abort() }));
  expect(log).not.toHaveBeenCalled();
});
