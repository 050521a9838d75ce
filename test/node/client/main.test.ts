import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { type FakeServer, startFakeServer } from "./fake-server.ts";
import { INVOICE_RUN, RUN_ID } from "./recorded-runs.ts";

const MAIN = fileURLToPath(new URL("../../../src/client/command-line/main.ts", import.meta.url));

let server: FakeServer | undefined;
let child: ChildProcess | undefined;

afterEach(async () => {
  child?.kill("SIGKILL");
  await server?.stop();
});

function start(...given: readonly string[]) {
  const started = spawn(process.execPath, [MAIN, ...given, "--server", server?.url ?? ""], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  child = started;
  return started;
}

describe("the command line as a process", () => {
  it("prints JSON on standard output, nothing else, and ends with the run's exit code", async () => {
    server = await startFakeServer({ events: INVOICE_RUN });
    const command = start("ask", "Read it", "--json");
    const [output, errors, exit] = await Promise.all([
      text(command.stdout),
      text(command.stderr),
      once(command, "exit"),
    ]);
    expect(exit).toEqual([0, null]);
    expect(JSON.parse(output)).toMatchObject({ id: RUN_ID });
    expect(errors).toBe("");
  });

  it("ends with 130 on Ctrl-C, and says how to go on", async () => {
    server = await startFakeServer({ events: INVOICE_RUN, holdFrom: 8 });
    const command = start("runs", "watch", RUN_ID);
    const errors = text(command.stderr);
    await once(command.stderr, "data");
    command.kill("SIGINT");
    expect(await once(command, "exit")).toEqual([130, null]);
    expect(await errors).toContain("The run goes on");
  });

  it("says which version it is", async () => {
    const { version } = JSON.parse(await readFile(new URL("../../../package.json", import.meta.url), "utf8"));
    const command = spawn(process.execPath, [MAIN, "--version"], { stdio: ["ignore", "pipe", "inherit"] });
    child = command;
    expect(await text(command.stdout)).toBe(`${version}\n`);
  });

  it.runIf(existsSync("/dev/full"))("fails where what came of it cannot be written", async () => {
    server = await startFakeServer({ events: INVOICE_RUN });
    const full = await open("/dev/full", "w");
    try {
      const given = [MAIN, "health", "--json", "--server", server.url];
      const command = spawn(process.execPath, given, { stdio: ["ignore", full.fd, "pipe"] });
      child = command;
      const [errors, exit] = await Promise.all([command.stderr ? text(command.stderr) : "", once(command, "exit")]);
      expect(exit).toEqual([1, null]);
      expect(errors).toContain("could not be written: ENOSPC");
    } finally {
      await full.close();
    }
  });

  it("ends quietly when nobody reads its output any more", async () => {
    const { promise: release, resolve } = Promise.withResolvers<void>();
    server = await startFakeServer({ events: INVOICE_RUN, holdFrom: 8, release });
    const command = start("ask", "Read it", "--json", "--events");
    const errors = text(command.stderr);
    await once(command.stdout, "data");
    command.stdout.destroy();
    resolve();
    expect(await once(command, "exit")).toEqual([0, null]);
    expect(await errors).toBe("");
  });
});
