import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asCurl, asTypeScript, type CallToCopy } from "../../../../web/settings/snippets.ts";

const SERVER = { origin: "https://impresario.example", hasKey: false };
const post = (path: string, json: unknown): CallToCopy => ({
  method: "POST",
  path,
  headers: { accept: "application/json", "content-type": "application/json", "idempotency-key": "abc" },
  body: { json },
});
const get = (path: string, headers: Readonly<Record<string, string>> = {}): CallToCopy => ({
  method: "GET",
  path,
  headers,
  body: null,
});

/** The words that a POSIX shell makes of a command. */
const wordsOf = (command: string): readonly string[] =>
  execFileSync("sh", ["-c", `curl() { for word; do printf '%s\\0' "$word"; done; }\n${command}`], {
    encoding: "utf8",
    env: { ...process.env, IMPRESARIO_KEY: "the-key" },
  })
    .split("\0")
    .slice(0, -1);

describe("a call as curl", () => {
  it("is what the API was sent, without what a client adds for itself", () => {
    expect(asCurl(post("/v1/runs", { text: "it's due" }), SERVER)).toBe(
      [
        "curl -s 'https://impresario.example/v1/runs'",
        "-H 'content-type: application/json'",
        `--data-raw '{"text":"it'\\''s due"}'`,
      ].join(" \\\n  "),
    );
  });

  it.each<[string, CallToCopy, readonly string[]]>([
    ["a read", get("/v1/runs/run_1"), ["-s", "https://impresario.example/v1/runs/run_1"]],
    [
      "a stream",
      get("/v1/runs/run_1/events", { accept: "text/event-stream" }),
      ["-N", "https://impresario.example/v1/runs/run_1/events", "-H", "accept: text/event-stream"],
    ],
    [
      "a deletion",
      { ...get("/v1/conversations/con_1"), method: "DELETE" },
      ["-s", "https://impresario.example/v1/conversations/con_1", "-X", "DELETE"],
    ],
    [
      "an action without a body",
      { ...get("/v1/runs/run_1/cancel"), method: "POST" },
      ["-s", "https://impresario.example/v1/runs/run_1/cancel", "-X", "POST"],
    ],
    [
      "an upload of a file whose name looks like an option",
      {
        method: "POST",
        path: "/v1/resources",
        headers: { "x-filename": "-o%20x", "content-type": "image/png" },
        body: { file: "-o x" },
      },
      [
        ...["-s", "https://impresario.example/v1/resources", "-H", "x-filename: -o%20x"],
        ...["-H", "content-type: image/png", "--data-binary", "@./-o x"],
      ],
    ],
  ])("of %s has these words", (_, call, words) => {
    expect(wordsOf(asCurl(call, SERVER))).toEqual(words);
  });

  it("names the variable that holds the key, and never the key", () => {
    const command = asCurl(get("/v1/task-types"), { ...SERVER, hasKey: true });
    expect(command).toContain('"authorization: Bearer $IMPRESARIO_KEY"');
    expect(wordsOf(command)).toContain("authorization: Bearer the-key");
  });

  it("is one command, whatever the message says", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        fc.pre(!text.includes("\0") && text.isWellFormed());
        expect(wordsOf(asCurl(post("/v1/runs", { text }), SERVER)).at(-1)).toBe(JSON.stringify({ text }));
      }),
      { numRuns: 10 },
    );
  });
});

describe("a call as TypeScript", () => {
  it("is a module that asks with the typed client", () => {
    expect(asTypeScript(post("/v1/runs", { text: "What is due?" }), { ...SERVER, hasKey: true })).toBe(
      `import { createClient } from "impresario/client";

const client = createClient({ baseUrl: "https://impresario.example", apiKey: process.env.IMPRESARIO_KEY });
const run = await client.ask({
  "text": "What is due?"
});
console.log(run.status, run.answer);
`,
    );
  });

  it.each<[CallToCopy, string]>([
    [post("/v1/conversations/con_1/messages", { text: "a" }), '}, { conversation: "con_1" });'],
    [post("/v1/plan", { text: "a" }), "client.plan({"],
    [post("/v1/runs/run_1/approve", { planVersion: 1 }), 'client.approve("run_1", {'],
    [{ ...get("/v1/runs/run_1/resume"), method: "POST" }, 'client.resume("run_1")'],
    [get("/v1/runs/run_1/events"), 'client.events("run_1")'],
    [get("/v1/runs/run_1/report", { accept: "text/markdown" }), 'client.report("run_1", "markdown")'],
    [get("/v1/models?task=asr&licence=MIT&licence=BSD"), 'client.models.search({\n  "task": "asr",\n  "licence": ['],
    [get("/v1/models/openai/whisper-large-v2"), 'client.models.get("openai/whisper-large-v2")'],
    [
      { method: "POST", path: "/v1/resources", headers: {}, body: { file: 'a".png' } },
      'client.upload(await openAsBlob("a\\".png"), { name: "a\\".png" })',
    ],
    [post("/v1/resources", { url: "https://a.example/b" }), 'client.importFile("https://a.example/b")'],
    [
      get("/v1/catalogue/graph?center=task:asr"),
      'await fetch("https://impresario.example/v1/catalogue/graph?center=task:asr"',
    ],
    [get("/v1/runs/%E0%A4%A"), 'client.run("%E0%A4%A")'],
  ])("knows how to make %j", (call, expected) => {
    expect(asTypeScript(call, SERVER)).toContain(expected);
  });
});
