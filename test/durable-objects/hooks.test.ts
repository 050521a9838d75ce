import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { UNLIMITED } from "../../src/domain/api-key.ts";
import { MAX_RECIPE_CHARS } from "../../src/domain/hooks/check-recipe.ts";
import {
  DELIVERY_MEMORY_MS,
  KEYED_CONVERSATION_MEMORY,
  MAX_HOOKS,
  MAX_REMEMBERED_DELIVERIES,
  type SealedHook,
} from "../../src/domain/hooks/hook.ts";
import type { TenantRpc } from "../../src/rpc/index.ts";
import type { AdmittedDelivery } from "../../src/rpc/registry.ts";
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

type Change = Partial<AdmittedDelivery> & { readonly conversation?: string };

/** Has a run of a delivery admitted, as a request does: where that goes to another conversation, there. */
async function admit(rpc: TenantRpc, { conversation = "conv", ...change }: Change = {}) {
  const delivery = { hook: "hook_1", delivery: "d1", digest: "aa", isIdForgeable: true, key: null, ...change };
  const key = `hook ${delivery.hook} ${delivery.delivery}`;
  const admission = {
    ...{ keyId: "00000001", run: crypto.randomUUID(), title: "Triage", delivery, conversation },
    idempotency: { key, fingerprint: delivery.digest },
  };
  const admitted = await rpc.admit(admission);
  if (!admitted.ok || !("goesTo" in admitted.value)) return admitted;
  return rpc.admit({ ...admission, conversation: admitted.value.goesTo });
}

const NEW = { ok: true, value: { replay: false } };
const KNOWN = { ok: true, value: { replay: true } };
const refusedWith = (code: string) => ({ ok: false, error: { code } });

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
    expect(await admit(rpc)).toMatchObject(NEW);
    expect(await admit(rpc)).toMatchObject(KNOWN);
    expect(await admit(rpc, { hook: "hook_2" })).toMatchObject(NEW);
  });

  it("with the id of another is refused", async () => {
    const { rpc } = await openHooks();
    await admit(rpc);
    expect(await admit(rpc, { digest: "bb" })).toMatchObject(refusedWith("idempotency-mismatch"));
  });

  it("with the body of another is a replay where ids are not signed, and another delivery where they are", async () => {
    const { rpc } = await openHooks();
    await admit(rpc);
    expect(await admit(rpc, { delivery: "d2" })).toMatchObject(refusedWith("conflict"));
    expect(await admit(rpc, { delivery: "d3", isIdForgeable: false })).toMatchObject(NEW);
  });

  it("is the same for a day, and another one afterwards where its time is signed", async () => {
    const { name, rpc } = await openHooks();
    const signed = (change: Change = {}) => admit(rpc, { isIdForgeable: false, ...change });
    vi.useFakeTimers({ toFake: ["Date"] });
    await signed();
    vi.setSystemTime(Date.now() + DELIVERY_MEMORY_MS - 1);
    expect(await signed()).toMatchObject(KNOWN);
    vi.setSystemTime(Date.now() + 1);
    expect(await signed({ digest: "bb" })).toMatchObject(NEW);
    expect(await signed({ digest: "bb" })).toMatchObject(KNOWN);
    expect(await countOf(name, "hook_deliveries")).toBe(1);
  });

  it("that is good for ever is a replay ever after", async () => {
    const { rpc } = await openHooks();
    vi.useFakeTimers({ toFake: ["Date"] });
    await admit(rpc);
    vi.setSystemTime(Date.now() + DELIVERY_MEMORY_MS);
    for (const delivery of ["d1", "d2"]) {
      expect(await admit(rpc, { delivery })).toMatchObject(refusedWith("conflict"));
    }
    expect(await admit(rpc, { delivery: "d2", digest: "bb" })).toMatchObject(NEW);
  });

  it("is no delivery of a hook that was deleted while it came", async () => {
    const { name, rpc } = await openHooks();
    await rpc.removeHook("hook_1");
    expect(await admit(rpc, { key: "k" })).toMatchObject(refusedWith("not-found"));
    expect(await countOf(name, "hook_deliveries")).toBe(0);
    expect(await countOf(name, "hook_conversations")).toBe(0);
  });

  it("leaves nothing where it is not let in, and may come again under another id", async () => {
    const { name, rpc } = await openHooks();
    await rpc.addKey({ id: "00000001", name: "", limits: { ...UNLIMITED, activeRuns: 0 } });
    expect(await admit(rpc, { key: "k" })).toMatchObject(refusedWith("rate-limited"));
    for (const table of ["hook_deliveries", "hook_conversations", "conversations", "bookings", "idempotency"]) {
      expect(await countOf(name, table)).toBe(0);
    }
    await rpc.limitKey("00000001", { activeRuns: null });
    expect(await admit(rpc, { delivery: "d2" })).toMatchObject(NEW);
  });

  it("is forgotten where no run came of it", async () => {
    const { name, rpc } = await openHooks();
    const admitted = value(await admit(rpc, { key: "k" }));
    if ("run" in admitted) await rpc.abandon(admitted.run);
    for (const table of ["hook_deliveries", "conversations", "bookings"]) expect(await countOf(name, table)).toBe(0);
    expect(await admit(rpc, { delivery: "d2", key: "k" })).toMatchObject(NEW);
  });

  it("is forgotten behind many others", async () => {
    const { name, rpc } = await openHooks();
    const other = (delivery: string) => admit(rpc, { delivery, digest: delivery });
    await admit(rpc);
    await runInDurableObject(env.TENANT.getByName(name), (_, { storage }) =>
      storage.sql.exec(
        "UPDATE sqlite_sequence SET seq = ? WHERE name = 'hook_deliveries'",
        MAX_REMEMBERED_DELIVERIES - 1,
      ),
    );
    for (const delivery of ["d2", "d3"]) {
      await other(delivery);
      expect(await countOf(name, "hook_deliveries")).toBe(2);
    }
    expect(await admit(rpc, { delivery: "d4" })).toMatchObject(NEW);
  });

  it("is forgotten with its hook", async () => {
    const { name, rpc } = await openHooks();
    await admit(rpc, { key: "k" });
    await admit(rpc, { hook: "hook_2" });
    await rpc.removeHook("hook_1");
    expect(await countOf(name, "hook_deliveries")).toBe(1);
    expect(await countOf(name, "hook_conversations")).toBe(0);
  });
});

