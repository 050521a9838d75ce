import { isFullQuestion } from "../../../words/question-form.ts";
import type { WishTag } from "../rank/wish-tags.ts";
import type { MaskedRequest, PlacedPart } from "./parts.ts";
import type { RequestToken } from "./tokens.ts";
import { wordSet } from "./word-set.ts";

/** One thing that is said or asked. Offsets are those of the masked text. */
export interface Clause {
  readonly text: string;
  /** Offset of the text. */
  readonly start: number;
  /** At offsets of the text. */
  readonly parts: readonly PlacedPart[];
  /** An order; a question, or the name of what is asked for; what a wish hangs on; or what only tells, leads there or is polite. */
  readonly as: "order" | "question" | "condition" | "telling";
}

/** The parts of a clause as they stand in the masked text of the request. */
export const partsInRequest = ({ parts, start }: Clause): readonly PlacedPart[] =>
  parts.map((part) => ({ ...part, start: part.start + start, end: part.end + start }));

/** "Have these people paid?": so no order begins. */
const ASKS_WHETHER =
  /^(?:is|are|was|were|has|have|had|did|does) (?:the|this|that|these|those|they|he|she|it|there|any|anyone|anybody|we|i|my|our|his|her|their)\b/i;

/** More than anyone means; a bound on work and on the size of the plan. */
const MAX_CLAUSES = 64;
/** A longer clause is read up to here. */
const MAX_CLAUSE_CHARS = 1_000;

/** Divides the masked text: a clause for each wish as its words are tagged, and one for each sentence between. Linear in the text. */
export function divide(
  { masked, parts }: MaskedRequest,
  tokens: readonly RequestToken[],
  tags: readonly WishTag[],
): readonly Clause[] {
  const clauses: Clause[] = [];
  const close = (start: number, end: number, as: Clause["as"]): void => {
    const isAsked = as === "order" && ASKS_WHETHER.test(masked.slice(start, end));
    if (clauses.length < MAX_CLAUSES) clauses.push(...clauseAt(masked, start, end, parts, isAsked ? "question" : as));
  };
  const tell = (start: number, end: number): void => {
    for (const [from, to] of sentencesIn(masked, start, end)) close(from, to, "telling");
  };
  let end = 0;
  for (const { start, end: next, as } of withConditions(masked, wishesIn(masked, tokens, tags))) {
    tell(end, start);
    close(start, next, as);
    end = next;
  }
  tell(end, masked.length);
  return clauses;
}

/** What a question supposes begins its sentence: "If we call it off, what do we pay?" */
const SUPPOSES = /(?:^|[.!?;:\n]\s{0,3}|\band )((?:if|in case|unless|assuming|suppose)\b[^.!?;:\n]{0,200})$/i;

const hasBranches = (masked: string): boolean =>
  /\b(?:otherwise|else)\b/i.test(masked) || (masked.match(/\bif\b/gi) ?? []).length > 1;

/** What a question supposes is of it, and no condition of a plan. */
function withConditions(masked: string, wishes: readonly Wish[]): readonly Wish[] {
  // With another branch it is a condition.
  if (hasBranches(masked)) return wishes;
  const joined: Wish[] = [];
  for (const wish of wishes) {
    const last = joined.at(-1);
    const pair = last ? `${last.as} ${wish.as}` : "";
    const isBeside = last !== undefined && /^,? ?(?:then )?$/.test(masked.slice(last.end, wish.start));
    const isSupposed = isBeside && (pair === "condition question" || pair === "question condition");
    const from = last?.end ?? 0;
    const [, supposed = ""] = wish.as !== "order" ? (SUPPOSES.exec(masked.slice(from, wish.start)) ?? []) : [];
    if (last && isSupposed) joined[joined.length - 1] = { start: last.start, end: wish.end, as: "question" };
    else joined.push({ ...wish, start: wish.start - supposed.length });
  }
  return joined;
}

/** The sentences of a request that nobody has read yet. */
export const sentencesOf = ({ masked, parts }: MaskedRequest): readonly Clause[] =>
  sentencesIn(masked, 0, masked.length)
    .slice(0, MAX_CLAUSES)
    .flatMap(([start, end]) => clauseAt(masked, start, end, parts, "telling"));

export interface Wish {
  readonly start: number;
  readonly end: number;
  readonly as: Exclude<Clause["as"], "telling">;
}

/** "So my kid can colour it in", "so that I don't lose it": what a wish is for, and none itself; nor does "if so" make one depend on anything. */
const PURPOSE =
  /\bif so\b|(?<=[\p{L}\p{N}],? )so that (?:i|we|you|he|she|it|they|people|(?:the|my|our|his|her|your) \p{L}+) [^.,;!?\n]*|(?<=[\p{L}\p{N}],? )so (?:i|we|he|she|they|people|(?:my|our|his|her) \p{L}+) (?:can|may|might)\b[^.,;!?\n]*/giu;

/** Words that lead from one wish to the next, and are of none. */
const JOINTS = wordSet("and or then also plus but n");
/** Where a sentence ends, so does a wish; "Dr." and the like end none. */
const ENDS_WISH = /[!?;]|(?<=\p{L}{4})\.\s|\n\s*[-*•]/u;
const LONGEST_END = 4;
/** "2)" in a line of its own begins anew; other lines may be those of a message that was wrapped. */
const IS_NUMBERED = /^(?:\d{1,2}|[a-h])[).:]\s/i;
/** "what is due and by when": two questions. */
const ASKS_ANEW =
  /^(?:(?:by|until|since|from|to|for|at|in|on|with|of|about) )?(?:who|whom|whose|what|when|where|which|why|how|whether)\b/i;
