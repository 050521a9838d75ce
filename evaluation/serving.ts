import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ScriptError } from "../scripts/run-script.ts";
import { buildAssets, startServer } from "../scripts/server.ts";
import { ApiError, type Client, createClient } from "../src/client/client.ts";
import { DataError, UsageError } from "./suite.ts";

const SECRET_BYTES = 32;
const INTERRUPTS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

type Use<T> = (client: Client, signal: AbortSignal) => Promise<T>;

/** A client of an instance that runs. @throws {UsageError} for a URL that is none. */
export function instanceAt(url: string, apiKey: string | undefined): Client {
  try {
    return createClient({ baseUrl: url, apiKey });
  } catch (error) {
    throw new UsageError(`--url: ${error instanceof Error ? error.message : "not an address"}`);
  }
}

/**
 * Has requests served: by an instance that runs or, without one, by a server of its own with nothing configured, which
 * ends with the work.
 * @throws {DataError} when the server does not start, or does not answer.
 */
export async function withServer<T>(instance: Client | null, use: Use<T>): Promise<T> {
  try {
    return await (instance === null ? withOwnServer(use) : use(instance, new AbortController().signal));
  } catch (error) {
    if (error instanceof ApiError) throw new DataError(`The server can't be used: ${error.detail}`);
    throw error instanceof ScriptError ? new DataError(error.message) : error;
  }
}

async function withOwnServer<T>(use: Use<T>): Promise<T> {
  const stop = new AbortController();
  const interrupt = (): void => stop.abort(new DataError("Interrupted"));
  for (const name of INTERRUPTS) process.on(name, interrupt);
  const state = await mkdtemp(join(tmpdir(), "impresario-evaluation-"));
  try {
    await buildAssets();
    const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES))).toString("hex");
    const server = await startServer({
      port: 0,
      persistTo: join(state, "state"),
      vars: { AUTH: "open", IMPRESARIO_SECRET: secret },
      logFile: join(state, "server.log"),
      signal: stop.signal,
    });
    try {
      return await use(createClient({ baseUrl: server.url }), stop.signal);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(state, { recursive: true, force: true });
    for (const name of INTERRUPTS) process.off(name, interrupt);
  }
}
