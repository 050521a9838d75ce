import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCommandLine } from "../../../src/client/command-line/command-line.ts";
import type { Session } from "../../../src/client/command-line/session.ts";
import type { ResourceView } from "../../../src/domain/views.ts";
import { type FakeOptions, type FakeServer, startFakeServer } from "./fake-server.ts";
import { begin, CONVERSATION_ID, INVOICE_RUN, RUN_ID, record, SPEECH, STARTED_AT } from "./recorded-runs.ts";

let folder: string;
let server: FakeServer | undefined;
let output: string;
let errors: string;
let stop: AbortController;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "impresario-cli-"));
  output = "";
  errors = "";
  stop = new AbortController();
});

afterEach(async () => {
  await server?.stop();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

const speech: ResourceView = {
  ...SPEECH,
  createdAt: new Date(STARTED_AT).toISOString(),
  url: `/v1/resources/${SPEECH.id}?signature=1`,
  urlExpiresAt: new Date(STARTED_AT).toISOString(),
};

const session = (given: Partial<Session> = {}): Session => ({
  terminal: {
    repaints: false,
    colour: false,
    columns: 100,
    rows: 24,
    write: (text) => {
      output += text;
    },
  },
  folder,
  signal: stop.signal,
  environment: server ? { IMPRESARIO_URL: server.url } : {},
  writeError: (text) => {
    errors += text;
  },
  confirm: null,
  ...given,
});

async function run(given: readonly string[], options: FakeOptions, on: Partial<Session> = {}): Promise<number> {
  server = await startFakeServer(options);
  return runCommandLine(given, session(on));
}

const calls = (): readonly string[] => server?.seen.map(({ call }) => call) ?? [];

describe("ask", () => {
  it("sends the files, follows the run over broken connections, and prints answer, files and how to go on", async () => {
    await writeFile(join(folder, "invoice.png"), "bytes of a picture");
    const code = await run(["ask", "Read it", "--file", "invoice.png"], {
      events: INVOICE_RUN,
      cutAfter: [3, 5],
      files: [speech],
    });
    expect(code).toBe(0);
    expect(calls()).toEqual([
      "POST /v1/resources",
      "POST /v1/runs",
      ...Array.from({ length: 3 }, () => `GET /v1/runs/${RUN_ID}/events`),
      `GET /v1/runs/${RUN_ID}`,
    ]);
    expect(server?.seen[0]).toMatchObject({
      headers: { "x-filename": "invoice.png", "content-length": "18" },
      body: "bytes of a picture",
    });
    expect(JSON.parse(server?.seen[1]?.body ?? "")).toEqual({ text: "Read it", resources: [`res_${"f".repeat(56)}`] });
    expect(output.match(/succeeded after/g)).toHaveLength(5);
    expect(output).toContain(
      "  It was sent by Acme Ltd; € 120.00 is due by 1 May. The summary is read aloud in summary.wav.\n",
    );
    expect(output).toContain(`summary.wav  audio/wav, 1.2 kB  ${server?.url}/v1/resources/${SPEECH.id}?signature=1\n`);
    expect(output).toContain(`ask "…" --conversation ${CONVERSATION_ID}`);
    expect(errors).toBe("");
  });

  it("goes on with a conversation, and passes on URLs and ids as they are", async () => {
    const references = ["https://example.org/a.png", `res_${"1".repeat(56)}`];
    const given = ["ask", "more", "-c", CONVERSATION_ID, ...references.flatMap((file) => ["-f", file]), "--time", "2"];
    expect(await run(given, { events: INVOICE_RUN })).toBe(0);
    const post = server?.seen.find(({ call }) => call === `POST /v1/conversations/${CONVERSATION_ID}/messages`);
    expect(JSON.parse(post?.body ?? "")).toEqual({ text: "more", resources: references, budget: { timeMs: 2000 } });
  });

  it("passes on who plans and how, and what it may cost", async () => {
    const given = ["--controller", "workers-ai", "--planning", "formal", "--usd", "0.25", "--on-exhausted", "ask"];
    expect(await run(["ask", "more", ...given], { events: INVOICE_RUN })).toBe(0);
    expect(JSON.parse(server?.seen[0]?.body ?? "")).toEqual({
      ...{ text: "more", controller: "workers-ai", planning: "formal" },
      budget: { usd: 0.25, onExhausted: "ask" },
    });
  });

  it.each([["ask"], ["ask", "-c", CONVERSATION_ID]])(
    "takes a token of Hugging Face out of the variable that is named, for the message alone: %j",
    async (...command) => {
      server = await startFakeServer({ events: INVOICE_RUN });
      const environment = { IMPRESARIO_URL: server.url, MY_TOKEN: "hf_secret" };
      expect(await runCommandLine([...command, "more", "--hf-token", "MY_TOKEN"], session({ environment }))).toBe(0);
      const withToken = server.seen.filter(({ headers }) => headers["x-hf-token"] === "hf_secret");
      expect(withToken.map(({ call }) => call)).toEqual([expect.stringMatching(/^POST .*(runs|messages)$/)]);
      expect(JSON.stringify(server.seen.map(({ body }) => body)) + output + errors).not.toContain("hf_secret");
    },
  );

  it("sends no token of Hugging Face that nobody asked it to", async () => {
    server = await startFakeServer({ events: INVOICE_RUN });
    const environment = { IMPRESARIO_URL: server.url, HF_TOKEN: "hf_secret" };
    expect(await runCommandLine(["ask", "more"], session({ environment }))).toBe(0);
    expect(JSON.stringify(server.seen)).not.toContain("hf_secret");
  });

  it("passes on which models may be used, and who chooses", async () => {
    const given = ["--licence", "MIT", "--constraints", '{"size":{"max":7e9}}', "--selection", "language"];
    expect(await run(["ask", "more", ...given], { events: INVOICE_RUN })).toBe(0);
    expect(JSON.parse(server?.seen[0]?.body ?? "")).toEqual({
      text: "more",
      constraints: { size: { max: 7e9 }, licence: { allow: ["MIT"] } },
      selection: "language",
    });
  });

  it("saves what was made, under names that stay in the folder and over nothing that is there", async () => {
    await writeFile(join(folder, "etc_passwd"), "mine");
    const file = { ...speech, name: "../../etc/passwd" };
    const other = { ...file, id: `res_${"3".repeat(56)}`, name: "../etc_passwd" };
    const contents = { [SPEECH.id]: "sound", [other.id]: "other" };
    await run(["ask", "x", "--out", "."], { events: INVOICE_RUN, files: [file, other], contents });
    expect((await readdir(folder)).toSorted()).toEqual(["_.._etc_passwd", "_etc_passwd", "etc_passwd"]);
    expect(await readFile(join(folder, "etc_passwd"), "utf8")).toBe("mine");
    expect(await readFile(join(folder, "_etc_passwd"), "utf8")).toBe("other");
    expect(output.replaceAll(/\s+/g, " ")).toContain(
      `summary is read aloud in summary.wav (${join(folder, "_.._etc_passwd")})`,
    );
  });

  it("prints one JSON document for programs", async () => {
    expect(await run(["ask", "x", "--json"], { events: INVOICE_RUN })).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ id: RUN_ID, status: "succeeded", saved: [] });
  });

  it("prints every event as a line, and the run last, when asked to", async () => {
    await run(["ask", "x", "--json", "--events"], { events: INVOICE_RUN });
    const lines = output
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.slice(0, -1)).toEqual(
      INVOICE_RUN.map((event) => ({ ...event, at: new Date(event.at).toISOString() })),
    );
    expect(lines.at(-1)).toMatchObject({ id: RUN_ID, status: "succeeded" });
  });

  const waiting = record([
    ...begin("x", { as: "plan", plan: { tasks: [] }, notes: [] }),
    { type: "approval-required", data: { planVersion: 4 } },
    { type: "approval-given", data: { planVersion: 4, decision: "approve" } },
    { type: "run-end", data: { status: "succeeded", answer: "Done" } },
  ]);

  it.each([
    [true, "approve"],
    [false, "reject"],
  ])("shows the plan and asks, when that is wanted: %s", async (yes, decision) => {
    const asked: string[] = [];
    const confirm = async (question: string): Promise<boolean> => {
      asked.push(question.trim());
      return yes;
    };
    await run(["ask", "x", "--approve"], { events: waiting }, { confirm });
    expect(asked).toEqual(["Run this plan?"]);
    const approval = server?.seen.find(({ call }) => call.endsWith("/approve"));
    expect(JSON.parse(approval?.body ?? "")).toEqual({ planVersion: 4, decision });
    expect(JSON.parse(server?.seen[0]?.body ?? "")).toMatchObject({ approval: "plan" });
  });

  it.each([
    ["succeeded", 0],
    ["failed", 1],
    ["partial", 3],
    ["cancelled", 4],
  ] as const)("says in its exit code that a run %s", async (status, code) => {
    const events = record([
      ...begin("x", { as: "reply", text: "no" }),
      { type: "run-end", data: { status, answer: "That is all" } },
    ]);
    expect(await run(["ask", "x"], { events })).toBe(code);
    expect(output).toContain("That is all");
  });

  it("says that a run waits with its plan, and how to decide, when left at the question", async () => {
    const confirm = (): Promise<boolean> => {
      stop.abort(new Error("SIGINT"));
      return Promise.reject(stop.signal.reason);
    };
    expect(await run(["ask", "x", "--approve"], { events: waiting }, { confirm })).toBe(130);
    expect(errors).toContain("The run waits, for a week at most");
    expect(errors).toContain(`runs approve ${RUN_ID} --server ${server?.url} `);
    expect(errors).toContain(`runs reject ${RUN_ID} `);
    expect(errors).not.toContain("goes on");
    expect(calls().filter((call) => call.startsWith("POST"))).toEqual(["POST /v1/runs"]);
  });

  it("leaves the run alone on Ctrl-C, and says how to find it again", async () => {
    const write = (text: string): void => {
      if (text.includes("started on")) stop.abort(new Error("SIGINT"));
    };
    const terminal = { ...session().terminal, write };
    expect(await run(["ask", "x"], { events: INVOICE_RUN, holdFrom: 9 }, { terminal })).toBe(130);
    expect(errors).toContain(`runs watch ${RUN_ID}`);
    expect(calls().filter((call) => call.includes("cancel"))).toEqual([]);
  });

  it.each([
    [["ask", "x", "--file", "none.png"], "none.png is no file"],
    [["ask", "x", "--file", "."], ". is no file"],
    [["ask", "x", "--plan", "none.json"], "none.json"],
    [["ask", "x", "--approve"], "at the terminal"],
    [["ask"], "Say what you want"],
  ])("%j is wrong usage, before anything is sent", async (given, words) => {
    expect(await run(given, { events: INVOICE_RUN })).toBe(2);
    expect(errors).toContain(words);
    expect(calls()).toEqual([]);
  });
});

