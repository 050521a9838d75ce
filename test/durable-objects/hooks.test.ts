import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { DeliveryNote, TenantRpc } from "../../durable-objects/rpc.ts";
import { MAX_RECIPE_CHARS } from "../../src/domain/hooks/check-recipe.ts";
import {
  DELIVERY_MEMORY_MS,
  KEYED_CONVERSATION_MEMORY,
  MAX_HOOKS,
  MAX_REMEMBERED_DELIVERIES,
  type SealedHook,
} from "../../src/domain/hooks/hook.ts";
import { wire } from "../../src/wiring.ts";
import { recipe } from "../domain/hooks/recipe.ts";
import { value } from "./driver.ts";

interface Opened {
  readonly name: string;
  readonly rpc: TenantRpc;
}

const openTenant = (): Opened => {
  const name = crypto.randomUUID().replaceAll("-", "").slice(0, 16);
  return { name, rpc: wire(env).tenant(name) };
};

const hook = (id: string, change: Partial<SealedHook> = {}): SealedHook => ({
  ...recipe(),
  ...{ id, name: "triage", source: "github", header: null, casting: {}, budget: { timeMs: 1000 } },
  ...{ keyId: "00000001", createdAt: 1, sealedSecrets: "sealed", ...change },
});

/** A tenant with the hooks of the notes below. */
const openHooks = async (): Promise<Opened> => {
  const tenant = openTenant();
  for (const id of ["hook_1", "hook_2"]) value(await tenant.rpc.addHook(hook(id)));
  return tenant;
};

const note = (change: Partial<DeliveryNote> = {}): DeliveryNote => ({
  ...{ hook: "hook_1", delivery: "d1", digest: "aa", isIdForgeable: true, ...change },
});

const shown = ({ sealedSecrets: _sealed, ...rest }: SealedHook) => rest;
const countOf = (name: string, table: string): Promise<number> =>
  runInDurableObject(
    env.TENANT.getByName(name),
    (_, { storage }) => storage.sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).one().n,
  );

afterEach(() => void vi.useRealTimers());

describe("the hooks of a tenant", () => {
  it("are kept whole, and listed without their secrets", async () => {
    const { rpc } = openTenant();
    const one = hook("hook_1", { conversationKey: "{{body.n}}", plan: [{ task: "x" }] });
    expect(await rpc.addHook(one)).toEqual({ ok: true, value: null });
    await rpc.addHook(hook("hook_0"));
    expect(await rpc.findHook("hook_1")).toEqual(one);
    expect(await rpc.hooks()).toEqual([shown(one), shown(hook("hook_0"))]);
    expect(await openTenant().rpc.findHook("hook_1")).toBeNull();
  });

  it("are so many at the most", async () => {
    const { rpc } = openTenant();
    for (let n = 0; n < MAX_HOOKS; n++) value(await rpc.addHook(hook(`hook_${n}`)));
    expect(await rpc.addHook(hook("hook_more"))).toMatchObject({ ok: false, error: { code: "conflict" } });
    expect(await rpc.removeHook("hook_0")).toBe(true);
    expect(await rpc.removeHook("hook_0")).toBe(false);
    value(await rpc.addHook(hook("hook_more")));
  });

  it("are listed in one answer, be they as many and as big as they may", async () => {
    const { rpc } = openTenant();
    const plan = [{ task: "summarization", args: { text: "要".repeat(MAX_RECIPE_CHARS) } }];
    for (let n = 0; n < MAX_HOOKS; n++) value(await rpc.addHook(hook(`hook_${n}`, { plan })));
    expect(await rpc.hooks()).toHaveLength(MAX_HOOKS);
  });

  it("change their secrets only as those that were read", async () => {
    const { rpc } = openTenant();
    await rpc.addHook(hook("hook_1"));
    expect(await rpc.replaceHookSecrets("hook_1", "others", "new")).toBe(false);
    expect(await rpc.replaceHookSecrets("hook_2", "sealed", "new")).toBe(false);
    expect(await rpc.replaceHookSecrets("hook_1", "sealed", "new")).toBe(true);
    expect(await rpc.replaceHookSecrets("hook_1", "sealed", "newer")).toBe(false);
    expect((await rpc.findHook("hook_1"))?.sealedSecrets).toBe("new");
  });

  it("are asked for without anything being written", async () => {
    const { name, rpc } = openTenant();
    expect(await rpc.hooks()).toEqual([]);
    expect(await rpc.findHook("hook_1")).toBeNull();
    expect(await rpc.removeHook("hook_1")).toBe(false);
    expect(await rpc.replaceHookSecrets("hook_1", "a", "b")).toBe(false);
    const tables = await runInDurableObject(env.TENANT.getByName(name), (_, { storage }) =>
      storage.sql.exec("SELECT name FROM sqlite_master WHERE name LIKE 'hook%'").toArray(),
    );
    expect(tables).toEqual([]);
  });
});

