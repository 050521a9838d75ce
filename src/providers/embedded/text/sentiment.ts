import type { WorkBudget } from "../work.ts";
import { english } from "./english.ts";
import { pieces, type TextPiece } from "./pieces.ts";
import { phraseValence, wordValence } from "./verdicts.ts";

export type SentimentLabel = "positive" | "negative" | "neutral";
export interface Sentiment {
  readonly label: SentimentLabel;
  /** Share of the three, 0 to 1. */
  readonly score: number;
}

/** A valence of wink-nlp, from -1 to 1, that is still neutral. */
const NEUTRAL_VALENCE = 0.08;
/** How fast the shares part with valence: 0.3 gives some 85 %. */
const STEEPNESS = 8;
/** Of "A, but B" the second half is what is meant. */
const BEFORE_BUT = 0.35;
const AFTER_BUT = 0.65;
/** "Too expensive": the adjective alone would say nothing, or good. */
const TOO_MUCH = -0.3;

const CONTRAST = /[,;]?\s(?:but|however|yet|although|though)\s|[;.]\s*(?:however|but),?\s/i;
const NEGATIVE_SUBJECT = /^(?:nothing|nobody|no[ -]one|none of|neither of)\b/i;
const NOTHING_NOT = /\b(?:nothing|nobody|no one)\b[^.!?]{0,40}(?:\bnot\b|n['’]t\b|\bnever\b)/i;
const TOO = /\btoo (?:\w{2,12} )?(?!good|soon|right|much fun)\p{L}{3,}/iu;

/**
 * The sentiment of an English text: wink-nlp's valence of each clause, negation included, with what it does
 * not see: words and turns of phrase of reviews, subjects that negate ("nobody helps"), negation taken back, "but", "too".
 * All three labels, the likeliest first.
 */
export function sentiment(text: string): Sentiment[] {
  return overall(pieces(text).flatMap(valencesOf));
}

/** The same, with the thread given back between pieces of the text. */
export async function sentimentInTurns(text: string, work: Pick<WorkBudget, "spend">): Promise<Sentiment[]> {
  const valences: number[] = [];
  for (const piece of pieces(text)) {
    valences.push(...valencesOf(piece));
    await work.spend("characters", piece.text.length);
  }
  return overall(valences);
}

const valencesOf = (piece: TextPiece): readonly number[] => sentenceTexts(piece.text).map(sentenceValence);

function overall(valences: readonly number[]): Sentiment[] {
  const telling = valences.filter((valence) => Math.abs(valence) > NEUTRAL_VALENCE / 2);
  // Matter-of-fact sentences around one verdict do not take it back, but many of them water it down.
  const mean = telling.reduce((sum, valence) => sum + valence, 0) / Math.max(1, telling.length);
  const valence = mean * Math.sqrt(telling.length / Math.max(1, valences.length));
  return shares(valence);
}

const sentenceTexts = (text: string): readonly string[] => english().readDoc(text).sentences().out();

function sentenceValence(sentence: string): number {
  const parts = sentence.split(CONTRAST).filter((part) => part.trim() !== "");
  const [first, ...rest] = parts.map(clauseValence);
  if (first === undefined) return 0;
  if (rest.length === 0) return first;
  const last = rest.at(-1) ?? 0;
  // A neutral half says nothing against the other.
  if (last === 0 || first === 0) return first + last;
  return BEFORE_BUT * first + AFTER_BUT * last;
}

function clauseValence(clause: string): number {
  const wink = english();
  const raw = Number(wink.readDoc(clause).out<number>(wink.its.sentiment));
  const listed = Number.isFinite(raw) ? raw : 0;
  const added = wordValence(clause);
  const valence = listed === 0 || added === 0 ? listed + added : (listed + added) / 2;
  const phrase = phraseValence(clause);
  if (phrase !== null) return phrase;
  if (NOTHING_NOT.test(clause)) return Math.abs(valence);
  if (NEGATIVE_SUBJECT.test(clause.trim())) return -Math.abs(valence);
  return valence === 0 && TOO.test(clause) ? TOO_MUCH : valence;
}

/** A softmax of the valence, its contrary, and what is neutral. */
function shares(valence: number): Sentiment[] {
  const logits: readonly (readonly [SentimentLabel, number])[] = [
    ["positive", STEEPNESS * valence],
    ["negative", -STEEPNESS * valence],
    ["neutral", STEEPNESS * NEUTRAL_VALENCE],
  ];
  const total = logits.reduce((sum, [, logit]) => sum + Math.exp(logit), 0);
  return logits
    .map(([label, logit]) => ({ label, score: Math.round((Math.exp(logit) / total) * 1_000) / 1_000 }))
    .sort((a, b) => b.score - a.score);
}
