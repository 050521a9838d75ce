import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/** A model behind a URL that takes its time, and keeps count: what a crash is tried with. */
export interface SlowEndpoint {
  readonly url: string;
  /** When each call so far came, in milliseconds since 1970, by the text that it came with. */
  readonly calls: ReadonlyMap<string, readonly number[]>;
  stop(): Promise<void>;
}

const MAX_BODY_CHARS = 100_000;

/**
 * Listens on loopback for calls in the `json` format of custom endpoints (docs/configuration.md), and answers
 * each after `delayMs` of its text, with the texts that it came after.
 */
export async function startSlowEndpoint(delayMs: (text: string) => number): Promise<SlowEndpoint> {
  const calls = new Map<string, number[]>();
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        const { text: given, after } = readInputs(body);
        const times = calls.get(given);
        if (times) times.push(Date.now());
        else calls.set(given, [Date.now()]);
        const timer = setTimeout(() => {
          response.writeHead(200, { "content-type": "application/json" });
          response.end(JSON.stringify({ outputs: { text: [`Done: ${given}`, ...after].join(" ") } }));
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
