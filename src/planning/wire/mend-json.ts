import { jsonrepair } from "jsonrepair";

/** A plan of the most tasks allowed, each with long texts, is shorter; mending costs time linear in it. */
const MAX_TEXT_CHARS = 1_000_000;
const FENCE = /```[a-z]*\s*([\s\S]*?)(?:```|$)/i;

/**
 * The JSON in a model's words: between code fences, after an introduction, with the commas, quotes and brackets that
 * were forgotten. `undefined` when there is none.
 */
export function mendJson(text: string): unknown {
  if (text.length > MAX_TEXT_CHARS) return undefined;
  const fenced = FENCE.exec(text)?.[1] ?? text;
  const start = fenced.search(/[[{]/);
  if (start < 0) return undefined;
  const end = Math.max(fenced.lastIndexOf("]"), fenced.lastIndexOf("}"));
  const bare = fenced.slice(start, end > start ? end + 1 : undefined);
  return parse(bare, JSON.parse) ?? parse(fenced.slice(start), (broken) => JSON.parse(jsonrepair(broken)));
}

function parse(text: string, read: (text: string) => unknown): unknown {
  try {
    return read(text);
  } catch {
    return undefined;
  }
}
