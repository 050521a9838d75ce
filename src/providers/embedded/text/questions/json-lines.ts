import type { JsonValue } from "../../../../domain/json.ts";
import { MAX_TEXT_CHARS } from "../input.ts";

/** More values are no settings that anybody asks about, and would take long to lay out. */
const MAX_LINES = 5_000;
/** Deeper nesting is no settings file, and would run out of stack. */
const MAX_DEPTH = 12;
/** Each line repeats what it stands under, which is not to make a text many times as long as the JSON was. */
const MAX_PATH_CHARS = 200;

/** The lines so far, and how many characters more there may be. */
interface Form {
  readonly lines: string[];
  left: number;
}

/**
 * JSON as lines of a form, which questions can be put to: `{"db": {"poolSize": 20}, "ports": [80, 443]}` →
 * "Db pool size: 20", "Ports: 80, 443". `null` for what is no JSON object or list. At most `MAX_TEXT_CHARS` of it.
 */
export function jsonLines(text: string): string | null {
  if (!/^\s*[{[]/.test(text)) return null;
  const value = parsed(text);
  if (value === null) return null;
  const form: Form = { lines: [], left: MAX_TEXT_CHARS };
  collect(value, "", 0, form);
  return form.lines.length === 0 ? null : form.lines.join("\n");
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}

function collect(value: JsonValue, path: string, depth: number, form: Form): void {
  if (form.lines.length >= MAX_LINES || form.left <= 0 || depth > MAX_DEPTH) return;
  if (typeof value !== "object" || value === null) return void add(form, path, String(value));
  if (Array.isArray(value) && value.every((item) => typeof item !== "object"))
    return void (value.length > 0 && add(form, path, value.join(", ")));
  // The items of a list are all about what the list is called.
  const isList = Array.isArray(value);
  for (const [key, inner] of Object.entries(value)) collect(inner, isList ? path : under(path, key), depth + 1, form);
}

function add(form: Form, path: string, value: string): void {
  const line = `${capitalized(path)}: ${value.replace(/\s+/g, " ")}`.slice(0, form.left);
  form.lines.push(line);
  // The end of the line counts too.
  form.left -= line.length + 1;
}

const under = (path: string, key: string): string =>
  `${path}${path === "" ? "" : " "}${asWords(key.slice(0, MAX_PATH_CHARS))}`.slice(0, MAX_PATH_CHARS);

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** "poolSize", "pool_size" and "POOL-SIZE" → "pool size". */
const asWords = (key: string): string =>
  key
    .replace(/(?<=\p{Ll}|\d)(?=\p{Lu})/gu, " ")
    .replace(/[_-]+/g, " ")
    .toLowerCase();
