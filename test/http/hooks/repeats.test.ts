import { Webhook } from "standardwebhooks";
import { describe, expect, it, vi } from "vitest";
import { failure } from "../../../src/domain/errors.ts";
import { TOLERANCE_S } from "../../../src/domain/hooks/hook.ts";
import { err } from "../../../src/domain/result.ts";
import { hmacHex } from "../../domain/hooks/sent.ts";
import { ALICE, createCaller, expectStatus, post, problemOf } from "../caller.ts";
import { CRASH, deliveryOf, fromGitHub, issue, newHookOf, posted, SECRET, withHook } from "./setup.ts";

describe("a delivery that comes again", () => {
  it("is the same run, also when both come at once", async () => {
    const caller = await withHook();
    const send = () => fromGitHub(caller, caller.hook, issue(CRASH), { delivery: "d1" });
    const answers = await Promise.all([send(), send(), send()]);
    const runs = await Promise.all(answers.map(async (answer) => (await deliveryOf(answer, 202)).run));
    const again = await send();
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    runs.push((await deliveryOf(again, 202)).run);
    expect(new Set(runs).size).toBe(1);
    expect(posted(caller.backstage.conversations)).toHaveLength(1);
  });

  it("is finished where its first try broke off", async () => {
    const caller = await withHook();
    const tenant = caller.backstage.tenant(ALICE);
    const { admit } = tenant;
    tenant.admit = async () => {
      throw new Error("The object was restarted");
    };
    const send = () => fromGitHub(caller, caller.hook, issue(CRASH), { delivery: "d1" });
    expect((await send()).status).toBe(500);
    tenant.admit = admit;
    await deliveryOf(await send(), 202);
    expect(posted(caller.backstage.conversations)).toHaveLength(1);
  });

  it("with another body is refused", async () => {
    const caller = await withHook();
    await deliveryOf(await fromGitHub(caller, caller.hook, issue(CRASH), { delivery: "d1" }), 202);
    const other = await fromGitHub(caller, caller.hook, issue("Buy!"), { delivery: "d1" });
    expect(await problemOf(other)).toMatchObject({ status: 422, code: "idempotency-mismatch" });
  });

  it("under another id is a replay, where the id is not signed, and is refused", async () => {
    const caller = await withHook();
    await deliveryOf(await fromGitHub(caller, caller.hook, issue(CRASH), { delivery: "d1" }), 202);
    const replayed = await fromGitHub(caller, caller.hook, issue(CRASH), { delivery: "d2" });
    expect(await problemOf(replayed)).toMatchObject({ status: 409, code: "conflict" });
    expect(posted(caller.backstage.conversations)).toHaveLength(1);
  });

  it("is known by what its hook says of how its sender signs", async () => {
    const caller = createCaller();
    const signature = { header: "X-Signature", timestamp: { path: "body.at" }, id: { path: "body.id" } };
    const stated = { source: "hmac", secret: SECRET, signature, template: "Summarize {{body.text}}" };
    const hook = await newHookOf(await caller.as(ALICE)("/v1/hooks", post(stated)));
    expect(hook.signature).toMatchObject({
      ...signature,
      encoding: "hex",
      signed: "{body}",
      toleranceSeconds: TOLERANCE_S,
    });
    const send = async (payload: object) => {
      const body = JSON.stringify(payload);
      const headers = { "content-type": "application/json", "x-signature": await hmacHex(SECRET, body) };
      return caller.bare(hook.url, { method: "POST", body, headers });
    };
    const payload = { id: 7, at: Date.now(), text: CRASH };
    const first = await deliveryOf(await send(payload), 202);
    expect(await deliveryOf(await send(payload), 202)).toEqual(first);
    expect(await problemOf(await send({ ...payload, text: "Buy!" }))).toMatchObject({ code: "idempotency-mismatch" });
    const late = { ...payload, at: payload.at - TOLERANCE_S * 1000 - 1 };
    expect(await problemOf(await send(late))).toMatchObject({ status: 403, code: "forbidden" });
  });

  it("is a replay where its body is read otherwise, as what it says to be is not signed", async () => {
    const caller = createCaller();
    const signature = {
      ...{ header: "X-Signature", signed: "{timestamp}.{body}", timestamp: { header: "X-Time" } },
      id: { path: "body.id" },
    };
    const stated = { source: "hmac", secret: SECRET, signature, template: CRASH };
    const hook = await newHookOf(await caller.as(ALICE)("/v1/hooks", post(stated)));
    const [time, body] = [String(Date.now()), JSON.stringify({ id: 7 })];
    const signed = { "x-time": time, "x-signature": await hmacHex(SECRET, `${time}.${body}`) };
    const send = (type: string) =>
      caller.bare(hook.url, { method: "POST", body, headers: { ...signed, "content-type": type } });
    const first = await deliveryOf(await send("application/json"), 202);
    expect(await deliveryOf(await send("application/json"), 202)).toEqual(first);
    const other = await send("application/x-www-form-urlencoded");
    expect(await problemOf(other)).toMatchObject({ status: 409, code: "conflict" });
    expect(posted(caller.backstage.conversations)).toHaveLength(1);
  });

  it("without any id is known by its body", async () => {
    const caller = await withHook();
    const headers = { "x-github-delivery": "" };
    const send = () => fromGitHub(caller, caller.hook, issue(CRASH), { headers });
    const first = await deliveryOf(await send(), 202);
    expect((await deliveryOf(await send(), 202)).run).toBe(first.run);
  });

  it("shares nothing with an Idempotency-Key of the tenant's own", async () => {
    const caller = await withHook();
    await deliveryOf(await fromGitHub(caller, caller.hook, issue(CRASH), { delivery: "d1" }), 202);
    const [admission] = caller.backstage.tenant(ALICE).admissions;
    const key = admission?.idempotency?.key ?? "";
    expect(key).toContain("d1");
    const headers = { "idempotency-key": key };
    const problem = await problemOf(await caller.as(ALICE)("/v1/runs", post({ text: "hello" }, headers)));
    expect(problem).toMatchObject({ status: 400, code: "invalid-request" });
  });
});

