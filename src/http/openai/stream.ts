import { withoutHow } from "../../domain/answer-form.ts";
import type { EventData, RunEvent } from "../../domain/events.ts";
import { baseKind } from "../../domain/kinds.ts";
import type { Plan } from "../../domain/plan.ts";
import { within } from "../../waiting.ts";
import type { AppContext } from "../context.ts";
import { EVENT_STREAM_HEADERS } from "../event-stream.ts";
import { answerLinks } from "./answer-links.ts";
import type { ChatRun } from "./chat-run.ts";
import { audioOf, failureOf, jsonAnswerOf, metadataOf, usageOf } from "./completion.ts";
import { brokenOff } from "./errors.ts";
import type { OpenAiError } from "./schemas.ts";

/**
 * A client that left is noticed when something is written to it, and proxies close a connection on which nothing is said
 * for a minute.
 */
const KEEP_ALIVE_MS = 2_000;
const KEEP_ALIVE = ": keep-alive\n\n";

/** The answer in chunks as it is written, with the progress of the run before it. */
export function streamCompletion(c: AppContext, stream: ChatRun): Response {
  const { disconnect } = stream;
  const frames = withKeepAlive(framesOf(c, stream));
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await frames.next();
        if (!done) return controller.enqueue(encoder.encode(value));
        disconnect.end();
        controller.close();
      },
      cancel: () => disconnect.leave(),
    },
    { highWaterMark: 0 },
  );
  return c.body(body, 200, EVENT_STREAM_HEADERS);
}

async function* framesOf(c: AppContext, stream: ChatRun): AsyncGenerator<string, void> {
  try {
    yield* chunksOf(c, stream);
  } catch (thrown) {
    if (stream.disconnect.signal.aborted) return;
    yield errorFrame(brokenOff(c, thrown));
  }
}

const frame = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const errorFrame = (error: OpenAiError): string => frame({ error });

async function* chunksOf(c: AppContext, stream: ChatRun): AsyncGenerator<string, void> {
  const { identity, conversation, options } = stream;
  const common = { ...identity, object: "chat.completion.chunk", ...(options.includesUsage ? { usage: null } : {}) };
  const chunk = (delta: object, finish: "stop" | null = null): string =>
    frame({ ...common, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] });

  const reader = new RunReader(options.explains);
  const links = answerLinks(c, (id) => reader.pictures.has(id));
  const { progress } = options;
  let isQuoting = false;
  let hasBegun = false;
  const told = (text: string): string => {
    const shown = isQuoting ? `\n${text}` : text;
    isQuoting = false;
    hasBegun = true;
    return chunk({ content: shown });
  };
  yield chunk({ role: "assistant", content: "", metadata: { conversation } });
  for await (const event of stream.events) {
    const { line, text } = reader.read(event);
    if (line !== null && progress === "reasoning") yield chunk({ reasoning_content: `${line}\n` });
    if (line !== null && progress === "content" && !hasBegun) {
      isQuoting = true;
      // Two spaces end a line of Markdown.
      yield chunk({ content: `> ${line}  \n` });
    }
    if (options.isJson) continue;
    const shown = await links.push(text);
    if (shown !== "") yield told(shown);
  }
  const run = await stream.ended();
  const failed = failureOf(run);
  if (failed) return yield errorFrame(failed);
  const rest = await links.end();
  if (rest !== "") yield told(rest);
  if (options.isJson) yield chunk(jsonAnswerOf(run));
  const audio = await audioOf(c, run, options.audio);
  if (audio) yield chunk({ audio });
  yield chunk({ metadata: metadataOf(run) }, "stop");
  if (options.includesUsage) yield frame({ ...common, choices: [], usage: usageOf(run) });
  yield "data: [DONE]\n\n";
}

/** Makes of each event of a run its line of progress and its piece of the answer. */
class RunReader {
  readonly pictures = new Set<string>();
  readonly #lines = new ProgressLines();
  readonly #answer: AppendOnlyAnswer;
  #hasTasks = false;
  #succeeded = 0;

  /** @param explains false where the answer is to end before how it was done */
  constructor(explains: boolean) {
    this.#answer = new AppendOnlyAnswer(explains ? undefined : withoutHow);
  }

  read(event: RunEvent): { readonly line: string | null; readonly text: string } {
    return { line: this.#lines.after(event), text: this.#textOf(event) };
  }

  #textOf(event: RunEvent): string {
    switch (event.type) {
      case "plan-end":
        this.#hasTasks = event.data.planned.as === "plan";
        return "";
      case "task-end":
        this.#note(event.data);
        return "";
      case "answer-start":
        this.#answer.begin();
        return "";
      case "answer-delta":
        // Where nothing was made the run fails, and its answer is what the error says.
        return this.#hasTasks && this.#succeeded === 0 ? "" : this.#answer.write(event.data.text);
      case "run-end": {
        const { status, answer } = event.data;
        return status === "succeeded" || status === "partial" ? this.#answer.end(answer) : "";
      }
      default:
        return "";
    }
  }