describe("a delivery", () => {
  it("is new once, and known ever after", async () => {
    const { rpc } = await openHooks();
    expect(value(await rpc.noteDelivery(note()))).toEqual({ isKnown: false });
    expect(value(await rpc.noteDelivery(note()))).toEqual({ isKnown: true });
    expect(value(await rpc.noteDelivery(note({ hook: "hook_2" })))).toEqual({ isKnown: false });
  });

  it("with the id of another is refused", async () => {
    const { rpc } = await openHooks();
    await rpc.noteDelivery(note());
    expect(await rpc.noteDelivery(note({ digest: "bb" }))).toMatchObject({
      ok: false,
      error: { code: "idempotency-mismatch" },
    });
  });

  it("with the body of another is a replay where ids are not signed, and another delivery where they are", async () => {
    const { rpc } = await openHooks();
    await rpc.noteDelivery(note());
    expect(await rpc.noteDelivery(note({ delivery: "d2" }))).toMatchObject({ ok: false, error: { code: "conflict" } });
    const signed = note({ delivery: "d3", isIdForgeable: false });
    expect(value(await rpc.noteDelivery(signed))).toEqual({ isKnown: false });
  });

  it("is the same for a day, and another one afterwards where its time is signed", async () => {
    const { name, rpc } = await openHooks();
    const signed = (change: Partial<DeliveryNote> = {}) => rpc.noteDelivery(note({ isIdForgeable: false, ...change }));
    vi.useFakeTimers({ toFake: ["Date"] });
    await signed();
    vi.setSystemTime(Date.now() + DELIVERY_MEMORY_MS - 1);
    expect(value(await signed())).toEqual({ isKnown: true });
    vi.setSystemTime(Date.now() + 1);
    expect(value(await signed({ digest: "bb" }))).toEqual({ isKnown: false });
    expect(value(await signed({ digest: "bb" }))).toEqual({ isKnown: true });
    expect(await countOf(name, "hook_deliveries")).toBe(1);
  });

  it("that is good for ever is a replay ever after", async () => {
    const { rpc } = await openHooks();
    vi.useFakeTimers({ toFake: ["Date"] });
    await rpc.noteDelivery(note());
    vi.setSystemTime(Date.now() + DELIVERY_MEMORY_MS);
    for (const again of [note(), note({ delivery: "d2" })]) {
      expect(await rpc.noteDelivery(again)).toMatchObject({ ok: false, error: { code: "conflict" } });
    }
    expect(value(await rpc.noteDelivery(note({ delivery: "d2", digest: "bb" })))).toEqual({ isKnown: false });
  });

  it("is no delivery of a hook that was deleted while it came", async () => {
    const { name, rpc } = await openHooks();
    await rpc.removeHook("hook_1");
    expect(await rpc.noteDelivery(note())).toMatchObject({ ok: false, error: { code: "not-found" } });
    expect(await countOf(name, "hook_deliveries")).toBe(0);
    const asked = { hook: "hook_1", key: "k", proposed: "conv_1" };
    expect(await rpc.keyedConversation(asked)).toEqual({ id: "conv_1", isOpen: false });
    expect(await countOf(name, "hook_conversations")).toBe(0);
  });

  it("is forgotten behind many others", async () => {
    const { name, rpc } = await openHooks();
    await rpc.noteDelivery(note());
    await runInDurableObject(env.TENANT.getByName(name), (_, { storage }) =>
      storage.sql.exec(
        "UPDATE sqlite_sequence SET seq = ? WHERE name = 'hook_deliveries'",
        MAX_REMEMBERED_DELIVERIES - 1,
      ),
    );
    await rpc.noteDelivery(note({ delivery: "d2", digest: "bb" }));
    expect(await countOf(name, "hook_deliveries")).toBe(2);
    await rpc.noteDelivery(note({ delivery: "d3", digest: "cc" }));
    expect(await countOf(name, "hook_deliveries")).toBe(2);
    expect(value(await rpc.noteDelivery(note()))).toEqual({ isKnown: false });
  });

  it("is forgotten with its hook", async () => {
    const { name, rpc } = await openHooks();
    await rpc.noteDelivery(note());
    await rpc.noteDelivery(note({ hook: "hook_2" }));
    await rpc.keyedConversation({ hook: "hook_1", key: "k", proposed: "conv_1" });
    await rpc.removeHook("hook_1");
    expect(await countOf(name, "hook_deliveries")).toBe(1);
    expect(await countOf(name, "hook_conversations")).toBe(0);
  });
});

