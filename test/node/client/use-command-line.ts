import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { CliSession } from "../../../src/client/command-line/command.ts";
import { runCommandLine } from "../../../src/client/command-line/command-line.ts";
import { type FakeOptions, type FakeServer, startFakeServer } from "./fake-server.ts";

/** A command line without a process: a folder, a server and streams of its own for each test. */
export function useCommandLine() {
  const now = {
    folder: "",
    output: "",
    errors: "",
    /** What comes in by the standard input. */
    input: "",
    stop: new AbortController(),
    server: undefined as FakeServer | undefined,
  };
  beforeEach(async () => {
    now.folder = await mkdtemp(join(tmpdir(), "impresario-cli-"));
    now.output = "";
    now.errors = "";
    now.input = "";
    now.stop = new AbortController();
  });
  afterEach(async () => {
    await now.server?.stop();
    now.server = undefined;
    await rm(now.folder, { recursive: true, force: true });
  });
  const session = (given: Partial<CliSession> = {}): CliSession => ({
    terminal: {
      repaints: false,
      colour: false,
      columns: 100,
      write: (text) => {
        now.output += text;
      },
    },
    folder: now.folder,
    signal: now.stop.signal,
    environment: now.server ? { IMPRESARIO_URL: now.server.url } : {},
    progress: {
      ...{ repaints: false, colour: false, columns: 100 },
      write: (text) => {
        now.errors += text;
      },
    },
    readInput: async () => new Blob([now.input]),
    readLines: async function* () {
      yield* now.input.split("\n");
    },
    ask: null,
    confirm: null,
    ...given,
  });
  return {
    now,
    session,
    /** Runs a command against a server that answers so. @returns its exit code */
    run: async (given: readonly string[], options: FakeOptions, on: Partial<CliSession> = {}): Promise<number> => {
      now.server = await startFakeServer(options);
      return runCommandLine(
        given,
        session({ ...on, environment: { IMPRESARIO_URL: now.server.url, ...on.environment } }),
      );
    },
    calls: (): readonly string[] => now.server?.seen.map(({ call }) => call) ?? [],
  };
}
