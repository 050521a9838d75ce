import { MAX_NAME_CHARS } from "../../r2-schemas/resource.ts";

/** What a file without a usable name is called. */
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

/** A cut through a surrogate pair leaves its first half at the end. */
const withoutHalfCharacter = (text: string): string => (text.isWellFormed() ? text : text.slice(0, -1));

/** The last extension in lower case without its dot; empty when there is none. */
export const extensionOf = (name: string): string => EXTENSION.exec(name)?.[0].slice(1).toLowerCase() ?? "";
