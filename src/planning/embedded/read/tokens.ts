import type { MaskedRequest } from "./parts.ts";
import { wordSet } from "./word-set.ts";

/** A word of a request as the trained planner sees it. */
export interface RequestToken {
  /** As the user wrote it; `@image` and the like for a part. */
  readonly said: string;
  /** It stands within quoted or pasted words: material more often than instruction. */
  readonly isQuoted: boolean;
  /** Where it, or the quotation that it is of, begins in the masked text. */
  readonly at: number;
  /** Its sentence only tells what there is ("I have a photo of a cat") and wishes nothing. */
  readonly isGiven: boolean;
  /** Counts up at punctuation and words of order ("then"). */
  readonly clause: number;
}

/** Longer instructions are read up to here; tokens of the last quotation may come on top. */
const MAX_TOKENS = 400;
/** Of a quotation, its beginning tells what it is. */
const MAX_QUOTED_TOKENS = 40;
const MAX_QUOTED_CHARS = 1_000;

const PIECES = /@\w+|[\p{L}\p{N}][\p{L}\p{N}'-]*|[.!?;:,\n]/gu;
const STOPS: ReadonlySet<string> = new Set([".", "!", "?", ";", ":", ",", "\n"]);
/** With these a next step begins. */
const STEPS = wordSet("then and after afterwards next finally lastly second third also before once using based");

/** The words of a request in order, those of its quotations in their place. */
export function tokensOf({ masked, parts }: MaskedRequest): readonly RequestToken[] {
  const tokens: RequestToken[] = [];
  let clause = 0;
  let part = 0;
  const given = givenSpans(masked);
  for (const { 0: said, index } of masked.matchAll(PIECES)) {
    if (tokens.length >= MAX_TOKENS) break;
    if (STOPS.has(said)) {
      clause++;
      continue;
    }
    if (STEPS.has(said.toLowerCase())) clause++;
    const isGiven = given.some(([start, end]) => index >= start && index < end);
    tokens.push({ said, isQuoted: false, at: index, isGiven, clause });
    const placed = parts[part];
    if (placed?.start !== index) continue;
    part++;
    if (placed.part.as === "quote" || placed.part.as === "passage")
      tokens.push(...quotedTokens(placed.part.text, clause, index));
  }
  return tokens;
}

/** Tokens of a part of a request, their clauses counted from its own beginning. */
export const fromFirstClause = (tokens: readonly RequestToken[]): readonly RequestToken[] =>
  tokens.map((token) => ({ ...token, clause: token.clause - (tokens[0]?.clause ?? 0) }));

function quotedTokens(text: string, clause: number, at: number): readonly RequestToken[] {
  const tokens: RequestToken[] = [];
  for (const [said] of text.slice(0, MAX_QUOTED_CHARS).matchAll(PIECES)) {
    if (tokens.length >= MAX_QUOTED_TOKENS) break;
    if (!STOPS.has(said)) tokens.push({ said, isQuoted: true, at, isGiven: true, clause });
  }
  return tokens;
}

const SENTENCE = /[^.!?\n]+[.!?\n]*/g;
const GIVES =
  /^\s*(?:(?:hi|hello|hey|so|ok|well|also|and|now|additionally),? )*(?:(?:i|we)(?:'ve| have| am| was| got| took| recorded| received)|i'm|there(?:'s| is| are)|here(?:'s| is| are)|this is|these are|given|(?:the|my|our) [\w #@-]{1,40}? (?:is|are|was|says|reads)\b)/i;
const WISHES =
  /\b(?:want|need|wish|like to|like you|would like|please|help|can you|could you|should|must|looking for|assist|so that|and then)\b/i;

/** The sentences that only tell what there is. */
function givenSpans(masked: string): readonly (readonly [start: number, end: number])[] {
  return [...masked.matchAll(SENTENCE)].flatMap(({ 0: sentence, index }) =>
    GIVES.test(sentence) && !WISHES.test(sentence) ? [[index, index + sentence.length] as const] : [],
  );
}
