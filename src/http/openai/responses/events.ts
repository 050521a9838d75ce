import type { AppContext } from "../../context.ts";
import type { RunView } from "../../schemas/views.ts";
import { answerParts } from "../answer-parts.ts";
import type { ChatRun } from "../chat-run.ts";
import type { SaidAnswer } from "../completion.ts";
import { type StreamFrames, streamFrames } from "../stream.ts";
import { type Echo, itemId, itemsOf, responseOf } from "./response.ts";
import type { OutputItem } from "./schemas.ts";

/** A response as its events, in the order of https://platform.openai.com/docs/api-reference/responses-streaming. @param after the number of the last that is known */
export function streamResponse(
  c: AppContext,
  chatRun: StreamedRun,
  { echo, begun, after = -1 }: { readonly echo: Echo; readonly begun: RunView; readonly after?: number },
): Response {
  const writer = new ResponseWriter(begun.id);
  const frames = behind(framesOf(c, { chatRun, echo, begun, writer }), after);
  return streamFrames(c, chatRun.disconnect, frames, ({ message, code, param }) =>
    writer.event("error", { message, code, param }),
  );
}

/** A run with what its stream takes. */
export type StreamedRun = Pick<ChatRun, "events" | "ended" | "disconnect"> & {
  readonly options: Pick<ChatRun["options"], "progress" | "explains" | "bounds" | "isJson">;
};

/** The events behind the one of a number: each frame is one, and they are counted from 0. */
async function* behind(frames: StreamFrames, after: number): StreamFrames {
  let number = 0;
  for await (const frame of frames) if (number++ > after) yield frame;
}

interface Streamed {
  readonly chatRun: StreamedRun;
  readonly echo: Echo;
  readonly begun: RunView;
  readonly writer: ResponseWriter;
}

async function* framesOf(c: AppContext, { chatRun, echo, begun, writer }: Streamed): StreamFrames {
  const response = responseOf(begun, echo, { output: [] });
  yield writer.event("response.created", { response });
  yield writer.event("response.in_progress", { response });
  for await (const part of answerParts(c, chatRun)) {
    switch (part.as) {
      case "line":
        if (chatRun.options.progress !== "none") yield* writer.line(part.line);
        break;
      case "text":
        yield* writer.text(part.text);
        break;
      case "failed": {
        const { code, message } = part.error;
        const output = yield* writer.end(null, false);
        const failed = responseOf(part.run, echo, { output, error: { code, message } });
        yield writer.event("response.failed", { response: failed });
        break;
      }
      case "end": {
        const { run, said, finish } = part;
        const isCut = finish === "length";
        const output = yield* writer.end(said, isCut);
        const type = isCut ? "response.incomplete" : "response.completed";
        yield writer.event(type, { response: responseOf(run, echo, { output, finish }) });
      }
    }
  }
}

type Piece = Generator<string, void>;

/** Writes the events of one response: its progress as a summary of reasoning, its words or calls as items. */
class ResponseWriter {
  readonly #run: string;
  readonly #done: OutputItem[] = [];
  #sequence = 0;
  /** The item that is being written, with its text so far. */
  #open: { readonly kind: "reasoning" | "message"; text: string } | null = null;

  constructor(run: string) {
    this.#run = run;
  }

  event(type: string, data: object): string {
    return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: this.#sequence++, ...data })}\n\n`;
  }

