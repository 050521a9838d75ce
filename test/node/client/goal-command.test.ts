import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { CliSession } from "../../../src/client/command-line/command.ts";
import { runCommandLine } from "../../../src/client/command-line/command-line.ts";
import { failure } from "../../../src/domain/errors.ts";
import type { GoalEventBody } from "../../../src/domain/goal/events.ts";
import type { Resource } from "../../../src/domain/resources.ts";
import { eventually } from "../../eventually.ts";
import { GOAL_ID, startFakeGoalServer } from "./fake-goal-server.ts";
import { useCommandLine } from "./use-command-line.ts";

const { now, session } = useCommandLine();

let server: Awaited<ReturnType<typeof startFakeGoalServer>> | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

type Script = Parameters<typeof startFakeGoalServer>[0];

/** Runs a command on a server with this goal. @returns the exit code */
async function run(given: readonly string[], script: Script, on: Partial<CliSession> = {}): Promise<number> {
  server = await startFakeGoalServer(script);
  if (given[0] === "goals") server.start("A goal");
  return runCommandLine(given, session({ ...on, environment: { IMPRESARIO_URL: server.url } }));
}

const sent = (call: string): unknown => server?.seen.find((one) => one.call === call)?.body;

const SPENT = { usd: 0.02, assumedUsd: 0, llmCalls: 1, tasks: 1 };
const TABLE: Resource = {
  ...{ id: `res_${"b".repeat(56)}`, name: "table.csv", kind: "table", mediaType: "text/csv", bytes: 7, sha256: "0" },
  ...{ createdAt: 1, origin: { by: "upload" } },
};

const work = { do: "step", step: "compare" } as const;
const reserved = { usd: null, llmCalls: 1, tasks: 1 };
const STARTED: GoalEventBody = {
  type: "work-start",
  data: { work, attempt: 1, conversation: "c", run: "run_1", reserved, why: "its value of 5 comes at an effort of 1" },
};
const BROKEN_DOWN: GoalEventBody = {
  type: "tree-revised",
  data: {
    ...{ version: 1, by: "refinement", reason: "goal was broken down", refined: "goal" },
    outputs: [{ name: "table", kind: "table", description: "" }],
    added: [
      {
        ...{ name: "compare", parent: "goal", depth: 1, does: "Compare\u001b[31m the offers", inputs: [], value: 5 },
        ...{ effort: 1, action: { as: "program" }, outputs: [{ name: "table", kind: "table", description: "" }] },
      },
    ],
    ...{ dropped: [], reordered: [] },
  },
};
const DONE: GoalEventBody = {
  type: "work-end",
  data: {
    ...{ work, attempt: 1, status: "done", spent: SPENT },
    results: { table: { as: "resource", kind: "table", resource: TABLE } },
  },
};
const END: GoalEventBody = {
  type: "goal-end",
  data: { status: "succeeded", answer: `**table**\n\n[table.csv](/v1/resources/${TABLE.id})` },
};
const ASKING: GoalEventBody = { type: "check-in", data: { id: 1, about: "plan", message: "Shall it begin?" } };

const WHOLE = [BROKEN_DOWN, STARTED, DONE, END];

/** Somebody at the terminal who types these lines. */
const typing = (...lines: readonly string[]): Pick<CliSession, "ask"> => {
  const left = [...lines];
  return { ask: async () => left.shift() ?? "" };
};

