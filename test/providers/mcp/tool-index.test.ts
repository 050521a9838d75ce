import { createMcpHandler, legacyStatelessFallback } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import type { McpServerConfig } from "../../../src/config/mcp-servers.ts";
import type { ToolIndexParts } from "../../../src/providers/mcp/index.ts";
import { createToolIndex } from "../../../src/providers/mcp/index.ts";
import { eventually } from "../../eventually.ts";
import { createToolbox } from "../../fakes/mcp/toolbox.ts";

const SERVER: McpServerConfig = { name: "box", url: "https://box.example/mcp", headers: { "X-Key": "secret" } };
const MINUTE_MS = 60_000;

/** A shelf whose server and clock the test plays. */
function play(
  answer: (request: Request) => Promise<Response>,
  { servers = [SERVER], waitFor = (answers) => answers }: Partial<Pick<ToolIndexParts, "servers" | "waitFor">> = {},
) {
  const asked: Request[] = [];
  const background: Promise<unknown>[] = [];
  let time = Date.UTC(2026, 10, 1);
  let changes = 0;
  const server = { answer };
  const shelf = createToolIndex({
    servers,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      asked.push(request);
      return server.answer(request);
    },
    now: () => time,
    waitFor,
    isTaken: () => false,
    keep: (work) => void background.push(work),
    onChange: () => void changes++,
  });
  return {
    ...{ shelf, asked, server },
    changes: () => changes,
    pass: (ms: number) => {
      time += ms;
    },
    settle: () => Promise.all(background),
  };
}

const modern = () => {
  const handler = createMcpHandler(createToolbox);
  return (request: Request) => handler.fetch(request);
};
const refuse = async () => new Response("the secret is 42", { status: 503 });
const silent = () => new Promise<Response>(() => undefined);

describe("the tools of MCP servers", () => {
  it.each([
    ["all revisions", modern()],
    ["those up to 2025", legacyStatelessFallback(createToolbox)],
  ])("are listed by a server that speaks %s, once in five minutes", async (_, answer) => {
    const { shelf, asked, changes, pass, settle } = play(answer);
    await shelf.ready();
    expect(shelf.tools().map(({ type }) => type.name)).toEqual(
      ["shout", "add-up", "paint", "fail", "count", "get-sum", "read-graph", "create-entities", "set-lamp"].map(
        (name) => `mcp-box-${name}`,
      ),
    );
    expect(shelf.states()).toEqual([{ server: "box", tools: 9 }]);
    expect(asked.every(({ headers }) => headers.get("x-key") === "secret")).toBe(true);
    expect(asked.every(({ redirect }) => redirect === "manual")).toBe(true);

    const requests = asked.length;
    pass(4 * MINUTE_MS);
    await shelf.ready();
    expect(asked).toHaveLength(requests);
    pass(2 * MINUTE_MS);
    await shelf.ready();
    await settle();
    expect(asked.length).toBeGreaterThan(requests);
    // The same tools again are no change: all that is made of an ontology stays.
    expect(changes()).toBe(1);
  });

  it("are absent while a server is down, which is said without its words, and come once it is back", async () => {
    const { shelf, server, pass, settle } = play(refuse);
    await shelf.ready();
    expect(shelf.tools()).toEqual([]);
    expect(shelf.states()).toEqual([{ server: "box", tools: 0, fault: "The MCP server box answered with status 503" }]);
    server.answer = modern();
    await shelf.ready();
    expect(shelf.tools()).toEqual([]);
    pass(2 * MINUTE_MS);
    await shelf.ready();
    await settle();
    expect(shelf.states()).toEqual([{ server: "box", tools: 9 }]);
  });

  it("stay for a while when their server goes", async () => {
    const { shelf, server, pass, settle } = play(modern());
    await shelf.ready();
    server.answer = refuse;
    for (const [minutes, tools] of [
      [10, 9],
      [10, 9],
      [20, 0],
    ] as const) {
      pass(minutes * MINUTE_MS);
      await shelf.ready();
      await settle();
      expect(shelf.states()).toMatchObject([{ tools, fault: expect.stringContaining("status 503") }]);
    }
  });

  it("are not waited for when their server is slow, but by who comes first", async () => {
    const other = { ...SERVER, name: "quick" };
    const answer = modern();
    const waits: number[] = [];
    const { shelf, pass } = play((request) => (request.headers.get("x-key") === "slow" ? silent() : answer(request)), {
      servers: [{ ...SERVER, headers: { "X-Key": "slow" } }, other],
      waitFor: async (_, waitMs) => {
        waits.push(waitMs);
        await eventually(() => expect(shelf.states()).toMatchObject([{}, { tools: 9 }]));
      },
    });
    await shelf.ready();
    expect(shelf.states()).toMatchObject([{ tools: 0, fault: "It has not answered yet" }, { tools: 9 }]);
    expect(waits).toEqual([1_500]);
    pass(2_000);
    await shelf.ready();
    expect(waits).toHaveLength(1);
    expect(shelf.states()).toMatchObject([{ tools: 0 }, { tools: 9 }]);
  });

  it.each([
    [
      "a redirect",
      "status 302",
      async () => new Response(null, { status: 302, headers: { location: "http://169.254.169.254/" } }),
    ],
    [
      "a page",
      "The MCP server box refused it",
      async () => new Response("<html>", { headers: { "content-type": "text/html" } }),
    ],
    [
      "more than a list may be",
      "box answered with more than 2097152 bytes",
      async () =>
        new Response(`{"a":"${"x".repeat(3 * 1024 * 1024)}"}`, { headers: { "content-type": "application/json" } }),
    ],
    ["no connection", "cannot be reached", async () => Promise.reject(new TypeError("fetch failed"))],
    [
      "a refusal",
      "status 401; check its `headers` or `auth` in CONFIG.mcpServers",
      async () => new Response("who are you", { status: 401 }),
    ],
  ])("are none where a server answers with %s", async (_, fault, answer) => {
    const { shelf } = play(answer);
    await shelf.ready();
    expect(shelf.states()).toEqual([{ server: "box", tools: 0, fault: expect.stringContaining(fault) }]);
  });
});
