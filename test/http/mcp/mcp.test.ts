import { describe, expect, it } from "vitest";
import { makeApiKey } from "../../../src/domain/api-key.ts";
import { failure } from "../../../src/domain/errors.ts";
import { err } from "../../../src/domain/result.ts";
import { eventually } from "../../eventually.ts";
import { ALICE, BOB, type Caller, createCaller, expectStatus, ORIGIN, post, problemOf } from "../caller.ts";
import { createBackstage } from "../doubles.ts";
import { codeOf, connect, textIn } from "./client.ts";

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "tests", version: "1" } },
};
const ACCEPT = { accept: "application/json, text/event-stream" };

const conversations = ({ backstage }: Caller) => [...backstage.conversations.values()];
const cancelled = (caller: Caller) =>
  conversations(caller).flatMap(({ asked }) => asked.filter(({ what }) => what === "cancel"));

describe("who may call /mcp", () => {
  it("asks for a key, and says how to send it", async () => {
    const answer = await createCaller().bare("/mcp", post(initialize, ACCEPT));
    expect(answer.headers.get("www-authenticate")).toBe(
      `Bearer realm="impresario", resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp"`,
    );
    expect(await problemOf(answer)).toMatchObject({ status: 401, code: "unauthorized" });
  });

  it("lets the official client in with a key, and not without or with another's", async () => {
    const { bare, backstage } = createCaller();
    const client = await connect(bare, "modern", "", await makeApiKey(backstage.wiring.ids, ALICE, "00000001"));
    expect((await client.listTools()).tools).toHaveLength(4);
    for (const era of ["legacy", "modern"] as const) {
      await expect(connect(bare, era)).rejects.toThrow();
      await expect(connect(bare, era, "", `sk-${"a".repeat(48)}`)).rejects.toThrow();
    }
  });

  it.each([
    ["a page of another site", ORIGIN, "https://evil.example"],
    ["a name that was made to mean this machine", "http://evil.example:8787", "http://evil.example:8787"],
    ["a page without an origin of its own", ORIGIN, "null"],
  ])("refuses %s where there are no keys", async (_, server, origin) => {
    const { bare } = createCaller(createBackstage("open"));
    const answer = await bare(`${server}/mcp`, post(initialize, { ...ACCEPT, origin }));
    expect(await problemOf(answer)).toMatchObject({ status: 403, code: "forbidden" });
  });

  it("serves pages of this machine where there are no keys", async () => {
    const { bare } = createCaller(createBackstage("open"));
    const answer = await bare(`${ORIGIN}/mcp`, post(initialize, { ...ACCEPT, origin: "http://localhost:6274" }));
    await expectStatus(answer, 200);
  });

  it("has no stream of its own and no session to end", async () => {
    const call = createCaller().as(ALICE);
    const [get, del] = await Promise.all(["GET", "DELETE"].map((method) => call("/mcp", { method })));
    expect([get?.status, get?.headers.get("allow")]).toEqual([405, "POST"]);
    expect(del?.status).toBe(405);
  });
});

describe("what /mcp takes", () => {
  const call = createCaller().as(ALICE);

  it.each([
    ["a batch", [initialize], 400, "invalid-request"],
    ["JSON nested beyond reason", { ...initialize, params: nested(100) }, 400, "invalid-request"],
    ["a body of more than 12 MiB", { ...initialize, more: "x".repeat(12 * 1024 * 1024) }, 413, "resource-too-large"],
  ])("refuses %s", async (_, body, status, code) => {
    expect(await problemOf(await call("/mcp", post(body, ACCEPT)))).toMatchObject({ status, code });
  });

  it.each(["?tools=no-such-task", "?tool=summarization", "?tools=", `?tools=${"ner,".repeat(301)}`])(
    "refuses %.30s",
    async (query) => {
      const problem = await problemOf(await call(`/mcp${query}`, post(initialize, ACCEPT)));
      expect(problem).toMatchObject({ status: 400, code: "invalid-request" });
    },
  );

  it("names a session that it does not keep", async () => {
    const [one, other] = await Promise.all([1, 2].map(() => call("/mcp", post(initialize, ACCEPT))));
    expect(one?.headers.get("mcp-session-id")).toMatch(/^[0-9a-f]{32}$/);
    expect(one?.headers.get("mcp-session-id")).not.toBe(other?.headers.get("mcp-session-id"));
  });
});

