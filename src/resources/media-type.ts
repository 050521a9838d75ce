import { AppError } from "../domain/errors.ts";
import type { Kind } from "../domain/kinds.ts";
import { isBinary, utf16Of } from "./documents/decode-text.ts";
import { extensionOf } from "./file-name.ts";

/** The sender's claims about a file. */
interface Claim {
  readonly name: string;
  /** A `Content-Type`, or null. */
  readonly declaredType: string | null;
}

const UNKNOWN = "application/octet-stream";

/** Formats of which a file may be text from end to end. Any other format needs bytes that no text has. */
const TEXTUAL_FORMATS: ReadonlySet<string> = new Set([
  "application/pdf",
  "application/rtf",
  "application/postscript",
  "application/eps",
  "text/calendar",
  "text/vcard",
  "text/vtt",
]);

/** Containers for audio or video that look the same; the sender's claim decides which it is. */
const SOUND_ONLY: Readonly<Record<string, string>> = {
  "video/webm": "audio/webm",
  "video/matroska": "audio/matroska",
  "video/mp4": "audio/mp4",
  "video/ogg": "audio/ogg",
  "video/x-ms-asf": "audio/x-ms-asf",
  "application/ogg": "audio/ogg",
};

/** Other names of media types that sniffing recognises. */
const OTHER_NAMES: ReadonlySet<string> = new Set([
  "image/jpg",
  "image/x-png",
  "image/x-ms-bmp",
  "image/vnd.microsoft.icon",
  "audio/mp3",
  "audio/wave",
  "audio/x-wav",
  "audio/vnd.wave",
  "audio/x-flac",
  "audio/x-aiff",
  "video/x-msvideo",
  "video/x-matroska",
]);

/**
 * The media type of a file, without parameters. The bytes win over the claim, which only tells apart what
 * looks alike. A longer file is judged by its first part alone: text with a binary tail passes for text.
 * @param head the first bytes, at most a part.
 * @throws {AppError} `unreadable-resource` for bytes that are no known format although the claim names a
 *   media format that would be known.
 */
export async function detectMediaType(head: Uint8Array, isWhole: boolean, claim: Claim): Promise<string> {
  // Some hundred kilobytes of parsers that no request without a file needs.
  const { fileTypeFromBuffer, supportedMimeTypes } = await import("file-type");
  const declared = (claim.declaredType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const sniffed = (await fileTypeFromBuffer(head))?.mime.split(";", 1)[0];
  const claimed = BY_DECLARED.get(declared) ?? BY_EXTENSION.get(extensionOf(claim.name));
  const text = readText(head, isWhole, claimed !== undefined || declared.startsWith("text/"));
  if (sniffed !== undefined && (text === null || TEXTUAL_FORMATS.has(sniffed))) {
    return declared.startsWith("audio/") ? (SOUND_ONLY[sniffed] ?? sniffed) : sniffed;
  }
  if (isMedia(declared) && (supportedMimeTypes.has(declared) || OTHER_NAMES.has(declared))) {
    throw new AppError("unreadable-resource", `"${claim.name}" is said to be ${declared}, but its bytes are not`);
  }
  return text === null ? UNKNOWN : textType(text, claimed ?? "text/plain");
}

const isMedia = (mediaType: string): boolean => /^(?:(?:image|audio|video)\/|application\/pdf$)/.test(mediaType);

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
  ["message/rfc822", "message/rfc822"],
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
  ["eml", "message/rfc822"],
  ["txt", "text/plain"],
]);

/** How much of a text is read to detect its type. JSON this long is parsed whole, and built to hurt takes some 15 MB. */
const MAX_START_CHARS = 256 * 1024;
/** The bytes are decoded this many at a time, so that a long file is never held a second time as text. */
const SLICE_BYTES = 64 * 1024;

interface TextStart {
  readonly start: string;
  /** True when `start` is all of the text. */
  readonly isAll: boolean;
}

/**
 * How the text begins: in UTF-8, in UTF-16 behind its mark, or, of what is `claimedText`, in Windows-1252, in which any
 * bytes are text. Null when the bytes are none of these, or hold control bytes.
 * @param isWhole false when more follows, so that a character cut in two at the end is no fault.
 */
function readText(bytes: Uint8Array, isWhole: boolean, claimedText: boolean): TextStart | null {
  const utf16 = utf16Of(bytes);
  if (utf16) return decodeStart(bytes, isWhole, utf16);
  if (isBinary(bytes)) return null;
  return decodeStart(bytes, isWhole, "utf-8") ?? (claimedText ? decodeStart(bytes, isWhole, "windows-1252") : null);
}

function decodeStart(bytes: Uint8Array, isWhole: boolean, encoding: string): TextStart | null {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: false });
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
 * The media type of a text: by how it begins where that is telling, then by what is claimed of it. What claims to be
 * JSON, XML, SVG or an e-mail and is not is plain text.
 */
function textType(text: TextStart, claimed: string): string {
  const start = text.start.slice(0, MAX_PROLOGUE_CHARS);
  if (/^\s*<!doctype html\b/i.test(start)) return "text/html";
  const root = rootElement(start);
  if (root === "svg") return "image/svg+xml";
  if (root === "html") return "text/html";
  if (/^\s*<\?xml\s/.test(start)) return "application/xml";
  switch (claimed) {
    case "application/json":
      return looksLikeJson(text) ? claimed : "text/plain";
    case "image/svg+xml":
      return "text/plain";
    case "message/rfc822":
      return HEADER_FIELD.test(start) ? claimed : "text/plain";
    case "application/xml":
      return root === null ? "text/plain" : claimed;
    default:
      return claimed;
  }
}

/** How a message begins (RFC 5322, 2.2); mailboxes put a line "From …" before it. */
const HEADER_FIELD = /^(?:>?From [^\n]{0,998}\n)?[\w-]{1,100}:[ \t]/;

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

const OOXML = "application/vnd.openxmlformats-officedocument";

const TABLES: ReadonlySet<string> = new Set([
  "text/csv",
  "text/tab-separated-values",
  `${OOXML}.spreadsheetml.sheet`,
  `${OOXML}.spreadsheetml.template`,
  "application/vnd.ms-excel.sheet.macroenabled.12",
  "application/vnd.oasis.opendocument.spreadsheet",
  "application/vnd.apple.numbers",
  "application/vnd.apache.parquet",
]);

const DOCUMENTS: ReadonlySet<string> = new Set([
  "application/pdf",
  "text/html",
  "message/rfc822",
  "application/rtf",
  "application/postscript",
  "application/eps",
  "application/epub+zip",
  "application/x-mobipocket-ebook",
  // The container of Word, Excel and PowerPoint before 2007.
  "application/x-cfb",
  "application/vnd.ms-word.document.macroenabled.12",
  "application/vnd.ms-powerpoint.presentation.macroenabled.12",
  `${OOXML}.wordprocessingml.document`,
  `${OOXML}.wordprocessingml.template`,
  `${OOXML}.presentationml.presentation`,
  `${OOXML}.presentationml.slideshow`,
  "application/vnd.oasis.opendocument.text",
  "application/vnd.oasis.opendocument.presentation",
  "application/vnd.apple.pages",
  "application/vnd.apple.keynote",
]);

/** The kind of a media type (without parameters); `data` if no other fits. */
export function kindOf(mediaType: string): Kind {
  if (TABLES.has(mediaType)) return "table";
  if (DOCUMENTS.has(mediaType)) return "document";
  const main = mediaType.split("/", 1)[0];
  return main === "text" || main === "image" || main === "audio" || main === "video" ? main : "data";
}
