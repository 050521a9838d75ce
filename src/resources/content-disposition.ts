/** The header that offers `name` for saving, for clients new and old (RFC 6266, RFC 5987). */
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
