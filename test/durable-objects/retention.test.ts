import { abortAllDurableObjects, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Conversation } from "../../durable-objects/conversation.ts";
import { Tenant } from "../../durable-objects/tenant.ts";
import { randomHex } from "../../src/domain/ids.ts";
import { wire } from "../../src/wiring.ts";
import { eventually } from "../eventually.ts";
import { openConversation, scripted, value } from "./driver.ts";

const DAY_MS = 24 * 60 * 60_000;
/** This deployment, keeping conversations for thirty days; and another that keeps them for ever. */
const RETAINING: Env = { ...env, RETENTION_DAYS: "30" } as Env;
const { ids, resources, tenant } = wire(env);

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

type Opened = Awaited<ReturnType<typeof openConversation>>;

/** As an alarm finds the conversation, on a deployment with these variables. */
async function wake(name: string, variables: Env = RETAINING): Promise<void> {
  await runInDurableObject(env.CONVERSATION.getByName(name), (_, state) => new Conversation(state, variables).alarm());
  // What the incarnation before remembers is of before.
  await abortAllDurableObjects();
}

/** As the first call of a new incarnation finds it. */
const touch = ({ name }: Opened, variables: Env = RETAINING): Promise<boolean> =>
  runInDurableObject(env.CONVERSATION.getByName(name), (_, state) => new Conversation(state, variables).goIfEmpty());

const dueAt = (name: string): Promise<number | null> =>
  runInDurableObject(env.CONVERSATION.getByName(name), (_, { storage }) => {
    const [row] = storage.sql.exec<{ at: number }>("SELECT at FROM timers WHERE key = 'retention'").toArray();
    return row?.at ?? null;
  });

const days = (count: number): void => {
  vi.setSystemTime(Date.now() + count * DAY_MS);
};

const isThere = async ({ rpc }: Opened): Promise<boolean> => (await rpc().read()).ok;

/** A conversation in the index of its tenant, with an upload of its own, whose first run has ended. */
async function endedConversation() {
  const opened = await openConversation();
  const id = await ids.conversationId(opened.tenant, opened.part);
  const index = () => tenant(opened.tenant);
  await index().openConversation(id, "Kept for a while");
  const upload = await ids.newResource(opened.tenant, null);
  await index().announceUpload({ id: upload, keyId: "00000001", mostBytes: 100 });
  const body = new Blob(["hello"]).stream();
  const origin = { by: "upload" } as const;
  const saved = { tenant: opened.tenant, id: upload, name: "a.txt", declaredType: "text/plain", body, maxBytes: 100 };
  await index().recordUpload(await resources.save({ ...saved, origin }));
  const admission = { keyId: "00000001", conversation: id, run: "run-with-upload", uploads: [upload] };
  expect((await index().admit(admission)).ok).toBe(true);
  await index().runEnded(admission.run);
  await opened.end(await opened.start({ plan: [scripted(0, { key: "x".repeat(10_000) })] }));
  await touch(opened);
  return { ...opened, id, index, upload };
}