  #note({ status, outputs }: EventData["task-end"]): void {
    if (status === "succeeded") this.#succeeded += 1;
    for (const value of Object.values(outputs))
      if (value.as === "resource" && baseKind(value.kind) === "image") this.pictures.add(value.resource.id);
  }
}

/** The frames, with a comment between two that are more than `KEEP_ALIVE_MS` apart. */
async function* withKeepAlive(frames: AsyncGenerator<string, void>): AsyncGenerator<string, void> {
  while (true) {
    const next = frames.next();
    for (let result: IteratorResult<string, void> | null = null; result === null; ) {
      result = await within(next, KEEP_ALIVE_MS);
      if (result === null) yield KEEP_ALIVE;
      else if (result.done) return;
      else yield result.value;
    }
  }
}

/**
 * Turns the deltas of an answer, which a retried attempt begins anew, into text that is only appended to, as what was
 * sent cannot be taken back. A new attempt adds nothing until it has come as far as what was sent; if the answer ends up
 * different, the whole of it follows behind a rule.
 */
export class AppendOnlyAnswer {
  readonly #shown: (answer: string, isWhole: boolean) => string;
  #sent = "";
  #written = "";

  /** @param shown what of an answer is sent: more and more of it as it grows, in the end all */
  constructor(shown: (answer: string, isWhole: boolean) => string = (answer) => answer) {
    this.#shown = shown;
  }

  begin(): void {
    this.#written = "";
  }

  /** The text to send now; often empty. */
  write(piece: string): string {
    this.#written += piece;
    const shown = this.#shown(this.#written, false);
    return shown.startsWith(this.#sent) ? this.#send(shown) : "";
  }

  /** The text that is still to be sent of the final answer. */
  end(answer: string): string {
    const shown = this.#shown(answer, true);
    if (shown.startsWith(this.#sent)) return this.#send(shown);
    return `\n\n---\n\n${shown}`;
  }

  #send(whole: string): string {
    const rest = whole.slice(this.#sent.length);
    this.#sent = whole;
    return rest;
  }
}

/** Of one run, however many tasks report however much. */
const MAX_LINES = 300;
/** Of a line, as the notes of a provider may be of any length. */
const MAX_LINE_CHARS = 200;

/** Clients show the lines as Markdown: the notes of a provider must become neither a picture nor a link. */
const PLAIN_SIGNS: Readonly<Record<string, string>> = { "[": "(", "]": ")", "<": "‹", ">": "›", "`": "'" };
const withoutMarkup = (line: string): string => line.replaceAll(/[[\]<>`]/g, (sign) => PLAIN_SIGNS[sign] ?? "");

/** The progress of a run in plain words, a line for each event that means something to a person. */
export class ProgressLines {
  readonly #types = new Map<number, string>();
  #told = 0;

  /** Null for an event that means nothing to a person, and once there are too many lines. */
  after(event: RunEvent): string | null {
    const line = this.#read(event);
    if (line === null || this.#told >= MAX_LINES) return null;
    this.#told += 1;
    const plain = withoutMarkup(line.replaceAll(/\s+/g, " ").trim());
    return plain.length > MAX_LINE_CHARS ? `${plain.slice(0, MAX_LINE_CHARS).toWellFormed()}…` : plain;
  }

  #read(event: RunEvent): string | null {
    switch (event.type) {
      case "plan-end":
        return event.data.planned.as === "plan" ? this.#planned(event.data.planned.plan) : null;
      case "plan-revised":
        return this.#planned(event.data.plan);
      case "task-start":
        return `${this.#name(event.data.task)} on ${event.data.provider}:${event.data.model}`;
      case "task-progress":
        return `${this.#name(event.data.task)}: ${event.data.note}`;
      case "task-retry":
        return `${this.#name(event.data.task)}: ${event.data.error.message}; ${event.data.next ? "the next model is asked" : "once more"}`;
      case "task-end":
        return `${this.#name(event.data.task)} ${event.data.status}`;
      case "budget-warning":
        return `Of the budget (${event.data.what}), ${event.data.used} of ${event.data.limit} are used`;
      case "run-pause":
        return event.data.reason?.message ?? "Paused";
      case "answer-start":
        return "Answering";
      default:
        return null;
    }
  }

  #planned({ tasks }: Plan): string {
    for (const { id, type } of tasks) this.#types.set(id, type);
    return `Planned: ${tasks.map(({ id }) => this.#name(id)).join(", ")}`;
  }

  #name(work: number | string): string {
    return typeof work === "number" ? `${this.#types.get(work) ?? "task"} (task ${work})` : work;
  }
}
