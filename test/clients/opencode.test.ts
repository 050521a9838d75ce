import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { startLanguageServer } from "../servers/end-to-end/language-server.ts";
import { useServer } from "../servers/use-server.ts";
import { API_KEY, BEES, LIMIT_MS } from "./speaking.ts";

const OPENCODE = fileURLToPath(new URL("node_modules/.bin/opencode", import.meta.url));
const NOTE = "The heron stands in the reeds.";
const folder = await mkdtemp(join(tmpdir(), "impresario-opencode-"));
const work = join(folder, "note.txt");

interface Program {
  readonly tools: readonly { readonly name: string }[];
  readonly called: readonly { readonly gave: string }[];
}
/** A language model that reads the file with the program's own tool, and tells what that gave. */
const model = await startLanguageServer({
  tools: ([shown = ""]) => {
    const [program = "", ...request] = shown.split("\n");
    const { tools, called } = JSON.parse(program) as Program;
    const isAsked = request.join("\n").includes("note.txt") && tools.some(({ name }) => name === "read");
    const calls = isAsked && called.length === 0 ? [{ tool: "read", arguments: { filePath: work } }] : [];
    return JSON.stringify({ calls, reply: called.length === 0 ? null : called.map(({ gave }) => gave).join("\n") });
  },
});
// What opencode brings of tools and instructions is long.
const { url } = useServer({ OPENAI_BASE_URL: model.url, OPENAI_MODEL: "a-model", MODEL_CONTEXT_TOKENS: "28672" });
afterAll(() => Promise.all([model.stop(), rm(folder, { recursive: true, force: true })]));

/** What opencode prints of a message, in a home of its own. */
async function say(message: string): Promise<string> {
  const config = {
    ...{ autoupdate: false, share: "disabled", model: "impresario/impresario", small_model: "impresario/impresario" },
    provider: {
      impresario: {
        ...{ npm: "@ai-sdk/openai-compatible", name: "Impresario" },
        options: { baseURL: `${url()}/openai/v1`, apiKey: API_KEY },
        models: { impresario: { name: "Impresario" } },
      },
    },
  };
  await writeFile(join(folder, "opencode.json"), JSON.stringify(config));
  await writeFile(work, NOTE);
  const run = promisify(execFile)(OPENCODE, ["run", message], {
    ...{ cwd: folder, timeout: LIMIT_MS },
    // It takes PWD, and not its working folder, for where it is.
    env: { ...process.env, PWD: folder, HOME: folder, NO_COLOR: "1" },
  });
  // It takes what comes there for a part of the message, to its end.
  run.child.stdin?.end();
  return (await run).stdout;
}

describe("opencode-ai, with this server as its provider", { timeout: LIMIT_MS }, () => {
  it("answers", async () => {
    expect(await say(BEES)).toContain("Bees make honey");
  });

  it("calls its own tools, and tells what they gave", async () => {
    expect(await say("What does note.txt say? Use your tool.")).toContain(NOTE);
  });
});
