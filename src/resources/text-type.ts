/** The text types that are told apart; any other text is `text/plain`. */
const BY_DECLARED: ReadonlyMap<string, string> = new Map([
  ["text/markdown", "text/markdown"],
  ["text/x-markdown", "text/markdown"],
  ["text/csv", "text/csv"],
  ["application/csv", "text/csv"],
  ["text/tab-separated-values", "text/tab-separated-values"],
  ["application/json", "application/json"],
  ["application/geo+json", "application/json"],
  ["application/ld+json", "application/json"],
  ["application/x-ndjson", "application/x-ndjson"],
  ["application/jsonl", "application/x-ndjson"],
  ["text/html", "text/html"],
  ["application/xhtml+xml", "text/html"],
  ["image/svg+xml", "image/svg+xml"],
  ["application/xml", "application/xml"],
  ["text/xml", "application/xml"],
]);

const BY_EXTENSION: ReadonlyMap<string, string> = new Map([
  ["md", "text/markdown"],
  ["markdown", "text/markdown"],
  ["csv", "text/csv"],
  ["tsv", "text/tab-separated-values"],
  ["json", "application/json"],
  ["geojson", "application/json"],
  ["jsonl", "application/x-ndjson"],
  ["ndjson", "application/x-ndjson"],
  ["html", "text/html"],
  ["htm", "text/html"],
  ["xhtml", "text/html"],
  ["svg", "image/svg+xml"],
  ["xml", "application/xml"],
]);

/** Control bytes that text does not hold, by the MIME Sniffing standard: https://mimesniff.spec.whatwg.org/#binary-data-byte */
const BINARY_BYTES: ReadonlySet<number> = new Set(
  Array.from({ length: 0x20 }, (_, byte) => byte).filter(
    (byte) => byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte !== 0x1b),
  ),
);

/** How much of a text is looked at to tell its type. JSON this long is parsed whole, and built to hurt takes some 15 MB. */
const MAX_START_CHARS = 256 * 1024;
/** The bytes are decoded this many at a time, so that a long file is never held a second time as text. */
const SLICE_BYTES = 64 * 1024;

export interface TextStart {
  readonly start: string;
  /** True when `start` is all of the text. */
  readonly isAll: boolean;
}

/**
 * How the text begins, or null when the bytes are not valid UTF-8 or hold control bytes.
 * @param isWhole false when more follows, so that a character cut in two at the end is no fault.
 */
export function readText(bytes: Uint8Array, isWhole: boolean): TextStart | null {
  for (let at = 0; at < bytes.length; at++) if (BINARY_BYTES.has(bytes[at] ?? 0)) return null;
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  let start = "";
  let isAll = isWhole;
  try {
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      const slice = decoder.decode(bytes.subarray(at, at + SLICE_BYTES), { stream: true });
      if (start.length < MAX_START_CHARS) start += slice;
      else isAll = false;
    }
    if (isWhole) decoder.decode();
    return { start, isAll };
  } catch {
    return null;
  }
}

/** Comments, a document type and processing instructions may stand before the root of a document. */
const PROLOGUE = /^(?:\s+|<\?[^>]{0,1000}\?>|<!--(?:(?!-->)[\s\S]){0,4000}-->|<!doctype[^>]{0,1000}>)/i;
const MAX_PROLOGUE_ITEMS = 32;
const MAX_PROLOGUE_CHARS = 16_384;

/**
 * The media type of a text: by how it begins where that is telling, then by what the sender says, then by
 * its extension. What claims to be JSON, XML or SVG and is not is plain text.
 */
export function textType(text: TextStart, declared: string, extension: string): string {
  const start = text.start.slice(0, MAX_PROLOGUE_CHARS);
  if (/^\s*<!doctype html\b/i.test(start)) return "text/html";
  const root = rootElement(start);
  if (root === "svg") return "image/svg+xml";
  if (root === "html") return "text/html";
  if (/^\s*<\?xml\s/.test(start)) return "application/xml";
  const claimed = BY_DECLARED.get(declared) ?? BY_EXTENSION.get(extension) ?? "text/plain";
  switch (claimed) {
    case "application/json":
      return looksLikeJson(text) ? claimed : "text/plain";
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

function looksLikeJson({ start, isAll }: TextStart): boolean {
  if (!isAll) return /^\s*[[{]/.test(start);
  try {
    JSON.parse(start);
    return true;
  } catch {
    return false;
  }
}
