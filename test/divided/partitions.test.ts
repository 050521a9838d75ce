import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EndpointCall } from "../../src/domain/experts.ts";
import { LEAST_SHARED, PARTITIONS, partitionFor, SHARERS } from "../../src/domain/partitions.ts";
import { UPLOAD_LIFETIME_MS } from "../../src/domain/resources.ts";
import { wire } from "../../src/wiring.ts";
import { value } from "../durable-objects/driver.ts";
import { divide, KEY, rowsOf } from "./divided.ts";

const HOUR_MS = 60 * 60_000;
const LIMITED = "0000000b";
const refused = { ok: false, error: { code: "rate-limited" } };

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

const minuteLater = () => vi.setSystemTime(Date.now() + 60_000);

describe("the limits of a divided tenant", () => {
  it("hold for all of its objects together, and free places come back", async () => {
    const { admit, registry } = divide();
    const admitted: string[] = [];
    const wanted = LEAST_SHARED / SHARERS + 5;
    for (const place of [...PARTITIONS, null]) {
      for (const { run, admitted: answer } of await Promise.all(Array.from({ length: wanted }, () => admit(place)))) {
        if (answer.ok) admitted.push(run);
        else expect(answer).toMatchObject(refused);
      }
    }
    expect(admitted.length).toBe(LEAST_SHARED);
    const [first = ""] = admitted;
    await registry(first).runEnded(first);
    minuteLater();
    expect((await admit("g")).admitted.ok).toBe(true);
    expect((await admit("g")).admitted).toMatchObject(refused);
  });

  it("name no number where only a share of one is used up", async () => {
    const { admit, registry } = divide();
    const refusals: string[] = [];
    for (const ends of [true, false]) {
      for (let n = 0; n <= LEAST_SHARED / SHARERS; n++) {
        const { run, admitted } = await admit(ends ? "g" : "h");
        if (ends) await registry(run).runEnded(run);
        else if (n % 50 === 49) minuteLater();
        if (!admitted.ok) refusals.push(admitted.error.message);
      }
    }
    expect(refusals).toEqual([
      "Too many runs of this key were started or planned within a minute",
      "Too many runs are under way already",
    ]);
  });

  it("of starts in a minute as well", async () => {
    const { admit, registry } = divide();
    let begun = 0;
    for (const place of ["g", "h", null]) {
      for (let n = 0; n < LEAST_SHARED / SHARERS + 5; n++) {
        const { run, admitted } = await admit(place);
        if (admitted.ok) begun++;
        else expect(admitted).toMatchObject({ error: { retryAfterMs: expect.any(Number) } });
        await registry(run).runEnded(run);
      }
    }
    expect(begun).toBe((3 * LEAST_SHARED) / SHARERS);
  });

  it("of a key of its own hold exactly, wherever its runs are", async () => {
    const { admit, registry, limit } = divide();
    await limit(LIMITED, { activeRuns: 2, runsPerMinute: 3 });
    const one = await admit("g", { keyId: LIMITED });
    expect((await admit("h", { keyId: LIMITED })).admitted.ok).toBe(true);
    expect((await admit("i", { keyId: LIMITED })).admitted).toMatchObject(refused);
    await registry(one.run).runEnded(one.run);
    expect((await admit(null, { keyId: LIMITED })).admitted.ok).toBe(true);
    await registry(one.run).runEnded(one.run);
    expect((await admit("k", { keyId: LIMITED })).admitted).toMatchObject(refused);
    minuteLater();
    expect((await admit("k", { keyId: LIMITED })).admitted).toMatchObject(refused);
    expect((await admit("k")).admitted.ok).toBe(true);
  });

  it("of a key count from the moment they are set, although a partition holds older terms", async () => {
    const { admit, limit, rpc } = divide();
    await limit(LIMITED, {});
    expect((await admit("g", { keyId: LIMITED })).admitted).not.toHaveProperty("value.budgetUsd");
    await rpc().limitKey(LIMITED, { usdPerDay: 1 });
    expect((await admit("g", { keyId: LIMITED })).admitted).toMatchObject({ value: { budgetUsd: 1 } });
    expect((await admit("g", { keyId: LIMITED })).admitted).toMatchObject({ error: { code: "budget-exceeded" } });
  });

  it("of money are settled at what a run cost, and given back for one that was not made", async () => {
    const { admit, registry, limit, rpc } = divide();
    await limit(LIMITED, { usdPerDay: 1 });
    const wanted = { keyId: LIMITED, budgetUsd: 0.6 };
    const spent = await admit("g", wanted);
    expect(spent.admitted).toMatchObject({ value: { budgetUsd: 0.6 } });
    const unmade = await admit("h", wanted);
    expect(unmade.admitted).toMatchObject({ value: { budgetUsd: expect.closeTo(0.4) } });
    expect(await registry(unmade.run).abandon(unmade.run)).toBe(true);
    await registry(spent.run).runEnded(spent.run, [], 0.25);
    await registry(spent.run).runEnded(spent.run, [], 0.25);
    expect(await rpc().findKey(LIMITED)).toMatchObject({ spentTodayUsd: 0.25 });
    expect((await admit("h", { keyId: LIMITED })).admitted).toMatchObject({ value: { budgetUsd: 0.75 } });
  });
});