describe("the conversation of a key", () => {
  const asked = (proposed: string, key = "k", of = "hook_1") => ({ hook: of, key, proposed });

  it("is the one of the first delivery, also while that is looked at, and is not listed before it is opened", async () => {
    const { rpc } = await openHooks();
    expect(await rpc.keyedConversation(asked("conv_1"))).toEqual({ id: "conv_1", isOpen: false });
    expect(await rpc.keyedConversation(asked("conv_2"))).toEqual({ id: "conv_1", isOpen: false });
    expect(await rpc.listConversations(10, null)).toEqual([]);
    await rpc.openConversation("conv_1", "Triage");
    expect(await rpc.keyedConversation(asked("conv_2"))).toEqual({ id: "conv_1", isOpen: true });
    expect(await rpc.keyedConversation(asked("conv_3", "other"))).toMatchObject({ id: "conv_3" });
    expect(await rpc.keyedConversation(asked("conv_4", "k", "hook_2"))).toMatchObject({ id: "conv_4" });
  });

  it("is another one once it was deleted", async () => {
    const { rpc } = await openHooks();
    await rpc.keyedConversation(asked("conv_1"));
    await rpc.openConversation("conv_1", "Triage");
    await rpc.closeConversation("conv_1");
    expect(await rpc.keyedConversation(asked("conv_2"))).toMatchObject({ id: "conv_2" });
    expect(await rpc.keyedConversation(asked("conv_3"))).toMatchObject({ id: "conv_2" });
  });

  it("is forgotten once many deliveries went elsewhere, and not while it is used", async () => {
    const { name, rpc } = await openHooks();
    const pass = (deliveries: number) =>
      runInDurableObject(env.TENANT.getByName(name), (_, { storage }) =>
        storage.sql.exec("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'hook_conversations'", deliveries),
      );
    await rpc.keyedConversation(asked("conv_1"));
    await rpc.openConversation("conv_1", "Triage");
    await pass(KEYED_CONVERSATION_MEMORY - 2);
    expect(await rpc.keyedConversation(asked("conv_2"))).toMatchObject({ id: "conv_1" });
    await pass(KEYED_CONVERSATION_MEMORY);
    await rpc.keyedConversation(asked("conv_3", "other"));
    expect(await rpc.keyedConversation(asked("conv_4"))).toMatchObject({ id: "conv_4" });
  });
});
