import { type Archive, openArchive } from "./archive.ts";
import { MAX_CELLS, MAX_DOCUMENT_CHARS, MAX_SHEETS, tooLarge } from "./limits.ts";
import { attribute, readMarkup, xmlText } from "./markup.ts";
import { mainPart, relationshipId, relationshipsOf } from "./relationships.ts";
import { TableRows } from "./table-rows.ts";

interface Workbook {
  /** The parts of its visible sheets, in their order. */
  readonly sheets: readonly string[];
  /** Texts that cells refer to by their number. */
  readonly texts: readonly string[];
  /** Whether a number under the format of that index is a date or a time. */
  readonly isDate: (style: number) => boolean;
  readonly countsFrom1904: boolean;
}

/**
 * The table of an Excel workbook (.xlsx): its first visible sheet with rows under a header. Values as they are stored,
 * dates as "2026-02-03" or "2026-02-03 07:30:00"; formulas by what they came to when the file was saved.
 */
export async function readExcel(file: Uint8Array): Promise<readonly (readonly string[])[]> {
  const archive = openArchive(file);
  const workbook = await openWorkbook(archive);
  const read: TableRows[] = [];
  for (const sheet of workbook.sheets) {
    const rows = await readSheet(await archive.read(sheet), workbook);
    read.push(rows);
    if (rows.rows.length > 1) break;
  }
  return TableRows.tableAmong(read);
}

async function openWorkbook(archive: Archive): Promise<Workbook> {
  const main = await mainPart(archive, "xl/workbook.xml");
  const parts = await relationshipsOf(archive, main);
  const partOf = async (wanted: string): Promise<Uint8Array | null> => {
    const part = [...parts.values()].find(({ type }) => type === wanted)?.target;
    return part !== undefined && archive.has(part) ? archive.read(part) : null;
  };
  const sheets: string[] = [];
  let countsFrom1904 = false;
  await readMarkup(xmlText(await archive.read(main)), "xml", {
    open(name, attributes) {
      if (name === "workbookPr") countsFrom1904 = /^(?:1|true)$/.test(attributes.date1904 ?? "");
      if (name !== "sheet" || /hidden/i.test(attributes.state ?? "")) return;
      const part = parts.get(relationshipId(attributes) ?? "");
      if (part?.type === "worksheet" && archive.has(part.target) && sheets.length < MAX_SHEETS)
        sheets.push(part.target);
    },
  });
  const shared = await partOf("sharedStrings");
  const styles = await partOf("styles");
  return {
    sheets,
    texts: shared === null ? [] : await readSharedTexts(shared),
    isDate: styles === null ? () => false : await readDateStyles(styles),
    countsFrom1904,
  };
}

/** Texts in runs of formats are put together again; how they are pronounced (`rPh`) is left out. */
async function readSharedTexts(part: Uint8Array): Promise<readonly string[]> {
  const texts: string[] = [];
  let text = "";
  let chars = 0;
  let counted = false;
  let pronounced = false;
  await readMarkup(xmlText(part), "xml", {
    open(name) {
      if (name === "si") text = "";
      if (name === "rPh") pronounced = true;
      if (name === "t") counted = !pronounced;
    },
    text(piece) {
      if (!counted) return;
      text += piece;
      chars += piece.length;
      if (chars > 2 * MAX_DOCUMENT_CHARS) throw tooLarge("The workbook", "4,000,000 characters");
    },
    close(name) {
      if (name === "t") counted = false;
      if (name === "rPh") pronounced = false;
      if (name !== "si") return;
      texts.push(text);
      if (texts.length > MAX_CELLS) throw tooLarge("The workbook", `${MAX_CELLS.toLocaleString("en")} texts`);
    },
  });
  return texts;
}

/** Formats of numbers that every program knows by number alone (ECMA-376 part 1, 18.8.30): 14 to 22, 27 to 36, 45 to 47, 50 to 58. */
const isBuiltInDate = (format: number): boolean =>
  (format >= 14 && format <= 22) ||
  (format >= 27 && format <= 36) ||
  (format >= 45 && format <= 47) ||
  (format >= 50 && format <= 58);

