const ASKING = "(?:(?:by|until|from|to|for|with|in|on|at|of|since) )?(?:whom?|whose|what|which|when|where|why|how)";
/** Where a further question may begin: after a mark, "and", or a line's end. */
const BORDER = new RegExp(
  `(?:[?;,\\n]\\s*(?:and )?|\\s(?:and|&)\\s)(?=(?:please |also |then |tell me )?${ASKING}\\b)`,
  "gi",
);
/** "If we are late, what …", "in the letter, who …": what is supposed, and where to look, are of the question behind. */
const LEADS_ON = /^\s*(?:if|in case|unless|assuming|suppose|for|in|on|at|from)\b[^?;\n]*$/i;
const BARE = new RegExp(`^(?:${ASKING})(?: (?:much|many|long))?$`, "i");
const LEADING_ASKING = new RegExp(`^(?:.*? )?${ASKING}\\b(?: (?:much|many|long)\\b)?\\s*`, "i");
/** "Total, due date and account number": things that are asked for by their names alone, three or more. */
const JOINT = /\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+/i;
const NAME = /^(?:the |its )?[\p{L}\p{N}'-]+(?: [\p{L}\p{N}'-]+){0,3}$/iu;
const ASKED = new RegExp(`\\b${ASKING}\\b|^\\s*(?:is|are|was|were|do|does|did|has|have|can|will)\\b`, "i");
const MIN_NAMES = 3;
/** "Total and date?": two stand for themselves where nothing else is said. */
const MAX_PAIR_CHARS = 30;
/** More in one breath is not a question any more. */
const MAX_QUESTIONS = 8;

/**
 * The questions in one breath: "who sent it, what has to be paid and by when" holds three. One that is only a
 * question word takes the rest from its neighbour: "when and where was she born".
 */
export function splitQuestions(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const border of text.matchAll(BORDER)) {
    const piece = text.slice(start, border.index);
    if (LEADS_ON.test(piece) && !ASKED.test(piece)) continue;
    parts.push(piece);
    start = border.index + border[0].length;
  }
  parts.push(text.slice(start));
  const asked = parts.map((part) => part.trim().replace(/[\s?!.,;]+$/, "")).filter((part) => part !== "");
  if (asked.length > MAX_QUESTIONS) return [text];
  const names = ASKED.test(text) ? [] : (asked[0]?.split(JOINT) ?? []);
  const isPair = names.length === 2 && text.length <= MAX_PAIR_CHARS;
  if (
    asked.length === 1 &&
    (isPair || (names.length >= MIN_NAMES && text.includes(","))) &&
    names.length <= MAX_QUESTIONS &&
    names.every((name) => NAME.test(name))
  )
    return names;
  return asked.map((part, index) => {
    if (!BARE.test(part)) return part;
    const neighbour =
      asked[index + 1] !== undefined && index === 0 ? asked[index + 1] : (asked[index - 1] ?? asked[index + 1]);
    return neighbour === undefined ? part : `${part} ${neighbour.replace(LEADING_ASKING, "")}`;
  });
}
