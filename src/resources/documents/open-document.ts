import { type Archive, openArchive } from "./archive.ts";
import { MAX_SHEETS } from "./limits.ts";
import { type LineRole, type LineRules, Lines, readLines } from "./lines.ts";
import { type Attributes, attribute, readMarkup, xmlText } from "./markup.ts";
import { TableRows } from "./table-rows.ts";

/** Where all of its content is, by the standard (OpenDocument 1.3, part 2). */
const CONTENT = "content.xml";

const ROLES: ReadonlyMap<string, LineRole> = new Map<string, LineRole>([
  ["p", "block"],
  ["h", "heading"],
  // Of a presentation: each is a slide.
  ["page", "heading"],
  ["list-item", "item"],
  ["table-row", "row"],
  ["table-cell", "cell"],
  ["covered-table-cell", "cell"],
  ["line-break", "line-break"],
  ["tab", "tab"],
  ["s", "space"],
  ...["annotation", "tracked-changes", "note", "notes", "title", "desc", "forms"].map(
    (name) => [name, "skipped"] as const,
  ),
]);

const TEXT_IN: ReadonlySet<string> = new Set(["p", "h"]);

const RULES: LineRules = { language: "xml", roleOf: (name) => ROLES.get(name) ?? null, textIn: TEXT_IN };

/** The text of an OpenDocument text or presentation (.odt, .odp): its body, without notes and comments; changes as accepted. */
export async function readOpenDocument(file: Uint8Array): Promise<string> {
  const lines = new Lines();
  await readLines(await contentOf(openArchive(file)), RULES, lines);
  return lines.toString();
}

/** The table of an OpenDocument spreadsheet (.ods): its first sheet with rows under a header. Numbers and dates as they are stored. */
export async function readOpenSpreadsheet(file: Uint8Array): Promise<readonly (readonly string[])[]> {
  const sheets: TableRows[] = [];
  /** Null once the table is found, and for sheets beyond the most. */
  let sheet: TableRows | null = null;
  let cell: { attributes: Attributes; text: string } | null = null;
  let skipped = 0;
  let counted = 0;
  let repeated = 1;
  await readMarkup(await contentOf(openArchive(file)), "xml", {
    open(name, attributes) {
      const role = ROLES.get(name);
      if (role === "skipped") skipped++;
      if (skipped > 0) return;
      if (name === "table") {
        const isWanted = sheets.length < MAX_SHEETS && !sheets.some(({ rows }) => rows.length > 1);
        sheet = isWanted ? new TableRows() : null;
        if (sheet) sheets.push(sheet);
      }
      if (role === "row") repeated = countOf(attributes, "number-rows-repeated");
      if (role === "cell") cell = { attributes, text: "" };
      if (TEXT_IN.has(name)) counted++;
      if (cell && (role === "block" || role === "space" || role === "tab" || role === "line-break")) cell.text += " ";
    },
    text(text) {
      if (cell && counted > 0 && skipped === 0) cell.text += text;
    },
    close(name) {
      const role = ROLES.get(name);
      if (role === "skipped") {
        skipped--;
        return;
      }
      if (skipped > 0) return;
      if (TEXT_IN.has(name)) counted--;
      if (role === "cell" && cell) {
        sheet?.add(storedValue(cell.attributes, cell.text), countOf(cell.attributes, "number-columns-repeated"));
        cell = null;
      }
      if (role === "row") sheet?.endRow(repeated);
    },
  });
  return TableRows.tableAmong(sheets);
}

const contentOf = async (archive: Archive): Promise<string> => xmlText(await archive.read(CONTENT));

/** A repeated empty cell stands for the rest of a row of 16,384, and a repeated row for the rest of a million. */
const countOf = (attributes: Attributes, name: string): number => {
  const count = Number(attribute(attributes, name) ?? 1);
  return Number.isSafeInteger(count) && count > 0 ? count : 1;
};

/** What the cell holds rather than how it is shown: "1.95" for "1,95 €". */
function storedValue(attributes: Attributes, shown: string): string {
  switch (attribute(attributes, "value-type")) {
    case "float":
    case "currency":
    case "percentage":
      return attribute(attributes, "value") ?? shown;
    case "date":
      return attribute(attributes, "date-value")?.replace("T", " ") ?? shown;
    case "boolean":
      return attribute(attributes, "boolean-value")?.toUpperCase() ?? shown;
    default:
      return shown;
  }
}
