import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Conversation } from "../../durable-objects/conversation.ts";
import type { Goal } from "../../durable-objects/goal.ts";
import type { Tenant } from "../../durable-objects/tenant.ts";
import { OPEN_HOLDER } from "../../src/domain/api-key.ts";
import { toFailure } from "../../src/domain/errors.ts";
import { randomHex } from "../../src/domain/ids.ts";
import { wire } from "../../src/wiring.ts";
import { ORIGIN, problemOf } from "../http/caller.ts";
import { openConversation, value } from "./driver.ts";

const { ids, goal, tenant } = wire(env);

afterEach(() => vi.restoreAllMocks());

/** The object's storage as an older or a newer version left it, before this one has looked at it. */
const leave = <T extends Rpc.DurableObjectBranded>(stub: DurableObjectStub<T>, sql: string): Promise<void> =>
  runInDurableObject(stub, (_, { storage }) => void storage.sql.exec(sql));

const versions = <T extends Rpc.DurableObjectBranded>(stub: DurableObjectStub<T>) =>
  runInDurableObject(stub, (_, { storage }) => storage.sql.exec("SELECT * FROM schema_versions").toArray());

const NEWER = `CREATE TABLE schema_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;
  INSERT INTO schema_versions VALUES ('tenant', 99), ('conversation', 99), ('goal', 99);`;

describe("a tenant from before", () => {
  it("goals had a status lists those that it has, and takes note of how they go on", async () => {
    const name = randomHex(8);
    const stub = env.TENANT.getByName(name);
    await leave(
      stub,
      `CREATE TABLE uploads (id TEXT PRIMARY KEY, resource TEXT, expires_at INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE goals (
        place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL, title TEXT NOT NULL,
        uploads TEXT NOT NULL, is_open INTEGER NOT NULL, key TEXT, fingerprint TEXT
      );
      INSERT INTO goals (id, created_at, title, uploads, is_open) VALUES
        ('goal_1', 1, 'Read it', '[]', 0), ('goal_2', 2, 'Read it all', '[]', 1);`,
    );
    const rpc = tenant(name);
    expect(await rpc.listGoals(10, null)).toMatchObject([
      { id: "goal_2", title: "Read it all", status: "refining" },
      { id: "goal_1", title: "Read it", status: "partial" },
    ]);
    await rpc.goalChanged("goal_2", "succeeded");
    expect(await rpc.findGoal("goal_2")).toMatchObject({ status: "succeeded" });
    const opened = await rpc.openGoal({ keyId: "00000001", goal: "goal_3", title: "More", uploads: [] });
    expect(opened).toMatchObject({ ok: true });
    expect(await versions(stub)).toEqual([{ name: "tenant", version: 1 }]);
  });

  it("bookings named their conversation books runs", async () => {
    const name = randomHex(8);
    await leave(
      env.TENANT.getByName(name),
      `CREATE TABLE uploads (id TEXT PRIMARY KEY, resource TEXT, expires_at INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE bookings (
        run TEXT PRIMARY KEY, key TEXT, effects TEXT NOT NULL, requests INTEGER NOT NULL, has_ended INTEGER NOT NULL,
        at INTEGER NOT NULL
      ) WITHOUT ROWID;
      INSERT INTO bookings VALUES ('run_1', NULL, '{"opened":false,"adopted":[]}', 0, 1, 1);`,
    );
    expect(await tenant(name).admit({ keyId: "00000001", conversation: "conv", run: "run_2" })).toMatchObject({
      ok: true,
      value: { run: "run_2", replay: false },
    });
  });
});

