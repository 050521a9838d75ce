import { describe, expect, inject, it } from "vitest";
import { callEndpoint, endpointAt } from "./call-endpoint.ts";

const said = async (path: string, more: object, now?: () => number): Promise<unknown> =>
  (await callEndpoint(endpointAt(path, more), undefined, now ? { now } : {})).outputs.text;
const shown = (text: string) => ({ as: "text", text });

describe("an endpoint is told who calls", () => {
  it.each<[string, object, string]>([
    ["by a bearer token", { type: "bearer", token: "abc" }, "Bearer abc"],
    ["by name and password, in UTF-8", { type: "basic", username: "me", password: "pä:ss" }, "Basic bWU6cMOkOnNz"],
  ])("%s", async (_, auth, header) => {
    expect(await said(`/guarded?wants=${encodeURIComponent(header)}`, { auth })).toEqual(shown(header));
  });

  it("by a header of its own", async () => {
    const auth = { type: "header", name: "X-Api-Key", value: "k" };
    expect(await said("/guarded?header=x-api-key&wants=k", { auth })).toEqual(shown("k"));
  });

  it("and says what to check when it lets nobody in, but not what it said", async () => {
    const failed = said("/guarded?wants=other", { auth: { type: "bearer", token: "abc" } });
    await expect(failed).rejects.toMatchObject({ code: "provider-rejected", message: expect.stringMatching(/`auth`/) });
    await expect(failed).rejects.not.toThrow(/secret|abc/);
  });
});

describe("client credentials", () => {
  let scopes = 0;
  const auth = (mode = "", more: object = {}) => ({
    auth: {
      type: "oauth-client-credentials",
      tokenUrl: `${inject("expertUrl")}token?${mode}`,
      clientId: "our id",
      clientSecret: "s:cret",
      scope: `s${scopes++}`,
      ...more,
    },
  });

  it.each(["header", "body"])("are exchanged for a token, sent in the %s", async (sendIn) => {
    const own = auth("", { sendIn, scope: `by-${sendIn}` });
    expect(await said("/guarded", own)).toEqual(shown(`Bearer by-${sendIn}-1`));
  });

  it("are exchanged once for many calls, and again a minute before the token ends", async () => {
    let now = 0;
    const endpoint = endpointAt("/guarded", auth("lifetime=600", { scope: "kept" }));
    const call = async () => (await callEndpoint(endpoint, undefined, { now: () => now })).outputs.text;
    expect(await call()).toEqual(shown("Bearer kept-1"));
    now = 539_000;
    expect(await call()).toEqual(shown("Bearer kept-1"));
    now = 541_000;
    expect(await call()).toEqual(shown("Bearer kept-2"));
  });

  it("are exchanged again once where the token is refused", async () => {
    expect(await said("/guarded?from=2", auth("", { scope: "renewed" }))).toEqual(shown("Bearer renewed-2"));
  });

  it("are given up where the next token is refused as well", async () => {
    const failed = said("/guarded?from=99", auth());
    await expect(failed).rejects.toMatchObject({ code: "provider-rejected", retryable: false });
  });

  it.each<[string, object, object]>([
    ["are wrong", auth("", { clientSecret: "other" }), { code: "provider-rejected", message: /clientSecret/ }],
    ["bring no token", auth("mode=no-token"), { code: "provider-rejected", message: /no bearer token/ }],
    ["cannot be shown just now", auth("mode=down"), { code: "provider-unavailable", retryable: true, message: /503/ }],
  ])("fail with a stable code where they %s", async (_, own, expected) => {
    const { message, ...rest } = { message: /./, ...expected };
    await expect(said("/guarded", own)).rejects.toMatchObject({ ...rest, message: expect.stringMatching(message) });
  });
});
