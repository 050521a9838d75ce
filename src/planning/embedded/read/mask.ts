import { type MaterialPart, maskOf, type PlacedPart, type Reading, type Stretch } from "./parts.ts";

/** Longer instructions than this are read up to here; what is to be worked on may be far longer. */
const MAX_INSTRUCTION_CHARS = 8_000;

/** Controls and marks that show nothing, such as those that turn the direction of writing. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/u;
const LETTER_BEFORE = /(?:^|[\s,(])([A-H]|\d)[:.)]\s?$/;

/** A quotation is a question when one of these stands this near before it in its sentence. */
const ASKS = /\b(?:questions?|answer(?:s|ing|ed)?|ask(?:s|ing|ed)?|query|queries|wonder(?:ing)?|know)\b[^.!?]*$/i;
const ASKED_WITHIN_CHARS = 60;

/** Builds the masked text: white space made single, apostrophes straight, nothing invisible. */
export class MaskWriter {
  #masked = "";
  /** Kept apart, as looking at the end of a string in the making costs its length. */
  #last = "";
  readonly #parts: PlacedPart[] = [];
  /** Where each unit of the masked text was written. */
  readonly #origins: Stretch[] = [];

  get parts(): number {
    return this.#parts.length;
  }

  get full(): boolean {
    return this.#masked.length >= MAX_INSTRUCTION_CHARS;
  }

  /** One UTF-16 unit of the request that belongs to no part. */
  copy(char: string, at: number): void {
    const origin = { from: at, to: at + 1 };
    if (char === "\n") this.#newLine(origin);
    else if (/\s/.test(char)) this.#write(this.#last === " " || this.#last === "\n" ? "" : " ", origin);
    else if (!INVISIBLE.test(char)) this.#write(char === "’" || char === "‘" || char === "`" ? "'" : char, origin);
  }

  #newLine(origin: Stretch): void {
    if (this.#last === "\n") return;
    if (this.#last === " ") {
      this.#masked = this.#masked.slice(0, -1);
      this.#origins.pop();
    }
    this.#write("\n", origin);
  }

  #write(words: string, origin: Stretch): void {
    this.#masked += words;
    this.#last = words.at(-1) ?? this.#last;
    for (let unit = 0; unit < words.length; unit++) this.#origins.push(origin);
  }

  add(part: MaterialPart, origin: Stretch): void {
    const letter = part.as === "file" ? (LETTER_BEFORE.exec(this.#masked.slice(-6))?.[1] ?? null) : null;
    const placed =
      part.as === "file"
        ? { ...part, letter }
        : part.as === "quote" && ASKS.test(this.#masked.slice(-ASKED_WITHIN_CHARS))
          ? { ...part, asked: true }
          : part;
    // "Summarize this:" and the text below it are one clause.
    if (part.as === "passage") this.#masked = this.#masked.replace(/\n$/, " ");
    if (/[\w@]/.test(this.#last)) this.#write(" ", { from: origin.from, to: origin.from });
    const start = this.#masked.length;
    this.#write(maskOf(placed), origin);
    this.#parts.push({ part: placed, start, end: this.#masked.length });
  }

  /** @param text the request that was written from */
  reading(text: string, cut: boolean): Reading {
    const origins = this.#origins;
    const stretchOf = (start: number, end: number): Stretch => {
      const to = origins[end - 1]?.to ?? 0;
      return { from: start < end ? (origins[start]?.from ?? text.length) : to, to };
    };
    return { masked: this.#masked, parts: this.#parts, cut, text, stretchOf };
  }
}
