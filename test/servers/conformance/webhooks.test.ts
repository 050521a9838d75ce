import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, describe, expect, it, vi } from "vitest";
import { ROOT } from "../../../scripts/server.ts";
import type { WebhookPayload } from "../../../src/domain/webhooks/payload.ts";
import { upload, useServer } from "../use-server.ts";

const LIMIT_MS = 60_000;
/** Beyond the first wait before another try. */
const RETRIED_WITHIN = { timeout: 20_000, interval: 100 };

interface Got {
  readonly headers: Record<string, string>;
  readonly body: string;
}

const listen = async (port: number, got: Got[]) => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const entries = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    got.push({ headers: Object.fromEntries(entries), body: Buffer.concat(chunks).toString() });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return server;
};
const portOf = (server: Awaited<ReturnType<typeof listen>>): number => (server.address() as AddressInfo).port;

const got: Got[] = [];
const receiver = await listen(0, got);
const late = await listen(0, []);
const documented = await listen(0, []);
const [latePort, documentedPort] = [portOf(late), portOf(documented)];
const ports = [portOf(receiver), latePort, documentedPort];
late.close();
documented.close();
afterAll(() => receiver.close());

const { client, url } = useServer({ FETCH_ALLOW_HOSTS: ports.map((port) => `127.0.0.1:${port}`).join(",") });
const EVENTS = [
  ...["run.succeeded", "run.partial", "run.failed", "run.cancelled", "run.approval_required", "run.paused"],
  ...["task.succeeded", "task.failed"],
];
const done = { task: "text-classification", id: 0, dep: [-1], args: { text: "I am very happy with it" } };
/** Nothing here does it without a key. */
const undone = { task: "text-generation", id: 1, dep: [-1], args: { text: "Write a poem" } };

async function call<T>(path: string, body?: object): Promise<{ readonly json: T; readonly headers: Headers }> {
  const init = body && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await fetch(`${url()}${path}`, init);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return { json: (await response.json()) as T, headers: response.headers };
}

/** A run with a webhook whose secret the server makes. */
async function start(port: number, message: object) {
  const webhook = { url: `http://127.0.0.1:${port}/`, events: EVENTS };
  const { json, headers } = await call<{ id: string }>("/v1/runs", { ...message, webhook });
  return { id: json.id, secret: headers.get("webhook-secret") ?? "" };
}

const toldOf = (run: string, all: readonly Got[] = got) =>
  all
    .map((one) => ({ ...one, payload: JSON.parse(one.body) as WebhookPayload }))
    .filter(({ payload }) => payload.data.run?.id === run);

const untilWaiting = (run: string): Promise<void> =>
  vi.waitFor(async () => expect((await client().run(run)).status).toBe("awaiting-approval"), RETRIED_WITHIN);

