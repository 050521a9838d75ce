/** The text types that are told apart; any other text is `text/plain`. */
const BY_DECLARED: Readonly<Record<string, string>> = {
  "text/markdown": "text/markdown",
  "text/x-markdown": "text/markdown",
  "text/csv": "text/csv",
  "application/csv": "text/csv",
  "text/tab-separated-values": "text/tab-separated-values",
  "application/json": "application/json",
  "application/geo+json": "application/json",
  "application/ld+json": "application/json",
  "application/x-ndjson": "application/x-ndjson",
  "application/jsonl": "application/x-ndjson",
  "text/html": "text/html",
  "application/xhtml+xml": "text/html",
  "image/svg+xml": "image/svg+xml",
  "application/xml": "application/xml",
  "text/xml": "application/xml",
};

const BY_EXTENSION: Readonly<Record<string, string>> = {
  md: "text/markdown",
  markdown: "text/markdown",
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  json: "application/json",
  geojson: "application/json",
  jsonl: "application/x-ndjson",
  ndjson: "application/x-ndjson",
  html: "text/html",
  htm: "text/html",
  xhtml: "text/html",
  svg: "image/svg+xml",
  xml: "application/xml",
};

/** Control bytes that text does not hold, by the MIME Sniffing standard: https://mimesniff.spec.whatwg.org/#binary-data-byte */
const BINARY_BYTES: ReadonlySet<number> = new Set(
  Array.from({ length: 0x20 }, (_, byte) => byte).filter(
    (byte) => byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte !== 0x1b),
  ),
);

/**
 * The bytes as text, or null when they are not valid UTF-8 or hold control bytes.
 * @param isWhole false when more follows, so that a character cut in two at the end is no fault.
 */
export function readText(bytes: Uint8Array, isWhole: boolean): string | null {
  for (let at = 0; at < bytes.length; at++) if (BINARY_BYTES.has(bytes[at] ?? 0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes, { stream: !isWhole });
  } catch {
    return null;
  }
}

/** Comments, a document type and processing instructions may stand before the root of a document. */
const PROLOGUE = /^(?:\s+|<\?[^>]{0,1000}\?>|<!--(?:(?!-->)[\s\S]){0,4000}-->|<!doctype[^>]{0,1000}>)/i;
const MAX_PROLOGUE_ITEMS = 32;

/**
 * The media type of a text: by how it begins where that is telling, then by what the sender says, then by
 * its extension. What claims to be JSON, XML or SVG and is not is plain text.
 * @param isWhole true when `text` is all of it, so that JSON can be checked to the end.
 */
export function textType(text: string, declared: string, extension: string, isWhole: boolean): string {
  const start = text.slice(0, 16_384);
  if (/^\s*<!doctype html\b/i.test(start)) return "text/html";
  const root = rootElement(start);
  if (root === "svg") return "image/svg+xml";
  if (root === "html") return "text/html";
  if (/^\s*<\?xml\s/.test(start)) return "application/xml";
  const claimed = BY_DECLARED[declared] ?? BY_EXTENSION[extension] ?? "text/plain";
  switch (claimed) {
    case "application/json":
      return looksLikeJson(text, isWhole) ? claimed : "text/plain";
    case "image/svg+xml":
      return "text/plain";
    case "application/xml":
      return root === null ? "text/plain" : claimed;
    default:
      return claimed;
  }
}

/** The local name of the first element, in lower case; null when the text does not begin like a document. */
function rootElement(start: string): string | null {
  let rest = start;
  for (let items = 0; items < MAX_PROLOGUE_ITEMS; items++) {
    const prologue = PROLOGUE.exec(rest)?.[0];
    if (!prologue) break;
    rest = rest.slice(prologue.length);
  }
  const name = /^<(?:[\w-]+:)?([a-zA-Z][\w-]*)[\s/>]/.exec(rest)?.[1];
  return name?.toLowerCase() ?? null;
}

function looksLikeJson(text: string, isWhole: boolean): boolean {
  if (!isWhole) return /^\s*[[{]/.test(text);
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
