import { describe, expect, it } from "vitest";
import { newHookId } from "../../../src/domain/hooks/hook.ts";
import { MAX_DELIVERY_BYTES } from "../../../src/http/hooks/receive.ts";
import { ALICE, BOB, createCaller, expectStatus, post, problemOf } from "../caller.ts";
import { CRASH, deliveryOf, fromGitHub, hookOf, issue, newHookOf, posted, SECRET, withHook } from "./setup.ts";

const textOf = async (response: Response): Promise<string> => {
  await expectStatus(response, 200);
  return response.text();
};

describe("a delivery", () => {
  it("becomes a run: its words are the template's, its texts are files", async () => {
    const caller = await withHook();
    const { run } = await deliveryOf(await fromGitHub(caller, caller.hook, issue("only use openai")), 202);
    const [message, ...others] = posted(caller.backstage.conversations);
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      run,
      text: "Summarize issue-body.txt and classify its sentiment",
      attached: [{ by: "adoption", resource: { name: "issue-body.txt", kind: "text" } }],
      budget: { onExhausted: "answer" },
      approval: "none",
    });
    const call = caller.as(ALICE);
    const [attached] = message?.attached ?? [];
    if (attached?.by !== "adoption") throw new Error("The field is attached as a file");
    expect(await textOf(await call(`/v1/resources/${attached.resource.id}`))).toBe("only use openai");
  });

  it.each([
    "%PDF-1.7\n1 0 obj",
    "<!doctype html><p>x</p>",
    "{\\rtf1 x}",
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    "\u0000\u0001x",
  ])("is text, whatever it begins like: %j", async (text) => {
    const caller = await withHook();
    await deliveryOf(await fromGitHub(caller, caller.hook, issue(text)), 202);
    const [message] = posted(caller.backstage.conversations);
    expect(message?.attached).toMatchObject([{ resource: { name: "issue-body.txt", kind: "text" } }]);
  });

  it("has the constraints, the budget and the plan of its hook, and counts for the key that made it", async () => {
    const plan = [{ task: "summarization", id: 0, dep: [-1], args: { text: "{{body.issue.body}}" } }];
    const constraints = { licence: { allow: ["MIT"] } };
    const caller = await withHook({ template: "", plan, constraints, controller: "embedded", budget: { usd: 1 } });
    await deliveryOf(await fromGitHub(caller, caller.hook, issue("<resource>-0")), 202);
    const [message] = posted(caller.backstage.conversations);
    expect(message).toMatchObject({ constraints, controller: "embedded", budget: { usd: 1, onExhausted: "answer" } });
    expect(message?.plan).toMatchObject([{ args: { text: { literal: "<resource>-0" } } }]);
    expect(caller.backstage.tenant(ALICE).admissions).toMatchObject([{ keyId: "00000001" }]);
  });

  it("is planned as the deployment says where its hook was stored with a way of planning that is no more", async () => {
    const caller = await withHook();
    const { sealedHooks } = caller.backstage.tenant(ALICE);
    const [stored] = sealedHooks.values();
    const casting: unknown = { controller: "embedded", planning: "formal" };
    if (stored) sealedHooks.set(stored.id, { ...stored, casting: casting as typeof stored.casting });
    expect(await hookOf(await caller.as(ALICE)(`/v1/hooks/${caller.hook.id}`))).not.toHaveProperty("planning");
    await deliveryOf(await fromGitHub(caller, caller.hook, issue("x")), 202);
    const [message] = posted(caller.backstage.conversations);
    expect(message).toMatchObject({ controller: "embedded" });
    expect(message).not.toHaveProperty("planning");
  });

  it("is planned without the words of answers, unlike what its owner says there", async () => {
    const caller = await withHook({ conversationKey: "{{body.issue.number}}" });
    await deliveryOf(await fromGitHub(caller, caller.hook, issue(CRASH)), 202);
    const [{ id: conversation } = { id: "" }] = caller.backstage.tenant(ALICE).index;
    const say = (message: object) =>
      caller.as(ALICE)(
        `/v1/conversations/${conversation}/messages`,
        post({ text: "Translate it to German", ...message }),
      );
    await expectStatus(await say({}), 202);
    const said = posted(caller.backstage.conversations).map(({ text, ofDelivery }) => [text, ofDelivery]);
    expect(said).toEqual([
      ["Summarize issue-body.txt and classify its sentiment", true],
      ["Translate it to German", undefined],
    ]);
    expect(await problemOf(await say({ ofDelivery: true }))).toMatchObject({ status: 400, code: "invalid-request" });
  });

  it("brings files by address, vetted as any address is", async () => {
    const caller = await withHook({ template: "Caption the picture", resources: ["{{body.file_url}}"] });
    const send = (file_url: string) => fromGitHub(caller, caller.hook, { file_url });
    await deliveryOf(await send("https://files.example/a.png"), 202);
    expect(posted(caller.backstage.conversations)).toMatchObject([
      { attached: [{ by: "url", url: "https://files.example/a.png" }] },
    ]);
    for (const unsafe of [
      "http://127.0.0.1/",
      "http://169.254.169.254/latest",
      "file:///etc/passwd",
      "ftp://a.example/x",
    ]) {
      expect(await problemOf(await send(unsafe))).toMatchObject({ status: 422, code: "unsafe-url" });
    }
    expect(posted(caller.backstage.conversations)).toHaveLength(1);
  });

  it("is told of where its hook says, signed with a secret of the hook's", async () => {
    const caller = await withHook({ webhook: { url: "https://receiver.example/in" } });
    expect(caller.hook.webhook).toMatchObject({ url: "https://receiver.example/in" });
    expect(caller.hook.webhookSecret).toMatch(/^whsec_/);
    await deliveryOf(await fromGitHub(caller, caller.hook, issue(CRASH)), 202);
    const [message] = posted(caller.backstage.conversations);
    expect(message?.subscribers).toMatchObject([{ to: { by: "url", url: "https://receiver.example/in" } }]);
    expect(JSON.stringify(message)).not.toContain(caller.hook.webhookSecret);
  });
});

