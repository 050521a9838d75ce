import type { JsonValue } from "../../../../domain/json.ts";

/** More values are no settings that anybody asks about, and would take long to lay out. */
const MAX_LINES = 5_000;
/** Deeper nesting is no settings file, and would run out of stack. */
const MAX_DEPTH = 12;

/**
 * JSON as lines of a form, which questions can be put to: `{"db": {"poolSize": 20}, "ports": [80, 443]}` →
 * "Db pool size: 20", "Ports: 80, 443". `null` for what is no JSON object or list.
 */
export function jsonLines(text: string): string | null {
  if (!/^\s*[{[]/.test(text)) return null;
  const value = parsed(text);
  if (value === null) return null;
  const lines: string[] = [];
  collect(value, [], 0, lines);
  return lines.length === 0 ? null : lines.join("\n");
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}

function collect(value: JsonValue, path: readonly string[], depth: number, lines: string[]): void {
  if (lines.length >= MAX_LINES || depth > MAX_DEPTH) return;
  if (typeof value !== "object" || value === null) return void lines.push(line(path, value));
  if (Array.isArray(value) && value.every((item) => typeof item !== "object"))
    return void (value.length > 0 && lines.push(line(path, value.join(", "))));
  // The items of a list are all about what the list is called.
  const isList = Array.isArray(value);
  for (const [key, inner] of Object.entries(value)) collect(inner, isList ? path : [...path, key], depth + 1, lines);
}

const line = (path: readonly string[], value: string | number | boolean | null): string =>
  `${capitalized(path.map(asWords).join(" "))}: ${String(value).replace(/\s+/g, " ")}`;

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** "poolSize", "pool_size" and "POOL-SIZE" → "pool size". */
const asWords = (key: string): string =>
  key
    .replace(/(?<=\p{Ll}|\d)(?=\p{Lu})/gu, " ")
    .replace(/[_-]+/g, " ")
    .toLowerCase();