describe("an idempotency key of a divided tenant", () => {
  const idempotency = { key: "k", fingerprint: "f" };

  it("gives a repeat the first run, of a limited key and with uploads too, and refuses another body", async () => {
    const { admit, limit, upload } = divide();
    await limit(LIMITED, { activeRuns: 1 });
    const file = await upload();
    for (const more of [{}, { keyId: LIMITED }, { uploads: [file.id] }]) {
      const key = { ...idempotency, key: JSON.stringify(more) };
      const { run, conversation } = await admit("g", { ...more, idempotency: key });
      const repeat = await admit("g", { ...more, idempotency: key });
      expect(repeat.admitted).toMatchObject({ value: { run, conversation, replay: true } });
      const other = await admit("g", { ...more, idempotency: { ...key, fingerprint: "other" } });
      expect(other.admitted).toMatchObject({ error: { code: "idempotency-mismatch" } });
    }
  });

  it("is free again where the tenant's object refused its run", async () => {
    const { admit, limit, partition, rpc } = divide();
    await limit(LIMITED, { activeRuns: 1 });
    const busy = await admit("h", { keyId: LIMITED });
    expect((await admit("g", { keyId: LIMITED, idempotency })).admitted).toMatchObject(refused);
    expect(await rpc().findStarted("k")).toBeNull();
    const { active_runs: active, conversations } = await rowsOf(partition("g"));
    expect([active, conversations]).toEqual([[], []]);
    await rpc().limitKey(LIMITED, { activeRuns: 2 });
    expect((await admit("g", { keyId: LIMITED, idempotency })).admitted).toMatchObject({ value: { replay: false } });
    expect(busy.admitted.ok).toBe(true);
  });

  it("that was used before the tenant was divided gives that run", async () => {
    const { admit, rpc } = divide();
    const before = await admit(null, { idempotency });
    const after = await admit("g", { idempotency });
    expect(after.admitted).toMatchObject({ value: { run: before.run, replay: true } });
    const other = await admit("g", { idempotency: { ...idempotency, fingerprint: "other" } });
    expect(other.admitted).toMatchObject({ error: { code: "idempotency-mismatch" } });
    expect(await rpc().listConversations(10, null)).toMatchObject([{ id: before.conversation }]);
  });

  it("that was used while the tenant was not divided for a time gives that run once it is again", async () => {
    const { admit } = divide();
    const place = await partitionFor("k");
    expect((await admit(place)).admitted.ok).toBe(true);
    vi.setSystemTime(Date.now() + 2 * HOUR_MS);
    expect((await admit(place, { idempotency: { ...idempotency, key: "other" } })).admitted.ok).toBe(true);
    const alone = await admit(null, { idempotency });
    const again = await admit(place, { idempotency });
    expect(again.admitted).toMatchObject({ value: { run: alone.run, replay: true } });
    vi.setSystemTime(Date.now() + 25 * HOUR_MS);
    expect((await admit(place, { idempotency })).admitted).toMatchObject({ value: { replay: false } });
  });

  it("that was forestalled where no partition was to come begins nothing in one that comes", async () => {
    const { admit, object } = divide();
    await object().forestall("k", KEY);
    for (const letter of PARTITIONS) {
      await runInDurableObject(env.TENANT_PARTITION.getByName(`${object().name}:${letter}`), (_, { storage }) => {
        storage.sql.exec("DELETE FROM idempotency");
      });
    }
    const late = await admit(await partitionFor("k"), { idempotency });
    expect(late.admitted).toMatchObject({ error: { code: "cancelled" } });
  });

  it("that was used while the tenant was divided gives that run to what knows nothing of partitions", async () => {
    const { admit } = divide();
    const divided = await admit(await partitionFor("k"), { idempotency });
    const later = await admit(null, { idempotency });
    expect(later.admitted).toMatchObject({ value: { run: divided.run, replay: true } });
    const other = await admit(null, { idempotency: { ...idempotency, fingerprint: "other" } });
    expect(other.admitted).toMatchObject({ error: { code: "idempotency-mismatch" } });
    expect((await admit(null, { idempotency: { ...idempotency, key: "new" } })).admitted).toMatchObject({
      value: { replay: false },
    });
  });

  it("is found and forestalled wherever it is, and nowhere else", async () => {
    const { admit, rpc } = divide();
    const { run } = await admit("m", { idempotency });
    expect(await rpc().findStarted("k")).toMatchObject({ run });
    expect(await rpc().forestall("k", KEY)).toMatchObject({ run });
    expect(await rpc().forestall("later", KEY)).toBeNull();
    for (const place of ["g", "v", null]) {
      const late = await admit(place, { idempotency: { key: "later", fingerprint: "f" } });
      expect(late.admitted).toMatchObject({ error: { code: "cancelled" } });
    }
    expect(await divide().rpc().findStarted("k")).toBeNull();
  });
});

