import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { newKeyView } from "../../src/http/schemas/tenant-views.ts";
import type { ConversationView, ResourceView, RunView } from "../../src/http/schemas/views.ts";
import { UNTIL_ENDED } from "../patience.ts";
import { expectStatus, ORIGIN, post, problemOf } from "./caller.ts";

/** Calls the deployed whole: routes, Durable Objects, R2 and the scripted expert behind a URL. */
const call = async (
  path: string,
  { json, ...init }: RequestInit & { readonly json?: unknown } = {},
): Promise<Response> => {
  const headers = new Headers(init.headers);
  if (json !== undefined) headers.set("content-type", "application/json");
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  return exports.default.fetch(new URL(path, ORIGIN).href, { ...init, ...body, headers });
};

const task = (id: number, text: string) => ({ task: "text2text-generation", id, dep: [-1], args: { text } });
const PLAN = [task(0, "one"), task(1, "<resource>-0")];

const run = async (response: Response, status: number): Promise<RunView> => {
  await expectStatus(response, status);
  return response.json();
};

describe("the Worker as a whole", () => {
  it("runs a plan of the caller's own to its end, and tells it by view, report, events and log", async () => {
    const started = await call("/v1/runs", post({ text: "Do this.", plan: PLAN }, { prefer: UNTIL_ENDED }));
    const view = await run(started, 200);
    expect(view).toMatchObject({
      status: "succeeded",
      tasks: [{ status: "succeeded" }, { status: "succeeded", dep: [0] }],
    });

    const events = await (await call(`/v1/runs/${view.id}/events`)).text();
    const ids = [...events.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
    expect(ids).toEqual(Array.from(ids, (_, index) => index + 1));
    const rest = await (await call(`/v1/runs/${view.id}/events`, { headers: { "last-event-id": "3" } })).text();
    expect(events.endsWith(rest.slice(rest.indexOf("id: ")))).toBe(true);
    expect(
      (await call(`/v1/runs/${view.id}/events`, { headers: { "last-event-id": String(ids.length) } })).status,
    ).toBe(204);

    const report = await call(`/v1/runs/${view.id}/report`, { headers: { accept: "text/markdown" } });
    expect(await report.text()).toMatch(/### Task 2: .*\n\n.*`text2text-generation`/);
    const conversation: ConversationView = await (await call(`/v1/conversations/${view.conversation}`)).json();
    expect(conversation).toMatchObject({ id: view.conversation, runs: [{ id: view.id, status: "succeeded" }] });
  });

  it("runs programs on texts, data and tables, and on what another program returned", async () => {
    const uploaded = await call("/v1/resources", {
      method: "POST",
      body: "city,people\nOslo,709000\nBergen,289000\n",
      headers: { "x-filename": "cities.csv" },
    });
    const { id }: ResourceView = await uploaded.json();
    const total = "return inputs[0].reduce((sum, { people }) => sum + Number(people), 0)";
    const program = (code: string, ...inputs: readonly unknown[]) => ({
      task: "code-execution",
      args: { code, inputs },
    });
    const plan = [
      { id: 0, ...program("return inputs[0].length", "four") },
      { id: 1, ...program(total, id) },
      { id: 2, ...program("print(inputs[0] / 2, inputs[1].unit)", "<resource>-1.data", { unit: "people" }) },
    ];
    const view = await run(
      await call("/v1/runs", post({ text: "Count.", resources: [id], plan }, { prefer: UNTIL_ENDED })),
      200,
    );
    expect(view).toMatchObject({
      status: "succeeded",
      tasks: [
        { outputs: { text: { text: "4" }, data: { data: 4 } }, attempts: [{ model: "embedded:quickjs" }] },
        { outputs: { data: { data: 998_000 } } },
        { outputs: { text: { text: "499000 people" } } },
      ],
    });
  });

  it.each([
    ["return inputs[0].size.width", "unsupported-input", "in line 1: TypeError"],
    ["for (;;);", "resource-too-complex", "does not end"],
  ])("fails a program with the reason: %s", async (code, error, message) => {
    const plan = [{ task: "code-execution", id: 0, args: { code, inputs: ["a"] } }];
    const view = await run(await call("/v1/runs", post({ text: "Run.", plan }, { prefer: UNTIL_ENDED })), 200);
    expect(view).toMatchObject({
      status: "failed",
      tasks: [{ error: { code: error, message: expect.stringContaining(message) } }],
    });
  });

  it("keeps an upload with the conversation that adopts it, and deletes both together", async () => {
    const uploaded = await call("/v1/resources", { method: "POST", body: "hello", headers: { "x-filename": "a.txt" } });
    const file: ResourceView = await uploaded.json();
    const message = { text: "Do this.", resources: [file.id], plan: [task(0, file.id)] };
    const view = await run(await call("/v1/runs", post(message, { prefer: UNTIL_ENDED })), 200);
    expect(view.status).toBe("succeeded");
    expect(await (await call(file.url)).text()).toBe("hello");
    const conversation = `/v1/conversations/${view.conversation}`;
    expect(await (await call(conversation, post({ title: " Mine " }))).json()).toMatchObject({ title: "Mine" });
    expect((await call(conversation, post({ title: " " }))).status).toBe(400);
    expect(await (await call("/v1/conversations")).text()).toContain('"title":"Mine"');
    expect((await call(conversation, { method: "DELETE" })).status).toBe(204);
    expect(await problemOf(await call(conversation, post({ title: "Mine" })))).toMatchObject({ code: "not-found" });
    for (const path of [`/v1/runs/${view.id}`, `/v1/conversations/${view.conversation}`, file.url]) {
      expect(await problemOf(await call(path))).toMatchObject({ status: 404, code: "not-found" });
    }
    expect(
      await problemOf(await call(`/v1/conversations/${view.conversation}/messages`, post({ text: "x" }))),
    ).toMatchObject({
      status: 404,
    });
  });

  it("makes one run of a request however often it comes at once", async () => {
    const request = () => call("/v1/runs", post({ plan: PLAN }, { "idempotency-key": "same" }));
    const runs = await Promise.all(
      [request(), request(), request()].map(async (one) => ((await (await one).json()) as RunView).id),
    );
    expect(new Set(runs).size).toBe(1);
  });

  it("refuses a plan that is not sound, and lists no conversation for it", async () => {
    const cyclic = [task(0, "<resource>-1"), task(1, "<resource>-0")];
    expect(await problemOf(await call("/v1/runs", post({ plan: cyclic })))).toMatchObject({
      status: 422,
      code: "plan-unsound",
    });
    const titled = await call("/v1/runs", post({ text: "UNSOUND", plan: cyclic }));
    expect(titled.status).toBe(422);
    expect(await (await call("/v1/conversations?limit=100")).text()).not.toContain("UNSOUND");
  });

  it("waits for approval of a plan, and takes an edited one", async () => {
    const view = await run(
      await call("/v1/runs", post({ plan: [task(0, "draft")], approval: "plan" }, { prefer: "wait=0" })),
      202,
    );
    const path = `/v1/runs/${view.id}`;
    const events = (await call(`${path}/events`)).body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ""; !text.includes("approval-required"); )
      text += (await events?.read())?.value ?? "approval-required";
    await events?.cancel();
    const waiting = await run(await call(path), 200);
    expect(waiting).toMatchObject({ status: "awaiting-approval", planVersion: 1 });
    expect(await problemOf(await call(`${path}/approve`, post({ planVersion: 9 })))).toMatchObject({
      status: 409,
      code: "stale-plan",
    });
    const [edited] = waiting.tasks;
    await run(
      await call(`${path}/approve`, post({ planVersion: 1, plan: [{ ...edited, args: { text: "final" } }] })),
      200,
    );
    expect((await run(await call(`${path}/cancel`, { method: "POST" }), 200)).id).toBe(view.id);
  });

  it("makes one key of one, however many ask for it at once: the others learn that it is done", async () => {
    const { id } = await newKeyView.parseAsync(await (await call("/v1/keys", post({ name: "bot" }))).json());
    const asked = Array.from({ length: 8 }, () => call(`/v1/keys/${id}/rotate`, post({})));
    const answers = (await Promise.all(asked)).toSorted((one, other) => one.status - other.status);
    expect(answers.map(({ status }) => status)).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    const [made, ...refused] = answers;
    expect(newKeyView.parse(await made?.json())).toMatchObject({ name: "bot", revokedAt: null });
    for (const one of refused) expect(await problemOf(one)).toMatchObject({ code: "conflict" });
  });
});
