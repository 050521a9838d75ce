import { decodeText } from "./decode-text.ts";
import { type LineRole, type LineRules, Lines, readLines } from "./lines.ts";

const ROLES: Readonly<Record<string, LineRole>> = {
  ...rolesOf("heading", "h1 h2 h3 h4 h5 h6"),
  ...rolesOf("block", "title address article aside blockquote body caption center dd details dialog div dl dt"),
  ...rolesOf("block", "fieldset figcaption figure footer form header hr legend main ol p section summary table ul"),
  ...rolesOf("item", "li"),
  ...rolesOf("row", "tr"),
  ...rolesOf("cell", "td th"),
  ...rolesOf("line-break", "br"),
  ...rolesOf("preformatted", "pre"),
  // What is not shown, what is no text, and the menus around it.
  ...rolesOf("skipped", "script style noscript template svg math nav select textarea iframe object audio video canvas"),
};

function rolesOf(role: LineRole, names: string): Record<string, LineRole> {
  return Object.fromEntries(names.split(" ").map((name) => [name, role]));
}

export const HTML_RULES: LineRules = {
  language: "html",
  roleOf: (name, attributes) =>
    "hidden" in attributes ? "skipped" : Object.hasOwn(ROLES, name) ? (ROLES[name] ?? null) : null,
  textIn: null,
};

/** How much of a page is searched for the encoding that it names (the HTML standard's 1024 bytes). */
const DECLARATION_BYTES = 1024;
const DECLARED = /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{2,40})/i;

/** The text of a web page as a reader sees it: its title, then its lines. No script runs, nothing is loaded. */
export async function readHtml(file: Uint8Array): Promise<string> {
  const head = new TextDecoder("latin1").decode(file.subarray(0, DECLARATION_BYTES));
  return htmlText(decodeText(file, DECLARED.exec(head)?.[1] ?? null));
}

export async function htmlText(source: string): Promise<string> {
  const lines = new Lines();
  await readLines(source, HTML_RULES, lines);
  return lines.toString();
}
