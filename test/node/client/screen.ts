import type { Terminal } from "../../../src/client/command-line/terminal.ts";
import { widthOf } from "../../../src/client/command-line/terminal-text.ts";

/**
 * A terminal that does what is written to it: text with wrapping and scrolling, the cursor moving up, clearing.
 * Anything else it is told is an error.
 */
export class Screen implements Terminal {
  readonly repaints = true;
  readonly colour = false;
  columns: number;
  rows: number;
  cursorShown = true;
  /** Everything since the beginning; the last `rows` lines are those on the screen. */
  #lines: string[] = [""];
  #row = 0;
  /** What has been written into the row since the cursor came to its beginning. */
  #written = "";

  constructor(columns: number, rows: number) {
    this.columns = columns;
    this.rows = rows;
  }

  /** What a person sees, scrolled-off lines first, without the empty line that the cursor waits in. */
  get text(): readonly string[] {
    const lines = this.#lines.map((line) => line.trimEnd());
    while (lines.at(-1) === "") lines.pop();
    return lines;
  }

  write(text: string): void {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is a terminal
    for (const [part, sequence] of text.matchAll(/\u001b\[(\??\d*[A-Za-z])|\n|\r|[^\u001b\n\r]+/g)) {
      if (sequence !== undefined) this.#obey(sequence);
      else if (part === "\n") this.#down();
      else if (part === "\r") this.#written = "";
      else this.#print(part);
    }
  }

  #obey(sequence: string): void {
    if (sequence.endsWith("A")) {
      const top = Math.max(0, this.#lines.length - this.rows);
      this.#row = Math.max(top, this.#row - Number(sequence.slice(0, -1)));
    } else if (sequence === "J") this.#lines.splice(this.#row, this.#lines.length, "");
    else if (sequence === "?25l") this.cursorShown = false;
    else if (sequence === "?25h") this.cursorShown = true;
    else if (sequence === "K") this.#lines[this.#row] = this.#written;
    else if (!["?2026h", "?2026l"].includes(sequence)) throw new Error(`Unknown sequence ${sequence}`);
  }

  #down(): void {
    this.#row++;
    this.#written = "";
    if (this.#row === this.#lines.length) this.#lines.push("");
  }

  #print(text: string): void {
    for (const character of text) {
      if (widthOf(this.#written + character) > this.columns) this.#down();
      this.#written += character;
      this.#lines[this.#row] = this.#written;
    }
  }
}