describe("the files of a divided tenant", () => {
  it("are adopted by a run of a partition, all of them or nothing", async () => {
    const { admit, upload, registry, partition, object, rpc } = divide();
    const file = await upload();
    const refusal = await admit("g", { uploads: [file.id, "res_missing"] });
    expect(refusal.admitted).toMatchObject({ error: { code: "not-found" } });
    expect(await rpc().listConversations(10, null)).toEqual([]);
    const { run, conversation, admitted } = await admit("g", { uploads: [file.id] });
    expect(admitted).toMatchObject({ value: { adopted: [file] } });
    await registry(run).runEnded(run);
    vi.setSystemTime(Date.now() + UPLOAD_LIFETIME_MS + 1);
    expect(await rpc().findUpload(file.id)).toEqual(file);
    await registry(conversation).closeConversation(conversation);
    expect(await rpc().findUpload(file.id)).toBeNull();
    expect(await wire(env).resources.head(rpc.name, file.id)).toBeNull();
    const { adoptions, uploads, storage, active_runs: active } = await rowsOf(object());
    expect([adoptions, uploads, storage, active]).toEqual([[], [], [], []]);
    const { told_tenant: told, conversations } = await rowsOf(partition("g"));
    // Of the conversation that was refused it is kept for a day that the tenant's object was asked.
    expect([told, conversations]).toEqual([[{ id: refusal.conversation, at: expect.any(Number) }], []]);
  });

  it("that a run stores once it is booked are adopted then, under its title", async () => {
    const { admit, upload, registry, rpc } = divide();
    const { run, conversation } = await admit("g", { storesFiles: true });
    const file = await upload();
    expect(await registry(run).adopt(run, [file.id], "Its title")).toEqual({ ok: true, value: [file] });
    expect(await rpc().listConversations(10, null)).toMatchObject([{ id: conversation, title: "Its title" }]);
    expect(await registry(run).adopt(run, ["res_missing"])).toMatchObject({ error: { code: "not-found" } });
    expect(await registry(run).abandon(run)).toBe(true);
    expect(await rpc().listConversations(10, null)).toEqual([]);
    expect(await rpc().findUpload(file.id)).toEqual(file);
    vi.setSystemTime(Date.now() + UPLOAD_LIFETIME_MS + 1);
    expect(await rpc().findUpload(file.id)).toBeNull();
  });

  it("that its runs made count against its storage until their conversation is gone", async () => {
    const { admit, registry, rpc } = divide();
    const quota = (await rpc().storage()).quotaBytes;
    const { run, conversation } = await admit("g");
    await registry(run).runEnded(run, [], 0, { conversation, bytes: quota });
    expect(await rpc().storage()).toMatchObject({ usedBytes: quota });
    vi.setSystemTime(Date.now() + 10_000);
    for (const place of ["g", "h", null]) {
      await admit("g");
      expect((await admit(place)).admitted, String(place)).toMatchObject({ error: { code: "storage-full" } });
    }
    await registry(conversation).closeConversation(conversation);
    await registry(run).runEnded(run, [], 0, { conversation, bytes: quota });
    expect(await rpc().storage()).toMatchObject({ usedBytes: 0 });
    vi.setSystemTime(Date.now() + 10_000);
    expect((await admit("g")).admitted.ok).toBe(true);
    vi.setSystemTime(Date.now() + 10_000);
    expect((await admit("h")).admitted.ok).toBe(true);
  });
});

