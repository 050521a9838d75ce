import { describe, expect, it } from "vitest";
import { eventually } from "../../eventually.ts";
import { ALICE, BOB, type Caller, createCaller, post, problemOf } from "../caller.ts";
import { connect } from "./client.ts";

const SESSION = "a".repeat(32);
const HEADERS = {
  accept: "application/json, text/event-stream",
  "mcp-session-id": SESSION,
  "mcp-protocol-version": "2025-11-25",
};

const callTool = (name: string, args: object, id: string | number = 7) => ({
  ...{ jsonrpc: "2.0", id, method: "tools/call" },
  params: { name, arguments: args, _meta: { progressToken: "mine" } },
});

const resume = (caller: Caller, tenant: string, event: string, more: Record<string, string> = {}) =>
  caller.as(tenant)("/mcp", { headers: { ...HEADERS, "last-event-id": event, ...more } });

const primingOf = (stream: string) => /^id: (\S+)\nretry: (\d+)\ndata: \n\n/.exec(stream);

describe("a stream of 2025-11-25", () => {
  it("begins with an event by which a client that loses it gets the answer after all", async () => {
    const caller = createCaller();
    const started = await caller.as(ALICE)("/mcp", post(callTool("run_request", { text: "hello" }), HEADERS));
    const reader = started.body?.getReader();
    const [, event = "", retryMs] = primingOf(new TextDecoder().decode((await reader?.read())?.value)) ?? [];
    expect(Number(retryMs)).toBeGreaterThan(0);
    await eventually(() => expect([...caller.backstage.conversations.values()]).toHaveLength(1));
    await reader?.cancel();
    const [conversation] = caller.backstage.conversations.values();
    const [run = ""] = conversation?.runs.keys() ?? [];
    conversation?.record(run, { type: "run-cancel", data: { reason: "enough" } });
    conversation?.record(run, { type: "run-end", data: { status: "cancelled", answer: "" } });

    const rest = await (await resume(caller, ALICE, event)).text();
    expect(rest).toContain('"progressToken":"mine"');
    const [, data = ""] = /data: (\{"result".*)\n/.exec(rest) ?? [];
    expect(JSON.parse(data)).toMatchObject({ id: 7, result: { structuredContent: { run, status: "cancelled" } } });
  });

  it("is resumed by who began it alone, and where something was begun", async () => {
    const caller = createCaller();
    const call = callTool("run_request", { text: "hello", wait: 0 });
    const [, event = ""] = primingOf(await (await caller.as(ALICE)("/mcp", post(call, HEADERS))).text()) ?? [];
    const other = btoa('[8,"mine"]');
    for (const answer of [
      resume(caller, BOB, event),
      resume(caller, ALICE, event, { "mcp-session-id": "b".repeat(32) }),
      resume(caller, ALICE, other),
      resume(caller, ALICE, "no place"),
      resume(caller, ALICE, btoa("{}")),
      resume(caller, ALICE, "A".repeat(20_000)),
    ]) {
      expect(await problemOf(await answer)).toMatchObject({ status: 404, code: "not-found" });
    }
  });

  it("has no such event where nothing was begun or it could not be resumed, nor before that revision", async () => {
    const call = createCaller().as(ALICE);
    const { "mcp-session-id": _, ...withoutSession } = HEADERS;
    const streams = [
      call("/mcp", post(callTool("run_request", { text: "x", wait: 0 }), withoutSession)),
      call("/mcp", post(callTool("answer_check_in", { id: "goal_x", checkIn: "1", decision: "approve" }), HEADERS)),
      call("/mcp", post(callTool("get_run", { run: "run_x" }), HEADERS)),
      call("/mcp", post({ jsonrpc: "2.0", id: 1, method: "tools/list" }, HEADERS)),
      call(
        "/mcp",
        post(callTool("run_request", { text: "x", wait: 0 }), { ...HEADERS, "mcp-protocol-version": "2025-06-18" }),
      ),
    ];
    for (const stream of streams) expect(await (await stream).text()).toMatch(/^event: message\n/);
  });
});

describe("log messages", () => {
  const script = [
    { type: "plan-start", data: { attempt: 1, deadline: 0, shard: 0 } },
    { type: "run-cancel", data: { reason: "enough" } },
    { type: "run-end", data: { status: "cancelled", answer: "" } },
  ] as const;

  const messagesIn = (stream: string): string[] =>
    [...stream.matchAll(/"method":"notifications\/message","params":\{"level":"(\w+)","data":"(\w+)/g)].map(
      ([, level, data]) => `${level} ${data}`,
    );

  async function listen(caller: Caller, session: string): Promise<string[]> {
    const client = await connect(caller.as(ALICE));
    const started = await client.callTool({ name: "run_request", arguments: { text: "hello", wait: 0 } });
    const { run } = started.structuredContent as { run: string };
    const conversation = [...caller.backstage.conversations.values()].find(({ runs }) => runs.has(run));
    for (const event of script) conversation?.record(run, event);
    const headers = { ...HEADERS, "mcp-session-id": session };
    return messagesIn(
      await (await caller.as(ALICE)("/mcp", post(callTool("get_run", { run, wait: 5 }), headers))).text(),
    );
  }

  it("are those that the session wants, and of some weight where it has not said so", async () => {
    const caller = createCaller();
    const setLevel = (level: string) =>
      caller.as(ALICE)("/mcp", post({ jsonrpc: "2.0", id: 1, method: "logging/setLevel", params: { level } }, HEADERS));
    expect(await listen(caller, SESSION)).toEqual(["info Run", "info Planning"]);
    expect(await (await setLevel("warning")).text()).toContain('"result":{}');
    expect(await listen(caller, SESSION)).toEqual([]);
    expect(await listen(caller, "b".repeat(32))).toHaveLength(2);
    await setLevel("info");
    expect(await listen(caller, SESSION)).toHaveLength(2);
    expect(await (await setLevel("loud")).text()).toContain('"error"');
  });

  it("since 2026-07-28 come for requests that want them alone", async () => {
    const caller = createCaller();
    const heard: unknown[] = [];
    const client = await connect(caller.as(ALICE));
    client.setNotificationHandler("notifications/message", ({ params }) => void heard.push(params.level));
    await client.callTool({ name: "run_request", arguments: { text: "hello", wait: 0 } });
    const [conversation] = caller.backstage.conversations.values();
    const [run = ""] = conversation?.runs.keys() ?? [];
    for (const event of script) conversation?.record(run, event);
    const look = (level?: string) =>
      client.callTool({
        ...{ name: "get_run", arguments: { run, wait: 5 } },
        ...(level === undefined ? {} : { _meta: { "io.modelcontextprotocol/logLevel": level } }),
      });
    await look();
    await look("error");
    expect(heard).toEqual([]);
    await look("debug");
    expect(heard).toEqual(["info", "info"]);
  });
});
