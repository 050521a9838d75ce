import type { FinishReason } from "./schemas.ts";

/** No usual tokenizer makes fewer tokens of English than one of three characters: an answer stays within its bound. */
const CHARS_PER_TOKEN = 3;

/** Where an answer in words is to end. */
export interface AnswerLimits {
  /** Null for no bound. */
  readonly maxTokens: number | null;
  /** It ends before the first of these that is written whole; none is empty. */
  readonly stops: readonly string[];
}

/** Ends an answer where its caller wants, piece by piece as it is written. */
export class BoundedAnswer {
  readonly #stops: readonly string[];
  #roomChars: number;
  /** What may be the beginning of a stop. */
  #heldBack = "";
  #end: FinishReason | null = null;

  constructor({ maxTokens, stops }: AnswerLimits) {
    this.#stops = stops;
    this.#roomChars = maxTokens === null ? Number.POSITIVE_INFINITY : maxTokens * CHARS_PER_TOKEN;
  }

  /** Why the answer ends, as far as it has been written. */
  get finish(): FinishReason {
    return this.#end ?? "stop";
  }

  /** What may be sent of the next piece. */
  push(piece: string): string {
    if (this.#end) return "";
    const text = this.#heldBack + piece;
    // The first that is whole, as it is written: of "abba" and "b" the latter ends "abb…". Of two the longer.
    const [first] = this.#stops
      .map((stop) => ({ from: text.indexOf(stop), to: text.indexOf(stop) + stop.length }))
      .filter(({ from }) => from >= 0)
      .toSorted((a, b) => a.to - b.to || a.from - b.from);
    if (first) {
      this.#heldBack = "";
      const shown = this.#within(text.slice(0, first.from));
      this.#end ??= "stop";
      return shown;
    }
    const begun = Math.max(0, ...this.#stops.map((stop) => beginningAtEnd(text, stop)));
    this.#heldBack = text.slice(text.length - begun);
    return this.#within(text.slice(0, text.length - begun));
  }

  /** What was held back. */
  end(): string {
    const text = this.#heldBack;
    this.#heldBack = "";
    return this.#end ? "" : this.#within(text);
  }

  #within(text: string): string {
    if (text.length > this.#roomChars) this.#end = "length";
    const shown = text.slice(0, this.#roomChars);
    this.#roomChars -= shown.length;
    return shown.length < text.length ? shown.toWellFormed() : shown;
  }
}

/** How many characters at the end of a text may be the beginning of a stop. */
function beginningAtEnd(text: string, stop: string): number {
  for (let length = Math.min(stop.length - 1, text.length); length > 0; length--)
    if (text.endsWith(stop.slice(0, length))) return length;
  return 0;
}
