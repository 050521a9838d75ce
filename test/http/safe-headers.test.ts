import { describe, expect, it, vi } from "vitest";
import { ALICE, createCaller, post } from "./caller.ts";
import { createBackstage } from "./doubles.ts";

const safetyOf = ({ headers }: Response) => [headers.get("x-content-type-options"), headers.get("cache-control")];

describe("an answer", () => {
  it.each([
    ["of the API", "/v1/conversations", {}, 200],
    ["that makes something", "/v1/runs", post({ text: "x" }), 202],
    ["that is a problem", "/v1/runs/run_0", {}, 404],
    [
      "to a body that is none",
      "/v1/runs",
      { method: "POST", body: "{", headers: { "content-type": "application/json" } },
      400,
    ],
    ["to another method", "/v1/runs", { method: "PUT" }, 405],
    ["at an address of nothing", "/v1/nowhere", {}, 404],
    ["that is public", "/v1/health", {}, 200],
    ["that describes the API", "/openapi.json", {}, 200],
    ["to a client of OpenAI's", "/openai/v1/models", {}, 200],
    ["that is an error of OpenAI's", "/openai/v1/models/none", {}, 404],
    ["to a client of HuggingGPT's", "/hugginggpt", post({ messages: [] }), 400],
    ["to a delivery for no hook", "/hooks/hook_0", post({}), 404],
    ["of MCP, to a method that it lacks", "/mcp", {}, 405],
  ])("%s is not to be sniffed, nor kept", async (_, path, init, status) => {
    const answer = await createCaller().as(ALICE)(path, init);
    expect([answer.status, ...safetyOf(answer)]).toEqual([status, "nosniff", "no-store"]);
  });

  it("to nobody with a key is not to be kept either", async () => {
    const answer = await createCaller().bare("/v1/conversations");
    expect([answer.status, ...safetyOf(answer)]).toEqual([401, "nosniff", "no-store"]);
  });

  it("of what breaks is not to be kept either", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const backstage = createBackstage();
    vi.spyOn(backstage.wiring, "ready").mockRejectedValue(new Error("It broke"));
    const answer = await createCaller(backstage).as(ALICE)("/v1/conversations");
    expect([answer.status, ...safetyOf(answer)]).toEqual([500, "nosniff", "no-store"]);
  });

  it.each([
    ["the catalogue", "/v1/catalogue", {}, "private, no-cache"],
    [
      "a stream of MCP",
      "/mcp",
      post({ jsonrpc: "2.0", id: 1, method: "ping" }, { accept: "application/json, text/event-stream" }),
      "no-cache, no-transform",
    ],
  ])("that says itself how long it serves is kept as it says: %s", async (_, path, init, kept) => {
    const answer = await createCaller().as(ALICE)(path, init);
    expect([answer.status, ...safetyOf(answer)]).toEqual([200, "nosniff", kept]);
  });
});
