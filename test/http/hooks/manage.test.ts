import { describe, expect, it } from "vitest";
import { failure } from "../../../src/domain/errors.ts";
import { err } from "../../../src/domain/result.ts";
import { ALICE, BOB, createCaller, expectStatus, post, problemOf } from "../caller.ts";
import { createBackstage } from "../doubles.ts";
import { fromGitHub, GITHUB_HOOK, hookOf, hooksOf, newHookOf, SECRET, TEMPLATE, withHook } from "./setup.ts";

const create = (body: object) => createCaller().as(ALICE)("/v1/hooks", post({ ...GITHUB_HOOK, ...body }));

describe("a hook", () => {
  it("is created with its secret, which is shown this once", async () => {
    const { as } = createCaller();
    const response = await as(ALICE)("/v1/hooks", post({ source: "github", template: TEMPLATE, name: "triage" }));
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { secret, ...hook } = await newHookOf(response);
    expect(response.headers.get("location")).toBe(`/v1/hooks/${hook.id}`);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(hook).toMatchObject({ name: "triage", missing: "refuse", budget: { onExhausted: "answer" } });
    expect(hook.url).toBe(`http://localhost:8787/hooks/${hook.id}`);
    expect(await hookOf(await as(ALICE)(`/v1/hooks/${hook.id}`))).toEqual(hook);
    expect(await hooksOf(await as(ALICE)("/v1/hooks"))).toEqual([hook]);
  });

  it("says which key made it, so that those of a leaked key can be found", async () => {
    const { as } = createCaller();
    const { id } = await newHookOf(await as(ALICE, "0000002a")("/v1/hooks", post(GITHUB_HOOK)));
    await newHookOf(await as(ALICE, "0000002b")("/v1/hooks", post(GITHUB_HOOK)));
    const listed = await hooksOf(await as(ALICE)("/v1/hooks"));
    expect(listed.map(({ keyId }) => keyId)).toEqual(["0000002a", "0000002b"]);
    expect(await hookOf(await as(ALICE)(`/v1/hooks/${id}`))).toMatchObject({ keyId: "0000002a" });
    expect(await newHookOf(await as(ALICE)(`/v1/hooks/${id}/rotate`, post({})), 200)).toMatchObject({
      keyId: "0000002a",
    });
  });

  it("was made by no key where the deployment is open", async () => {
    const { bare } = createCaller(createBackstage("open"));
    expect(await newHookOf(await bare("/v1/hooks", post(GITHUB_HOOK)))).toMatchObject({ keyId: null });
  });

  it("keeps its secret where nobody reads it", async () => {
    const { backstage, hook } = await withHook();
    const [stored] = [...backstage.tenant(ALICE).sealedHooks.values()];
    expect(stored?.id).toBe(hook.id);
    expect(JSON.stringify(stored)).not.toContain(SECRET);
  });

  it("fixes what its runs may use and spend", async () => {
    const fixed = {
      constraints: { licence: { allow: ["MIT"] } },
      controller: "embedded",
      budget: { timeMs: 5_000, usd: 0.1, onExhausted: "ask" },
    };
    const { hook } = await withHook(fixed);
    expect(hook).toMatchObject({ ...fixed, budget: { timeMs: 5_000, usd: 0.1, onExhausted: "ask" } });
  });

  it.each<[string, object, string]>([
    ["a source that there is not", { source: "gitlab" }, "source"],
    ["a field that there is not", { endpoint: "x" }, "endpoint"],
    ["a secret that is too short", { secret: "short" }, "secret"],
    ["Slack and no secret", { source: "slack", secret: undefined }, "secret"],
    ["a secret of another make", { source: "standard", secret: SECRET }, "secret"],
    ["a header of its own without need", { header: "x-token" }, "header"],
    ["a header that frames messages", { source: "shared-secret", header: "host" }, "header"],
    ["no word of how its sender signs", { source: "hmac" }, "signature"],
    ["how a sender signs that is known", { signature: { header: "X-Signature" } }, "signature"],
    [
      "a time that proves nothing",
      { source: "hmac", signature: { header: "X-S", timestamp: { header: "X-T" } } },
      "signature.timestamp",
    ],
    [
      "a tolerance beyond what is remembered",
      { source: "hmac", signature: { header: "X-S", toleranceSeconds: 86_401 } },
      "signature.toleranceSeconds",
    ],
    ["a template that is none", { template: "Summarize {{text}}" }, "template"],
    ["no template", { template: undefined }, "template"],
    ["a resource that is no address", { resources: ["photo.png"] }, "resources.0"],
    ["choices on two lines", { choices: { "body.issue.body": ["a\nb"] } }, "choices.body.issue.body.0"],
    ["a condition in two ways of writing", { only: { "body.a.0": [1], "body.a[0]": [2] } }, "only.body.a[0]"],
    [
      "choices in two ways of writing",
      { template: "Say {{body.a[0]}}", choices: { "body.a[0]": ["x"], "body.a.0": ["y"] } },
      "choices.body.a.0",
    ],
    ["more than can be listed", { plan: [{ task: "x", args: { text: "x".repeat(100_000) } }] }, "plan"],
    ["conditions without values", { only: { event: [] } }, "only.event"],
    ["a key that is none", { conversationKey: "{{x}}" }, "conversationKey"],
    ["a budget that is none", { budget: { usd: -1 } }, "budget.usd"],
    ["a language model that is not there", { controller: "openai" }, "controller"],
  ])("is refused with %s", async (_, body, path) => {
    const problem = await problemOf(await create(body));
    expect(problem).toMatchObject({ status: 400, code: "invalid-request" });
    expect(problem.issues?.map((issue) => issue.path)).toContain(path);
  });

  it("counts against the rate of its key where its webhook's host is looked up", async () => {
    const { as, backstage } = createCaller();
    const tenant = backstage.tenant(ALICE);
    await newHookOf(await as(ALICE)("/v1/hooks", post(GITHUB_HOOK)));
    expect(tenant.metered).toEqual([]);
    const webhook = { url: "https://example.org/told" };
    await newHookOf(await as(ALICE)("/v1/hooks", post({ ...GITHUB_HOOK, webhook })));
    expect(tenant.metered).toHaveLength(1);
    tenant.refuses = err(failure("rate-limited", "There were too many", true));
    expect(await problemOf(await as(ALICE)("/v1/hooks", post({ ...GITHUB_HOOK, webhook })))).toMatchObject({
      status: 429,
      code: "rate-limited",
    });
    expect(tenant.sealedHooks.size).toBe(2);
  });

  it("is deleted, and its address is gone at once", async () => {
    const caller = await withHook();
    const { hook } = caller;
    await expectStatus(await caller.as(ALICE)(`/v1/hooks/${hook.id}`, { method: "DELETE" }), 204);
    expect(await problemOf(await fromGitHub(caller, hook, {}))).toMatchObject({ status: 404 });
    expect(await problemOf(await caller.as(ALICE)(`/v1/hooks/${hook.id}`, { method: "DELETE" }))).toMatchObject({
      status: 404,
    });
  });
});

