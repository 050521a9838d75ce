import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { ScriptError } from "../scripts/run-script.ts";
import { buildAssets, type Server, type ServerOptions, startServer } from "../scripts/server.ts";
import { startSlowEndpoint } from "../scripts/slow-endpoint.ts";
import { type Client, createClient, type NewMessage } from "../src/client/client.ts";

/** The task type of the model that answers at once. */
export const ECHO = "text2text-generation";

export interface EchoServer {
  readonly client: Client;
  readonly server: Server;
}

interface EchoOptions extends Pick<ServerOptions, "signal" | "inspectorPort" | "keepsNames"> {
  /** Of the model, as CONFIG has it; none when left out. */
  readonly limits?: object;
  /** Whether tenants are divided into partitions. */
  readonly partitioned?: boolean;
}

/** Hands `use` the Worker as it is deployed, with a model that answers at once and no limits of its own, and ends both. */
export async function withEcho<T>(
  { limits, partitioned = false, ...options }: EchoOptions,
  use: (started: EchoServer) => Promise<T>,
): Promise<T> {
  await buildAssets();
  // Beside this file: the system's temporary folder may be memory and not a disk.
  const state = await mkdtemp(join(import.meta.dirname, ".state-"));
  const model = await startSlowEndpoint(() => 0);
  let server: Server | undefined;
  try {
    const endpoint = { model: "bench/echo", taskType: ECHO, url: model.url, ...(limits ? { limits } : {}) };
    server = await startServer({
      ...{ port: 0, persistTo: join(state, "state"), logFile: join(state, "server.log"), ...options },
      vars: {
        AUTH: "open",
        // A line takes `wrangler dev` longer than the run it tells of; deployed Workers do not pay that.
        LOGS: "off",
        IMPRESARIO_SECRET: "a-secret-for-the-benchmark-and-nothing-else",
        CONFIG: JSON.stringify({
          endpoints: [endpoint],
          limits: { runsPerMinute: 100_000, activeRuns: 10_000, partitioned },
        }),
      },
    });
    return await use({ client: createClient({ baseUrl: server.url }), server });
  } finally {
    await server?.stop();
    await model.stop();
    await rm(state, { recursive: true, force: true });
  }
}

export interface TimedRun {
  /** Milliseconds until it was admitted, and until it had ended. */
  readonly replyMs: number;
  readonly endMs: number;
}

/** Runs a plan so many times, each in a conversation of its own. @throws {ScriptError} for one that does not succeed */
export async function runAll(
  client: Client,
  plan: NonNullable<NewMessage["plan"]>,
  { count, atOnce }: { readonly count: number; readonly atOnce: number },
): Promise<readonly TimedRun[]> {
  const timed: TimedRun[] = [];
  let left = count;
  const inTurn = async (): Promise<void> => {
    while (left-- > 0) {
      const from = performance.now();
      const { id } = await client.start({ text: "", plan });
      const replyMs = performance.now() - from;
      const { status } = await client.wait(id);
      if (status !== "succeeded") throw new ScriptError(`A run ended as ${status}`);
      timed.push({ replyMs, endMs: performance.now() - from });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, inTurn));
  return timed;
}
