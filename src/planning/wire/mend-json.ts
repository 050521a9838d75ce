import { jsonrepair } from "jsonrepair";

/** A plan of the most tasks allowed, each with long texts, is shorter; mending costs time linear in it. */
const MAX_TEXT_CHARS = 1_000_000;
/** Where a list of tasks or a task begins, and not a bracket in prose. */
const BEGINNING = /\[\s*\{|\{\s*["'}]/;
/** Blanks within a line only: what may take line ends as well is tried anew at each of them, and there may be many. */
const FENCED = /```[a-z]*[ \t]*\r?\n([\s\S]*?)(?:\n[ \t]*```|$)/i;

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
  const whole = parse(text, JSON.parse);
  if (whole !== undefined) return { json: whole, isMended: false };
  const start = text.search(BEGINNING);
  if (start < 0) return null;
  // Fences count where they stand around the JSON: in it they belong to a text.
  const fence = FENCED.exec(text);
  const inside = fence && fence.index < start ? (fence[1] ?? "") : text.slice(start);
  const bare = inside.slice(0, balancedEnd(inside));
  const exact = parse(bare, JSON.parse);
  if (exact !== undefined) return { json: exact, isMended: false };
  const mended = parse(bare, (broken) => JSON.parse(jsonrepair(broken)));
  return mended === undefined ? null : { json: mended, isMended: true };
}

/** Where the first bracket is closed, brackets within texts left out of account; the end when it never is. */
function balancedEnd(text: string): number {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (isText && letter === "\\") at++;
    else if (letter === '"') isText = !isText;
    else if (isText) continue;
    else if (letter === "[" || letter === "{") depth++;
    else if (letter === "]" || letter === "}") {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

function parse(text: string, read: (text: string) => unknown): unknown {
  try {
    const found = read(text);
    return typeof found === "object" && found !== null ? found : undefined;
  } catch {
    return undefined;
  }
}
