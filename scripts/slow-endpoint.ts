import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/** A model behind a URL that takes its time, and keeps count: what a crash is tried with. */
export interface SlowEndpoint {
  readonly url: string;
  /** Calls so far, by the text they came with. */
  readonly calls: ReadonlyMap<string, number>;
  /** When each of them came, in milliseconds since 1970. */
  readonly cameAt: ReadonlyMap<string, readonly number[]>;
  /** Calls answered in full so far, by the same. */
  readonly answered: ReadonlyMap<string, number>;
  /** Calls under way. */
  readonly open: number;
  stop(): Promise<void>;
}

const MAX_BODY_CHARS = 100_000;

/**
 * Listens on loopback for calls in the `json` format of custom endpoints (docs/configuration.md), and answers
 * each after `delayMs` of its text, with the texts that it came after.
 */
export async function startSlowEndpoint(delayMs: (text: string) => number): Promise<SlowEndpoint> {
  const calls = new Map<string, number>();
  const cameAt = new Map<string, readonly number[]>();
  const answered = new Map<string, number>();
  const count = (counts: Map<string, number>, key: string): void => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  let open = 0;
  const server = createServer((request, response) => {
    open++;
    response.once("close", () => open--);
    text(request).then(
      (body) => {
        const { text: given, after } = readInputs(body);
        count(calls, given);
        cameAt.set(given, [...(cameAt.get(given) ?? []), Date.now()]);
        const timer = setTimeout(() => {
          response.writeHead(200, { "content-type": "application/json" });
          response.end(JSON.stringify({ outputs: { text: [`Done: ${given}`, ...after].join(" ") } }), () =>
            count(answered, given),
          );
        }, delayMs(given));
        response.once("close", () => clearTimeout(timer));
      },
      // The caller died before it had asked.
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The endpoint listens nowhere");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    calls,
    cameAt,
    answered,
    get open() {
      return open;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function readInputs(body: string): { readonly text: string; readonly after: readonly string[] } {
  const call: unknown = JSON.parse(body.slice(0, MAX_BODY_CHARS));
  const { text = "", after = [] } = (call as { inputs?: { text?: unknown; after?: unknown } }).inputs ?? {};
  return { text: String(text), after: Array.isArray(after) ? after.map(String) : [] };
}
