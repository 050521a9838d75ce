import { MAX_DOCUMENT_CHARS, tooLarge } from "./limits.ts";
import { type Attributes, type MarkupReader, readMarkup } from "./markup.ts";

/** What an element means for the lines of a document's text. */
export type LineRole =
  /** Stands on lines of its own. */
  | "block"
  /** A block after an empty line. */
  | "heading"
  /** A block whose first line begins with "- ". */
  | "item"
  /** Its cells are one line, with tabs between them. */
  | "row"
  | "cell"
  | "line-break"
  | "tab"
  | "space"
  | "hyphen"
  /** As `block`, and its own line ends count. */
  | "preformatted"
  /** Marks the block that it lies in as an item, or as none. */
  | "item-mark"
  | "no-item-mark"
  /** Marks the block that it lies in as a heading. */
  | "heading-mark"
  /** Left out with all that is in it. */
  | "skipped";

/** How one format's markup becomes lines. */
export interface LineRules {
  readonly language: "xml" | "html";
  /** The role of an element by its local name; null for one that means nothing. */
  readonly roleOf: (name: string, attributes: Attributes) => LineRole | null;
  /** The elements whose text counts; null where all does. */
  readonly textIn: ReadonlySet<string> | null;
}

/**
 * Appends the text of a marked-up document to lines: a paragraph, heading, list item or row of a table each.
 * @throws {AppError} as `readMarkup`; `resource-too-large` for a text that is too long
 */
export async function readLines(source: string, rules: LineRules, lines: Lines): Promise<void> {
  const { roleOf, textIn } = rules;
  /** Of every open element. */
  const roles: (LineRole | null)[] = [];
  let skipped = 0;
  let counted = 0;
  let preformatted = 0;
  const reader: MarkupReader = {
    open(name, attributes) {
      const role = roleOf(name, attributes);
      roles.push(role);
      if (role === "skipped") skipped++;
      if (textIn?.has(name)) counted++;
      if (skipped > 0 || role === null) return;
      if (role === "preformatted") preformatted++;
      OPEN[role]?.(lines);
    },
    text(text) {
      if (skipped > 0 || (textIn !== null && counted === 0)) return;
      // A tab in markup is a space; those of the text are elements of their own.
      if (preformatted === 0) {
        lines.add(text.replaceAll("\t", " "));
        return;
      }
      for (const [index, line] of text.split("\n").entries()) {
        if (index > 0) lines.end();
        lines.add(line);
      }
    },
    close(name) {
      const role = roles.pop() ?? null;
      if (textIn?.has(name)) counted--;
      if (role === "skipped") skipped--;
      if (skipped > 0 || role === null) return;
      if (role === "preformatted") preformatted--;
      CLOSE[role]?.(lines);
    },
  };
  await readMarkup(source, rules.language, reader);
  lines.end();
}

const OPEN: Readonly<Partial<Record<LineRole, (lines: Lines) => void>>> = {
  block: (lines) => lines.end(),
  preformatted: (lines) => lines.end(),
  heading: (lines) => lines.beginHeading(),
  "heading-mark": (lines) => lines.markHeading(),
  item: (lines) => lines.beginItem(),
  "item-mark": (lines) => lines.markItem(true),
  "no-item-mark": (lines) => lines.markItem(false),
  row: (lines) => lines.openRow(),
  cell: (lines) => lines.openCell(),
  "line-break": (lines) => lines.end(),
  tab: (lines) => lines.add("\t"),
  space: (lines) => lines.add(" "),
  hyphen: (lines) => lines.add("-"),
};

const CLOSE: Readonly<Partial<Record<LineRole, (lines: Lines) => void>>> = {
  block: (lines) => lines.end(),
  preformatted: (lines) => lines.end(),
  heading: (lines) => lines.end(),
  item: (lines) => lines.end(),
  row: (lines) => lines.closeRow(),
  cell: (lines) => lines.closeCell(),
};

/** A row of a table that is being read; its cells are null once it turned out to be there for the layout alone. */
interface Row {
  cells: string[] | null;
  inCell: boolean;
}

/** The lines of a text as they come together. Spaces are run together, and empty lines but for one before a heading. */
export class Lines {
  readonly #lines: string[] = [];
  readonly #rows: Row[] = [];
  #line = "";
  #isItem = false;
  #chars = 0;

  /** @throws {AppError} `resource-too-large` */
  add(text: string): void {
    this.#chars += text.length;
    if (this.#chars > MAX_DOCUMENT_CHARS) {
      throw tooLarge("The document", `${MAX_DOCUMENT_CHARS.toLocaleString("en")} characters`);
    }
    this.#line += text;
  }

  /** Ends the line, if there is anything on it; in a cell, which is one line, a space is put there. */
  end(): void {
    if (this.#cells !== null) {
      this.#line += " ";
      return;
    }
    const line = tidy(this.#line);
    this.#line = "";
    if (line === "") return;
    this.#lines.push(this.#isItem ? `- ${line}` : line);
    this.#isItem = false;
  }

  beginHeading(): void {
    this.end();
    this.markHeading();
  }

  /** Puts an empty line before the one that is being read. */
  markHeading(): void {
    if (this.#cells === null && this.#lines.length > 0 && this.#lines.at(-1) !== "") this.#lines.push("");
  }

  beginItem(): void {
    this.end();
    this.markItem(true);
  }

  /** Says whether the line that is being read is an item of a list. */
  markItem(isItem: boolean): void {
    if (this.#cells === null) this.#isItem = isItem;
  }

  openRow(): void {
    const outer = this.#rows.at(-1);
    // A table in a cell of another: the outer one is no table but a layout, so that what it holds are lines.
    if (outer?.cells) {
      const cells = outer.cells;
      outer.cells = null;
      for (const cell of [...cells, this.#line]) {
        this.#line = cell;
        this.end();
      }
    }
    this.end();
    this.#rows.push({ cells: [], inCell: false });
  }

  openCell(): void {
    const row = this.#rows.at(-1);
    if (!row?.cells) {
      this.end();
      return;
    }
    row.inCell = true;
    this.#line = "";
  }

  closeCell(): void {
    const row = this.#rows.at(-1);
    if (!row?.cells) {
      this.end();
      return;
    }
    row.cells.push(tidy(this.#line).replaceAll("\t", " "));
    row.inCell = false;
    this.#line = "";
  }

  closeRow(): void {
    const row = this.#rows.pop();
    if (row?.cells) this.#line = row.cells.join("\t");
    this.end();
  }

  toString(): string {
    return this.#lines.join("\n");
  }

  /** The cells that are being read; null outside of a table's cell. */
  get #cells(): string[] | null {
    const row = this.#rows.at(-1);
    return row?.inCell ? row.cells : null;
  }
}

/** One space for several of any kind, and a tab where one is among them. */
const tidy = (line: string): string => line.replaceAll(/\s+/g, (spaces) => (spaces.includes("\t") ? "\t" : " ")).trim();