describe("a divided tenant", () => {
  it("lists all conversations, the newest first, page by page, with those from before it was divided", async () => {
    const { names, registry, rpc } = divide();
    const opened: string[] = [];
    for (const [n, place] of [null, null, "g", "v", null, "h", "g", "m", null].entries()) {
      const { conversation } = await names(place);
      await registry(conversation).openConversation(conversation, `No. ${n}`);
      opened.unshift(conversation);
      vi.setSystemTime(Date.now() + 1);
    }
    const listed: string[] = [];
    let before: number | null = null;
    for (let page = await rpc().listConversations(2, before); page.length > 0; ) {
      listed.push(...page.map(({ id }) => id));
      before = page.at(-1)?.place ?? 0;
      page = await rpc().listConversations(2, before);
    }
    expect(listed).toEqual(opened);
    const [renamed = ""] = listed;
    expect(await registry(renamed).renameConversation(renamed, "Another")).toMatchObject({ title: "Another" });
    expect(await registry(renamed).findConversation(renamed)).toMatchObject({ title: "Another" });
    expect(await divide().rpc().listConversations(10, null)).toEqual([]);
  });

  it("learns of models from the runs of all partitions, and tells them all", async () => {
    const { admit, registry, rpc } = divide();
    const call = (id: string): EndpointCall => ({
      ...{ provider: "openai", model: "a/model", taskType: "summarization", id, at: Date.now(), tookMs: null },
    });
    const runs = await Promise.all(["g", "h"].map((place) => admit(place)));
    for (const [n, { run }] of runs.entries()) {
      vi.setSystemTime(Date.now() + 10_000);
      await registry(run).runEnded(run, [call(`call-${n}`)]);
    }
    const health = [{ model: "a/model", calls: 2 }];
    expect(await rpc().modelFacts()).toMatchObject({ health });
    vi.setSystemTime(Date.now() + 10_000);
    expect((await admit("v")).admitted).toMatchObject({ value: { models: { health } } });
  });

  it("has its webhooks and models known to partitions at once", async () => {
    const { admit, rpc } = divide();
    expect((await admit("g")).admitted).toMatchObject({ value: { endpoints: [] } });
    value(
      await rpc().addWebhook({
        ...{ id: "whe_1", url: "https://example.org", events: ["run.ended"], description: "", createdAt: 0 },
        ...{ disabled: null, oldSecretUntil: null, sealedSecret: "s", sealedOldSecret: null },
      } as never),
    );
    expect((await admit("g")).admitted).toMatchObject({ value: { endpoints: [{ id: "whe_1" }] } });
    await rpc().removeWebhook("whe_1");
    expect((await admit("g")).admitted).toMatchObject({ value: { endpoints: [] } });
  });

  it("lets go of uploads that it kept for a conversation which a partition gave up, a day later", async () => {
    const { admit, upload, partition, rpc } = divide();
    const file = await upload();
    const kept = await admit("g", { uploads: [file.id] });
    // As if the word to the tenant's object had got lost.
    await runInDurableObject(partition("g"), (_, { storage }) => {
      storage.sql.exec("DELETE FROM conversations WHERE id = ?", kept.conversation);
      storage.sql.exec("DELETE FROM active_runs");
    });
    for (const [hours, isThere] of [
      [23, true],
      [2, false],
    ] as const) {
      vi.setSystemTime(Date.now() + hours * 60 * 60_000);
      await runDurableObjectAlarm(partition("g"));
      expect((await rpc().findUpload(file.id)) !== null, `${hours} hours later`).toBe(isThere);
    }
    expect((await rowsOf(partition("g"))).told_tenant).toMatchObject([{ id: kept.run }]);
  });

  it("frees the places of runs that ended, or never were, without anybody telling, in both objects", async () => {
    const { admit, limit, upload, partition, object, rpc } = divide();
    await limit(LIMITED, { activeRuns: 1, usdPerDay: 1 });
    const file = await upload();
    await admit("g", { keyId: LIMITED, uploads: [file.id] });
    await admit("g");
    vi.setSystemTime(Date.now() + 60 * 60_000);
    await runDurableObjectAlarm(partition("g"));
    await runDurableObjectAlarm(object());
    const own = await rowsOf(partition("g"));
    expect([own.active_runs, own.bookings, own.conversations]).toEqual([[], [], []]);
    const tenants = await rowsOf(object());
    expect([tenants.active_runs, tenants.bookings, tenants.key_reservations]).toEqual([[], [], []]);
    expect(await rpc().findUpload(file.id)).toEqual(file);
    expect((await admit("h", { keyId: LIMITED })).admitted).toMatchObject({ value: { budgetUsd: 1 } });
    vi.setSystemTime(Date.now() + 25 * 60 * 60_000);
    await runDurableObjectAlarm(partition("g"));
    expect((await rowsOf(partition("g"))).told_tenant).toEqual([]);
  });
});
