import { readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCommandLine } from "../../../src/client/command-line/command-line.ts";
import type { StructuredAnswer } from "../../../src/domain/structured/answer-schema.ts";
import type { ResourceView } from "../../../src/http/schemas/views.ts";
import { eventually } from "../../eventually.ts";
import { startFakeServer } from "./fake-server.ts";
import { begin, CONVERSATION_ID, INVOICE_RUN, RUN_ID, record, SPEECH, STARTED_AT } from "./recorded-runs.ts";
import { useCommandLine } from "./use-command-line.ts";

const { now, session, run, calls } = useCommandLine();

const speech: ResourceView = {
  ...SPEECH,
  createdAt: new Date(STARTED_AT).toISOString(),
  url: `/v1/resources/${SPEECH.id}?signature=1`,
  urlExpiresAt: new Date(STARTED_AT).toISOString(),
};

describe("ask", () => {
  it("sends the files, follows the run over broken connections, and prints answer, files and how to go on", async () => {
    await writeFile(join(now.folder, "invoice.png"), "bytes of a picture");
    const code = await run(["ask", "Read it", "--file", "invoice.png"], {
      events: INVOICE_RUN,
      cutAfter: [3, 5],
      files: [speech],
    });
    expect(code).toBe(0);
    expect(calls()).toEqual([
      "POST /v1/resources",
      "POST /v1/runs",
      ...["/events", "/events", "/events", "", ""].map((path) => `GET /v1/runs/${RUN_ID}${path}`),
    ]);
    expect(now.server?.seen[0]).toMatchObject({
      headers: { "x-filename": "invoice.png", "content-length": "18" },
      body: "bytes of a picture",
    });
    expect(JSON.parse(now.server?.seen[1]?.body ?? "")).toEqual({
      text: "Read it",
      resources: [`res_${"f".repeat(56)}`],
    });
    expect(now.errors.match(/succeeded after/g)).toHaveLength(5);
    expect(now.output).toBe(
      "It was sent by Acme Ltd; € 120.00 is due by 1 May. The summary is read aloud in summary.wav.\n",
    );
    expect(now.errors).toContain(
      `summary.wav  audio/wav, 1.2 kB  ${now.server?.url}/v1/resources/${SPEECH.id}?signature=1\n`,
    );
    expect(now.errors).toContain('ask "…" --conversation last');
    expect(now.errors).not.toContain(CONVERSATION_ID);
  });

  it("reads the request or a file from the standard input", async () => {
    now.input = "Read it aloud\n";
    expect(await run(["ask", "-"], { events: INVOICE_RUN })).toBe(0);
    expect(JSON.parse(now.server?.seen[0]?.body ?? "")).toEqual({ text: "Read it aloud" });
    await now.server?.stop();
    now.input = "what it is about";
    expect(await run(["ask", "Sum it up", "-f", "-"], { events: INVOICE_RUN })).toBe(0);
    expect(now.server?.seen[0]).toMatchObject({ call: "POST /v1/resources", body: "what it is about" });
    expect(await runCommandLine(["ask", "-", "-f", "-"], session())).toBe(2);
  });

  it("keeps a conversation open, a line a message, until /exit", async () => {
    now.input = "first\n\nsecond\n/exit\nthird";
    expect(await run(["chat"], { events: INVOICE_RUN })).toBe(0);
    const posts = now.server?.seen.filter(({ call }) => call.startsWith("POST")) ?? [];
    expect(posts.map(({ call, body }) => [call, JSON.parse(body).text])).toEqual([
      ["POST /v1/runs", "first"],
      [`POST /v1/conversations/${CONVERSATION_ID}/messages`, "second"],
    ]);
    expect(now.output.match(/It was sent by Acme Ltd/g)).toHaveLength(2);
  });

  it("sends a choice for its number, and shows the choices that there are", async () => {
    now.input = "hm\n2\n7";
    expect(await run(["chat"], { events: INVOICE_RUN, choices: ["Summarize a.txt", "Read a.txt aloud"] })).toBe(0);
    const posts = now.server?.seen.filter(({ call }) => call.startsWith("POST")) ?? [];
    expect(posts.map(({ body }) => JSON.parse(body).text)).toEqual(["hm", "Read a.txt aloud", "7"]);
    expect(now.errors).toContain("  2  Read a.txt aloud\n");
  });

  it("goes on with a conversation, and passes on URLs and ids as they are", async () => {
    const references = ["https://example.org/a.png", `res_${"1".repeat(56)}`];
    const given = ["ask", "more", "-c", CONVERSATION_ID, ...references.flatMap((file) => ["-f", file]), "--time", "2"];
    expect(await run(given, { events: INVOICE_RUN })).toBe(0);
    const post = now.server?.seen.find(({ call }) => call === `POST /v1/conversations/${CONVERSATION_ID}/messages`);
    expect(JSON.parse(post?.body ?? "")).toEqual({ text: "more", resources: references, budget: { timeMs: 2000 } });
  });

  const ended = (structured: StructuredAnswer) =>
    record([
      ...begin("Count", { as: "reply", text: "In words." }),
      { type: "run-end", data: { status: "succeeded", answer: "In words.", structured } },
    ]);

  it("sends a schema, and prints the value that fills it", async () => {
    const schema = { type: "object", properties: { n: { type: "integer" } } };
    await writeFile(join(now.folder, "my form.json"), JSON.stringify(schema));
    const events = ended({ as: "filled", value: { n: 1 }, by: "embedded" });
    expect(await run(["ask", "Count", "--schema", "my form.json"], { events })).toBe(0);
    expect(JSON.parse(now.server?.seen[0]?.body ?? "")).toEqual({
      text: "Count",
      response_format: { type: "json_schema", json_schema: { name: "my-form", schema } },
    });
    expect(JSON.parse(now.output)).toEqual({ n: 1 });
  });

  it("prints the words where there is no value, why that is, and says so with its exit code", async () => {
    await writeFile(join(now.folder, "form.json"), "{}");
    const events = ended({ as: "refused", why: "It needs a language model", missing: ["n"] });
    expect(await run(["ask", "Count", "--schema", "form.json"], { events })).toBe(3);
    expect(now.output).toBe("In words.\n");
    expect(now.errors).toContain("form was not filled in: It needs a language model");
  });

  it.each(["nowhere.json", "list.json"])("sends nothing for a schema that is none: %s", async (file) => {
    await writeFile(join(now.folder, "list.json"), "[]");
    expect(await run(["ask", "Count", "--schema", file], { events: INVOICE_RUN })).toBe(2);
    expect(calls()).toEqual([]);
  });

  it("passes on who plans and how, and what it may cost", async () => {
    const given = ["--controller", "workers-ai", "--planning", "light", "--usd", "0.25", "--on-exhausted", "ask"];
    expect(await run(["ask", "more", ...given], { events: INVOICE_RUN })).toBe(0);
    expect(JSON.parse(now.server?.seen[0]?.body ?? "")).toEqual({
      ...{ text: "more", controller: "workers-ai", planning: "light" },
      budget: { usd: 0.25, onExhausted: "ask" },
    });
  });

  it.each([["ask"], ["ask", "-c", CONVERSATION_ID]])(
    "takes a token of Hugging Face out of the variable that is named, for the message alone: %j",
    async (...command) => {
      now.server = await startFakeServer({ events: INVOICE_RUN });
      const environment = { IMPRESARIO_URL: now.server.url, MY_TOKEN: "hf_secret" };
      expect(await runCommandLine([...command, "more", "--hf-token", "MY_TOKEN"], session({ environment }))).toBe(0);
      const withToken = now.server.seen.filter(({ headers }) => headers["x-hf-token"] === "hf_secret");
      expect(withToken.map(({ call }) => call)).toEqual([expect.stringMatching(/^POST .*(runs|messages)$/)]);
      expect(JSON.stringify(now.server.seen.map(({ body }) => body)) + now.output + now.errors).not.toContain(
        "hf_secret",
      );
    },
  );

  it("sends no token of Hugging Face that nobody asked it to", async () => {
    now.server = await startFakeServer({ events: INVOICE_RUN });
    const environment = { IMPRESARIO_URL: now.server.url, HF_TOKEN: "hf_secret" };
    expect(await runCommandLine(["ask", "more"], session({ environment }))).toBe(0);
    expect(JSON.stringify(now.server.seen)).not.toContain("hf_secret");
  });

  it("passes on which models may be used, and who chooses", async () => {
    const given = ["--licence", "MIT", "--constraints", '{"size":{"max":7e9}}', "--selection", "language"];
    expect(await run(["ask", "more", ...given], { events: INVOICE_RUN })).toBe(0);
    expect(JSON.parse(now.server?.seen[0]?.body ?? "")).toEqual({
      text: "more",
      constraints: { size: { max: 7e9 }, licence: { allow: ["MIT"] } },
      selection: "language",
    });
  });

  it("saves what was made, under names that stay in the now.folder and over nothing that is there", async () => {
    await writeFile(join(now.folder, "etc_passwd"), "mine");
    const file = { ...speech, name: "../../etc/passwd" };
    const other = { ...file, id: `res_${"3".repeat(56)}`, name: "../etc_passwd" };
    const contents = { [SPEECH.id]: "sound", [other.id]: "other" };
    await run(["ask", "x", "--out", "."], { events: INVOICE_RUN, files: [file, other], contents });
    expect((await readdir(now.folder)).toSorted()).toEqual(["_.._etc_passwd", "_etc_passwd", "etc_passwd"]);
    expect(await readFile(join(now.folder, "etc_passwd"), "utf8")).toBe("mine");
    expect(await readFile(join(now.folder, "_etc_passwd"), "utf8")).toBe("other");
    expect(now.output.replaceAll(/\s+/g, " ")).toContain(
      `summary is read aloud in summary.wav (${join(now.folder, "_.._etc_passwd")})`,
    );
  });

  it("prints one JSON document for programs", async () => {
    expect(await run(["ask", "x", "--json"], { events: INVOICE_RUN })).toBe(0);
    expect(JSON.parse(now.output)).toMatchObject({ id: RUN_ID, status: "succeeded", saved: [] });
  });

  it("prints every event as a line, and the run last, when asked to", async () => {
    await run(["ask", "x", "--json", "--events"], { events: INVOICE_RUN });
    const lines = now.output
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
    const approval = now.server?.seen.find(({ call }) => call.endsWith("/approve"));
    expect(JSON.parse(approval?.body ?? "")).toEqual({ planVersion: 4, decision });
    expect(JSON.parse(now.server?.seen[0]?.body ?? "")).toMatchObject({ approval: "plan" });
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
    expect(now.output).toContain("That is all");
  });

  it("says that a run waits with its plan, and how to decide, when left at the question", async () => {
    const confirm = (): Promise<boolean> => {
      now.stop.abort(new Error("SIGINT"));
      return Promise.reject(now.stop.signal.reason);
    };
    expect(await run(["ask", "x", "--approve"], { events: waiting }, { confirm })).toBe(130);
    expect(now.errors).toContain("The run waits, for a week at most");
    expect(now.errors).toContain(`runs approve ${RUN_ID} --server ${now.server?.url} `);
    expect(now.errors).toContain(`runs reject ${RUN_ID} `);
    expect(now.errors).not.toContain("goes on");
    expect(calls().filter((call) => call.startsWith("POST"))).toEqual(["POST /v1/runs"]);
  });

  it("leaves the run alone on Ctrl-C, and says how to find it again", async () => {
    const write = (text: string): void => {
      if (text.includes("started on")) now.stop.abort(new Error("SIGINT"));
    };
    let told = "";
    const progress = {
      ...session().progress,
      write: (text: string): void => {
        told += text;
        write(text);
      },
    };
    expect(await run(["ask", "x"], { events: INVOICE_RUN, holdFrom: 9 }, { progress })).toBe(130);
    expect(told).toContain(`runs watch ${RUN_ID}`);
    expect(calls().filter((call) => call.includes("cancel"))).toEqual([]);
  });

  it("says on Ctrl-C that a run may have begun, where its id had not come yet", async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const server = createServer(() => resolve());
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    try {
      const exit = runCommandLine(["ask", "x", "--json", "--server", url], session());
      await asked;
      now.stop.abort(new Error("SIGINT"));
      expect(await exit).toBe(130);
    } finally {
      server.closeAllConnections();
      server.close();
    }
    expect(now.errors).toContain(`The run may have begun: \`npm run cli -- runs list --server ${url}\``);
    expect(JSON.parse(now.output)).toMatchObject({ error: { code: "interrupted" } });
  });

  it.each([
    [["--json"], 1],
    [["--json", "--events"], 9],
  ])("ends its output with JSON on Ctrl-C, and names the run there: %j", async (options, documents) => {
    const write = (text: string): void => {
      now.output += text;
      if (text.includes('"task-start"')) now.stop.abort(new Error("SIGINT"));
    };
    const terminal = { ...session().terminal, write };
    const waiting = run(["ask", "x", ...options], { events: INVOICE_RUN, holdFrom: 9 }, { terminal });
    if (documents === 1) {
      await eventually(() => expect(calls()).toContain(`GET /v1/runs/${RUN_ID}/events`));
      now.stop.abort(new Error("SIGINT"));
    }
    expect(await waiting).toBe(130);
    const texts = documents === 1 ? [now.output] : now.output.trimEnd().split("\n");
    const last: unknown = JSON.parse(texts.at(-1) ?? "");
    for (const text of texts) expect(() => JSON.parse(text)).not.toThrow();
    expect(last).toMatchObject({ error: { code: "interrupted", run: RUN_ID } });
  });

  it("keeps to a line for each, where an error follows on events", async () => {
    const given = ["ask", "x", "--json", "--events"];
    const problem = { status: 422, code: "plan-unsound", detail: "No" };
    expect(await run(given, { events: [], problem })).toBe(1);
    expect(
      now.output
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ error: { code: "plan-unsound" } }]);
  });

  it.each([
    [["ask", "x", "--file", "none.png"], "There is no file none.png"],
    [["ask", "x", "--file", "."], ". is no file"],
    [["ask", "x", "--plan", "none.json"], "none.json"],
    [["ask", "x", "--file", ""], "A file needs a name"],
    [["ask", "x", "--file", "blob", "--out", "blob"], "Nothing can be saved in"],
    [["runs", "watch", RUN_ID, "--out", "blob"], "Nothing can be saved in"],
    [["runs", "approve", RUN_ID, "--plan", "blob"], "blob is not JSON"],
    [["models", "add", "a/b", "--from", "blob"], "blob is not JSON"],
    [["upload", "blob", "none.png"], "There is no file none.png"],
    [["upload", `res_${"1".repeat(56)}`], "is on the server already"],
    [["ask"], "Say what you want"],
  ])("%j is wrong usage, before anything is sent", async (given, words) => {
    await writeFile(join(now.folder, "blob"), "no JSON");
    expect(await run(given, { events: INVOICE_RUN })).toBe(2);
    expect(now.errors).toContain(words);
    expect(calls()).toEqual([]);
  });
});
