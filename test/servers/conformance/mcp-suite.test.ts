import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { ROOT } from "../../../scripts/server.ts";
import { startMcpServer } from "../../fakes/mcp/server.ts";
import { createSuiteFixtures } from "../../fakes/mcp/suite-fixtures.ts";
import { useServer } from "../use-server.ts";
import { type Renaming, startRelay } from "./mcp-suite-relay.ts";

const fixtures = await startMcpServer(createSuiteFixtures);
afterAll(() => fixtures.server.close(() => undefined).closeAllConnections());

/** The tools of the suite, with what each gives. */
const TOOLS = [
  { name: "test_simple_text" },
  { name: "test_image_content", gives: ["image"] },
  { name: "test_audio_content", gives: ["audio"] },
  { name: "test_embedded_resource", gives: ["document"] },
  { name: "test_multiple_content_types", gives: ["text", "image", "document"] },
  { name: "test_tool_with_progress" },
  { name: "test_tool_with_logging" },
  { name: "test_reconnection" },
  { name: "test_error_handling" },
] as const;

/** The task type of a tool, which is a tool of our own server. */
const ours = (tool: string): string => `mcp-fixtures-${tool.replaceAll("_", "-")}`;

const { url, client: api } = useServer({
  CONFIG: JSON.stringify({ mcpServers: [{ name: "fixtures", url: `${fixtures.url}/mcp`, tools: TOOLS }] }),
});

/** What the suite calls by names of its own, as this deployment has it. */
async function renamings(): Promise<readonly Renaming[]> {
  const { id: file } = await api().upload(new TextEncoder().encode("Words of a file"), { name: "words.txt" });
  const { id: run } = await api().start({ text: "What is the sentiment of “I love this”?" });
  return [
    ...TOOLS.map(({ name }): Renaming => [name, ours(name)]),
    ["test_logging_tool", ours("test_tool_with_logging")],
    ["test_streaming_elicitation", ours("test_tool_with_progress")],
    ["test://static-text", "impresario://demo/english.txt"],
    ["test://static-binary", "impresario://demo/photo.jpg"],
    ["test://watched-resource", "impresario://demo/german.txt"],
    ["test://example-resource", `impresario://files/${file}`],
    ["test://template/123/data", `impresario://runs/${run}`],
    ["test_simple_prompt", "compare-sentences"],
    ["test_prompt_with_arguments", "compare-sentences"],
    ['"arg1"', '"first"'],
    ['"arg2"', '"second"'],
    ["test_prompt_with_embedded_resource", "read-an-invoice"],
    ['"resourceUri"', '"file"'],
    ["test_prompt_with_image", "draw-edges"],
    ["run_123", run],
  ];
}

/** Nothing here asks the client anything while a call is under way: neither a person, nor its model. */
const ASKS_NOTHING = [
  ...["tools-call-sampling", "tools-call-elicitation", "elicitation-sep1034-defaults", "elicitation-sep1330-enums"],
];
/** The same since 2026-07-28, where a call is answered with what is to be asked. */
const NEEDS_NO_INPUT = [
  ...["basic-elicitation", "basic-sampling", "basic-list-roots", "request-state", "multiple-input-requests"],
  ...["multi-round", "missing-input-response", "non-tool-request", "result-type", "tampered-state"],
  ...["capability-check", "ignore-extra-params"],
].map((name) => `input-required-result-${name}`);
/** And so no tool needs what a client may be able to do. */
const NEEDS_NO_CAPABILITY = [
  "server-stateless:sep-2575-server-rejects-undeclared-capability",
  "server-stateless:sep-2575-missing-capability-http-400",
];

const SUITES = [
  { line: "0.1", package: "@modelcontextprotocol/conformance", args: [], left: ASKS_NOTHING },
  {
    ...{ line: "0.2, revision 2025-11-25", package: "conformance-next", args: ["--requirements", "2025-11-25"] },
    left: ASKS_NOTHING,
  },
  {
    ...{ line: "0.2, revision 2026-07-28", package: "conformance-next", args: ["--requirements", "2026-07-28"] },
    left: [...NEEDS_NO_INPUT, ...NEEDS_NO_CAPABILITY],
  },
];

const LIMIT_MS = 5 * 60_000;

describe("the conformance suite of MCP", () => {
  it.each(SUITES)("passes, but for what is not offered: $line", { timeout: LIMIT_MS }, async (suite) => {
    const address = `${url()}/mcp?files=content&tools=${TOOLS.map(({ name }) => ours(name)).join(",")}`;
    const relay = await startRelay(address, await renamings());
    const folder = await mkdtemp(join(tmpdir(), "impresario-mcp-suite-"));
    try {
      const baseline = join(folder, "left.yml");
      await writeFile(baseline, JSON.stringify({ server: suite.left }));
      const script = join(ROOT, "node_modules", suite.package, "dist/index.js");
      const args = [script, "server", "--url", `${relay.url}/mcp`, "--expected-failures", baseline, ...suite.args];
      const told = await promisify(execFile)(process.execPath, args, { timeout: LIMIT_MS, cwd: folder }).catch(
        (failed: { stdout?: string; stderr?: string }) => failed,
      );
      expect(told, `${told.stdout}\n${told.stderr}`).not.toBeInstanceOf(Error);
    } finally {
      relay.server.close(() => undefined).closeAllConnections();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