describe("the conversation of a delivery", () => {
  it("is its own, or that of its key", async () => {
    const caller = await withHook({ conversationKey: "{{body.issue.number}}" });
    const send = (number: number) => fromGitHub(caller, caller.hook, issue(CRASH, { number, at: crypto.randomUUID() }));
    for (const number of [7, 7, 8]) await deliveryOf(await send(number), 202);
    expect([...caller.backstage.conversations.values()].map(({ runs }) => runs.size)).toEqual([2, 1]);
    const alone = await withHook();
    for (const number of [7, 7]) {
      await deliveryOf(await fromGitHub(alone, alone.hook, issue(CRASH, { number, at: crypto.randomUUID() })), 202);
    }
    expect([...alone.backstage.conversations.values()].map(({ runs }) => runs.size)).toEqual([1, 1]);
  });

  it("is listed once a delivery is let in, and called as the hook is", async () => {
    const caller = await withHook({ name: "triage", conversationKey: "{{body.issue.number}}" });
    const tenant = caller.backstage.tenant(ALICE);
    const send = () => fromGitHub(caller, caller.hook, issue(CRASH, { at: crypto.randomUUID() }));
    tenant.refuses = err(failure("rate-limited", "Too many runs", true));
    expect(await problemOf(await send())).toMatchObject({ code: "rate-limited" });
    expect(tenant.index).toEqual([]);
    expect(tenant.deliveries).toEqual([]);
    // What it says is not stored before it is let in.
    expect(tenant.announced).toEqual([]);
    tenant.refuses = null;
    for (const _ of [1, 2]) await deliveryOf(await send(), 202);
    expect(tenant.announced.length).toBeGreaterThan(0);
    expect(tenant.index.map(({ title }) => title)).toEqual(["triage"]);
  });

  it("is another one where it was deleted", async () => {
    const caller = await withHook({ conversationKey: "{{body.issue.number}}" });
    const tenant = caller.backstage.tenant(ALICE);
    const send = () => fromGitHub(caller, caller.hook, issue(CRASH, { at: crypto.randomUUID() }));
    await deliveryOf(await send(), 202);
    const [{ id } = { id: "" }] = tenant.index;
    await expectStatus(await caller.as(ALICE)(`/v1/conversations/${id}`, { method: "DELETE" }), 204);
    await deliveryOf(await send(), 202);
    expect(tenant.index).toHaveLength(1);
    expect(tenant.index).not.toMatchObject([{ id }]);
  });

  it.each([
    ["12345678901234567890", "12345678901234567891"],
    ["1e400", "1e401"],
    ["1e-400", "1e-401"],
    ["0.12345678901234567", "0.12345678901234568"],
  ])("is told apart by every digit of its key: %s and %s", async (...numbers) => {
    const caller = await withHook({ conversationKey: "{{body.issue.number}}" });
    for (const number of numbers) {
      const text = JSON.stringify(issue(CRASH, { number: 0 })).replace('"number":0', `"number":${number}`);
      await deliveryOf(await fromGitHub(caller, caller.hook, text), 202);
    }
    expect(caller.backstage.tenant(ALICE).index).toHaveLength(2);
  });

  it("is one, also where the first two with its key come at once", async () => {
    const caller = await withHook({ conversationKey: "{{body.issue.number}}" });
    const send = () => fromGitHub(caller, caller.hook, issue(CRASH, { at: crypto.randomUUID() }));
    for (const answer of await Promise.all([send(), send()])) await deliveryOf(answer, 202);
    expect(caller.backstage.tenant(ALICE).index).toHaveLength(1);
    expect([...caller.backstage.conversations.values()].map(({ runs }) => runs.size)).toEqual([2]);
  });
});

describe("time", () => {
  it(`passes: a signed delivery is refused ${TOLERANCE_S} seconds later`, async () => {
    const caller = createCaller();
    const hook = { source: "standard", template: "Summarize {{body.text}}" };
    const { url, secret } = await newHookOf(await caller.as(ALICE)("/v1/hooks", post(hook)));
    const at = new Date();
    const body = JSON.stringify({ text: CRASH });
    const headers = {
      ...{ "content-type": "application/json", "webhook-id": "msg_1" },
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign("msg_1", at, body),
    };
    const send = () => caller.bare(url, { method: "POST", body, headers });
    const { run } = await deliveryOf(await send(), 202);
    expect((await deliveryOf(await send(), 202)).run).toBe(run);
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(at.getTime() + (TOLERANCE_S + 1) * 1000);
    try {
      expect(await problemOf(await send())).toMatchObject({ status: 403, code: "forbidden" });
    } finally {
      vi.useRealTimers();
    }
    expect(posted(caller.backstage.conversations)).toHaveLength(1);
  });
});
