import { MAX_CELLS, MAX_DOCUMENT_CHARS, tooLarge } from "./limits.ts";

/** Of a row. The most that a spreadsheet has is 16,384, nearly all of them empty. */
const MAX_COLUMNS = 1_000;
/** Empty rows between others are left out, and only as many repeated ones with something in them are kept. */
const MAX_REPEATED_ROWS = 1_000;

/** The rows of a sheet as they come in, without those in which nothing stands. */
export class TableRows {
  readonly rows: string[][] = [];
  #row: string[] = [];
  #cells = 0;
  #chars = 0;

  /** A cell after those of the row so far, so many times. @throws {AppError} `resource-too-large` */
  add(value: string, times = 1): void {
    const text = oneLine(value);
    if (this.#row.length >= MAX_COLUMNS && text !== "") throw tooManyColumns();
    for (let copy = 0; copy < times && this.#row.length < MAX_COLUMNS; copy++) this.#push(text);
  }

  /** A cell of the row, at a column from 0 on. @throws {AppError} `resource-too-large` */
  put(column: number, value: string): void {
    const text = oneLine(value);
    // Empty cells that stand in a file for their format alone.
    if (text === "" && column >= this.#row.length) return;
    if (column >= MAX_COLUMNS) throw tooManyColumns();
    while (this.#row.length < column) this.#push("");
    this.#row[column] = text;
    this.#count(text);
  }

  #push(text: string): void {
    this.#row.push(text);
    this.#count(text);
  }

  endRow(times = 1): void {
    const row = this.#row;
    this.#row = [];
    while (row.at(-1) === "") row.pop();
    if (row.length === 0) return;
    for (let copy = 0; copy < Math.min(times, MAX_REPEATED_ROWS); copy++) {
      this.rows.push(row);
      if (copy > 0) for (const cell of row) this.#count(cell);
    }
  }

  #count(text: string): void {
    this.#cells++;
    this.#chars += text.length;
    if (this.#cells > MAX_CELLS) throw tooManyCells();
    if (this.#chars > MAX_DOCUMENT_CHARS) {
      throw tooLarge("The table", `${MAX_DOCUMENT_CHARS.toLocaleString("en")} characters`);
    }
  }

  /**
   * The first of several sheets that has rows under a header, each row as long as the longest.
   * @throws {AppError} `resource-too-large`, as what is filled up counts too
   */
  static tableAmong(sheets: readonly TableRows[]): readonly (readonly string[])[] {
    const sheet = sheets.find(({ rows }) => rows.length > 1) ?? sheets.find(({ rows }) => rows.length > 0);
    const rows = sheet?.rows ?? [];
    const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
    if (rows.length * width > MAX_CELLS) throw tooManyCells();
    return rows.map((row) => [...row, ...Array.from({ length: width - row.length }, () => "")]);
  }
}

const oneLine = (value: string): string => value.replaceAll(/\s+/g, " ").trim();

const tooManyCells = () => tooLarge("The table", `${MAX_CELLS.toLocaleString("en")} cells`);
const tooManyColumns = () => tooLarge("The table", `${MAX_COLUMNS.toLocaleString("en")} columns`);
