import type { AnswerCandidate } from "./candidates.ts";
import type { AskedText } from "./reading.ts";
import type { Span } from "./values.ts";

/** An answer, and how probable it is. */
export interface Chosen {
  readonly span: Span;
  readonly unit: number;
  readonly score: number;
}

/** A part of a text with line ends and runs of blanks as one blank, as answers are shown. */
export const shown = ({ text }: AskedText, { start, end }: Span): string =>
  text.slice(start, end).replace(/\s+/g, " ").trim();

/** Only these are looked at closer, as each is compared with all. */
const MOST_PROBABLE = 20;

/**
 * The most probable answer. What says the same elsewhere, or nearly the same stretch ("Moreau" and "Dr Moreau"), counts
 * towards it. Where no value is probable enough but their sentence is, because it is sure where the answer stands and not
 * which words of it they are, the whole sentence is.
 * @param shares the probability of each candidate
 * @returns the best answer, also where it is less probable than wanted; null where there are no candidates
 */
export function choose(
  reading: AskedText,
  candidates: readonly AnswerCandidate[],
  shares: readonly number[],
  leastScore: number,
): Chosen | null {
  const order = [...candidates.keys()].toSorted((one, other) => (shares[other] ?? 0) - (shares[one] ?? 0));
  const texts = candidates.map((candidate) => shown(reading, candidate));
  let best: Chosen | null = null;
  for (const at of order.slice(0, MOST_PROBABLE)) {
    const candidate = candidates[at];
    if (candidate === undefined) continue;
    let score = 0;
    for (const [place, other] of candidates.entries())
      if (texts[place] === texts[at] || isNearlySame(candidate, other)) score += shares[place] ?? 0;
    // Of nearly equal ones the first, which is the more probable by itself.
    if (best === null || score > best.score + CLOSE) best = { span: candidate, unit: candidate.unit, score };
  }
  if (best === null || best.score >= leastScore) return best;
  const [unit = -1, score = 0] = unitShares(candidates, shares)[0] ?? [];
  const whole = candidates.find(({ type, unit: own }) => type === "sentence" && own === unit);
  return whole !== undefined && score >= leastScore ? { span: whole, unit, score } : best;
}
const CLOSE = 0.02;

/** Whether two stretches have more in common than not; whole sentences have little in common with their parts. */
function isNearlySame(one: Span, other: Span): boolean {
  const common = Math.min(one.end, other.end) - Math.max(one.start, other.start);
  return 2 * common >= Math.max(one.end - one.start, other.end - other.start);
}

/** How probable it is of each unit that the answer stands there, the most probable first. */
export function unitShares(
  candidates: readonly AnswerCandidate[],
  shares: readonly number[],
): [unit: number, share: number][] {
  const sums = new Map<number, number>();
  for (const [at, { unit }] of candidates.entries()) sums.set(unit, (sums.get(unit) ?? 0) + (shares[at] ?? 0));
  return [...sums].toSorted(([, one], [, other]) => other - one);
}