describe("a conversation that has been idle for longer than RETENTION_DAYS", () => {
  it("goes with all its data, its entry in the index and the uploads that it alone kept", async () => {
    const gone = await endedConversation();
    const prefix = { prefix: `tenants/${gone.tenant}/conversations/${gone.part}/` };
    expect((await env.RESOURCES.list(prefix)).objects).toHaveLength(1);
    expect(await dueAt(gone.name)).toBe(Date.now() + 30 * DAY_MS - (Date.now() - (await endedAt(gone))));
    days(30);
    await wake(gone.name);
    expect(await isThere(gone)).toBe(false);
    expect((await env.RESOURCES.list(prefix)).objects).toEqual([]);
    expect(await gone.index().findConversation(gone.id)).toBeNull();
    expect(await resources.head(gone.tenant, gone.upload)).toBeNull();
    expect(await dueAt(gone.name)).toBeNull();
  });

  it("is not there yet a moment before, and a message gives it as long again", async () => {
    const kept = await endedConversation();
    const firstEnd = await endedAt(kept);
    vi.setSystemTime(firstEnd + 30 * DAY_MS - 1);
    await wake(kept.name);
    expect(await isThere(kept)).toBe(true);
    await kept.end(await kept.start({ plan: [scripted(0, { key: "again" })] }));
    vi.setSystemTime(firstEnd + 30 * DAY_MS + 1);
    await wake(kept.name);
    expect(await isThere(kept)).toBe(true);
    expect(await dueAt(kept.name)).toBe((await endedAt(kept)) + 30 * DAY_MS);
    vi.setSystemTime((await endedAt(kept)) + 30 * DAY_MS);
    await wake(kept.name);
    expect(await isThere(kept)).toBe(false);
  });

  it("stays while a run is under way or waits for a person, however long", async () => {
    const waiting = await openConversation();
    const run = await waiting.start({ plan: [scripted(0, { key: "later" })], approval: "plan" });
    await eventually(async () => expect(value(await waiting.rpc().run(run)).state?.awaitingApproval).toBe(true));
    await touch(waiting);
    await runInDurableObject(env.CONVERSATION.getByName(waiting.name), (_, { storage }) => {
      // Nobody but the retention looks: a run that waits for a person ends by itself after a week.
      storage.sql.exec("DELETE FROM timers WHERE key = 'reconcile'");
    });
    for (let month = 0; month < 3; month++) {
      days(31);
      await wake(waiting.name);
      expect(await isThere(waiting)).toBe(true);
      expect(await dueAt(waiting.name)).toBe(Date.now() + 30 * DAY_MS);
    }
  });

  it("stays where it works for a goal, which removes it", async () => {
    const kept = await openConversation();
    await kept.end(await kept.start({ plan: [scripted(0, {})], goal: randomHex(10) }));
    await touch(kept);
    expect(await dueAt(kept.name)).toBeNull();
    await runInDurableObject(env.CONVERSATION.getByName(kept.name), (_, { storage }) => {
      // As a deployment had it whose Worker knew of no goals.
      storage.sql.exec("INSERT INTO timers (key, at) VALUES ('retention', 1)");
    });
    days(31);
    await wake(kept.name);
    expect(await isThere(kept)).toBe(true);
    expect(await dueAt(kept.name)).toBeNull();
    await kept.rpc().remove();
    expect(await isThere(kept)).toBe(false);
  });

  it("stays where nothing says how long to keep, also when something did before", async () => {
    const kept = await endedConversation();
    days(10_000);
    await wake(kept.name, env);
    expect(await isThere(kept)).toBe(true);
    expect(await dueAt(kept.name)).toBeNull();
  });

  it("goes although the tenant does not answer, which learns of it later", async () => {
    const gone = await endedConversation();
    days(31);
    const broken = { ...RETAINING, TENANT: { getByName: () => ({ closeConversation: refuse, runEnded: refuse }) } };
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await wake(gone.name, broken as unknown as Env);
    expect(await isThere(gone)).toBe(false);
    expect(await gone.index().findConversation(gone.id)).not.toBeNull();
    await runInDurableObject(env.CONVERSATION.getByName(gone.name), (_, { storage }) => {
      storage.sql.exec("UPDATE timers SET at = 0 WHERE key = 'outbox'");
    });
    await runInDurableObject(env.CONVERSATION.getByName(gone.name), (_, state) =>
      new Conversation(state, RETAINING).alarm(),
    );
    await eventually(async () => expect(await gone.index().findConversation(gone.id)).toBeNull());
  });
});

const refuse = (): Promise<never> => Promise.reject(new Error("The tenant does not answer"));

const endedAt = async ({ rpc }: Opened): Promise<number> => value(await rpc().read()).log.at(-1)?.at ?? 0;

describe("the index", () => {
  const lookThrough = (name: string): Promise<void> =>
    runInDurableObject(env.TENANT.getByName(name), (_, state) => new Tenant(state, RETAINING).alarm());

  it("loses conversations that never got a message, and no other, as many as there are", async () => {
    const talked = await endedConversation();
    const empty: string[] = [];
    for (let count = 0; count < 60; count++) {
      const id = await ids.newConversation(talked.tenant);
      empty.push(id);
      await talked.index().openConversation(id, "");
    }
    await lookThrough(talked.tenant);
    expect(await talked.index().listConversations(100, null)).toHaveLength(61);
    days(29);
    await talked.end(await talked.start({ plan: [scripted(0, { key: "lately" })] }));
    days(1);
    await lookThrough(talked.tenant);
    expect(await talked.index().listConversations(100, null)).toHaveLength(12);
    await lookThrough(talked.tenant);
    expect((await talked.index().listConversations(100, null)).map(({ id }) => id)).toEqual([talked.id]);
    expect(await isThere(talked)).toBe(true);
  });

  it("sets the clock of a conversation from before there was one", async () => {
    const old = await endedConversation();
    await runInDurableObject(env.CONVERSATION.getByName(old.name), (_, { storage }) => {
      storage.sql.exec("DELETE FROM timers WHERE key = 'retention'");
    });
    expect(await touch(old)).toBe(false);
    expect(await dueAt(old.name)).toBe((await endedAt(old)) + 30 * DAY_MS);
  });

  it("takes no message for a conversation that has gone empty", async () => {
    const opened = await openConversation();
    expect(await touch(opened)).toBe(true);
    expect(await opened.post({ text: "hello" })).toMatchObject({ ok: false, error: { code: "not-found" } });
  });
});
