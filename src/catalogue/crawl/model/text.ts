/** A short piece of somebody's text as one line without control characters; null where nothing is left. */
export function oneLine(value: unknown, maxChars: number): string | null {
  if (typeof value !== "string") return null;
  const text = value
    .slice(0, maxChars * 4)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, maxChars)
    .trimEnd();
  return text === "" ? null : text;
}

const MAX_URL_CHARS = 300;

/** An http(s) address, or null. */
export function webAddress(value: unknown): string | null {
  if (typeof value !== "string" || value.length > MAX_URL_CHARS) return null;
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" ? url.href : null;
}

export const cardUrl = (id: string): string => `https://huggingface.co/${id}`;
