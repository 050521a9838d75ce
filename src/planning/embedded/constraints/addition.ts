import type { Passage } from "../passages.ts";

/** Paragraphs that a requester adds to a text are few and short. */
const MAX_ADDED = 3;
const MAX_ADDED_CHARS = 280;

const BLANK_LINE = /\n[^\S\n]*\n/g;

/**
 * A passage at the end of a request without its last paragraphs that `isRestriction` is true of: "Summarize this: … Only
 * use models under MIT." Whatever else stands in a passage, its first paragraph among it, is material.
 */
export function withoutAddition(
  request: string,
  passage: Passage,
  isRestriction: (paragraph: string) => boolean,
): Passage {
  if (request.slice(passage.end).trim() !== "") return passage;
  let { end } = passage;
  for (let added = 0; added < MAX_ADDED; added++) {
    const from = Math.max(passage.start, end - MAX_ADDED_CHARS);
    const gap = [...request.slice(from, end).matchAll(BLANK_LINE)].at(-1);
    if (!gap || !isRestriction(request.slice(from + gap.index + gap[0].length, end))) break;
    end = from + gap.index;
    while (/\s/.test(request[end - 1] ?? "")) end--;
  }
  return { ...passage, end };
}
