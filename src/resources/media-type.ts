import { AppError } from "../domain/errors.ts";
import { extensionOf } from "./file-name.ts";
import { readText, textType } from "./text-type.ts";

/** What is said of a file before its bytes are looked at. */
export interface Claim {
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

/** Containers look alike whether or not they hold pictures; there the sender knows better. */
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
  const text = readText(head, isWhole);
  if (sniffed !== undefined && (text === null || TEXTUAL_FORMATS.has(sniffed))) {
    return declared.startsWith("audio/") ? (SOUND_ONLY[sniffed] ?? sniffed) : sniffed;
  }
  if (isMedia(declared) && (supportedMimeTypes.has(declared) || OTHER_NAMES.has(declared))) {
    throw new AppError("unreadable-resource", `"${claim.name}" is said to be ${declared}, but its bytes are not`);
  }
  return text === null ? UNKNOWN : textType(text, declared, extensionOf(claim.name));
}

const isMedia = (mediaType: string): boolean => /^(?:(?:image|audio|video)\/|application\/pdf$)/.test(mediaType);