  *line(line: string): Piece {
    // What is told once the words have begun has no place before them.
    if (this.#open?.kind === "message") return;
    if (!this.#open) {
      this.#open = { kind: "reasoning", text: "" };
      yield this.#item("added", { id: this.#id("rs"), type: "reasoning", summary: [] });
      yield this.#summary("part.added", { part: { type: "summary_text", text: "" } });
    }
    const delta = `${line}\n`;
    this.#open.text += delta;
    yield this.#summary("text.delta", { delta });
  }

  *text(delta: string): Piece {
    if (this.#open?.kind !== "message") yield* this.#beginMessage();
    if (this.#open) this.#open.text += delta;
    yield this.#content("response.output_text.delta", { delta, logprobs: [] });
  }

  /** The rest of the items. @param said null where there is no answer; @returns all of them */
  *end(said: SaidAnswer | null, isCut: boolean): Generator<string, readonly OutputItem[]> {
    if (said?.tool_calls) yield* this.#calls(said);
    else if (said?.refusal !== undefined) yield* this.#refusal(said.refusal);
    else if (said) {
      if (said.content !== undefined) yield* this.text(said.content);
      if (this.#open?.kind !== "message") yield* this.#beginMessage();
      yield* this.#closeMessage(isCut);
    } else yield* this.#open?.kind === "message" ? this.#closeMessage(true) : this.#closeReasoning();
    return this.#done;
  }

  *#beginMessage(): Piece {
    yield* this.#closeReasoning();
    this.#open = { kind: "message", text: "" };
    yield this.#item("added", { ...this.#message(), status: "in_progress", content: [] });
    yield this.#content("response.content_part.added", { part: wordsPart("") });
  }

  *#closeMessage(isCut: boolean): Piece {
    const text = this.#open?.text ?? "";
    this.#open = null;
    yield this.#content("response.output_text.done", { text, logprobs: [] });
    yield this.#content("response.content_part.done", { part: wordsPart(text) });
    yield* this.#finish(itemsOf(this.#run, { content: text }, isCut, this.#done.length));
  }

  *#refusal(refusal: string): Piece {
    yield* this.#closeReasoning();
    yield this.#item("added", { ...this.#message(), status: "in_progress", content: [] });
    yield this.#content("response.content_part.added", { part: { type: "refusal", refusal: "" } });
    yield this.#content("response.refusal.delta", { delta: refusal });
    yield this.#content("response.refusal.done", { refusal });
    yield this.#content("response.content_part.done", { part: { type: "refusal", refusal } });
    yield* this.#finish(itemsOf(this.#run, { refusal }, false, this.#done.length));
  }

  *#calls(said: SaidAnswer): Piece {
    yield* this.#closeReasoning();
    for (const item of itemsOf(this.#run, said, false, this.#done.length)) {
      if (item.type !== "function_call") continue;
      const of = { item_id: item.id, output_index: this.#done.length };
      const { name, arguments: given } = item;
      yield this.#item("added", { ...item, status: "in_progress", arguments: "" });
      yield this.event("response.function_call_arguments.delta", { ...of, delta: given });
      yield this.event("response.function_call_arguments.done", { ...of, name, arguments: given });
      yield* this.#finish([item]);
    }
  }

  *#closeReasoning(): Piece {
    if (this.#open?.kind !== "reasoning") return;
    const { text } = this.#open;
    this.#open = null;
    const part = { type: "summary_text", text } as const;
    yield this.#summary("text.done", { text });
    yield this.#summary("part.done", { part });
    yield* this.#finish([{ id: this.#id("rs"), type: "reasoning", summary: [part] }]);
  }

  *#finish(items: readonly OutputItem[]): Piece {
    for (const item of items) {
      yield this.#item("done", item);
      this.#done.push(item);
    }
  }

  readonly #message = () => ({ id: this.#id("msg"), type: "message", role: "assistant" }) as const;
  #id(kind: "msg" | "rs"): string {
    return itemId(kind, this.#run, this.#done.length);
  }

  #item(how: "added" | "done", item: OutputItem): string {
    return this.event(`response.output_item.${how}`, { output_index: this.#done.length, item });
  }

  #content(type: string, data: object): string {
    return this.event(type, { item_id: this.#id("msg"), output_index: this.#done.length, content_index: 0, ...data });
  }

  #summary(what: string, data: object): string {
    const of = { item_id: this.#id("rs"), output_index: this.#done.length, summary_index: 0 };
    return this.event(`response.reasoning_summary_${what}`, { ...of, ...data });
  }
}

const wordsPart = (text: string) => ({ type: "output_text", text, annotations: [], logprobs: [] });
