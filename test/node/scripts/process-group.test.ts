import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { endGroup, membersOf, signalGroup } from "../../../scripts/process-group.ts";

let started: ChildProcess | undefined;

afterEach(() => {
  if (started?.pid !== undefined) signalGroup(started.pid, "SIGKILL");
  started = undefined;
});

/** A shell in a group of its own, ready once it has said so. @returns the group. */
async function start(script: string): Promise<number> {
  started = spawn("sh", ["-c", script], { detached: true, stdio: ["ignore", "pipe", "ignore"] });
  const { pid, stdout } = started;
  if (pid === undefined || stdout === null) throw new Error("No shell could be started");
  await once(stdout, "data");
  return pid;
}

describe("a group of processes", () => {
  it("is ended with its children and theirs", async () => {
    const group = await start("sleep 60 & (sleep 60 & sleep 60) & echo ready; wait");
    expect((await membersOf(group)).length).toBeGreaterThanOrEqual(4);
    await endGroup(group, 5_000);
    expect(await membersOf(group)).toEqual([]);
  });

  it("is killed when it does not listen", async () => {
    const group = await start("trap '' TERM; echo ready; while true; do sleep 1; done");
    await endGroup(group, 200);
    expect(await membersOf(group)).toEqual([]);
  });

  it("is killed at once when no time is given", async () => {
    const group = await start("trap 'exit 7' TERM; echo ready; while true; do sleep 1; done");
    const exit = started ? once(started, "exit") : Promise.reject(new Error("Not started"));
    await endGroup(group, 0);
    expect(await exit).toEqual([null, "SIGKILL"]);
  });

  it("may be ended again", async () => {
    const group = await start("echo ready");
    await endGroup(group, 1_000);
    await expect(endGroup(group, 1_000)).resolves.toBeUndefined();
  });
});