function nested(depth: number): unknown {
  return depth === 0 ? 1 : { a: nested(depth - 1) };
}

describe("the tools of /mcp", () => {
  it("are four, and one for each task type that was asked for", async () => {
    const call = createCaller().as(ALICE);
    const namesOf = async (query: string) =>
      (await (await connect(call, "modern", query)).listTools()).tools.map(({ name }) => name);
    const usual = ["run_request", "plan_request", "get_run", "search_models"];
    expect(await namesOf("")).toEqual(usual);
    expect(await namesOf("?tools=ner,summarization,summarization")).toEqual([
      ...usual,
      "token-classification",
      "summarization",
    ]);
    // The only one that something does here.
    expect(await namesOf("?tools=task-types")).toEqual([...usual, "summarization"]);
  });

  it("describe all that they take and give", async () => {
    const { tools } = await (
      await connect(createCaller().as(ALICE), "modern", "?tools=visual-question-answering")
    ).listTools();
    for (const { inputSchema, outputSchema, description = "" } of tools) {
      expect(description.length).toBeGreaterThan(20);
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: "object" });
    }
    // All that a client puts into its model's context before anything is asked.
    expect(JSON.stringify(tools.slice(0, 4)).length).toBeLessThan(24_000);
  });

  it("say by a code what is wrong", async () => {
    const client = await connect(createCaller().as(ALICE));
    const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
    const outcomes = await Promise.all([
      call("run_request", { text: "" }),
      call("run_request", { text: "hello", budget: { usd: -1 } }),
      call("run_request", { text: "hello", conversation: "conv_made_up" }),
      call("run_request", { text: "hello", resources: ["http://169.254.169.254/latest"] }),
      call("run_request", { text: "hello", resources: [{ name: "a.txt", data: "%%%" }] }),
      call("run_request", { text: "hello", controller: "openai" }),
      call("plan_request", { text: "hello", resources: ["res_made_up"] }),
      call("get_run", { run: "run_made_up" }),
      call("search_models", { task: "no such task" }),
    ]);
    expect(outcomes.map(codeOf)).toEqual([
      ...["invalid-request", "invalid-request", "not-found", "unsafe-url", "invalid-request", "invalid-request"],
      ...["not-found", "not-found", "invalid-request"],
    ]);
    expect(textIn(outcomes[0] ?? { content: [] })).toContain("text: A message needs a text or a plan");
  });

  it("refuse files inside a call that are too large together", async () => {
    const client = await connect(createCaller().as(ALICE));
    const data = "AAAA".repeat(1_500_000);
    const resources = [1, 2].map((place) => ({ name: `${place}.txt`, data }));
    expect(codeOf(await client.callTool({ name: "run_request", arguments: { text: "x", resources } }))).toBe(
      "resource-too-large",
    );
  });

  it("store the files that come inside a call, and name them in its message", async () => {
    const caller = createCaller();
    const client = await connect(caller.as(ALICE));
    const resources = [
      { name: "a.txt", mediaType: "text/plain", data: btoa("hello") },
      `data:text/plain;base64,${btoa("good bye")}`,
    ];
    await client.callTool({ name: "run_request", arguments: { text: "Compare these", resources, wait: 0 } });
    const [conversation] = conversations(caller);
    expect(conversation?.resources).toMatchObject([
      { name: "a.txt", bytes: 5 },
      { name: "file-2", bytes: 8 },
    ]);
  });

  it("store nothing that comes inside a call before its run is admitted", async () => {
    const caller = createCaller();
    const tenant = caller.backstage.tenant(ALICE);
    tenant.refuses = err(failure("rate-limited", "Slower", true));
    const client = await connect(caller.as(ALICE));
    const file = { name: "a.txt", mediaType: "text/plain", data: btoa("hello") };
    const given = { name: "run_request", arguments: { text: "Read this", resources: [file], wait: 0 } };
    expect(codeOf(await client.callTool(given))).toBe("rate-limited");
    expect(tenant.announced).toEqual([]);
  });

  it("show another tenant's run to nobody", async () => {
    const caller = createCaller();
    const mine = await connect(caller.as(ALICE));
    const started = await mine.callTool({ name: "run_request", arguments: { text: "hello", wait: 0 } });
    const run = (started.structuredContent as { run: string }).run;
    expect(started.structuredContent).toMatchObject({ status: "planning", answer: null });
    expect(textIn(started)).toContain("call get_run");
    const theirs = await connect(caller.as(BOB));
    expect(codeOf(await theirs.callTool({ name: "get_run", arguments: { run } }))).toBe("not-found");
    expect(codeOf(await mine.callTool({ name: "get_run", arguments: { run } }))).toBeUndefined();
  });
});

