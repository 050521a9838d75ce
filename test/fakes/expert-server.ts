import { createServer, type IncomingMessage, type Server } from "node:http";
import { answerForm } from "./expert/forms.ts";
import { askForJob, beginJob, jobsBegun, releaseJobs } from "./expert/jobs.ts";
import { thinkAloud } from "./expert/mind.ts";
import { giveToken, guarded } from "./expert/tokens.ts";
import { listen } from "./listen.ts";

/** What a text tells the expert that gets it to do; JSON in the task's `text`. */
export interface Script {
  /** Tells calls of one test from another's. */
  readonly key?: string;
  readonly delayMs?: number;
  /** Not answered before `POST /release/NAME`, which lets go also of calls that come later. */
  readonly held?: string;
  /** Status codes of the first calls under this key, at each model; later calls succeed. */
  readonly statuses?: readonly number[];
  /** Only this model follows `statuses`. */
  readonly model?: string;
  readonly retryAfter?: string;
  /** What goes wrong in the body. */
  readonly body?: "not-json" | "wrong-shape" | "cut";
}

/** A custom endpoint in the `json` format that does what its input says. It counts its calls. */
export async function startExpertServer(): Promise<{ readonly server: Server; readonly url: string }> {
  const calls = new Map<string, number>();
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const gateOf = (name: string): PromiseWithResolvers<void> => {
    const gate = gates.get(name) ?? Promise.withResolvers<void>();
    gates.set(name, gate);
    return gate;
  };
  const server = createServer(async (request, response) => {
    const special = await answerSpecial(request, (name) => gateOf(name).promise);
    if (special) {
      response.writeHead(special.status, Object.fromEntries(special.headers));
      response.end(Buffer.from(await special.arrayBuffer()));
      return;
    }
    const [, area, name = ""] = request.url?.split("/") ?? [];
    if (area === "release") {
      gateOf(name).resolve();
      releaseJobs(name);
      response.writeHead(204).end();
      return;
    }
    if (request.method === "GET") {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(Object.fromEntries(calls)));
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { inputs, model } = JSON.parse(Buffer.concat(chunks).toString()) as {
      inputs?: { text?: string };
      model: string;
    };
    // The event of a webhook, which asks for nothing.
    if (!inputs) {
      response.writeHead(204).end();
      return;
    }
    const script = readScript(inputs.text ?? "");
    const key = `${script.key ?? ""}@${model}`;
    const call = calls.get(key) ?? 0;
    calls.set(key, call + 1);
    if (script.held !== undefined) await gateOf(script.held).promise;
    // Unreferenced: a call that nobody waits for any more does not keep the tests from ending.
    await new Promise((resolve) => setTimeout(resolve, script.delayMs ?? 0).unref());
    const follows = script.model === undefined || script.model === model;
    const status = follows ? (script.statuses?.[call] ?? 200) : 200;
    response.statusCode = status;
    if (script.retryAfter !== undefined && status !== 200) response.setHeader("retry-after", script.retryAfter);
    response.setHeader("content-type", "application/json");
    const done = JSON.stringify({ outputs: { text: `${model} did ${script.key ?? inputs.text ?? ""}` } });
    if (status !== 200) response.end(JSON.stringify({ error: "as scripted" }));
    else if (!follows || script.body === undefined) response.end(done);
    else if (script.body === "not-json") response.end("<html>");
    else if (script.body === "wrong-shape") response.end(JSON.stringify({ outputs: { nothing: 1 } }));
    else {
      response.setHeader("content-length", "1000");
      response.write("{");
      response.destroy();
    }
  });
  const origin = await listen(server);
  return { server, url: `${origin}/` };
}

const SPECIAL: ReadonlySet<string> = new Set(["forms", "jobs", "token", "guarded", "mind"]);

/** What the other formats, jobs and ways to say who calls are tried on; null for a call in the `json` format. */
async function answerSpecial(
  request: IncomingMessage,
  released: (name: string) => Promise<void>,
): Promise<Response | null> {
  const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
  const [, area, name = ""] = url.pathname.split("/");
  if (area === "counts") return Response.json(jobsBegun(url.searchParams.get("key") ?? ""));
  if (!SPECIAL.has(area ?? "")) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const { authorization = "", "content-type": contentType = "" } = request.headers;
  if (area === "mind") return thinkAloud({ method: request.method ?? "", name, body: body.toString() }, released);
  if (area === "forms") return answerForm(url, contentType, new Uint8Array(body));
  if (area === "token") return giveToken(url, authorization, body.toString());
  if (area === "guarded") return guarded(url, new Headers(request.headers as Record<string, string>));
  return request.method === "POST" ? beginJob(url) : askForJob(url);
}

function readScript(text: string): Script {
  try {
    return JSON.parse(text) as Script;
  } catch {
    return {};
  }
}
