import { MAX_NAME_CHARS } from "../../r2-schemas/resource.ts";

/** The name of a file without a usable name. */
const FALLBACK_NAME = "file";

/** Controls, and the marks that turn the direction of writing and so disguise an extension. */
const UNPRINTABLE = /[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/gu;
/** Longer endings are no extension worth keeping when a name is cut. */
const EXTENSION = /\.[^.\s]{1,15}$/;

/**
 * A sender's file name made safe to store and show: no path, no control or direction characters, not
 * empty, and no more than `MAX_NAME_CHARS` UTF-16 units, its extension kept.
 */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const clean = last.toWellFormed().normalize("NFC").replaceAll(UNPRINTABLE, "").replaceAll(/\s+/g, " ").trim();
  if (/^\.*$/.test(clean)) return FALLBACK_NAME;
  if (clean.length <= MAX_NAME_CHARS) return clean;
  const extension = EXTENSION.exec(clean)?.[0] ?? "";
  const stem = clean.slice(0, MAX_NAME_CHARS - extension.length);
  return withoutHalfCharacter(stem) + extension;
}

/** The text without half of a surrogate pair at its end. */
const withoutHalfCharacter = (text: string): string => (text.isWellFormed() ? text : text.slice(0, -1));

/** The last extension in lower case without its dot; empty when there is none. */
export const extensionOf = (name: string): string => EXTENSION.exec(name)?.[0].slice(1).toLowerCase() ?? "";

/** The `Content-Disposition` header for a file name, for clients new and old (RFC 6266, RFC 5987). */
export function contentDisposition(type: "inline" | "attachment", name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return plain === name ? `${type}; filename="${plain}"` : `${type}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Longer headers are not looked into. */
const MAX_HEADER_CHARS = 4096;
const EXTENDED = /;\s*filename\*\s*=\s*utf-8'[\w-]*'([^;\s]+)/i;
const QUOTED = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i;
const TOKEN = /;\s*filename\s*=\s*([^;\s"]+)/i;

/** The file name in a `Content-Disposition` header; null when it holds none that can be read. */
export function fileNameIn(header: string | null): string | null {
  if (header === null || header.length > MAX_HEADER_CHARS) return null;
  const extended = EXTENDED.exec(header)?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // The plain form beside it may serve.
    }
  }
  const quoted = QUOTED.exec(header)?.[1]?.replaceAll(/\\(.)/g, "$1");
  return quoted ?? TOKEN.exec(header)?.[1] ?? null;
}
