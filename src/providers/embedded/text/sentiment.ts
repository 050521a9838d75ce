import type { CallSurroundings } from "../expert.ts";
import { SENTIMENT_LAYERS, sentimentHead } from "./heads.ts";
import { sentences } from "./sentences.ts";

export type SentimentLabel = "positive" | "negative" | "neutral";

/** Shares of 1. */
export type Shares = Readonly<Record<SentimentLabel, number>>;

/** A part of a text that says one thing, with what it says of it. */
export interface JudgedClause {
  readonly text: string;
  readonly shares: Shares;
}

export interface Judgement {
  /** Of the whole. */
  readonly shares: Shares;
  readonly parts: readonly JudgedClause[];
  /** Whether parts are plainly of both signs. */
  readonly isMixed: boolean;
}

/** Of longer texts so many parts are judged in all, evenly spread: what they come to changes little with more. */
const MAX_PARTS = 60;
/** Of each of many texts: the first part of a message is often what happened, and no verdict. */
const MIN_PARTS = 2;
/** "A, but B", and what is as good as a sentence of its own; shorter parts say too little alone. */
const CLAUSE_END = /[,;]\s+(?:but|yet|although|though|while|whereas)\s+|;\s+|\s+but\s+/i;
const MIN_CLAUSE_WORDS = 3;
/** A part is plainly of a sign from this share on. */
const PLAIN_SHARE = 0.6;

/**
 * What each text says of its subject, clause by clause: of the whole the mean of its parts, each counting by how little
 * neutral it is, as matter-of-fact sentences around a verdict don't take it back.
 * @throws {AppError} as `SentenceEncoder.embed`
 */
export async function judge(
  texts: readonly string[],
  { sentences: load, work }: Pick<CallSurroundings, "sentences" | "work">,
): Promise<readonly Judgement[]> {
  const most = Math.max(MIN_PARTS, Math.floor(MAX_PARTS / texts.length));
  const clauses = texts.map((text) =>
    spread(
      sentences(text).flatMap((sentence) => clausesOf(sentence.text)),
      most,
    ),
  );
  const vectors = (await (await load()).embed(clauses.flat(), work, SENTIMENT_LAYERS)).values();
  return clauses.map((own) => {
    const parts = own.map((text) => ({ text, shares: sentimentHead(vectors.next().value ?? new Float32Array()) }));
    return { shares: mean(parts), parts, isMixed: isPlainly(parts, "positive") && isPlainly(parts, "negative") };
  });
}

const isPlainly = (parts: readonly JudgedClause[], label: SentimentLabel): boolean =>
  parts.some(({ shares }) => shares[label] >= PLAIN_SHARE);

/** A sentence whole, unless each of its clauses says something. */
function clausesOf(sentence: string): readonly string[] {
  const clauses = sentence.split(CLAUSE_END);
  return clauses.every((clause) => clause.trim().split(/\s+/).length >= MIN_CLAUSE_WORDS) ? clauses : [sentence];
}

function spread(parts: readonly string[], most: number): readonly string[] {
  const step = Math.max(1, parts.length / most);
  return Array.from({ length: Math.min(parts.length, most) }, (_, at) => parts[Math.floor(at * step)] ?? "");
}

function mean(parts: readonly JudgedClause[]): Shares {
  const sum = { positive: 0, negative: 0, neutral: 0 };
  let weights = 0;
  for (const { shares } of parts) {
    const weight = 1 - NEUTRAL_LOSS * shares.neutral;
    weights += weight;
    for (const label of LABELS) sum[label] += weight * shares[label];
  }
  for (const label of LABELS) sum[label] = weights === 0 ? Number(label === "neutral") : sum[label] / weights;
  return sum;
}
const LABELS = ["positive", "negative", "neutral"] as const;
/** Some of it stays, so that a word in passing doesn't speak for a page. */
const NEUTRAL_LOSS = 0.85;