/** A format's code without what it shows as it stands: `"kWh"`, `\d`, `[Red]`. `[h]` counts hours. */
const isDateCode = (code: string): boolean =>
  /[ymdhs]/i.test(code.replaceAll(/"[^"]*"|\\.|_.|\*./g, "").replaceAll(/\[(?![hms]+\])[^\]]*\]/gi, ""));

async function readDateStyles(part: Uint8Array): Promise<(style: number) => boolean> {
  const dateCodes = new Map<number, boolean>();
  const styles: number[] = [];
  let inCellFormats = false;
  await readMarkup(xmlText(part), "xml", {
    open(name, attributes) {
      const format = Number(attributes.numFmtId ?? 0);
      if (name === "numFmt") dateCodes.set(format, isDateCode(attributes.formatCode ?? ""));
      if (name === "cellXfs") inCellFormats = true;
      if (name === "xf" && inCellFormats) styles.push(format);
    },
    close(name) {
      if (name === "cellXfs") inCellFormats = false;
    },
  });
  return (style) => {
    const format = styles[style] ?? 0;
    return dateCodes.get(format) ?? isBuiltInDate(format);
  };
}

interface Cell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  text: string;
}

async function readSheet(part: Uint8Array, workbook: Workbook): Promise<TableRows> {
  const rows = new TableRows();
  let cell: Cell | null = null;
  let next = 0;
  let counted = false;
  let pronounced = false;
  await readMarkup(xmlText(part), "xml", {
    open(name, attributes) {
      if (name === "row") next = 0;
      if (name === "c") {
        const column = columnOf(attribute(attributes, "r") ?? "") ?? next;
        next = column + 1;
        cell = { column, type: attributes.t ?? "n", style: Number(attributes.s ?? 0), text: "" };
      }
      if (name === "rPh") pronounced = true;
      if (name === "v" || name === "t") counted = !pronounced;
    },
    text(text) {
      if (cell && counted) cell.text += text;
    },
    close(name) {
      if (name === "v" || name === "t") counted = false;
      if (name === "rPh") pronounced = false;
      if (name === "c" && cell) {
        rows.put(cell.column, storedValue(cell, workbook));
        cell = null;
      }
      if (name === "row") rows.endRow();
    },
  });
  return rows;
}

/** The column of "AB12", from 0 on; null for what is no place. */
function columnOf(place: string): number | null {
  const [letters] = /^[A-Z]{1,3}/.exec(place) ?? [];
  if (letters === undefined) return null;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function storedValue({ type, style, text }: Cell, { texts, isDate, countsFrom1904 }: Workbook): string {
  switch (type) {
    case "s":
      return texts[Number(text)] ?? "";
    case "b":
      return text === "1" ? "TRUE" : "FALSE";
    case "d":
      return text.replace("T", " ");
    case "n": {
      if (text.trim() === "") return "";
      const number = Number(text);
      if (!Number.isFinite(number)) return text;
      // Excel itself shows 15 digits: 0.1 + 0.2 is stored as 0.30000000000000004.
      return (isDate(style) && dateText(number, countsFrom1904)) || String(Number(number.toPrecision(15)));
    }
    default:
      return text;
  }
}

const DAY_MS = 86_400_000;
/** Day 0 of Excel's calendar, counted from which days after February 1900 are right, and of the Macintosh's. */
const [EPOCH_MS, EPOCH_1904_MS] = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)];
/** The last day of the year 9999. */
const MAX_DAYS = 2_958_465;

/** The date, time or both of a number of days; null for one that is none. */
function dateText(days: number, countsFrom1904: boolean): string | null {
  if (days < 0 || days > MAX_DAYS) return null;
  const moment = new Date((countsFrom1904 ? EPOCH_1904_MS : EPOCH_MS) + Math.round(days * 86_400) * 1000);
  const [date = "", time = ""] = moment.toISOString().slice(0, 19).split("T");
  if (days < 1) return time;
  return moment.getTime() % DAY_MS === 0 ? date : `${date} ${time}`;
}
