import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readArguments, UsageError } from "../../../scripts/plan-pddl/arguments.ts";
import { planLines, statisticsLines, toJson } from "../../../scripts/plan-pddl/output.ts";
import type { Outcome } from "../../../scripts/plan-pddl/solve.ts";
import { gripper } from "../../planning/pddl/generate/gripper.ts";
import type { Instance } from "../../planning/pddl/generate/instance.ts";
import { tiles } from "../../planning/pddl/generate/tiles.ts";
import { transport } from "../../planning/pddl/generate/transport.ts";
import { validatePlan } from "../../planning/pddl/validate/validate-plan.ts";

const SCRIPT = join(import.meta.dirname, "../../../scripts/plan-pddl.ts");
const GRIPPER = gripper({ balls: 6 });
const TRANSPORT = transport({ cities: 1, locations: 5, vehicles: 2, packages: 3 }, 1);
const UNSOLVABLE = tiles({ width: 3, height: 2 }, 1, false);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plan-pddl-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs the script as a user does, from the folder of the files. */
async function run(...words: readonly string[]): Promise<Ended> {
  const environment = { ...process.env, INIT_CWD: folder };
  const child = spawn(process.execPath, [SCRIPT, ...words], { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, out, error };
}

async function plan({ domain, problem }: Pick<Instance, "domain" | "problem">, ...options: readonly string[]) {
  await writeFile(join(folder, "domain.pddl"), domain);
  await writeFile(join(folder, "problem.pddl"), problem);
  return run("domain.pddl", "problem.pddl", ...options);
}

describe("npm run plan:pddl", () => {
  it("prints a valid plan in the format of the competitions, its cost last, and what it took", async () => {
    const { code, out, error } = await plan(GRIPPER);
    expect(error).toBe("");
    expect(code).toBe(0);
    expect(validatePlan(GRIPPER.domain, GRIPPER.problem, out)).toMatchObject({ valid: true });
    const lines = out.trimEnd().split("\n");
    const steps = lines.filter((line) => !line.startsWith(";"));
    expect(steps.every((line) => /^\([a-z0-9 -]+\)$/.test(line))).toBe(true);
    expect(lines.at(-1)).toBe(`; cost = ${steps.length} (unit cost)`);
    expect(out).toContain(`; a plan of ${steps.length} steps\n`);
    expect(out).toMatch(/^; grounding: [\d.]+ ms, \d+ atoms, \d+ actions$/m);
    expect(out).toMatch(/^; search: [\d.]+ ms, .*bfws.*, \d+ states expanded, \d+ generated, [\d,]+ bytes$/m);
  });

  it("counts the costs that the actions have, where they are to be small", async () => {
    const { out } = await plan(TRANSPORT);
    const verdict = validatePlan(TRANSPORT.domain, TRANSPORT.problem, out);
    expect(out.trimEnd().split("\n").at(-1)).toBe(`; cost = ${verdict.valid && verdict.cost} (general cost)`);
  });

  it("writes the plan alone into a file", async () => {
    const { code } = await plan(GRIPPER, "--out", "made.plan");
    expect(code).toBe(0);
    const written = await readFile(join(folder, "made.plan"), "utf8");
    expect(written).toMatch(/^(\(.*\)\n)+; cost = \d+ \(unit cost\)\n$/);
    expect(validatePlan(GRIPPER.domain, GRIPPER.problem, written)).toMatchObject({ valid: true });
  });

  it("prints the plan even where it cannot write it", async () => {
    const { code, out, error } = await plan(GRIPPER, "--out", "no/such/folder");
    expect(code).toBe(1);
    expect(error).toContain("no/such/folder");
    expect(validatePlan(GRIPPER.domain, GRIPPER.problem, out)).toMatchObject({ valid: true });
  });

  it("prints it all as JSON", async () => {
    const { code, out } = await plan(TRANSPORT, "--json");
    expect(code).toBe(0);
    const made = JSON.parse(out);
    const verdict = validatePlan(TRANSPORT.domain, TRANSPORT.problem, made.steps.join("\n"));
    expect(verdict).toEqual({ valid: true, cost: made.cost });
    expect(made).toMatchObject({
      status: "plan",
      costs: "general",
      statistics: { atoms: expect.any(Number), actions: expect.any(Number), expanded: expect.any(Number) },
      times: { groundMs: expect.any(Number), searchMs: expect.any(Number) },
    });
  });

  it.each([
    ["no plan exists", UNSOLVABLE, [], 2, "; no plan exists: all states were searched\n"],
    [
      "there is no memory to search",
      tiles({ width: 5, height: 5 }, 1, true),
      ["--memory-limit", "4"],
      3,
      "limits: memory",
    ],
    [
      "there is none for the actions",
      tiles({ width: 5, height: 5 }, 1, true),
      ["--memory-limit", "0.01"],
      3,
      "limits: actions",
    ],
    ["time is up", tiles({ width: 8, height: 8 }, 1, true), ["--time-limit", "0.0001"], 3, "limits: time"],
  ])("says so, and by its exit code, when %s", async (_, instance, options, code, said) => {
    expect(await plan(instance, ...options)).toMatchObject({ code, out: expect.stringContaining(said), error: "" });
    expect(await plan(instance, ...options, "--json")).toMatchObject({ code });
  });

  it("names the function that has no value where one is needed", async () => {
    const problem = TRANSPORT.problem.replace(/\(= \(road-length .*\n/, "\n");
    const { code, out, error } = await plan({ ...TRANSPORT, problem });
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(error).toMatch(/^problem\.pddl: the function \(road-length \S+ \S+\) has no value\n$/);
  });

  it("counts steps where costs are said but no metric is given", async () => {
    const problem = TRANSPORT.problem.replace(/\(:metric .*\)\)/, ")");
    const { out } = await plan({ ...TRANSPORT, problem });
    const steps = out.split("\n").filter((line) => line.startsWith("(")).length;
    expect(out.trimEnd().split("\n").at(-1)).toBe(`; cost = ${steps} (unit cost)`);
  });

  it("names the file, line and column of what it cannot read", async () => {
    const wrongDomain = await plan({
      ...GRIPPER,
      domain: GRIPPER.domain.replace("(at-robby ?from)", "(at-robot ?from)"),
    });
    expect(wrongDomain).toMatchObject({ code: 1, out: "" });
    expect(wrongDomain.error).toMatch(/^domain\.pddl:\d+:\d+: .*at-robot/);
    const wrongProblem = await plan({ ...GRIPPER, problem: GRIPPER.problem.replace("free left", "free lift") });
    expect(wrongProblem).toMatchObject({ code: 1, out: "" });
    expect(wrongProblem.error).toMatch(/^problem\.pddl:\d+:\d+: .*lift/);
  });

  it.each([
    [[], 0, "", "npm run plan:pddl -- domain.pddl"],
    [["--help"], 0, "", "npm run plan:pddl -- domain.pddl"],
    [["one.pddl"], 1, "It takes two files", ""],
    [["none.pddl", "none.pddl"], 1, "none.pddl cannot be read", ""],
    [[".", "none.pddl"], 1, ". cannot be read", ""],
    [["a", "b", "--fast"], 1, "--fast", ""],
  ])("called with %j, it ends with %j", async (words, code, error, out) => {
    const ended = await run(...words);
    expect(ended.code).toBe(code);
    expect(ended.error).toContain(error);
    expect(ended.out).toContain(out);
    expect(ended.error).not.toMatch(/^\s+at /m);
  });
});

describe("its arguments", () => {
  it.each([
    [["d", "p"], { domain: "d", problem: "p", timeLimitMs: 300_000, maxBytes: 2 ** 30, json: false, out: null }],
    [["d", "p", "--time-limit", "0.5", "--json"], { timeLimitMs: 500, json: true }],
    [["--memory-limit=64", "d", "p", "--out", "o"], { maxBytes: 64 * 2 ** 20, out: "o" }],
  ])("%j are understood", (words, command) => {
    expect(readArguments(words)).toMatchObject({ do: "plan", ...command });
  });

  it.each([
    [["d"], "two files"],
    [["d", "p", "q"], "two files"],
    [["d", "p", "--time-limit", "soon"], "--time-limit is a number above 0"],
    [["d", "p", "--time-limit", "0"], "--time-limit is a number above 0"],
    [["d", "p", "--time-limit", "1e400"], "--time-limit is a number above 0"],
    [["d", "p", "--memory-limit", "-1"], "--memory-limit"],
    [["d", "p", "--memory-limit", "100000"], "up to 65536"],
    [["d", "p", "--out"], "--out"],
  ])("%j are refused", (words, message) => {
    expect(() => readArguments(words)).toThrow(UsageError);
    expect(() => readArguments(words)).toThrow(message);
  });
});

describe("its output", () => {
  const none = { statistics: { atoms: null, actions: null, search: null }, times: { groundMs: 1.25, searchMs: 0 } };
  const unreachable: Outcome = { status: "no-plan", reason: "(at box moon) can never hold", ...none };

  it("of a goal out of reach says which, and nothing of a search", () => {
    expect(statisticsLines(unreachable)).toEqual([
      "; no plan exists: (at box moon) can never hold",
      "; grounding: 1.3 ms",
    ]);
    expect(planLines(unreachable)).toEqual([]);
    expect(JSON.parse(toJson(unreachable))).toEqual({
      status: "no-plan",
      reason: "(at box moon) can never hold",
      statistics: { atoms: null, actions: null },
      times: { groundMs: 1.25, searchMs: 0 },
    });
  });

  it("of an empty plan is its cost alone", () => {
    expect(planLines({ ...none, status: "plan", steps: [], cost: 0, costs: "unit" })).toEqual([
      "; cost = 0 (unit cost)",
    ]);
  });
});
