import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { RunEvent } from "../../../src/domain/events.ts";
import type { PlanView } from "../../../src/http/schemas/plan-view.ts";
import type { ResourceView, RunView } from "../../../src/http/schemas/views.ts";
import { listen } from "../../fakes/listen.ts";
import { BEGUN_RUN } from "../begun-run.ts";
import { CONVERSATION_ID, RUN_ID, STARTED_AT } from "./recorded-runs.ts";

/** Stands in for the Worker: the calls that the client makes, answered from a recorded run. */
export interface FakeServer {
  readonly url: string;
  readonly seen: readonly SeenCall[];
  stop(): Promise<void>;
}

export interface SeenCall {
  readonly call: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

interface Problem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
}

export interface FakeOptions {
  readonly events: readonly RunEvent[];
  /** Cuts the n-th connection to the events after so many of them; later ones run to the end. */
  readonly cutAfter?: readonly number[];
  /** Keeps back the events from this number on, as if the run still went on, until `release`, if that comes. */
  readonly holdFrom?: number;
  readonly release?: Promise<void>;
  readonly files?: readonly ResourceView[];
  /** What a run that has ended offers. */
  readonly choices?: readonly string[];
  /** What a request would come to. */
  readonly plan?: PlanView;
  readonly contents?: Readonly<Record<string, string>>;
  /** By call, such as `GET /v1/models`: the JSON that answers it. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** Answers every call with this problem. */
  readonly problem?: Problem;
}

export const at = (ms: number): string => new Date(ms).toISOString();

export function runView(events: readonly RunEvent[], files: readonly ResourceView[] = []): RunView {
  const first = events[0];
  const last = events.at(-1);
  const end = last?.type === "run-end" ? last : null;
  return {
    ...BEGUN_RUN,
    id: RUN_ID,
    conversation: CONVERSATION_ID,
    status: end ? end.data.status : "running",
    text: first?.type === "run-start" ? first.data.text : "",
    createdAt: at(STARTED_AT),
    endedAt: end ? at(end.at) : null,
    planVersion: 1,
    usage: { timeMs: 1900, llmCalls: 0, tasks: 5, attempts: 6, usd: 0, unpricedCalls: 0 },
    answer: end ? end.data.answer : null,
    ...(end?.data.structured ? { structured: { name: "form", ...end.data.structured } } : {}),
    files,
    ...(end?.data.error ? { error: end.data.error } : {}),
  };
}

export async function startFakeServer(options: FakeOptions): Promise<FakeServer> {
  const seen: SeenCall[] = [];
  const cuts = [...(options.cutAfter ?? [])];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const call = `${request.method} ${request.url}`;
      seen.push({ call, headers: request.headers, body });
      const last = Number(request.headers["last-event-id"] ?? 0);
      if (call === EVENTS && !options.problem) {
        stream(response, options, last, cuts.shift() ?? Number.POSITIVE_INFINITY, seen);
        return;
      }
      const { status, type, content } = options.problem ? problem(options.problem) : reply(call, request, options);
      response.writeHead(status, { "content-type": type }).end(content);
    });
  });
  const origin = await listen(server);
  return {
    url: origin,
    seen,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly content: string;
}

const EVENTS = `GET /v1/runs/${RUN_ID}/events`;

function reply(call: string, request: IncomingMessage, options: FakeOptions): Reply {
  const run = { ...runView(options.events, options.files), choices: options.choices ?? [] };
  const answer = options.answers?.[call];
  if (answer !== undefined) return json(200, answer);
  if (call === "POST /v1/runs" || call === `POST /v1/conversations/${CONVERSATION_ID}/messages`) {
    return json(202, runView(options.events.slice(0, 1)));
  }
  if (call === "POST /v1/plan" && options.plan) return json(200, options.plan);
  if (call === `GET /v1/runs/${RUN_ID}`) return json(200, run);
  if (/^POST \/v1\/runs\/run_\w+\/(approve|cancel|pause|resume)$/.test(call)) return json(200, run);
  if (call === `GET /v1/runs/${RUN_ID}/report`) {
    if (request.headers.accept === "application/json") return json(200, { run: RUN_ID, tasks: [], stepCosts: {} });
    return { status: 200, type: "text/markdown", content: "# Report\n" };
  }
  if (call === "POST /v1/resources") {
    const name = decodeURIComponent(String(request.headers["x-filename"]));
    return json(201, { id: `res_${"f".repeat(56)}`, sha256: "0", name });
  }
  const file = options.contents?.[/^GET \/v1\/resources\/(res_\w+)$/.exec(call)?.[1] ?? ""];
  if (file !== undefined) return { status: 200, type: "image/png", content: file };
  if (call === `GET /v1/conversations/${CONVERSATION_ID}`) {
    return json(200, { id: CONVERSATION_ID, createdAt: at(STARTED_AT), log: [], runs: [], resources: [] });
  }
  if (call === "GET /v1/health") {
    const providers = { embedded: { models: 2, taskTypes: 3 } };
    const controllers = { first: "auto", planning: "global", configured: ["embedded", "openai"] };
    return json(200, { status: "ok", auth: "open", providers, taskTypes: { known: 60, available: 3 }, controllers });
  }
  if (call === "GET /v1/task-types") {
    const port = { name: "text", kinds: ["text"], required: true, many: false, aliases: [], description: "" };
    const type = {
      area: "language",
      description: "Does it",
      inputs: [port],
      outputs: [port],
      aliases: [],
      timeoutMs: 1,
    };
    const endpoint = { provider: "embedded", model: "m", grade: "full", licence: "MIT", description: "" };
    return json(200, {
      taskTypes: [
        { ...type, name: "summarization", does: true, wouldDo: [], endpoints: [endpoint] },
        { ...type, name: "translation", does: false, wouldDo: ["huggingface"], endpoints: [] },
      ],
    });
  }
  return problem({ status: 404, code: "not-found", detail: "There is no such thing" });
}

function stream(
  response: ServerResponse,
  options: FakeOptions,
  last: number,
  most: number,
  seen: readonly SeenCall[],
): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(": welcome\n\n");
  let sent = 0;
  let held = true;
  const pump = (): void => {
    for (const event of options.events.slice(last + sent)) {
      if (sent >= most) {
        response.destroy();
        return;
      }
      if (held && options.holdFrom !== undefined && event.seq >= options.holdFrom) {
        void options.release?.then(() => {
          held = false;
          pump();
        });
        return;
      }
      const before = options.events[event.seq - 2];
      if (before?.type === "approval-required" && !seen.some(({ call }) => call.endsWith("/approve"))) {
        timer = setTimeout(pump, 5);
        return;
      }
      response.write(
        `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify({ ...event, at: at(event.at) })}\n\n`,
      );
      sent++;
    }
    response.end();
  };
  let timer: NodeJS.Timeout | undefined;
  response.on("close", () => clearTimeout(timer));
  pump();
}

const json = (status: number, value: unknown): Reply => ({
  status,
  type: "application/json",
  content: JSON.stringify(value),
});

const problem = (what: Problem): Reply => ({
  status: what.status,
  type: "application/problem+json",
  content: JSON.stringify({ type: "about:blank", title: what.code, ...what }),
});