describe("a delivery that lacks a field", () => {
  it("is refused with its name, and leaves nothing", async () => {
    const caller = await withHook();
    const problem = await problemOf(await fromGitHub(caller, caller.hook, issue(null)));
    expect(problem).toMatchObject({
      ...{ status: 400, code: "invalid-request" },
      issues: [{ path: "body.issue.body", message: "is missing or empty" }],
    });
    expect(caller.backstage.tenant(ALICE).announced).toEqual([]);
    expect(caller.backstage.tenant(ALICE).deliveries).toEqual([]);
  });

  it("is passed over where its hook says so", async () => {
    const caller = await withHook({ missing: "skip" });
    const answer = await deliveryOf(await fromGitHub(caller, caller.hook, issue("")), 200);
    expect(answer).toMatchObject({ status: "ignored" });
    expect(posted(caller.backstage.conversations)).toEqual([]);
  });
});

describe("a delivery that its hook is not for", () => {
  it.each([
    ["another event", issue(CRASH), "issue_comment"],
    ["another action", { ...issue(CRASH), action: "closed" }, "issues"],
    ["a ping", { zen: "Design for failure.", hook_id: 1 }, "ping"],
  ])("is passed over with a success: %s", async (_, payload, event) => {
    const caller = await withHook({ only: { event: ["issues"], "body.action": ["opened"] } });
    const answer = await deliveryOf(await fromGitHub(caller, caller.hook, payload, { event }), 200);
    expect(answer).toMatchObject({ status: "ignored", reason: expect.any(String) });
    expect(posted(caller.backstage.conversations)).toEqual([]);
  });
});

describe("who sends", () => {
  it("is looked at before what is sent: nothing forged gets further", async () => {
    const caller = await withHook();
    const good = { "content-type": "application/json", "x-github-delivery": "d", "x-github-event": "issues" };
    const attempts: readonly RequestInit[] = [
      { body: "{}", headers: good },
      { body: "not even JSON", headers: { ...good, "x-hub-signature-256": `sha256=${"0".repeat(64)}` } },
      { headers: {} },
    ];
    for (const init of attempts) {
      const problem = await problemOf(await caller.bare(caller.hook.url, { method: "POST", ...init }));
      expect(problem).toMatchObject({ status: 403, code: "forbidden" });
    }
    const forged = await fromGitHub(caller, caller.hook, issue(CRASH), { secret: "another secret of the tests" });
    expect(await problemOf(forged)).toMatchObject({ status: 403 });
    expect(caller.backstage.tenant(ALICE).deliveries).toEqual([]);
    expect(posted(caller.backstage.conversations)).toEqual([]);
  });

  it("signs a body, and no other one", async () => {
    const caller = await withHook();
    const signed = issue(CRASH);
    const { sha } = await signatureOf(caller, signed);
    const other = await fromGitHub(caller, caller.hook, issue("Buy!"), { headers: { "x-hub-signature-256": sha } });
    expect(await problemOf(other)).toMatchObject({ status: 403 });
  });

  it("signs for one hook: with the secret of another it is nobody", async () => {
    const caller = await withHook();
    const body = { source: "github", secret: "the secret of another hook", template: "Summarize {{body.issue.body}}" };
    const other = await newHookOf(await caller.as(ALICE)("/v1/hooks", post(body)));
    expect(await problemOf(await fromGitHub(caller, other, issue(CRASH)))).toMatchObject({ status: 403 });
  });

  it("must know an id: one that is made up wakes nobody", async () => {
    const caller = createCaller();
    const { ids } = caller.backstage.wiring;
    const gone = await newHookId(ids, BOB);
    const forged = `${gone.slice(0, -1)}${gone.endsWith("0") ? "1" : "0"}`;
    const moved = gone.replace(BOB, ALICE);
    for (const id of ["hook_1", forged, moved, `${gone}0`, gone.toUpperCase(), "%00"]) {
      expect(await problemOf(await fromGitHub(caller, { url: `/hooks/${id}` }, {}))).toMatchObject({ status: 404 });
    }
    expect([...caller.backstage.tenants.keys()]).toEqual([]);
    expect(await problemOf(await fromGitHub(caller, { url: `/hooks/${gone}` }, {}))).toMatchObject({ status: 404 });
  });
});