describe("a receiver on this machine, with the library of Standard Webhooks", { timeout: LIMIT_MS }, () => {
  it.each<[string, object, readonly string[]]>([
    ["succeeds", { plan: [done] }, ["task.succeeded", "run.succeeded"]],
    ["fails", { plan: [undone] }, ["task.failed", "run.failed"]],
    ["succeeds in part", { plan: [done, undone] }, ["task.failed", "task.succeeded", "run.partial"]],
  ])("is told of a run that %s", async (_, message, types) => {
    const { id, secret } = await start(portOf(receiver), message);
    await client().wait(id);
    await vi.waitFor(() => expect(toldOf(id)).toHaveLength(types.length), RETRIED_WITHIN);
    expect(toldOf(id).map(({ payload }) => payload.type)).toEqual(types);
    for (const { body, headers } of toldOf(id)) expect(new Webhook(secret).verify(body, headers)).toBeTruthy();
  });

  it("is told of a run that waits, pauses and is cancelled", async () => {
    const { id, secret } = await start(portOf(receiver), { plan: [done], approval: "plan" });
    await untilWaiting(id);
    await client().pause(id);
    await client().cancel(id);
    await vi.waitFor(() => expect(toldOf(id)).toHaveLength(3), RETRIED_WITHIN);
    const types = toldOf(id).map(({ payload }) => payload.type);
    expect(types).toEqual(["run.approval_required", "run.paused", "run.cancelled"]);
    for (const { body, headers } of toldOf(id)) new Webhook(secret).verify(body, headers);
  });

  it("gets links to files that open without a key", async () => {
    const api = client();
    const photo = await upload(api, "photo.jpg");
    const plan = [{ task: "canny-control", id: 0, dep: [-1], args: { image: photo.id } }];
    const { id } = await start(portOf(receiver), { plan, resources: [photo.id] });
    await api.wait(id);
    await vi.waitFor(() => expect(toldOf(id)).toHaveLength(2), RETRIED_WITHIN);
    const [file] = toldOf(id)[1]?.payload.data.run?.files ?? [];
    const opened = await fetch(file?.url ?? "");
    expect([opened.status, opened.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect((await opened.arrayBuffer()).byteLength).toBe(file?.bytes);
  });

  it("is told through an endpoint of all runs, with either secret after a change", async () => {
    type Made = { readonly id: string; readonly secret: string };
    const body = { url: `http://127.0.0.1:${portOf(receiver)}/`, events: ["run.succeeded"] };
    const { json: endpoint } = await call<Made>("/v1/webhooks", body);
    const { json: rotated } = await call<Made>(`/v1/webhooks/${endpoint.id}/rotate`, {});
    const run = await client().start({ text: "", plan: [done] });
    await vi.waitFor(() => expect(toldOf(run.id)).toHaveLength(1), RETRIED_WITHIN);
    for (const { body: sent, headers } of toldOf(run.id)) {
      for (const { secret } of [endpoint, rotated]) expect(new Webhook(secret).verify(sent, headers)).toBeTruthy();
      expect(() => new Webhook(rotated.secret).verify(`${sent} `, headers)).toThrow("No matching signature");
    }
    await fetch(`${url()}/v1/webhooks/${endpoint.id}`, { method: "DELETE" });
  });

  it("that is down at first gets each event once it is up, once", async () => {
    type List = { readonly deliveries: readonly { readonly state: string; readonly tries: number }[] };
    const states = async () => (await call<List>(`/v1/runs/${id}/deliveries`)).json.deliveries;
    const { id, secret } = await start(latePort, { plan: [done] });
    await client().wait(id);
    const refused = { state: "pending", tries: 1 };
    await vi.waitFor(async () => expect(await states()).toMatchObject([refused, refused]), RETRIED_WITHIN);
    const arrived: Got[] = [];
    const server = await listen(latePort, arrived);
    try {
      const delivered = { state: "delivered", tries: 2 };
      await vi.waitFor(async () => expect(await states()).toMatchObject([delivered, delivered]), RETRIED_WITHIN);
      const told = toldOf(id, arrived);
      expect(told.map(({ payload }) => payload.type).toSorted()).toEqual(["run.succeeded", "task.succeeded"]);
      for (const { body, headers } of told) new Webhook(secret).verify(body, headers);
    } finally {
      server.close();
    }
  });
});

describe("the receiver of docs/integrations/webhooks-out.md", { timeout: LIMIT_MS }, () => {
  const page = join(ROOT, "docs/integrations/webhooks-out.md");
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  let child: ChildProcess | undefined;
  afterAll(() => child?.kill());

  it("prints what it is told, and refuses what is forged", async () => {
    const [, code = ""] = /```js\n([\s\S]*?)```/.exec(await readFile(page, "utf8")) ?? [];
    const folder = await mkdtemp(join(tmpdir(), "impresario-receiver-"));
    const file = join(folder, "receiver.mjs");
    await writeFile(file, code);
    const environment = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(documentedPort) };
    child = spawn(process.execPath, [file], { env: environment, stdio: ["ignore", "pipe", "inherit"] });
    let printed = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
    const address = `http://127.0.0.1:${documentedPort}/`;
    const forged = { "webhook-id": "msg_1", "webhook-timestamp": String(Math.floor(Date.now() / 1000)) };
    const headers = { ...forged, "webhook-signature": `v1,${Buffer.alloc(32).toString("base64")}` };
    await vi.waitFor(async () => {
      expect((await fetch(address, { method: "POST", headers, body: "{}" })).status).toBe(401);
    }, RETRIED_WITHIN);
    const webhook = { url: address, secret, events: ["run.succeeded", "task.succeeded"] };
    const { json: run } = await call<{ id: string }>("/v1/runs", { text: "", plan: [done], webhook });
    await vi.waitFor(() => expect(printed).toContain(`run.succeeded ${run.id}`), RETRIED_WITHIN);
    expect(printed).toContain(`task.succeeded ${run.id} text-classification\n`);
    await rm(folder, { recursive: true, force: true });
  });
});
