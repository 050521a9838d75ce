import stored from "./calibration.json" with { type: "json" };
import type { LikelySpan } from "./spans.ts";
import { type Span, type Unit, unitAt } from "./units.ts";

/** An answer, and how probable it is that it is right. */
export interface Chosen {
  readonly span: Span;
  readonly score: number;
  /** It is the whole sentence, as it is not sure which of its words answer. */
  readonly isSentence: boolean;
}

/** A part of a text with line ends and runs of blanks as one blank, as answers are shown. */
export const shown = (text: string, { start, end }: Span): string => text.slice(start, end).replace(/\s+/g, " ").trim();

/** Only these are looked at closer, as each is compared with all. */
const MOST_LIKELY = 20;
/** Shares that differ by less are taken for equal. */
const CLOSE = 0.02;

/**
 * The words that most likely answer. What says the same elsewhere, or nearly the same stretch ("Moreau" and
 * "Dr Moreau"), counts towards them.
 * @param spans as `likelySpans` gives them
 */
export function likeliestWords(text: string, spans: readonly LikelySpan[]): LikelySpan | null {
  const texts = spans.map((span) => shown(text, span));
  let best: LikelySpan | null = null;
  for (const [at, one] of spans.slice(0, MOST_LIKELY).entries()) {
    const same = spans.filter((other, place) => texts[place] === texts[at] || isNearlySame(one, other));
    const share = same.reduce((sum, other) => sum + other.share, 0);
    // Of nearly equal ones the first, which is the likelier by itself.
    if (best === null || share > best.share + CLOSE) best = { start: one.start, end: one.end, share };
  }
  return best;
}

/** A longer one is no answer, but something to look it up in. */
const MAX_SENTENCE_CHARS = 200;

/** Whether two stretches have more in common than not. */
function isNearlySame(one: Span, other: Span): boolean {
  const common = Math.min(one.end, other.end) - Math.max(one.start, other.start);
  return 2 * common >= Math.max(one.end - one.start, other.end - other.start);
}

/** A sentence or line, and how probable it is that the answer stands there. */
export interface UnitShare {
  readonly unit: Unit;
  readonly share: number;
  readonly score: number;
}

/** The units in which spans begin, the most probable first. */
export function unitShares(units: readonly Unit[], spans: readonly LikelySpan[]): readonly UnitShare[] {
  const shares = new Map<Unit, number>();
  for (const { start, share } of spans) {
    const unit = units[unitAt(units, start)];
    if (unit !== undefined) shares.set(unit, (shares.get(unit) ?? 0) + share);
  }
  return [...shares]
    .map(([unit, share]) => ({ unit, share, score: probabilityOf(share, stored.sentence) }))
    .toSorted((one, other) => other.share - one.share);
}

/**
 * The answer: the likeliest words; where they are not sure enough but their sentence is, because it is plain where the
 * answer stands and not which words of it they are, the whole sentence.
 * @returns the best one also where it is less probable than wanted; null where there is none
 */
export function choose(
  text: string,
  spans: readonly LikelySpan[],
  units: readonly UnitShare[],
  leastScore: number,
): Chosen | null {
  const best = likeliestWords(text, spans);
  if (best === null) return null;
  const words = {
    span: { start: best.start, end: best.end },
    score: probabilityOf(best.share, stored.words),
    isSentence: false,
  };
  const [first] = units;
  const tells = first !== undefined && first.score >= leastScore && first.unit.text.length <= MAX_SENTENCE_CHARS;
  if (words.score >= leastScore || !tells) return words;
  const { start, end } = first.unit;
  return { span: { start, end }, score: first.score, isSentence: true };
}

/** What `training/calibrate-reader.ts` fits (Platt 1999). */
interface Calibration {
  readonly slope: number;
  readonly offset: number;
}

/** From the share that a reader gives to the probability of being right. */
const probabilityOf = (share: number, { slope, offset }: Calibration): number =>
  1 / (1 + Math.exp(-(slope * logOddsOfShare(share) + offset)));

/** Surer than this no reader is taken to be. */
const MIN_SHARE = 0.001;

export function logOddsOfShare(share: number): number {
  const bounded = Math.min(1 - MIN_SHARE, Math.max(MIN_SHARE, share));
  return Math.log(bounded / (1 - bounded));
}
