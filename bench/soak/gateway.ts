import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { give, type Manner, type Sound } from "./faults.ts";

/** A call for one task of one run, as it came in. */
export interface Call {
  readonly run: number;
  readonly task: number;
  readonly manner: Manner;
}

/** How the service behaves at the `nth` call for a task of a run, counted from 0. */
export type Behaviour = (run: number, task: number, nth: number) => Manner;

export interface Gateway {
  readonly url: string;
  stop(): Promise<void>;
}

/** Stands in what a task is asked, so that a call tells which task it is for. */
export const markOf = (run: number, task: number): string => `[soak ${run}.${task}]`;
const MARK = /\[soak (\d+)\.(\d+)\]/g;

/**
 * Stands before a stand-in and makes it fail as `behave` says, and writes down all calls that are for a task. What is for
 * none (the Hub, a look at a job, a file that was made) passes.
 */
export async function startGateway(upstream: string, calls: Call[], behave: Behaviour): Promise<Gateway> {
  const origin = new URL(upstream).origin;
  let own = "";
  const server = createServer((request, response) => {
    // A connection that is kept may be cut while the next request is on its way, which then arrives nowhere.
    response.shouldKeepAlive = false;
    pass(request).catch(() => response.destroy());

    async function pass({ method = "GET", url = "/", headers }: IncomingMessage): Promise<void> {
      const body = await readBody(request);
      const manner = mannerOf(body);
      const answer = await fetch(origin + url, {
        method,
        headers: kept(headers),
        redirect: "manual",
        ...(method === "GET" ? {} : { body }),
      });
      const location = answer.headers.get("location");
      if (location !== null) {
        response.writeHead(answer.status, { location }).end();
        return;
      }
      give(response, await toOwn(answer), manner);
    }
  });

  function mannerOf(body: Buffer): Manner {
    const marks = [...body.toString("latin1").matchAll(MARK)].map(([, run, task]) => ({
      run: Number(run),
      task: Number(task),
    }));
    // Results of earlier tasks, which may hold theirs, stand beside the task's own.
    const of = marks.toSorted((a, b) => a.task - b.task).at(-1);
    if (!of) return "sound";
    const nth = calls.filter((call) => call.run === of.run && call.task === of.task).length;
    const manner = behave(of.run, of.task, nth);
    calls.push({ ...of, manner });
    return manner;
  }

  /** Links lead through the gateway as well. */
  async function toOwn(answer: Response): Promise<Sound> {
    const mediaType = answer.headers.get("content-type") ?? "application/octet-stream";
    const bytes = Buffer.from(await answer.arrayBuffer());
    const body = mediaType.startsWith("application/json")
      ? Buffer.from(bytes.toString().replaceAll(origin, own))
      : bytes;
    return { status: answer.status, mediaType, body };
  }

  await listen(server);
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: own + upstream.slice(origin.length),
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const listen = (server: Server): Promise<void> => new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const kept = ({ authorization, "content-type": type }: IncomingMessage["headers"]): Record<string, string> => ({
  ...(authorization === undefined ? {} : { authorization }),
  ...(type === undefined ? {} : { "content-type": type }),
});
