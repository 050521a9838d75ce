/** Entities that people and word processors write; others are left out. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  euro: "€",
  pound: "£",
  yen: "¥",
  cent: "¢",
  deg: "°",
  times: "×",
  hellip: "…",
  ndash: "–",
  mdash: "—",
};
/** What command lines print to change colour. */
const TERMINAL_COLOUR = /\p{Cc}\[[0-9;]{1,20}m/gu;
const MAX_CODE_POINT = 0x10ffff;
/** A line that is shorter ends because its writer ended it; a longer one may have been wrapped. */
const WRAPPED_LINE_CHARACTERS = 50;

function entity(whole: string, name: string): string {
  if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()] ?? whole;
  const hexadecimal = name[1] === "x" || name[1] === "X";
  const code = Number.parseInt(name.slice(hexadecimal ? 2 : 1), hexadecimal ? 16 : 10);
  return Number.isInteger(code) && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : " ";
}

const withoutHtml = (text: string): string =>
  text
    .replaceAll(/<!--[\s\S]{0,2000}?-->/g, " ")
    .replaceAll(/<(script|style)\b[^<>]{0,500}>[^<]{0,5000}<\/\1\s{0,10}>/gi, " ")
    .replaceAll(/<\/?(?:p|div|h[1-6]|li|ul|ol|tr|table|blockquote|br|hr|section|article)\b[^<>]{0,500}>/gi, "\n\n")
    .replaceAll(/<\/?[a-z][^<>]{0,500}>/gi, "")
    .replaceAll(/&(#?\w{1,10});/g, entity);

/** A row of a Markdown table as its cells, or nothing for the rule under its header. */
function tableRow(line: string): string {
  const cells = line
    .split("|")
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "");
  return cells.every((cell) => /^:?-+:?$/.test(cell)) ? "" : `\n${cells.join(", ")}\n`;
}

const withoutMarkdown = (text: string): string =>
  text
    .replaceAll(/^[ \t]{0,8}(?:```|~~~).*$/gm, "")
    .replaceAll(/^[ \t]{0,8}(?:[-*_=][ \t]?){3,100}$/gm, "")
    .replaceAll(/^[ \t]{0,8}(?:>[ \t]?){1,5}/gm, "")
    .replaceAll(/^[ \t]{0,8}#{1,6}[ \t]+(.*)$/gm, "\n$1\n")
    .replaceAll(/^[ \t]{0,20}(?:[-*+•‣◦]|\d{1,3}[.)])[ \t]+/gm, (marker) => {
      const number = /\d+/.exec(marker)?.[0];
      return number ? `\n${number}, ` : "\n";
    })
    .replaceAll(/^.*\|.*\|.*$/gm, tableRow)
    .replaceAll(/!?\[([^\][\n]{0,500})\](?:\([^()\s]{0,2000}\)|\[[^\][\n]{0,100}\])/g, "$1")
    .replaceAll(/\[\^?\d{1,3}\]/g, "")
    .replaceAll(/`+/g, "")
    .replaceAll(/(\*{1,3}|~~)(?=\S)([^*~\n]{1,500})\1/g, "$2");

/** Joins the lines of a wrapped paragraph, and lets every other line stand alone. */
function paragraphs(text: string): string[] {
  const done: string[] = [];
  let last: { text: string; lineLength: number } | undefined;
  for (const line of text.split("\n").map((raw) => raw.trim())) {
    const wrapped = last && (last.lineLength >= WRAPPED_LINE_CHARACTERS || /^\p{Ll}/u.test(line));
    if (last && line !== "" && wrapped) {
      last = { text: `${last.text} ${line}`, lineLength: line.length };
      continue;
    }
    if (last) done.push(last.text);
    last = line === "" ? undefined : { text: line, lineLength: line.length };
  }
  if (last) done.push(last.text);
  return done;
}

/**
 * The words of a text without HTML, Markdown, control characters and line wrapping: what one would read of it.
 * @returns its paragraphs, each on one line; a heading, list item or table row is one too
 */
export function plainParagraphs(text: string): string[] {
  const clean = text
    .replaceAll(/\r\n?|[\u2028\u2029\f\v]/g, "\n")
    .replaceAll(TERMINAL_COLOUR, "")
    .replaceAll(/[^\P{Cc}\n\t]/gu, " ")
    .replaceAll(/\p{Cf}|\p{Co}|\p{Cs}/gu, "");
  return paragraphs(withoutMarkdown(withoutHtml(clean)));
}