describe("a request that is cancelled", () => {
  const start = { name: "run_request", arguments: { text: "hello" } };

  it.each(["legacy", "modern"] as const)("cancels the run that it started: %s", async (era) => {
    const caller = createCaller();
    const client = await connect(caller.as(ALICE), era);
    const stop = new AbortController();
    const call = client.callTool(start, { signal: stop.signal });
    const over = expect(call).rejects.toThrow("enough");
    await eventually(() => expect(conversations(caller)[0]?.asked).toMatchObject([{ what: "events" }]));
    stop.abort(new Error("enough"));
    await over;
    await eventually(() => expect(cancelled(caller)).toHaveLength(1));
  });

  it("is one of its own session and tenant", async () => {
    const caller = createCaller();
    const [session = "", other = ""] = ["a", "b"].map((letter) => letter.repeat(32));
    const send = (tenant: string, name: string, body: object) =>
      caller.as(tenant)("/mcp", post({ jsonrpc: "2.0", ...body }, { ...ACCEPT, "mcp-session-id": name }));
    const call = { id: 7, method: "tools/call", params: { ...start, arguments: { text: "hello", wait: 0 } } };
    await (await send(ALICE, session, call)).text();
    const cancel = { method: "notifications/cancelled", params: { requestId: 7 } };
    for (const [tenant, name] of [
      [BOB, session],
      [ALICE, other],
    ] as const) {
      expect((await send(tenant, name, cancel)).status).toBe(202);
    }
    expect((await send(ALICE, session, { ...cancel, params: { requestId: "7" } })).status).toBe(202);
    expect(cancelled(caller)).toEqual([]);
    expect((await send(ALICE, session, cancel)).status).toBe(202);
    await eventually(() => expect(cancelled(caller)).toHaveLength(1));
  });

  it("starts no run where the cancellation comes first, and says so", async () => {
    const caller = createCaller();
    const headers = { ...ACCEPT, "mcp-session-id": "d".repeat(32) };
    const send = (body: object) => caller.as(ALICE)("/mcp", post({ jsonrpc: "2.0", ...body }, headers));
    const cancel = { method: "notifications/cancelled", params: { requestId: 7 } };
    expect((await send(cancel)).status).toBe(202);
    await eventually(() => expect(caller.backstage.tenant(ALICE).forestalled.size).toBe(1));
    const params = { ...start, arguments: { text: "hello", wait: 0 } };
    expect(await (await send({ id: 7, method: "tools/call", params })).text()).toContain("cancelled: ");
    expect(conversations(caller)).toEqual([]);
    expect(await (await send({ id: 8, method: "tools/call", params })).text()).not.toContain("cancelled: ");
    expect(conversations(caller)).toHaveLength(1);
  });

  it("makes one run however often it is sent", async () => {
    const caller = createCaller();
    const headers = { ...ACCEPT, "mcp-session-id": "c".repeat(32) };
    const params = { ...start, arguments: { text: "hello", wait: 0 } };
    const call = { jsonrpc: "2.0", id: 7, method: "tools/call", params };
    for (let sent = 0; sent < 2; sent++) await (await caller.as(ALICE)("/mcp", post(call, headers))).text();
    expect(conversations(caller).map(({ runs }) => runs.size)).toEqual([1]);
  });
});

describe("a client of before 2026 that leaves", () => {
  it("leaves its run alone", async () => {
    const caller = createCaller();
    const params = { name: "run_request", arguments: { text: "hello" }, _meta: { progressToken: 1 } };
    const answer = await caller.as(ALICE)(
      "/mcp",
      post({ jsonrpc: "2.0", id: 1, method: "tools/call", params }, ACCEPT),
    );
    const reader = answer.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain("notifications/progress");
    await reader?.cancel();
    await eventually(() => expect(conversations(caller)[0]?.cancelledStreams).toHaveLength(1));
    expect(cancelled(caller)).toEqual([]);
  });
});
