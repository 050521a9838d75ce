import { jsonrepair } from "jsonrepair";

/** A plan of the most tasks allowed, each with long texts, is shorter; mending costs time linear in it. */
const MAX_TEXT_CHARS = 1_000_000;
const FENCE = /```[a-z]*\s*([\s\S]*?)(?:```|$)/i;

/** JSON found in a text, and whether it had to be mended. */
export interface MendedJson {
  readonly json: unknown;
  readonly isMended: boolean;
}

/**
 * The JSON in a model's words: between code fences, after an introduction, with the commas, quotes and brackets that
 * were forgotten. `null` when there is none.
 */
export function mendJson(text: string): MendedJson | null {
  if (text.length > MAX_TEXT_CHARS) return null;
  const fenced = FENCE.exec(text)?.[1] ?? text;
  const start = fenced.search(/[[{]/);
  if (start < 0) return null;
  const end = Math.max(fenced.lastIndexOf("]"), fenced.lastIndexOf("}"));
  const bare = fenced.slice(start, end > start ? end + 1 : undefined);
  const whole = parse(bare, JSON.parse);
  if (whole !== undefined) return { json: whole, isMended: false };
  const mended = parse(fenced.slice(start), (broken) => JSON.parse(jsonrepair(broken)));
  return mended === undefined ? null : { json: mended, isMended: true };
}

function parse(text: string, read: (text: string) => unknown): unknown {
  try {
    return read(text);
  } catch {
    return undefined;
  }
}
