import { type MaskedRequest, type MaterialPart, maskOf, type PlacedPart } from "./parts.ts";

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

  get parts(): number {
    return this.#parts.length;
  }

  get full(): boolean {
    return this.#masked.length >= MAX_INSTRUCTION_CHARS;
  }

  /** One UTF-16 unit of the request that belongs to no part. */
  copy(char: string): void {
    if (char === "\n") this.#newLine();
    else if (/\s/.test(char)) this.#write(this.#last === " " || this.#last === "\n" ? "" : " ");
    else if (!INVISIBLE.test(char)) this.#write(char === "’" || char === "‘" || char === "`" ? "'" : char);
  }

  #newLine(): void {
    if (this.#last === "\n") return;
    if (this.#last === " ") this.#masked = this.#masked.slice(0, -1);
    this.#write("\n");
  }

  #write(words: string): void {
    this.#masked += words;
    this.#last = words.at(-1) ?? this.#last;
  }

  add(part: MaterialPart): void {
    const letter = part.as === "file" ? (LETTER_BEFORE.exec(this.#masked.slice(-6))?.[1] ?? null) : null;
    const placed =
      part.as === "file"
        ? { ...part, letter }
        : part.as === "quote" && ASKS.test(this.#masked.slice(-ASKED_WITHIN_CHARS))
          ? { ...part, asked: true }
          : part;
    // "Summarize this:" and the text below it are one clause.
    if (part.as === "passage") this.#masked = this.#masked.replace(/\n$/, " ");
    if (/[\w@]/.test(this.#last)) this.#masked += " ";
    const start = this.#masked.length;
    this.#write(maskOf(placed));
    this.#parts.push({ part: placed, start, end: this.#masked.length });
  }

  reading(cut: boolean): MaskedRequest {
    return { masked: this.#masked, parts: this.#parts, cut };
  }
}