describe("the conversation of a key", () => {
  let deliveries = 0;
  const send = (rpc: TenantRpc, conversation: string, key = "k", hook = "hook_1") => {
    const delivery = `delivery ${++deliveries}`;
    return admit(rpc, { conversation, key, hook, delivery, digest: delivery });
  };
  const goesTo = (conversation: string) => ({ ok: true, value: { conversation } });

  it("is the one of the first delivery", async () => {
    const { rpc } = await openHooks();
    expect(await send(rpc, "conv_1")).toMatchObject(goesTo("conv_1"));
    expect(await send(rpc, "conv_2")).toMatchObject(goesTo("conv_1"));
    expect(await send(rpc, "conv_3", "other")).toMatchObject(goesTo("conv_3"));
    expect(await send(rpc, "conv_4", "k", "hook_2")).toMatchObject(goesTo("conv_4"));
    expect(await rpc.listConversations(10, null)).toHaveLength(3);
  });

  it("is another one once it was deleted", async () => {
    const { rpc } = await openHooks();
    await send(rpc, "conv_1");
    await rpc.closeConversation("conv_1");
    for (const proposed of ["conv_2", "conv_3"]) expect(await send(rpc, proposed)).toMatchObject(goesTo("conv_2"));
  });

  it("is forgotten once many deliveries went elsewhere, and not while it is used", async () => {
    const { name, rpc } = await openHooks();
    const pass = (count: number) =>
      runInDurableObject(env.TENANT.getByName(name), (_, { storage }) =>
        storage.sql.exec("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'hook_conversations'", count),
      );
    await send(rpc, "conv_1");
    await pass(KEYED_CONVERSATION_MEMORY - 2);
    expect(await send(rpc, "conv_2")).toMatchObject(goesTo("conv_1"));
    await pass(KEYED_CONVERSATION_MEMORY);
    await send(rpc, "conv_3", "other");
    expect(await send(rpc, "conv_4")).toMatchObject(goesTo("conv_4"));
  });
});
