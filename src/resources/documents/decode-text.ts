import { unreadable } from "./limits.ts";

/** Control bytes that text does not hold, by the MIME Sniffing standard: https://mimesniff.spec.whatwg.org/#binary-data-byte */
const BINARY_BYTES: ReadonlySet<number> = new Set(
  Array.from({ length: 0x20 }, (_, byte) => byte).filter(
    (byte) => byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte !== 0x1b),
  ),
);

/** Whether there are bytes that no text has in an encoding that goes on from ASCII. */
export function isBinary(file: Uint8Array): boolean {
  for (let at = 0; at < file.length; at++) if (BINARY_BYTES.has(file[at] ?? 0)) return true;
  return false;
}

/** UTF-16 by its byte order mark; null for a file without. */
export function utf16Of(file: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (file[0] === 0xff && file[1] === 0xfe) return "utf-16le";
  return file[0] === 0xfe && file[1] === 0xff ? "utf-16be" : null;
}

/**
 * The text of a file: UTF-16 by its mark, UTF-8, or else the encoding that it names. Without one that is Windows-1252,
 * as programs on Windows write in the West: any bytes are text there.
 * @param named what the file says of itself, as the Encoding standard labels it
 * @throws {AppError} `unreadable-resource` for bytes that no text has
 */
export function decodeText(file: Uint8Array, named: string | null = null): string {
  const utf16 = utf16Of(file);
  if (utf16) return new TextDecoder(utf16).decode(file);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(file);
  } catch {
    if (isBinary(file)) throw unreadable("The file is not text: it holds bytes that no text has.");
    return (decoderFor(named) ?? new TextDecoder("windows-1252")).decode(file);
  }
}

function decoderFor(label: string | null): TextDecoder | null {
  try {
    return label === null ? null : new TextDecoder(label);
  } catch {
    return null;
  }
}
