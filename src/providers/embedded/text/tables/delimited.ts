const DELIMITERS = ["\t", ";", "|", ","] as const;
/** Lines by which the delimiter is told. */
const PROBE_ROWS = 20;

/** The records of a text under one delimiter (RFC 4180: quotes, doubled quotes, line ends within quotes). */
export function parseDelimited(text: string, delimiter: string, mostRows: number): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const endRow = (): void => {
    if (row.some((cell) => cell !== "")) rows.push(row);
    row = [];
  };
  while (at <= text.length && rows.length < mostRows) {
    const cell = text[at] === '"' ? quoted(text, at) : plain(text, at, delimiter);
    row.push(cell.text.trim());
    at = cell.end;
    const mark = text[at];
    if (mark !== delimiter) {
      endRow();
      if (mark === "\r" && text[at + 1] === "\n") at++;
    }
    at++;
  }
  return rows;
}

interface Cell {
  readonly text: string;
  /** Of what follows it. */
  readonly end: number;
}

function plain(text: string, start: number, delimiter: string): Cell {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== "\n" && text[end] !== "\r") end++;
  return { text: text.slice(start, end), end };
}

/** A quote that is never closed runs to the end of the text. */
function quoted(text: string, start: number): Cell {
  let value = "";
  let at = start + 1;
  for (;;) {
    const close = text.indexOf('"', at);
    if (close === -1) return { text: value + text.slice(at), end: text.length };
    value += text.slice(at, close);
    if (text[close + 1] !== '"') return { text: value, end: close + 1 };
    value += '"';
    at = close + 2;
  }
}

/** The delimiter under which most lines have as many cells as the header, and the more the better. */
export function detectDelimiter(text: string): string {
  let best: { delimiter: string; worth: number } = { delimiter: ",", worth: 1 };
  for (const delimiter of DELIMITERS) {
    const rows = parseDelimited(text, delimiter, PROBE_ROWS);
    const width = rows[0]?.length ?? 0;
    const agreeing = rows.filter((row) => row.length === width).length / Math.max(1, rows.length);
    const worth = width > 1 && agreeing >= 0.8 ? width * agreeing : 0;
    if (worth > best.worth) best = { delimiter, worth };
  }
  return best.delimiter;
}