const MAX_ASKING_CHARS = 16;

/** Words beside each other that are of one wish. */
export function wishesIn(masked: string, tokens: readonly RequestToken[], tags: readonly WishTag[]): readonly Wish[] {
  const wishes: Wish[] = [];
  const purposes = [...masked.matchAll(PURPOSE)].map(({ index, 0: { length } }) => [index, index + length] as const);
  let open: Wish["as"] | null = null;
  let read = 0;
  for (const [place, { at, said, isQuoted }] of tokens.entries()) {
    if (isQuoted) continue;
    if (purposes.some(([from, to]) => at >= from && at < to)) {
      [open, read] = [null, at + said.length];
      continue;
    }
    const last = wishes.at(-1);
    const [tag, begins] = (tags[place] ?? "none").split("-") as [Wish["as"] | "none", string?];
    const as: Wish["as"] | "none" =
      tag === "none" && open !== null && isOfSameBreath(masked, read, at, said) ? open : tag;
    const isEnded = ENDS_WISH.test(masked.slice(Math.max(0, read - LONGEST_END), at)) || isItem(masked, read, at);
    const isNew: boolean = last !== undefined && open !== null && asksAnew(masked, last, at);
    const isOfLast: boolean = last !== undefined && open !== null && as !== "none" && relates(masked, last, at);
    const goesOn: boolean = isOfLast || (open === as && begins === undefined && !isEnded && !isNew);
    const start = goesOn && last ? last.start : at;
    read = at + said.length;
    if (as === "none") {
      open = null;
      continue;
    }
    // A bracket within is closed.
    const isClosing = masked[read] === ")" && masked.lastIndexOf("(", read) >= start;
    const end = read + Number(isClosing);
    const isJoint = JOINTS.has(said.toLowerCase());
    // Joints within a wish are of it, at its ends they are not.
    if (!isJoint && goesOn && last) wishes[wishes.length - 1] = { ...last, end };
    else if (!isJoint) wishes.push({ start, end, as: isNew ? "question" : as });
    open = isNew ? "question" : goesOn || !isJoint ? as : null;
  }
  return wishes;
}

/** What stands behind a wish with no sign between, and is of none. */
const OF_NO_WISH = wordSet(
  "and or then also plus but so because since if unless please pls plz kindly thanks thank thx ty now asap i i'd i'm we it's that's which hi hello hey ok okay btw lol cheers",
);

/** Whether a word goes on with the wish before it, as nothing parts it from that. */
const isOfSameBreath = (masked: string, before: number, at: number, said: string): boolean =>
  /^ *$/.test(masked.slice(before, at)) && !OF_NO_WISH.has(said.toLowerCase());

/** Whether a numbered item of a list begins here. */
const isItem = (masked: string, before: number, at: number): boolean =>
  masked.slice(before, at).includes("\n") && IS_NUMBERED.test(masked.slice(at, at + MAX_ASKING_CHARS));

/** Whether a question begins behind another wish; "the file, which is old" has none. */
const asksAnew = (masked: string, { start, end }: Wish, at: number): boolean =>
  masked.slice(start, end).includes(" ") &&
  /^(?:,?\sand|,)\s$/i.test(masked.slice(end, at)) &&
  ASKS_ANEW.test(masked.slice(at, at + MAX_ASKING_CHARS)) &&
  !(masked[end] === "," && /^(?:which|who|where)\b/i.test(masked.slice(at, at + MAX_ASKING_CHARS)));

/** "Timestamps where volts < 11", "people who haven't paid": what stands right behind the name of something is about that. */
const relates = (masked: string, { start, end, as }: Wish, at: number): boolean =>
  as === "question" &&
  masked.slice(end, at) === " " &&
  !isFullQuestion(masked.slice(start, end)) &&
  /^(?:where|which|that|who|whose)\b/i.test(masked.slice(at, at + MAX_ASKING_CHARS));

const SENTENCE_END = /[.!?;]+(?=\s|$)|\n+/g;

function sentencesIn(masked: string, start: number, end: number): readonly (readonly [start: number, end: number])[] {
  const ends = [...masked.slice(start, end).matchAll(SENTENCE_END)].map(
    ({ 0: mark, index }) => start + index + mark.length,
  );
  return [...ends, end].map((to, at) => [ends[at - 1] ?? start, to] as const);
}

function clauseAt(
  masked: string,
  start: number,
  end: number,
  parts: readonly PlacedPart[],
  as: Clause["as"],
): readonly Clause[] {
  const words = masked.slice(start, Math.min(end, start + MAX_CLAUSE_CHARS));
  const text = words.trim().replace(/^[,;:.!?]+\s*/, "");
  if (!/[\p{L}\p{N}@]/u.test(text)) return [];
  const offset = start + words.indexOf(text);
  const own = parts
    .filter((part) => part.start >= offset && part.end <= offset + text.length)
    .map((part) => ({ ...part, start: part.start - offset, end: part.end - offset }));
  return [{ text, start: offset, parts: own, as }];
}
