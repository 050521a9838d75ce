import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { cpuMsOf, endGroup, membersOf, signalGroup } from "../../../scripts/process-group.ts";
import { eventually } from "../../eventually.ts";

let started: ChildProcess | undefined;

afterEach(() => {
  if (started?.pid !== undefined) signalGroup(started.pid, "SIGKILL");
  started = undefined;
});

/** A program in a group of its own, ready once it has said something. @returns the group, and what it said. */
async function start(program: string, ...given: readonly string[]): Promise<{ group: number; said: string }> {
  started = spawn(program, given, { detached: true, stdio: ["ignore", "pipe", "ignore"] });
  const { pid, stdout } = started;
  if (pid === undefined || stdout === null) throw new Error(`${program} could not be started`);
  const [said] = await once(stdout, "data");
  return { group: pid, said: String(said) };
}

const startShell = async (script: string): Promise<number> => (await start("sh", "-c", script)).group;

/**
 * Writes its own id and those below it once all of them run. Node, as a shell may turn into its last command
 * instead of starting it.
 */
const GENERATIONS = `
  const { spawn } = require("node:child_process");
  const [program, below] = process.argv.slice(1);
  const say = (ids) => process.stdout.write([process.pid, ids].join(" "));
  if (Number(below) === 0) say("");
  else spawn(process.execPath, ["-e", program, program, below - 1], { stdio: ["ignore", "pipe", "ignore"] }).stdout.once("data", say);
  setInterval(() => {}, 60_000);
`;

describe("a group of processes", () => {
  it("is ended with its children and theirs", async () => {
    const { group, said } = await start(process.execPath, "-e", GENERATIONS, GENERATIONS, "2");
    const ids = said.trim().split(" ").map(Number);
    expect(ids).toHaveLength(3);
    expect(await membersOf(group)).toEqual(expect.arrayContaining(ids));
    await endGroup(group, 5_000);
    expect(await membersOf(group)).toEqual([]);
  });

  it("is killed when it does not listen", async () => {
    const group = await startShell("trap '' TERM; echo ready; while true; do sleep 1; done");
    await endGroup(group, 200);
    expect(await membersOf(group)).toEqual([]);
  });

  it("is killed at once when no time is given", async () => {
    const group = await startShell("trap 'exit 7' TERM; echo ready; while true; do sleep 1; done");
    const exit = started ? once(started, "exit") : Promise.reject(new Error("Not started"));
    await endGroup(group, 0);
    expect(await exit).toEqual([null, "SIGKILL"]);
  });

  it("tells what it uses of the CPU, its children counted", async () => {
    const group = await startShell("echo ready; (while true; do :; done) & wait");
    const before = await cpuMsOf(group);
    await eventually(async () => expect(await cpuMsOf(group)).toBeGreaterThan(before + 50));
  });

  it("may be ended again", async () => {
    const group = await startShell("echo ready");
    await endGroup(group, 1_000);
    await expect(endGroup(group, 1_000)).resolves.toBeUndefined();
  });
});