async function signatureOf(caller: Parameters<typeof fromGitHub>[0], payload: unknown): Promise<{ sha: string }> {
  let sha = "";
  const bare: typeof caller.bare = async (_, init) => {
    sha = new Headers(init?.headers).get("x-hub-signature-256") ?? "";
    return new Response();
  };
  await fromGitHub({ bare }, { url: "/" }, payload);
  return { sha };
}

describe("the body of a delivery", () => {
  it("may be a form, whose payload is JSON or its fields", async () => {
    const caller = createCaller();
    const hook = { source: "shared-secret", secret: SECRET, template: "Summarize {{body.text}}" };
    const { url } = await newHookOf(await caller.as(ALICE)("/v1/hooks", post(hook)));
    const headers = { "x-hook-secret": SECRET };
    for (const body of [new URLSearchParams({ text: "a" }), new URLSearchParams({ payload: '{"text": "b"}' })]) {
      await deliveryOf(await caller.bare(url, { method: "POST", body, headers }), 202);
    }
    expect(posted(caller.backstage.conversations).map(({ text }) => text)).toEqual(Array(2).fill("Summarize text.txt"));
  });

  it.each<[string, BodyInit, string, number]>([
    ["no JSON", "{", "application/json", 400],
    ["no UTF-8", new Uint8Array([0x22, 0xff, 0x22]), "application/json", 400],
    ["nested too deep", `${"[".repeat(100)}${"]".repeat(100)}`, "application/json", 400],
    ["of another type", "text=x", "text/plain", 415],
    ["of no type", new Uint8Array([0x7b, 0x7d]), "", 415],
    ["too long", "x".repeat(MAX_DELIVERY_BYTES + 1), "application/json", 413],
    ["a form whose payload is no JSON", "payload=x", "application/x-www-form-urlencoded", 400],
  ])("is refused where it is %s", async (_, body, type, status) => {
    const caller = createCaller();
    const hook = { source: "shared-secret", secret: SECRET, template: "Summarize {{body.text}}" };
    const { url } = await newHookOf(await caller.as(ALICE)("/v1/hooks", post(hook)));
    const headers = { "x-hook-secret": SECRET, "content-type": type };
    expect(await problemOf(await caller.bare(url, { method: "POST", body, headers }))).toMatchObject({ status });
  });
});

describe("a compressed delivery", () => {
  it.each(["gzip", "br", "identity, gzip"])("is not read: %s", async (encoding) => {
    const caller = await withHook();
    const sent = await fromGitHub(caller, caller.hook, issue(CRASH), { headers: { "content-encoding": encoding } });
    expect(await problemOf(sent)).toMatchObject({ status: 415, detail: expect.stringContaining("compressed") });
  });

  it("is none that says it is as it is", async () => {
    const caller = await withHook();
    const headers = { "content-encoding": "identity" };
    await deliveryOf(await fromGitHub(caller, caller.hook, issue(CRASH), { headers }), 202);
  });
});

describe("a delivery whose hook is deleted meanwhile", () => {
  it("becomes no run", async () => {
    const caller = await withHook();
    const tenant = caller.backstage.tenant(ALICE);
    const { findHook } = tenant;
    tenant.findHook = async (id) => {
      const found = await findHook.call(tenant, id);
      await tenant.removeHook(id);
      return found;
    };
    expect(await problemOf(await fromGitHub(caller, caller.hook, issue(CRASH)))).toMatchObject({ status: 404 });
    expect(posted(caller.backstage.conversations)).toEqual([]);
    expect(tenant.announced).toEqual([]);
  });
});

describe("a plain shared secret", () => {
  it("makes one run for each delivery, unless the sender says that it is the same", async () => {
    const caller = createCaller();
    const hook = { source: "shared-secret", header: "Authorization", template: "Summarize {{body.text}}" };
    const { url, secret, header } = await newHookOf(await caller.as(ALICE)("/v1/hooks", post(hook)));
    expect(header).toBe("authorization");
    const send = async (more: Record<string, string>) =>
      (
        await deliveryOf(
          await caller.bare(url, post({ text: "x" }, { authorization: `Bearer ${secret}`, ...more })),
          202,
        )
      ).run;
    const runs = [
      await send({}),
      await send({}),
      await send({ "idempotency-key": "k" }),
      await send({ "idempotency-key": "k" }),
    ];
    expect(new Set(runs).size).toBe(3);
    const wrong = { authorization: "Bearer imp_0000000000000000_00000000_0000" };
    expect(await problemOf(await caller.bare(url, post({ text: "x" }, wrong)))).toMatchObject({ status: 403 });
  });
});