describe("a conversation from before versions were recorded", () => {
  it("is read and goes on, with its webhooks", async () => {
    const opened = await openConversation();
    const stub = env.CONVERSATION.getByName(opened.name);
    await leave(
      stub,
      `CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE runs (
        n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL, message TEXT NOT NULL,
        end_status TEXT
      );
      CREATE TABLE events (
        run TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, type TEXT NOT NULL, data TEXT NOT NULL,
        PRIMARY KEY (run, seq)
      ) WITHOUT ROWID;
      CREATE TABLE log (
        n INTEGER PRIMARY KEY AUTOINCREMENT,
        run TEXT NOT NULL, role TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL, resources TEXT NOT NULL
      );
      CREATE TABLE resources (n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, resource TEXT NOT NULL);
      CREATE TABLE timers (key TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE outbox (
        id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, payload TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0
      );
      CREATE TABLE webhook_subscribers (n INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL, subscriber TEXT NOT NULL);
      CREATE TABLE webhook_deliveries (
        n INTEGER PRIMARY KEY AUTOINCREMENT, own TEXT NOT NULL UNIQUE, subscriber INTEGER NOT NULL, target TEXT NOT NULL,
        run TEXT NOT NULL, type TEXT NOT NULL, at INTEGER NOT NULL, facts TEXT NOT NULL,
        state TEXT NOT NULL DEFAULT 'pending', tries INTEGER NOT NULL DEFAULT 0, due_at INTEGER NOT NULL,
        ended_at INTEGER, last_status INTEGER, last_error TEXT
      );
      INSERT INTO meta VALUES ('identity', '{"tenant":"${opened.tenant}","conversation":"${opened.part}","createdAt":1}');
      INSERT INTO log (run, role, text, at, resources) VALUES ('run_1', 'user', 'Hello', 1, '[]');`,
    );
    expect(value(await opened.rpc().read()).log).toMatchObject([{ text: "Hello" }]);
    expect(await versions(stub)).toEqual([
      { name: "conversation", version: 1 },
      { name: "webhooks", version: 1 },
    ]);
    await opened.end(await opened.start({ text: "Hello" }));
    expect(value(await opened.rpc().read()).log.map(({ role }) => role)).toEqual(["user", "user", "assistant"]);
  });
});

describe("what a newer version has stored", () => {
  it("is refused by every kind of object, with the code of why", async () => {
    const name = randomHex(8);
    const conversation = await openConversation();
    const goalPart = (await ids.readGoal(name, await ids.newGoal(name))) ?? "";
    await leave(env.TENANT.getByName(name), NEWER);
    await leave(env.CONVERSATION.getByName(conversation.name), NEWER);
    await leave(env.GOAL.getByName(`${name}:${goalPart}`), NEWER);
    const calls = [
      () => tenant(name).listGoals(10, null),
      () => tenant(name).admit({ keyId: "00000001", conversation: "conv", run: "run_1" }),
      () => conversation.rpc().read(),
      () => conversation.post({ text: "Hello" }),
      () => goal(name, goalPart).read(),
    ];
    for (const call of calls) {
      const thrown: unknown = await call().then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(toFailure(thrown)).toMatchObject({ code: "newer-state", retryable: true });
    }
  });

  it("answers 503 over HTTP, and all else is served", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const call = (path: string, init?: RequestInit) => exports.default.fetch(`${ORIGIN}${path}`, init);
    const open = async () => (await call("/v1/conversations", { method: "POST" })).headers.get("location") ?? "";
    const [newer, own] = [await open(), await open()];
    const part = await ids.readConversation(OPEN_HOLDER.tenant, newer.split("/").at(-1) ?? "");
    await leave(env.CONVERSATION.getByName(`${OPEN_HOLDER.tenant}:${part}`), NEWER);
    const refused = await call(newer);
    expect(refused.status).toBe(503);
    expect(await problemOf(refused)).toMatchObject({ code: "newer-state", detail: expect.stringContaining("newer") });
    expect((await call(own)).status).toBe(200);
  });

  it.each<[string, () => DurableObjectStub<Tenant | Conversation | Goal>]>([
    ["tenant", () => env.TENANT.getByName(randomHex(8))],
    ["conversation", () => env.CONVERSATION.getByName(`${randomHex(8)}:${randomHex(10)}`)],
    ["goal", () => env.GOAL.getByName(`${randomHex(8)}:${randomHex(10)}`)],
  ])("keeps the alarm of a %s for later", async (_, stubOf) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const stub = stubOf();
    await leave(stub, NEWER);
    await runInDurableObject(stub, (_object, { storage }) => storage.setAlarm(Date.now() + 60_000));
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    expect(await runInDurableObject(stub, (_object, { storage }) => storage.getAlarm())).toBeGreaterThan(Date.now());
  });
});
