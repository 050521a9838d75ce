import { describe, expect, it } from "vitest";
import { runCommandLine } from "../../../src/client/command-line/command-line.ts";
import { INVOICE_RUN, RUN_ID, SPEECH } from "./recorded-runs.ts";
import { useCommandLine } from "./use-command-line.ts";

const { now, session, run } = useCommandLine();

describe("the other commands", () => {
  it.each([
    [["runs", "show", RUN_ID], "❯ Read the text in invoice.png"],
    [["runs", "watch", RUN_ID], "It was sent by Acme Ltd"],
    [["runs", "report", RUN_ID], "# Report\n"],
    [["runs", "report", RUN_ID, "--json"], `"run": "${RUN_ID}"`],
    [["runs", "cancel", RUN_ID], "The run is succeeded."],
    [["runs", "approve", RUN_ID], "The run is succeeded."],
    [["runs", "pause", RUN_ID, "--json"], `"id": "${RUN_ID}"`],
    [["health"], "3 of 60 task types can run there; models: embedded (2)"],
    [["health"], "controllers: embedded, openai; a request that names none has auto"],
    [["task-types"], "  ✔ summarization  text → text  Does it\n  ○ translation    text → text  Does it\n"],
    [["--help"], "npm run cli -- ask"],
    [["help", "runs"], "report <id>"],
  ])("%j prints what was asked for", async (given, words) => {
    expect(await run(given, { events: INVOICE_RUN })).toBe(0);
    expect(now.output).toContain(words);
  });

  it.each([
    ["approve", "approve", { planVersion: 1 }],
    ["reject", "approve", { planVersion: 1, decision: "reject" }],
    ["pause", "pause", null],
    ["resume", "resume", null],
  ])("`runs %s` is passed on", async (action, route, body) => {
    await run(["runs", action, RUN_ID], { events: INVOICE_RUN });
    const post = now.server?.seen.find(({ call }) => call === `POST /v1/runs/${RUN_ID}/${route}`);
    expect(post?.body === "" ? null : JSON.parse(post?.body ?? "")).toEqual(body);
  });

  it("`runs resume` passes on a higher budget", async () => {
    await run(["runs", "resume", RUN_ID, "--usd", "1", "--time", "60"], { events: INVOICE_RUN });
    expect(JSON.parse(now.server?.seen[0]?.body ?? "")).toEqual({ budget: { usd: 1, timeMs: 60_000 } });
  });

  it.each([
    [["ask", "hi", "--fil", "x"], "ask --help"],
    [["runs", "dance"], "runs --help"],
    [["dance"], "-- --help"],
  ])("%j is answered with where to look it up", async (given, where) => {
    expect(await run(given, { events: [] })).toBe(2);
    expect(now.errors).toContain(where);
    expect(now.output).toBe("");
  });

  it("tell wrong usage to programs as JSON", async () => {
    expect(await run(["ask", "hi", "--json", "--fil", "x"], { events: [] })).toBe(2);
    const detail = "unknown option '--fil'; Did you mean --file?";
    expect(JSON.parse(now.output)).toEqual({ error: { code: "usage", status: 0, detail, issues: [] } });
  });

  it("tell a refusal with its code, and what to do", async () => {
    const problem = { status: 401, code: "unauthorized", detail: "No key \u001b[2Jgiven" };
    expect(await run(["health"], { events: [], problem })).toBe(1);
    expect(now.errors).toContain("unauthorized: No key given\nGive an API key with IMPRESARIO_KEY");
  });

  it("tell a refusal to programs as JSON", async () => {
    const problem = { status: 404, code: "not-found", detail: "No such run" };
    expect(await run(["runs", "show", "run_x", "--json"], { events: [], problem })).toBe(1);
    expect(JSON.parse(now.output)).toEqual({
      error: { code: "not-found", status: 404, detail: "No such run", issues: [] },
    });
  });

  it("say that no server answers, and how to start one", async () => {
    // Port 1 on loopback is reserved and never listened at.
    const environment = { IMPRESARIO_URL: "http://127.0.0.1:1" };
    expect(await runCommandLine(["health"], session({ environment }))).toBe(1);
    expect(now.errors).toContain("unreachable: No answer from http://127.0.0.1:1");
    expect(now.errors).toContain("npm start");
  });

  it("say what the machine refuses, and nothing of our sources", async () => {
    const contents = { [SPEECH.id]: "sound" };
    const terminal = {
      ...session().terminal,
      write: () => {
        throw Object.assign(new Error("ENOSPC: no space left on device, write"), { syscall: "write" });
      },
    };
    expect(await run(["runs", "watch", RUN_ID], { events: INVOICE_RUN, contents }, { terminal })).toBe(1);
    expect(now.errors).toMatch(/\nENOSPC: no space left on device, write\n$/);
    expect(now.errors).not.toContain("    at ");
  });
});
