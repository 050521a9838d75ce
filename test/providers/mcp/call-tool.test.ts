import { createMcpHandler } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { createCustomProvider } from "../../../src/providers/custom/index.ts";
import { createToolIndex, withMcpTools } from "../../../src/providers/mcp/index.ts";
import type { ExpertCall, InputValue, Provider } from "../../../src/providers/provider.ts";
import { createToolbox } from "../../fakes/mcp/toolbox.ts";

const handler = createMcpHandler(createToolbox);

/** The custom provider of a deployment whose one MCP server is the toolbox. @param ask what happens to calls of tools */
async function provider(ask?: (request: Request) => Promise<Response>): Promise<Provider> {
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const isCall = (await request.clone().text()).includes('"tools/call"');
    return ask && isCall ? ask(request) : handler.fetch(request);
  };
  const server = { name: "box", url: "https://box.example/mcp", headers: {} };
  const toolIndex = createToolIndex({
    ...{ servers: [server], fetch: answer, now: Date.now },
    ...{ isTaken: () => false, keep: () => undefined, onChange: () => undefined, waitFor: (answers) => answers },
  });
  await toolIndex.ready();
  return withMcpTools(createCustomProvider([], createOntology()), toolIndex, answer);
}

const value = (held: string): InputValue => ({
  ...{ kind: "text", mediaType: "text/plain", name: "value", size: held.length },
  text: async () => held,
  json: async () => JSON.parse(held),
  bytes: async () => new TextEncoder().encode(held),
  stream: async () => new Blob([held]).stream(),
});

async function call(
  custom: Provider,
  taskType: string,
  inputs: Record<string, string> = {},
  more: Partial<ExpertCall> = {},
): ReturnType<Provider["call"]> {
  const endpoint = custom.endpoints().find((one) => one.taskType === taskType);
  if (!endpoint) throw new Error(`Nothing does ${taskType}`);
  const given = Object.fromEntries(Object.entries(inputs).map(([port, held]) => [port, [value(held)]]));
  const { signal } = new AbortController();
  return custom.call({ endpoint, taskType, inputs: given, signal, progress: () => undefined, ...more });
}

describe("a call of a tool", () => {
  it("brings its arguments as the tool takes them", async () => {
    const custom = await provider();
    expect(await call(custom, "mcp-box-shout", { text: "hush", times: "2" })).toEqual({
      outputs: { text: { as: "text", text: "HUSH HUSH" } },
      notes: [],
    });
    const added = await call(custom, "mcp-box-add-up", { numbers: "[1, 2]" });
    expect(added.outputs).toMatchObject({ text: { text: "3" }, data: { data: { sum: 3 } } });
  });

  it("tells how far it is", async () => {
    const told: unknown[] = [];
    const progress: ExpertCall["progress"] = (note, fraction) => void told.push([note, fraction]);
    await call(await provider(), "mcp-box-count", { to: "4" }, { progress });
    expect(told).toEqual([1, 2, 3, 4].map((at) => [`at ${at}`, at / 4]));
  });

  it("fails with the tool's own words, on one line and without addresses", async () => {
    await expect(call(await provider(), "mcp-box-fail")).rejects.toMatchObject({
      ...{ code: "provider-rejected", retryable: false },
      message: "The tool fail of the MCP server box reported an error: “Out of paper. See …”",
    });
    await expect(call(await provider(), "mcp-box-get-sum", { a: '"five"', b: "1" })).rejects.toMatchObject({
      message: expect.stringMatching(/^The tool get-sum of the MCP server box reported an error: “.*number.*”$/),
    });
  });

  it.each([
    ["is down", 503, { code: "provider-unavailable", retryable: true }],
    ["has enough", 429, { code: "rate-limited", retryable: true, retryAfterMs: 7_000 }],
    ["does not know us", 403, { code: "provider-rejected", retryable: false }],
    ["sends elsewhere", 307, { code: "provider-rejected", retryable: false }],
  ])("fails as its server does that %s", async (_, status, fault) => {
    const headers = { "retry-after": "7", location: "http://169.254.169.254/" };
    const custom = await provider(async () => new Response("hunter2", { status, headers }));
    const failed = call(custom, "mcp-box-shout", { text: "hush" });
    await expect(failed).rejects.toMatchObject(fault);
    await expect(failed).rejects.not.toThrow("hunter2");
  });

  it("ends with its attempt", async () => {
    const deadline = new AbortController();
    const custom = await provider(async () => {
      deadline.abort();
      return new Promise<Response>(() => undefined);
    });
    const failed = call(custom, "mcp-box-shout", { text: "hush" }, { signal: deadline.signal });
    await expect(failed).rejects.toMatchObject({ code: "timeout", retryable: true });
  });

  it("is refused of a tool that is gone", async () => {
    const custom = await provider();
    const [endpoint] = custom.endpoints();
    if (!endpoint) throw new Error("There is no tool");
    const gone = { ...endpoint, model: "mcp/box/gone" };
    const { signal } = new AbortController();
    const failed = custom.call({
      endpoint: gone,
      taskType: "mcp-box-gone",
      inputs: {},
      signal,
      progress: () => undefined,
    });
    await expect(failed).rejects.toMatchObject({ code: "no-model" });
  });
});