describe("somebody else", () => {
  it("finds, changes and deletes no hook of another's, and wakes no object with it", async () => {
    const { as, backstage, hook } = await withHook();
    const before = backstage.tenant(ALICE).hookLookUps;
    for (const [path, init] of [
      [`/v1/hooks/${hook.id}`, {}],
      [`/v1/hooks/${hook.id}`, { method: "DELETE" }],
      [`/v1/hooks/${hook.id}/rotate`, post({})],
    ] as const) {
      expect(await problemOf(await as(BOB)(path, init))).toMatchObject({ status: 404, code: "not-found" });
    }
    expect(await hooksOf(await as(BOB)("/v1/hooks"))).toEqual([]);
    expect(backstage.tenant(ALICE).hookLookUps).toBe(before);
    expect(backstage.tenant(ALICE).sealedHooks.size).toBe(1);
  });

  it("needs a key", async () => {
    const { bare, hook } = await withHook();
    for (const path of ["/v1/hooks", `/v1/hooks/${hook.id}`]) {
      expect(await problemOf(await bare(path))).toMatchObject({ status: 401 });
    }
  });
});

describe("a secret", () => {
  const issue = { issue: { body: "It crashes." } };

  it("is changed, and the one before stays good for a while", async () => {
    const caller = await withHook();
    const { as, hook } = caller;
    const response = await as(ALICE)(`/v1/hooks/${hook.id}/rotate`, post({}));
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { secret, ...changed } = await newHookOf(response, 200);
    expect(changed).toEqual(await hookOf(await as(ALICE)(`/v1/hooks/${hook.id}`)));
    expect(secret).not.toBe(SECRET);
    await expectStatus(await fromGitHub(caller, hook, issue, { secret }), 202);
    await expectStatus(await fromGitHub(caller, hook, { ...issue, n: 2 }), 202);
  });

  it("is changed at once where the one before is known to others", async () => {
    const caller = await withHook();
    const { as, hook } = caller;
    const given = "another secret of the tests";
    const body = post({ secret: given, overlapSeconds: 0 });
    expect((await newHookOf(await as(ALICE)(`/v1/hooks/${hook.id}/rotate`, body), 200)).secret).toBe(given);
    expect(await problemOf(await fromGitHub(caller, hook, issue))).toMatchObject({ status: 403 });
    await expectStatus(await fromGitHub(caller, hook, issue, { secret: given }), 202);
  });

  it("is changed by one at a time", async () => {
    const { as, backstage, hook } = await withHook();
    const tenant = backstage.tenant(ALICE);
    tenant.replaceHookSecrets = async () => false;
    const problem = await problemOf(await as(ALICE)(`/v1/hooks/${hook.id}/rotate`, post({})));
    expect(problem).toMatchObject({ status: 409, code: "conflict" });
  });

  it("must be one, also by then", async () => {
    const { as, hook } = await withHook();
    const problem = await problemOf(await as(ALICE)(`/v1/hooks/${hook.id}/rotate`, post({ secret: "short" })));
    expect(problem.issues).toMatchObject([{ path: "secret" }]);
  });

  it("that can no longer be read is changed for one that can", async () => {
    const caller = await withHook();
    const { as, backstage, hook } = caller;
    const stored = backstage.tenant(ALICE).sealedHooks.get(hook.id);
    if (stored) backstage.tenant(ALICE).sealedHooks.set(hook.id, { ...stored, sealedSecrets: "v1.x.y" });
    expect(await problemOf(await fromGitHub(caller, hook, issue))).toMatchObject({ code: "misconfigured" });
    const { secret } = await newHookOf(await as(ALICE)(`/v1/hooks/${hook.id}/rotate`, post({})), 200);
    await expectStatus(await fromGitHub(caller, hook, issue, { secret }), 202);
  });
});
