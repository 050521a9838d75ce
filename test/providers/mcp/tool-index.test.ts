import { createMcpHandler, legacyStatelessFallback } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import type { McpServerConfig } from "../../../src/config/mcp-servers.ts";
import { createToolIndex } from "../../../src/providers/mcp/index.ts";
import { createToolbox } from "../../fakes/mcp/toolbox.ts";

const SERVER: McpServerConfig = { name: "box", url: "https://box.example/mcp", headers: { "X-Key": "secret" } };
const MINUTE_MS = 60_000;

/** A tool index whose server and clock the test plays. */
function play(answer: (request: Request) => Promise<Response>, servers = [SERVER]) {
  const asked: Request[] = [];
  const background: Promise<unknown>[] = [];
  let time = Date.UTC(2026, 10, 1);
  let changes = 0;
  const server = { answer };
  const toolIndex = createToolIndex({
    servers,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      asked.push(request);
      return server.answer(request);
    },
    now: () => time,
    isTaken: () => false,
    keep: (work) => void background.push(work),
    onChange: () => void changes++,
  });
  return {
    ...{ toolIndex, asked, server },
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
    const { toolIndex, asked, changes, pass, settle } = play(answer);
    await toolIndex.ready();
    expect(toolIndex.tools().map(({ type }) => type.name)).toEqual(
      ["shout", "add-up", "paint", "fail", "count"].map((name) => `mcp-box-${name}`),
    );
    expect(toolIndex.states()).toEqual([{ server: "box", tools: 5 }]);
    expect(asked.every(({ headers }) => headers.get("x-key") === "secret")).toBe(true);
    expect(asked.every(({ redirect }) => redirect === "manual")).toBe(true);

    const requests = asked.length;
    pass(4 * MINUTE_MS);
    await toolIndex.ready();
    expect(asked).toHaveLength(requests);
    pass(2 * MINUTE_MS);
    await toolIndex.ready();
    await settle();
    expect(asked.length).toBeGreaterThan(requests);
    // The same tools again are no change: all that is made of an ontology stays.
    expect(changes()).toBe(1);
  });

  it("are absent while a server is down, which is said without its words, and come once it is back", async () => {
    const { toolIndex, server, pass, settle } = play(refuse);
    await toolIndex.ready();
    expect(toolIndex.tools()).toEqual([]);
    expect(toolIndex.states()).toEqual([
      { server: "box", tools: 0, fault: "The MCP server box answered with status 503" },
    ]);
    server.answer = modern();
    await toolIndex.ready();
    expect(toolIndex.tools()).toEqual([]);
    pass(2 * MINUTE_MS);
    await toolIndex.ready();
    await settle();
    expect(toolIndex.states()).toEqual([{ server: "box", tools: 5 }]);
  });

  it("stay for a while when their server goes", async () => {
    const { toolIndex, server, pass, settle } = play(modern());
    await toolIndex.ready();
    server.answer = refuse;
    for (const [minutes, tools] of [
      [10, 5],
      [10, 5],
      [20, 0],
    ] as const) {
      pass(minutes * MINUTE_MS);
      await toolIndex.ready();
      await settle();
      expect(toolIndex.states()).toMatchObject([{ tools, fault: expect.stringContaining("status 503") }]);
    }
  });

  it("are not waited for when their server is slow, but by who comes first", async () => {
    const other = { ...SERVER, name: "quick" };
    const answer = modern();
    const { toolIndex, pass } = play(
      (request) => (request.headers.get("x-key") === "slow" ? silent() : answer(request)),
      [{ ...SERVER, headers: { "X-Key": "slow" } }, other],
    );
    await toolIndex.ready();
    expect(toolIndex.states()).toMatchObject([{ tools: 0, fault: "It has not answered yet" }, { tools: 5 }]);
    pass(2_000);
    // Would not end before the list is given up, were it waited for.
    await toolIndex.ready();
    expect(toolIndex.states()).toMatchObject([{ tools: 0 }, { tools: 5 }]);
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
    const { toolIndex } = play(answer);
    await toolIndex.ready();
    expect(toolIndex.states()).toEqual([{ server: "box", tools: 0, fault: expect.stringContaining(fault) }]);
  });
});
