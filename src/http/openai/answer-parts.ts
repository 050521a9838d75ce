import { withoutHow } from "../../domain/answer-form.ts";
import { callsIn, type EventData, type RunEvent } from "../../domain/events.ts";
import { baseKind } from "../../domain/kinds.ts";
import type { AppContext } from "../context.ts";
import type { RunView } from "../schemas/views.ts";
import { BoundedAnswer } from "./answer-bounds.ts";
import { answerLinks } from "./answer-links.ts";
import type { ChatRun } from "./chat-run.ts";
import { failureOf, jsonAnswerOf, type SaidAnswer, toolCallsOf } from "./completion.ts";
import { ProgressLines } from "./progress.ts";
import type { FinishReason, OpenAiError } from "./schemas.ts";

/** A part of an answer that is streamed, whatever its shape: the last is its end, or why there is none. */
export type AnswerPart =
  | { readonly as: "line"; readonly line: string }
  | { readonly as: "text"; readonly text: string }
  /** `said` has calls, or a value by a schema; nothing where the words were told. */
  | { readonly as: "end"; readonly run: RunView; readonly said: SaidAnswer; readonly finish: FinishReason }
  | { readonly as: "failed"; readonly run: RunView; readonly error: OpenAiError };

/** The answer of a run as it is written, with its progress, until the run has ended. */
export async function* answerParts(
  c: AppContext,
  {
    options,
    events,
    ended,
  }: Pick<ChatRun, "events" | "ended"> & {
    readonly options: Pick<ChatRun["options"], "explains" | "bounds" | "isJson">;
  },
): AsyncGenerator<AnswerPart, void> {
  const reader = new RunReader(options.explains);
  const links = answerLinks(c, (id) => reader.pictures.has(id));
  const bounded = new BoundedAnswer(options.bounds);
  for await (const event of events) {
    const { line, text } = reader.read(event);
    if (line !== null) yield { as: "line", line };
    const shown = options.isJson ? "" : await links.push(bounded.push(text));
    if (shown !== "") yield { as: "text", text: shown };
  }
  const run = await ended();
  const error = failureOf(run);
  if (error) return yield { as: "failed", run, error };
  const rest = (await links.push(bounded.end())) + (await links.end());
  if (rest !== "") yield { as: "text", text: rest };
  const said = run.calls ? { tool_calls: toolCallsOf(run) } : options.isJson ? jsonAnswerOf(run) : {};
  yield { as: "end", run, said, finish: run.calls ? "tool_calls" : bounded.finish };
}

/** Makes of each event of a run its line of progress and its piece of the answer. */
class RunReader {
  readonly pictures = new Set<string>();
  readonly #lines = new ProgressLines();
  readonly #answer: AppendOnlyAnswer;
  #hasTasks = false;
  #hasCalls = false;
  #succeeded = 0;

  /** @param explains false where the answer is to end before how it was done */
  constructor(explains: boolean) {
    this.#answer = new AppendOnlyAnswer(explains ? undefined : withoutHow);
  }

  read(event: RunEvent): { readonly line: string | null; readonly text: string } {
    return { line: this.#lines.after(event), text: this.#textOf(event) };
  }

  #textOf(event: RunEvent): string {
    // What is said of calls is for people, and programs are told them as such.
    if (this.#hasCalls) return "";
    switch (event.type) {
      case "plan-end":
        this.#hasTasks = event.data.planned.as === "plan";
        this.#hasCalls = callsIn(event.data.planned).length > 0;
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
