import { describe, expect, it } from "vitest";
import type { McpServerConfig } from "../../../src/config/mcp-servers.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { createCustomProvider } from "../../../src/providers/custom/index.ts";
import { createToolIndex, withMcpTools } from "../../../src/providers/mcp/index.ts";
import type { ExpertCall } from "../../../src/providers/provider.ts";

const SERVER: McpServerConfig = { name: "box", url: "https://box.example/mcp", headers: {} };

interface Played {
  readonly server?: McpServerConfig;
  /** JSON, as a server may send what `JSON.stringify` never would. */
  readonly tools?: string;
  readonly result?: string;
  /** Notifications before the result. */
  readonly before?: readonly string[];
  /** The media type of an answer to a call that breaks off; empty for a connection that is lost before it. */
  readonly breaksAs?: string;
  readonly sessionId?: string;
  readonly onDelete?: () => Promise<Response>;
}

/** A server of the revision of 2025 that says whatever it likes. */
async function play({ tools = '[{"name":"a","inputSchema":{"type":"object"}}]', ...played }: Played) {
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.method === "DELETE") return played.onDelete?.() ?? new Response(null, { status: 405 });
    const { id, method, params } = await request.json<{ id?: unknown; method: string; params?: { _meta?: object } }>();
    if (id === undefined) return new Response(null, { status: 202 });
    const results: Record<string, string> = {
      initialize: JSON.stringify({
        ...{ protocolVersion: "2025-11-25", capabilities: { tools: {} } },
        serverInfo: { name: "hostile", version: "1" },
      }),
      "tools/list": `{"tools":${tools}}`,
      "tools/call": played.result ?? '{"content":[]}',
    };
    const result = results[method];
    const token = JSON.stringify((params?._meta as { progressToken?: unknown } | undefined)?.progressToken ?? null);
    const lines = method === "tools/call" ? (played.before ?? []).map((one) => one.replaceAll("TOKEN", token)) : [];
    const error = '"error":{"code":-32601,"message":"There is no such method"}';
    const last = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${result === undefined ? error : `"result":${result}`}}`;
    const headers = new Headers({ "content-type": "text/event-stream" });
    if (played.sessionId !== undefined) headers.set("mcp-session-id", played.sessionId);
    if (method === "tools/call" && played.breaksAs !== undefined) {
      // As workerd tells it.
      if (played.breaksAs === "") throw new Error("Network connection lost.");
      const start = (controller: ReadableStreamDefaultController): void => {
        controller.enqueue(new TextEncoder().encode(played.breaksAs === "application/json" ? "{" : ": wait\n\n"));
        queueMicrotask(() => controller.error(new Error("The line was cut")));
      };
      return new Response(new ReadableStream({ start }), { headers: { "content-type": played.breaksAs } });
    }
    return new Response([...lines, last].map((line) => `event: message\ndata: ${line}\n\n`).join(""), { headers });
  };
  const asking: Promise<unknown>[] = [];
  const toolIndex = createToolIndex({
    ...{ servers: [played.server ?? SERVER], fetch: answer, now: Date.now },
    ...{ isTaken: () => false, keep: (work) => void asking.push(work), onChange: () => undefined },
  });
  await toolIndex.ready();
  await Promise.all(asking);
  const custom = withMcpTools(createCustomProvider([], createOntology()), toolIndex, answer);
  const call = (more: Partial<ExpertCall> = {}) => {
    const [endpoint] = custom.endpoints();
    if (!endpoint) throw new Error(`There is no tool: ${JSON.stringify(toolIndex.states())}`);
    const { signal } = new AbortController();
    const { taskType } = endpoint;
    return custom.call({ endpoint, taskType, inputs: {}, signal, progress: () => undefined, ...more });
  };
  return { toolIndex, call };
}

const deep = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

describe("a hostile list of tools", () => {
  it.each([
    [
      "a schema nested without end",
      `[{"name":"a","inputSchema":{"type":"object","properties":{"x":${deep(100_000)}}}}]`,
    ],
    ["a list of no tools", '"none"'],
    ["a tool of no name", '[{"inputSchema":{}}]'],
    ["null", "null"],
  ])("is refused, not thrown about: %s", async (_, tools) => {
    const { toolIndex } = await play({ tools });
    expect(toolIndex.tools()).toEqual([]);
    expect(toolIndex.states()).toMatchObject([{ tools: 0, fault: expect.stringMatching(/^The MCP server box/) }]);
  });

  it("of ten thousand tools is a hundred", async () => {
    const one = (place: number) => `{"name":"t${place}","inputSchema":{"type":"object"}}`;
    const { toolIndex } = await play({
      tools: `[${Array.from({ length: 10_000 }, (_, place) => one(place)).join(",")}]`,
    });
    expect(toolIndex.tools()).toHaveLength(100);
  });

  it("hides no tool that a deployment named behind a thousand others", async () => {
    const one = (place: number) => `{"name":"t${place}","inputSchema":{"type":"object"}}`;
    const tools = `[${Array.from({ length: 2_000 }, (_, place) => one(place)).join(",")}]`;
    const { toolIndex } = await play({ tools, server: { ...SERVER, tools: [{ name: "t1999" }] } });
    expect(toolIndex.tools().map(({ tool }) => tool)).toEqual(["t1999"]);
  });

  it("names no port as objects name what they all have", async () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
    const properties = names.map((name) => `"${name}":{"type":"string"}`).join(",");
    const tools = `[{"name":"constructor","inputSchema":{"type":"object","properties":{${properties}}}}]`;
    const { toolIndex } = await play({ tools });
    const ports = toolIndex.tools().flatMap(({ type }) => type.inputs.map(({ name }) => name));
    expect(ports.length).toBeGreaterThanOrEqual(3);
    expect(ports.filter((port) => port in {})).toEqual([]);
  });

  it("may refer to itself without end", async () => {
    const loop = '{"$ref":"#/$defs/loop"}';
    const properties = `"x":${loop},"y":{"$ref":"#/$defs/word"},"z":{"$ref":"#/properties/z"},"w":{"$ref":"#"}`;
    const schema = `{"type":"object","properties":{${properties}},"$defs":{"loop":${loop},"word":{"type":"string"}}}`;
    const { toolIndex } = await play({ tools: `[{"name":"a","inputSchema":${schema}}]` });
    expect(toolIndex.tools()[0]?.type.inputs.map(({ name, kinds }) => [name, kinds[0]])).toEqual([
      ["x", "data"],
      ["y", "text"],
      ["z", "data"],
      ["w", "data"],
    ]);
  });
});

describe("a hostile result of a tool", () => {
  const described = '[{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"object"}}]';

  it("nested without end is refused by name", async () => {
    const { call } = await play({ tools: described, result: `{"content":[],"structuredContent":${deep(100_000)}}` });
    await expect(call()).rejects.toMatchObject({ code: "provider-rejected", retryable: false });
  });

  it("that is large is refused by name", async () => {
    const { call } = await play({ result: `{"content":[{"type":"text","text":"${"x".repeat(17 * 1024 * 1024)}"}]}` });
    await expect(call()).rejects.toMatchObject({ code: "provider-rejected" });
  });

  it.each([["null"], ["[]"], ['{"content":"words"}'], ['{"content":[{"type":"image","data":1}]}']])(
    "of another shape is refused by name: %s",
    async (result) => {
      const { call } = await play({ result });
      await expect(call()).rejects.toMatchObject({ code: "provider-rejected" });
    },
  );

  it.each(["text/event-stream", "application/json", ""])(
    "that breaks off is not asked for again, as the tool may have done its work: %s",
    async (breaksAs) => {
      const { call } = await play({ breaksAs });
      await expect(call()).rejects.toMatchObject({ code: "provider-unavailable", retryable: false, unheard: true });
    },
  );

  it("comes, though its server floods us with progress, of which little is told", async () => {
    const line = '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":TOKEN,"progress":1}}';
    const { call } = await play({ before: Array.from({ length: 5_000 }, () => line) });
    let told = 0;
    await call({ progress: () => void told++ });
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThanOrEqual(1_000);
  });

  it("comes, though its server never ends the session", async () => {
    const onDelete = () => new Promise<Response>(() => undefined);
    const { call } = await play({ sessionId: "s", onDelete, result: '{"content":[{"type":"text","text":"done"}]}' });
    expect((await call()).outputs).toMatchObject({ text: { text: "done" } });
  });
});