describe("the other commands", () => {
  it.each([
    [["runs", "show", RUN_ID], "❯ Read the text in invoice.png"],
    [["runs", "watch", RUN_ID], "5 tasks, planned by the embedded controller"],
    [["report", RUN_ID], "# Report\n"],
    [["report", RUN_ID, "--json"], `"run": "${RUN_ID}"`],
    [["cancel", RUN_ID], "The run is succeeded."],
    [["runs", "approve", RUN_ID], "The run is succeeded."],
    [["runs", "pause", RUN_ID, "--json"], `"id": "${RUN_ID}"`],
    [["health"], "3 of 60 task types can run there; models: embedded (2)"],
    [["health"], "controllers: embedded, openai; a request that names none has auto"],
    [["task-types"], "  ✔ summarization  text → text  Does it\n  ○ translation    text → text  Does it\n"],
    [["--help"], "npm run cli -- ask TEXT"],
    [["help", "report"], "npm run cli -- report ID"],
  ])("%j prints what was asked for", async (given, words) => {
    expect(await run(given, { events: INVOICE_RUN })).toBe(0);
    expect(output).toContain(words);
  });

  it.each([
    ["approve", "approve", { planVersion: 1, decision: "approve" }],
    ["reject", "approve", { planVersion: 1, decision: "reject" }],
    ["pause", "pause", null],
    ["resume", "resume", null],
  ])("`runs %s` is passed on", async (action, route, body) => {
    await run(["runs", action, RUN_ID], { events: INVOICE_RUN });
    const post = server?.seen.find(({ call }) => call === `POST /v1/runs/${RUN_ID}/${route}`);
    expect(post?.body === "" ? null : JSON.parse(post?.body ?? "")).toEqual(body);
  });

  it("`runs resume` passes on a higher budget", async () => {
    await run(["runs", "resume", RUN_ID, "--usd", "1", "--time", "60"], { events: INVOICE_RUN });
    expect(JSON.parse(server?.seen[0]?.body ?? "")).toEqual({ budget: { usd: 1, timeMs: 60_000 } });
  });

  it.each([
    [["ask", "hi", "--fil", "x"], "ask --help"],
    [["runs", "dance"], "runs --help"],
    [["dance"], "-- --help"],
  ])("%j is answered with where to look it up", async (given, where) => {
    expect(await run(given, { events: [] })).toBe(2);
    expect(errors).toContain(where);
    expect(output).toBe("");
  });

  it("tell wrong usage to programs as JSON", async () => {
    expect(await run(["ask", "hi", "--json", "--fil", "x"], { events: [] })).toBe(2);
    const detail = "`ask` has no option --fil; did you mean --file?";
    expect(JSON.parse(output)).toEqual({ error: { code: "usage", status: 0, detail, issues: [] } });
  });

  it("tell a refusal with its code, and what to do", async () => {
    const problem = { status: 401, code: "unauthorized", detail: "No key \u001b[2Jgiven" };
    expect(await run(["health"], { events: [], problem })).toBe(1);
    expect(errors).toContain("unauthorized: No key given\nGive an API key with --key");
  });

  it("tell a refusal to programs as JSON", async () => {
    const problem = { status: 404, code: "not-found", detail: "No such run" };
    expect(await run(["runs", "show", "run_x", "--json"], { events: [], problem })).toBe(1);
    expect(JSON.parse(output)).toEqual({
      error: { code: "not-found", status: 404, detail: "No such run", issues: [] },
    });
  });

  it("say that no server answers, and how to start one", async () => {
    // Port 1 on loopback is reserved and never listened at.
    const environment = { IMPRESARIO_URL: "http://127.0.0.1:1" };
    expect(await runCommandLine(["health"], session({ environment }))).toBe(1);
    expect(errors).toContain("unreachable: No answer from http://127.0.0.1:1");
    expect(errors).toContain("npm start");
  });
});