describe("goal", () => {
  it("sends goal, files and limits, shows each step, prints the answer and saves the files", async () => {
    await writeFile(join(now.folder, "offer.txt"), "We offer chairs");
    const options = ["--budget-usd", "2", "--minutes", "30", "--llm-calls", "40", "--check-in", "5", "--check-in-plan"];
    const code = await run(
      ["goal", "Compare the offers", "offer.txt", ...options, "--ask-above", "0.5", "--out", "made"],
      { begins: WHOLE },
    );
    expect(code).toBe(0);
    expect(sent("POST /v1/goals")).toEqual({
      goal: "Compare the offers",
      resources: [`res_${"f".repeat(56)}`],
      budget: { usd: 2, timeMs: 1_800_000, llmCalls: 40 },
      checkIns: { plan: true, afterSteps: 5, beforeSpending: 0.5 },
    });
    expect(now.errors).toContain("Version 1: goal was broken down, 1 new step");
    expect(now.errors).toContain("○ compare: Compare the offers");
    expect(now.errors).toContain("◉ compare: started, as its value of 5 comes at an effort of 1");
    expect(now.errors).toContain("✔ compare: done after 1.0 s, 2 cents");
    expect(now.errors).toContain("succeeded in");
    expect(now.output).toContain(`table.csv (${join(now.folder, "made", "table.csv")})`);
    expect(await readFile(join(now.folder, "made", "table.csv"), "utf8")).toBe("a table");
  });

  it.each<[string, readonly string[], object]>([
    ["approves", ["a"], { checkIn: 1, decision: "approve" }],
    ["asks again for what is no answer", ["", "perhaps", "approve"], { checkIn: 1, decision: "approve" }],
    ["has it changed", ["change", "Only three"], { checkIn: 1, decision: "change", words: "Only three" }],
    ["asks again where nothing is to be different", ["c", "", "stop"], { checkIn: 1, decision: "stop" }],
  ])("asks whoever sits at the terminal, and %s", async (_, lines, answer) => {
    const script = { begins: [BROKEN_DOWN, ASKING], goesOn: [STARTED, DONE, END] };
    expect(await run(["goal", "Compare"], script, typing(...lines))).toBe(0);
    expect(sent(`POST /v1/goals/${GOAL_ID}/approve`)).toEqual(answer);
    expect(now.errors).toContain("? Shall it begin?");
  });

  it("leaves the question to who never answers it, and goes on where somebody else has", async () => {
    const script = { begins: [BROKEN_DOWN, ASKING], goesOn: [STARTED, DONE, END] };
    expect(await run(["goal", "Compare"], script, typing())).toBe(5);
    await server?.stop();
    const ask = async (): Promise<string> => {
      const answered = { method: "POST", body: JSON.stringify({ checkIn: 1, decision: "approve" }) };
      await fetch(`${server?.url}/v1/goals/${GOAL_ID}/approve`, answered);
      return "approve";
    };
    expect(await run(["goal", "Compare"], script, { ask })).toBe(0);
  });

  it("leaves a goal that asks where nobody sits there, and says how to go on", async () => {
    expect(await run(["goal", "Compare"], { begins: [BROKEN_DOWN, ASKING] })).toBe(5);
    expect(now.output).toBe("");
    for (const said of ["? Shall it begin?", `goals approve ${GOAL_ID}`, `goals change ${GOAL_ID}`])
      expect(now.errors).toContain(said);
  });

  it("prints one document for a program, and asks nobody", async () => {
    const code = await run(["goal", "Compare", "--json"], { begins: [BROKEN_DOWN, ASKING] }, typing("a"));
    expect(code).toBe(5);
    expect(JSON.parse(now.output)).toMatchObject({ id: GOAL_ID, status: "asking", saved: [] });
    expect(now.errors).toBe("");
  });

  it("starts it and leaves", async () => {
    expect(await run(["goal", "Compare", "--detach"], { begins: [BROKEN_DOWN] })).toBe(0);
    expect(server?.seen).toHaveLength(1);
    expect(now.errors).toContain(`goals watch ${GOAL_ID}`);
  });

  it("tells what failed, and why it ended so", async () => {
    const error = failure("timeout", "It took too long");
    const failed: readonly GoalEventBody[] = [
      BROKEN_DOWN,
      STARTED,
      { type: "work-end", data: { work, attempt: 1, status: "failed", spent: SPENT, error } },
      { type: "step-failed", data: { step: "compare", error } },
      { type: "goal-end", data: { status: "failed", answer: "**table** was not reached.", error } },
    ];
    expect(await run(["goal", "Compare"], { begins: failed })).toBe(1);
    expect(now.errors).toContain("✖ compare: failed after 1.0 s, 2 cents: It took too long");
    expect(now.errors).toContain("✖ compare: given up: It took too long");
    expect(now.errors).toContain("timeout: It took too long");
    expect(now.output).toContain("table was not reached.");
  });

  it("goes on without who leaves, and says how to come back", async () => {
    server = await startFakeGoalServer({ begins: [BROKEN_DOWN, STARTED] });
    const running = runCommandLine(["goal", "Compare"], session({ environment: { IMPRESARIO_URL: server.url } }));
    await eventually(() => expect(now.errors).toContain("compare: started"));
    now.stop.abort();
    expect(await running).toBe(130);
    expect(now.errors).toContain(`goals watch ${GOAL_ID}`);
    expect(sent(`POST /v1/goals/${GOAL_ID}/cancel`)).toBeUndefined();
  });

  it.each([
    [["goal", " "], "Say what is to be reached"],
    [["goal", "x", "--check-in", "0"], "--check-in takes a whole number from 1"],
    [["goal", "x", "--minutes", "-1"], "--minutes takes minutes"],
    [["goal", "x", "--detach", "--out", "made"], "--detach does not stay"],
  ])("refuses %j before anything is sent", async (given, why) => {
    expect(await run(given, { begins: [] })).toBe(2);
    expect(now.errors).toContain(why);
    expect(server?.seen).toEqual([]);
  });
});

describe("goals", () => {
  it("are listed, shown with their steps, and explained", async () => {
    expect(await run(["goals", "list", "--ids"], { begins: WHOLE })).toBe(0);
    expect(now.output).toMatch(/asking +2026-11-01 12:00 {2}A goal/);
    expect(now.output).toContain(GOAL_ID);
    await server?.stop();
    expect(await run(["goals", "show", "last"], { begins: WHOLE })).toBe(0);
    expect(now.output).toContain("✔ compare: Compare the offers · 1.0 s · 2 cents");
    await server?.stop();
    expect(await run(["goals", "report", GOAL_ID], { begins: WHOLE })).toBe(0);
    expect(now.output).toContain("# Report of a goal");
  });

  it.each<[readonly string[], string, object]>([
    [["approve"], "approve", { checkIn: 1, decision: "approve" }],
    [["change", "Only three"], "approve", { checkIn: 1, decision: "change", words: "Only three" }],
    [["resume", "--budget-usd", "3"], "resume", { budget: { usd: 3 } }],
    [["pause"], "pause", {}],
    [["cancel"], "cancel", {}],
  ])("can be told to %j", async ([action = "", ...more], call, body) => {
    expect(await run(["goals", action, "last", ...more], { begins: [BROKEN_DOWN, ASKING] })).toBe(0);
    expect(sent(`POST /v1/goals/${GOAL_ID}/${call}`)).toEqual(body);
  });

  it("that ask nothing are not answered", async () => {
    expect(await run(["goals", "approve", "last"], { begins: [BROKEN_DOWN] })).toBe(2);
    expect(now.errors).toContain("asks nothing just now");
  });
});
