import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { publishSnapshot } from "../../src/catalogue/snapshot/publish.ts";
import { OPEN_HOLDER } from "../../src/domain/api-key.ts";
import type { JsonValue } from "../../src/domain/json.ts";
import type { RunView } from "../../src/http/schemas/views.ts";
import { wire } from "../../src/wiring.ts";
import { endpoint, model } from "../catalogue/snapshot/models.ts";
import { ORIGIN, post, problemOf } from "../http/caller.ts";
import { UNTIL_ENDED, WITHIN_MS } from "../patience.ts";
import { readEvents, scripted, value } from "./driver.ts";

const TASK = "summarization";
/** Told by its name, the stand-in serves it at hf-inference. */
const MODEL = "hf-inference/summarization";
const { tenant } = OPEN_HOLDER;

const newToken = (): string => `hf_own${crypto.randomUUID().replaceAll("-", "")}`;

/** The model's task takes the text of the first, so that it begins when that is done. */
const plan = (key: string, delayMs = 0): JsonValue => [
  scripted(0, { key, delayMs }),
  { task: TASK, id: 1, dep: [0], args: { text: "<resource>-0" } },
];

const message = (key: string, delayMs?: number) => ({
  text: "Sum up.",
  plan: plan(key, delayMs),
  constraints: { model: { allow: [MODEL, "a/expert"] } },
});

const call = (path: string, { json, ...init }: RequestInit & { readonly json?: unknown }): Promise<Response> => {
  const headers = new Headers(init.headers);
  headers.set("content-type", "application/json");
  return exports.default.fetch(new URL(path, ORIGIN).href, { ...init, body: JSON.stringify(json), headers });
};

const start = async (json: object, headers: Record<string, string>, path = "/v1/runs"): Promise<RunView> =>
  (await call(path, post(json, headers))).json();

/** A run's conversation, its parts and what tests ask of it. */
async function behind({ id, conversation }: Pick<RunView, "id" | "conversation">) {
  const { ids, conversation: rpcOf } = wire(env);
  const part = (await ids.readConversation(tenant, conversation)) ?? "";
  const name = `${tenant}:${part}`;
  const rpc = () => rpcOf(tenant, part);
  return {
    name,
    rpc,
    end: async () => value(await rpc().waitForEnd(id, WITHIN_MS)).state,
    until: async (type: string): Promise<void> => {
      for await (const event of readEvents(value(await rpc().events(id, 0)))) if (event.type === type) return;
    },
    messages: () =>
      runInDurableObject(env.CONVERSATION.getByName(name), (_, { storage }) =>
        storage.sql.exec<{ message: string }>("SELECT message FROM runs").toArray(),
      ),
  };
}

/** All that the objects behind a conversation have stored. */
async function dump(name: string): Promise<string> {
  const rows = (_: unknown, { storage }: DurableObjectState): string => {
    const tables = storage.sql
      .exec<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
      )
      .toArray();
    const stored = tables.map((table) => storage.sql.exec(`SELECT * FROM "${table.name}"`).toArray());
    return JSON.stringify([stored, [...storage.kv.list()]]);
  };
  const dumps = [
    await runInDurableObject(env.CONVERSATION.getByName(name), rows),
    await runInDurableObject(env.RUNNER.getByName(`${name}:1`), rows),
    await runInDurableObject(env.TENANT.getByName(tenant), rows),
  ];
  return dumps.join("\n");
}

/** The tokens that the model was called with. */
async function tokensSeen(): Promise<readonly (string | undefined)[]> {
  const calls: readonly { readonly headers: Record<string, string> }[] = await (
    await fetch(`${inject("huggingFaceUrl")}/calls/${MODEL}`)
  ).json();
  return calls.map(({ headers }) => headers.authorization?.replace("Bearer ", ""));
}

beforeAll(async () => {
  const models = [model(MODEL, { tasks: [TASK], endpoints: [endpoint("huggingface", MODEL, TASK)] })];
  await publishSnapshot(env.RESOURCES, models, { source: "the tests", now: Date.now });
});

