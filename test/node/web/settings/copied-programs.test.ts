import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asTypeScript, type CallToCopy } from "../../../../web/settings/snippets.ts";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const get = (path: string, headers: Readonly<Record<string, string>> = {}): CallToCopy => ({
  method: "GET",
  path,
  headers,
  body: null,
});
const post = (path: string, json: unknown): CallToCopy => ({ method: "POST", path, headers: {}, body: { json } });

/** Calls as this page makes them. */
const CALLS: readonly CallToCopy[] = [
  get("/v1/models?limit=1"),
  get("/v1/models?q=7&task=asr&minParameters=1000000&maxParameters=7e9&order=-downloads&availability=here&cursor=12"),
  get("/v1/models?licence=MIT&licence=Apache-2.0"),
  get("/v1/models/openai/whisper-large-v2"),
  get("/v1/conversations?limit=50"),
  get("/v1/conversations/con_1"),
  get("/v1/runs/run_1"),
  get("/v1/runs/run_1/events", { accept: "text/event-stream" }),
  get("/v1/runs/run_1/report", { accept: "text/markdown" }),
  get("/v1/catalogue/graph?center=task:asr"),
  get("/v1/task-types"),
  get("/v1/health"),
  { ...get("/v1/conversations/con_1"), method: "DELETE" },
  { ...get("/v1/runs/run_1/cancel"), method: "POST" },
  post("/v1/runs", {
    text: "What is due?",
    approval: "plan",
    budget: { tasks: 3, onExhausted: "answer" },
    constraints: { provider: { allow: ["local"] }, gated: false },
  }),
  post("/v1/conversations/con_1/messages", { text: "And then?" }),
  post("/v1/plan", { text: "What is due?" }),
  post("/v1/runs/run_1/approve", { planVersion: 1 }),
  post("/v1/runs/run_1/resume", { budget: { usd: 1 } }),
  post("/v1/resources", { url: "https://a.example/b" }),
  { method: "POST", path: "/v1/resources", headers: {}, body: { file: "a.png" } },
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "impresario-copied-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("what is copied as TypeScript holds at the compiler's strictest", async () => {
  for (const hasKey of [false, true]) {
    for (const [index, call] of CALLS.entries()) {
      const program = asTypeScript(call, { origin: "https://impresario.example", hasKey });
      await writeFile(join(folder, `copied-${index}-${hasKey}.ts`), `export {};\n${program}`);
    }
  }
  const compilerOptions = {
    ...{ target: "es2024", module: "esnext", moduleResolution: "bundler", noEmit: true, skipLibCheck: true },
    ...{ lib: ["es2025", "dom", "dom.iterable", "dom.asynciterable"], allowImportingTsExtensions: true },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ types: ["node"], typeRoots: [join(ROOT, "node_modules/@types")] },
    paths: { "impresario/client": [join(ROOT, "src/client/client.ts")] },
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["copied-*.ts"] }));
  const told = await run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", folder]).then(
    () => "",
    (failure: { readonly stdout?: string }) => failure.stdout ?? String(failure),
  );
  expect(told).toBe("");
}, 60_000);

test("a number in a query is a number only where the client takes one", () => {
  const copied = asTypeScript(get("/v1/models?q=7&limit=20&cursor=12&minParameters=many"), {
    origin: "https://impresario.example",
    hasKey: false,
  });
  expect(copied).toContain(`client.models.search({
  "q": "7",
  "limit": 20,
  "cursor": "12",
  "minParameters": "many"
})`);
});
