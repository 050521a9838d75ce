import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What the server saw of a run: the same measure for every engine that calls it. */
export interface Recorded {
  /** Milliseconds from the first call that came in to the last answer that went out. */
  readonly tasksMs: number;
  /** When the first call came in and the last answer went out, by the clock of this process. */
  readonly firstAt: number;
  readonly lastAt: number;
  /** How long each call waited, in milliseconds, as a timer is never early and seldom exact. */
  readonly waits: readonly number[];
}

export interface Waiter {
  readonly url: string;
  /** Forgets what was recorded, before a run. */
  reset(): void;
  recorded(): Recorded;
  close(): void;
}

/**
 * A server on this machine whose every answer takes the milliseconds that the call names as its text. Peers reset and
 * read its record by `DELETE` and `GET /record`.
 */
export async function startWaiter(): Promise<Waiter> {
  let first = Number.NaN;
  let last = Number.NaN;
  let waits: number[] = [];
  const reset = (): void => {
    first = Number.NaN;
    last = Number.NaN;
    waits = [];
  };
  const recorded = (): Recorded => ({ tasksMs: last - first, firstAt: first, lastAt: last, waits });
  const server = createServer(async (request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url === "/record") {
      if (request.method === "DELETE") reset();
      response.end(JSON.stringify(recorded()));
      return;
    }
    const { inputs } = JSON.parse(await text(request)) as { inputs: { text: string } };
    const from = performance.now();
    if (Number.isNaN(first)) first = from;
    setTimeout(() => {
      last = performance.now();
      waits.push(last - from);
      response.end(JSON.stringify({ outputs: { text: inputs.text } }));
    }, Number(inputs.text));
  });
  // After five idle seconds Node would close a connection in the moment in which a client uses it again.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, reset, recorded, close };
}
