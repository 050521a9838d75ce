import { describe, expect, it } from "vitest";
import { ALICE, createCaller, expectStatus, ORIGIN, post, resourceOf } from "./caller.ts";
import { createBackstage } from "./doubles.ts";
import { CRASH, fromGitHub, GITHUB_HOOK, hookOf, issue, newHookOf, posted } from "./hooks/setup.ts";

const PUBLIC_URL = "https://impresario.example";
const WEBHOOK = { url: "https://receiver.example/in" };

/** The whole address that a request is sent to, whose host its sender chose. */
const at = (host: string, path: string): string => new URL(path, `http://${host}`).href;

/** What links in the one webhook of the one run that there is begin with. */
const toldOrigin = (backstage: ReturnType<typeof createBackstage>): string => {
  const [message] = posted(backstage.conversations);
  const [subscriber] = message?.subscribers ?? [];
  if (subscriber?.to.by !== "url") throw new Error("Nobody is told of the run");
  return subscriber.to.origin;
};

const HOSTS = ["evil.example", "evil.example:8787", "localhost.evil.example", "[2001:db8::1]:8787", "127.0.0.1:1"];

describe("a delivery", () => {
  it.each(HOSTS)("sent to %s makes links with the address that its hook was made at", async (host) => {
    const caller = createCaller();
    const hook = await newHookOf(await caller.as(ALICE)("/v1/hooks", post({ ...GITHUB_HOOK, webhook: WEBHOOK })));
    await expectStatus(
      await fromGitHub(caller, { url: at(host, new URL(hook.url).pathname) }, issue(CRASH), {
        headers: { host, "x-forwarded-host": host, forwarded: `host=${host}` },
      }),
      202,
    );
    expect(toldOrigin(caller.backstage)).toBe(ORIGIN);
  });

  it("makes links with the deployment's own address where it has one", async () => {
    const caller = createCaller(createBackstage("keys", { PUBLIC_URL: `${PUBLIC_URL}/` }));
    const hook = await newHookOf(await caller.as(ALICE)("/v1/hooks", post({ ...GITHUB_HOOK, webhook: WEBHOOK })));
    expect(hook.url).toBe(`${PUBLIC_URL}/hooks/${hook.id}`);
    await expectStatus(await fromGitHub(caller, { url: at("evil.example", `/hooks/${hook.id}`) }, issue(CRASH)), 202);
    expect(toldOrigin(caller.backstage)).toBe(PUBLIC_URL);
  });

  it("for a hook from before hooks had an address makes links that are paths", async () => {
    const caller = createCaller();
    const made = await newHookOf(await caller.as(ALICE)("/v1/hooks", post({ ...GITHUB_HOOK, webhook: WEBHOOK })));
    const tenant = caller.backstage.tenant(ALICE);
    const kept = await tenant.findHook(made.id);
    if (!kept) throw new Error("The hook was not kept");
    const { origin: _, ...old } = kept;
    await tenant.removeHook(made.id);
    await tenant.addHook(old);
    await hookOf(await caller.as(ALICE)(`/v1/hooks/${made.id}`));
    await expectStatus(await fromGitHub(caller, { url: at("evil.example", `/hooks/${made.id}`) }, issue(CRASH)), 202);
    expect(toldOrigin(caller.backstage)).toBe("");
  });
});

describe("what a caller is answered", () => {
  it.each([
    ["the address that it asked at", {}, "http://other.example:8787"],
    ["the deployment's own address, where it has one", { PUBLIC_URL }, PUBLIC_URL],
  ])("links to %s", async (_, variables, origin) => {
    const call = createCaller(createBackstage("keys", variables)).as(ALICE);
    const headers = { "x-filename": "a.txt", "content-type": "text/plain" };
    const sent = call(at("other.example:8787", "/v1/resources"), { method: "POST", body: "x", headers });
    expect(new URL((await resourceOf(await sent)).url).origin).toBe(origin);
    const described = await call(at("other.example:8787", "/openapi.json"));
    expect(await described.json()).toMatchObject({ servers: [{ url: origin }] });
  });
});
