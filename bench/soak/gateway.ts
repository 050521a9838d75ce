import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { give, type Manner, type Sound } from "./faults.ts";

/** A call for one task of one run, or a look at the job that such a call began, as it came in. */
export interface Call {
  readonly run: number;
  readonly task: number;
  readonly manner: Manner;
  readonly provider: string;
  readonly is: "call" | "look";
  readonly path: string;
}

/** How services behave. */
export interface Behaviour {
  /** At the `nth` call for a task of a run, counted from 0. */
  call(run: number, task: number, nth: number): Manner;
  /** At the `nth` look at the jobs of a task, or at what they made. */
  look(run: number, task: number, nth: number): Manner;
  /** At the `nth` time that the Hub is asked where a model is served. */
  hub(nth: number): Manner;
}

/** What the services saw. */
export interface Seen {
  /** In the order that they came in. */
  readonly calls: Call[];
  /** Of what the Hub was asked, by manner. */
  readonly hub: Manner[];
}

export interface Gateway {
  readonly url: string;
  stop(): Promise<void>;
}

/** Stands in what a task is asked, so that a call tells which task it is for. */
export const markOf = (run: number, task: number): string => `[soak ${run}.${task}]`;
const MARK = /\[soak (\d+)\.(\d+)\]/g;

/** The run, or the goal, that a text is marked with; -1 for none. */
export const numberIn = (text: string): number => Number([...text.matchAll(MARK)][0]?.[1] ?? -1);
const JOB = /\bjob-\d+\b/;
const HUB = "/api/models/";

/**
 * Stands before a stand-in and makes it fail as `behave` says, and writes down all calls that are for a task, the looks
 * at their jobs, and what the Hub is asked. What is for none passes.
 */
export async function startGateway(
  provider: string,
  upstream: string,
  seen: Seen,
  behave: Behaviour,
): Promise<Gateway> {
  const origin = new URL(upstream).origin;
  /** Whose jobs are under way, by their ids. */
  const jobs = new Map<string, Pick<Call, "run" | "task">>();
  let own = "";
  const server = createServer((request, response) => {
    // A connection that is kept may be cut while the next request is on its way, which then arrives nowhere.
    response.shouldKeepAlive = false;
    pass(request).catch(() => response.destroy());

    async function pass({ method = "GET", url = "/", headers }: IncomingMessage): Promise<void> {
      const body = await readBody(request);
      const of = markedIn(body);
      const manner = of ? noted("call", of, url) : mannerOf(method, url);
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
      const sound = await toOwn(answer);
      const job = of && JOB.exec(sound.body.toString("latin1"))?.[0];
      if (of && job) jobs.set(job, of);
      give(response, sound, manner);
    }
  });

  function mannerOf(method: string, url: string): Manner {
    const job = method === "GET" ? jobs.get(JOB.exec(url)?.[0] ?? "") : undefined;
    if (job) return noted("look", job, url);
    if (!url.startsWith(HUB)) return "sound";
    const manner = behave.hub(seen.hub.length);
    seen.hub.push(manner);
    return manner;
  }

  function noted(is: Call["is"], { run, task }: Pick<Call, "run" | "task">, url: string): Manner {
    const nth = seen.calls.filter((call) => call.run === run && call.task === task && call.is === is).length;
    const manner = behave[is](run, task, nth);
    seen.calls.push({ run, task, manner, provider, is, path: url });
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

/** The task that a body is for; results of earlier tasks, which may hold their marks, stand beside its own. */
function markedIn(body: Buffer): Pick<Call, "run" | "task"> | undefined {
  const marks = [...body.toString("latin1").matchAll(MARK)].map(([, run, task]) => ({
    run: Number(run),
    task: Number(task),
  }));
  return marks.toSorted((a, b) => a.task - b.task).at(-1);
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
