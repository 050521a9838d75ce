import { describe, expect, it } from "vitest";
import { failure } from "../../../src/domain/errors.ts";
import { err } from "../../../src/domain/result.ts";
import { ALICE, expectStatus } from "../caller.ts";
import { createBackstage } from "../doubles.ts";
import { ANSWERS, chat, createChat, errorOf, openAiError, PATH, posted, user } from "./chat.ts";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("errors as OpenAI has them", () => {
  it.each<[string, string, RequestInit, number, string]>([
    ["no key", PATH, { method: "POST" }, 401, "unauthorized"],
    [
      "a key of another service",
      PATH,
      { method: "POST", headers: { authorization: "Bearer sk-1" } },
      401,
      "unauthorized",
    ],
    ["no key for the models", "/openai/v1/models", {}, 401, "unauthorized"],
    ["an address that is none", "/openai/v1/moderations", { method: "POST" }, 404, "not-found"],
    ["the address alone", "/openai/v1", {}, 404, "not-found"],
    ["another method", PATH, {}, 405, "method-not-allowed"],
  ])("answer %s", async (_, path, init, status, code) => {
    expect(await errorOf(await createChat().bare(path, init), status)).toMatchObject({ code });
  });

  it.each<[string, BodyInit | undefined, Record<string, string>, number]>([
    ["that is no JSON", "{", { "content-type": "application/json" }, 400],
    ["of another type", "{}", { "content-type": "text/plain" }, 415],
    ["that is missing", undefined, {}, 415],
    ["that is no object", "null", { "content-type": "application/json" }, 400],
    ["that is nested too deep", "[".repeat(100), { "content-type": "application/json" }, 400],
    ["that is not UTF-8", Uint8Array.of(0x22, 0xff), { "content-type": "application/json" }, 400],
  ])("answer a body %s", async (_, body, headers, status) => {
    const call = createChat().as(ALICE);
    const error = await errorOf(await call(PATH, { method: "POST", headers, ...(body ? { body } : {}) }), status);
    expect(error).toMatchObject({ type: "invalid_request_error", param: null });
    expect(error.message).not.toContain(": :");
  });

  it("keep the headers of what they stand for", async () => {
    const app = createChat();
    app.backstage.tenant(ALICE).refuses = {
      ok: false,
      error: { ...failure("rate-limited", "Slower", true), retryAfterMs: 2_000 },
    };
    const response = await app.as(ALICE)(PATH, chat({}));
    expect(response.headers.get("retry-after")).toBe("2");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(await errorOf(response, 429)).toMatchObject({ type: "rate_limit_error" });
    const refused = await app.bare(PATH, { method: "POST" });
    expect(refused.headers.get("www-authenticate")).toContain("Bearer");
  });

  it("come before anything that came with the request is stored", async () => {
    const app = createChat();
    const tenant = app.backstage.tenant(ALICE);
    tenant.refuses = err(failure("rate-limited", "Slower", true));
    const image_url = { url: `data:image/png;base64,${PNG}` };
    const content = [
      { type: "text", text: "What is this?" },
      { type: "image_url", image_url },
    ];
    const before = [user([{ type: "image_url", image_url }]), { role: "assistant", content: "A dot." }];
    await errorOf(await app.as(ALICE)(PATH, chat({ messages: [...before, user(content)] })), 429);
    expect(tenant.announced).toEqual([]);
    tenant.refuses = null;
    await expectStatus(await app.as(ALICE)(PATH, chat({ messages: [...before, user(content)] })), 200);
    expect(tenant.announced).toHaveLength(2);
  });

  it("are not those of other routes", async () => {
    const problem = await createChat().bare("/v1/runs", { method: "POST" });
    expect(problem.headers.get("content-type")).toBe("application/problem+json");
    expect(openAiError.safeParse(await problem.json()).success).toBe(false);
  });
});

describe("who may ask as a client of OpenAI", () => {
  it("is anybody on this machine where no key is needed, whatever key is sent", async () => {
    const app = createChat(ANSWERS, createBackstage("open"));
    for (const headers of [{}, { authorization: "Bearer sk-secret" }, { authorization: "Bearer " }]) {
      await expectStatus(await app.bare(PATH, chat({}, headers)), 200);
    }
    expect(JSON.stringify(posted(app))).not.toContain("sk-secret");
    const page = chat({}, { origin: "https://evil.example" });
    expect(await errorOf(await app.bare(PATH, page), 403)).toMatchObject({ type: "permission_error" });
    await expectStatus(await app.bare(PATH, chat({}, { origin: "http://localhost:3000" })), 200);
  });

  it("is nobody whose key was revoked", async () => {
    const app = createChat();
    app.backstage.tenant(ALICE).revoked.add("0000000f");
    expect(await errorOf(await app.as(ALICE, "0000000f")(PATH, chat({})), 401)).toMatchObject({ code: "unauthorized" });
  });

  it("is a page as well, with what OpenAI's own library sends", async () => {
    const asked = "authorization,content-type,x-stainless-lang,x-stainless-retry-count,x-stainless-timeout";
    const headers = { origin: "https://example.com", "access-control-request-method": "POST" };
    const preflight = await createChat().bare(PATH, {
      method: "OPTIONS",
      headers: { ...headers, "access-control-request-headers": asked },
    });
    const allowed = preflight.headers.get("access-control-allow-headers")?.toLowerCase().split(",") ?? [];
    for (const name of asked.split(",")) expect(allowed).toContain(name);
  });
});
