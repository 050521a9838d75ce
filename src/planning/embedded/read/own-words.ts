import type { Clause } from "./clauses.ts";
import type { MaterialPart } from "./parts.ts";

/** Enough to recognise a quotation by. */
const MAX_QUOTED_CHARS = 40;

/** A clause, or a span of it, as the user wrote it: file names and quotations instead of the masks. */
export function ownWords(clause: Clause, start = 0, end = clause.text.length): string {
  let words = "";
  let at = start;
  for (const { part, ...span } of clause.parts) {
    if (span.start < at || span.end > end) continue;
    words += clause.text.slice(at, span.start) + written(part);
    at = span.end;
  }
  return (words + clause.text.slice(at, end)).trim();
}

const written = (part: MaterialPart): string => {
  if (part.as === "file") return part.name;
  return part.text.length > MAX_QUOTED_CHARS ? `“${part.text.slice(0, MAX_QUOTED_CHARS)}…”` : `“${part.text}”`;
};