describe("a caller's own token of Hugging Face", () => {
  it("outlives a restart, calls models for its run, and is gone when that ends", async () => {
    const token = newToken();
    const view = await start(message(token.slice(-8), 400), { "x-hf-token": token });
    const { name, end, until, messages } = await behind(view);
    await until("task-start");
    expect(await messages()).toMatchObject([{ message: expect.stringContaining('"sealedHfToken":"v1.') }]);
    expect(await dump(name)).not.toContain(token);
    await abortAllDurableObjects();
    await runDurableObjectAlarm(env.CONVERSATION.getByName(name));

    const state = await end();
    expect(state?.end?.status).toBe("succeeded");
    expect(state?.tasks[1]?.attempts.at(-1)).toMatchObject({ provider: "huggingface", model: MODEL, error: null });
    expect((await tokensSeen()).filter((seen) => seen === token)).toHaveLength(1);
    expect(await messages()).toMatchObject([{ message: expect.not.stringContaining("sealedHfToken") }]);
    expect(await dump(name)).not.toContain(token);
  });

  it("is never told: not in views, events, the log or what goes wrong", async () => {
    const token = newToken();
    const view = await start(message(token.slice(-8)), { "x-hf-token": token, prefer: UNTIL_ENDED });
    expect(view.status).toBe("succeeded");
    const told = [JSON.stringify(view)];
    for (const path of [`runs/${view.id}`, `runs/${view.id}/events`, `conversations/${view.conversation}`]) {
      told.push(await (await exports.default.fetch(new URL(`/v1/${path}`, ORIGIN).href)).text());
    }
    for (const text of told) expect(text).not.toMatch(new RegExp(`${token}|sealedHfToken`));
  });

  it("is for its run alone: the next one of the conversation has none", async () => {
    const token = newToken();
    const first = await start(message(token.slice(-8)), { "x-hf-token": token, prefer: UNTIL_ENDED });
    const again = `/v1/conversations/${first.conversation}/messages`;
    const second = await start(message("next"), { prefer: UNTIL_ENDED }, again);
    expect(second).toMatchObject({ status: "partial", tasks: [{ status: "succeeded" }, { status: "failed" }] });
    expect(second.tasks[1]?.error?.code).toBe("no-model");
    const other = newToken();
    const third = await start(message("last"), { "x-hf-token": other, prefer: UNTIL_ENDED }, again);
    expect(third.status).toBe("succeeded");
    expect((await tokensSeen()).filter((seen) => seen === token || seen === other)).toEqual([token, other]);
  });

  it("has a gate of its own before Hugging Face", async () => {
    const token = newToken();
    await start(message(token.slice(-8)), { "x-hf-token": token, prefer: UNTIL_ENDED });
    const gate = async (key: string) =>
      env.PROVIDER_GATE.getByName(`huggingface:${await wire(env).ids.mac("provider gate", ["huggingface", key], 8)}`);
    expect(await (await gate(token)).health()).toMatchObject([{ endpoint: MODEL, calls: 1, failures: 0 }]);
    expect(await (await gate(newToken())).health()).toEqual([]);
  });

  it("is dropped with a run that is cancelled before its turn", async () => {
    const token = newToken();
    const first = await start(message(token.slice(-8), 2_000), {});
    const again = `/v1/conversations/${first.conversation}/messages`;
    const { id } = await start(message("waits"), { "x-hf-token": token }, again);
    const { rpc, messages } = await behind(first);
    expect(JSON.stringify(await messages())).toContain("sealedHfToken");
    value(await rpc().cancel(id));
    expect(JSON.stringify(await messages())).not.toContain("sealedHfToken");
    value(await rpc().cancel(first.id));
  });

  it.each(["", "Bearer hf_x", "hf_", "sk-abcdef", `hf_${"x".repeat(4_001)}`, "hf_a,b"])(
    "is refused where it is none: %j, and not repeated",
    async (token) => {
      const problem = await problemOf(await call("/v1/runs", post(message("refused"), { "x-hf-token": token })));
      expect(problem).toMatchObject({ code: "invalid-request", detail: expect.stringContaining("X-HF-Token") });
      if (token !== "hf_" && token !== "") expect(JSON.stringify(problem)).not.toContain(token);
    },
  );
});
