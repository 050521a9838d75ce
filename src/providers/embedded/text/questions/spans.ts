import type { AnswerBounds, ReadWord } from "./reader.ts";
import { type Span, type Unit, unitAt } from "./units.ts";
import type { Window } from "./windows.ts";

/** A stretch that may be the answer, and its share of the probability; what the shares leave is that there is none. */
export interface LikelySpan extends Span {
  readonly share: number;
}

export interface ReadWindow {
  readonly window: Window;
  readonly bounds: AnswerBounds;
}

/** Words of an answer: three lines of an address. */
const MAX_WORDS = 40;
/** Of what begins in one sentence or line and ends in another, as an answer rarely does: two answers run into one more often. */
const ACROSS = 0.02;
/** Of a window's words only the likeliest are tried as an answer's first and last. */
const MAX_BOUNDS = 16;

/**
 * The stretches of some windows that may answer, the likeliest first. The text answers once or not at all: the odds of a
 * stretch are those beside its window's holding none, and what two windows share counts by the surer one.
 */
export function likelySpans(windows: readonly ReadWindow[], units: readonly Unit[]): readonly LikelySpan[] {
  const odds = new Map<string, Span & { readonly odds: number }>();
  for (const one of windows)
    for (const span of spansIn(one, units)) {
      const name = `${span.start} ${span.end}`;
      if (span.odds > (odds.get(name)?.odds ?? 0)) odds.set(name, span);
    }
  const spans = [...odds.values()];
  const all = spans.reduce((sum, span) => sum + span.odds, 1);
  return spans
    .map(({ start, end, odds: own }) => ({ start, end, share: own / all }))
    .toSorted((one, other) => other.share - one.share);
}

function spansIn(
  { window, bounds }: ReadWindow,
  units: readonly Unit[],
): readonly (Span & { readonly odds: number })[] {
  const likeliest = (of: Float32Array, may: (word: ReadWord) => boolean): readonly number[] =>
    [...window.entries()]
      .flatMap(([at, word]) => (may(word) ? [at] : []))
      .toSorted((one, other) => (of[other] ?? 0) - (of[one] ?? 0))
      .slice(0, MAX_BOUNDS);
  const lasts = likeliest(bounds.ends, ({ endsLine }) => !endsLine);
  return likeliest(bounds.starts, ({ divides }) => !divides).flatMap((first) =>
    lasts.flatMap((last) => {
      const [from, to] = [window[first], window[last]];
      if (!from || !to || last < first || last - first >= MAX_WORDS) return [];
      const odds = Math.exp((bounds.starts[first] ?? 0) + (bounds.ends[last] ?? 0));
      const isAcross = unitAt(units, from.start) !== unitAt(units, to.start);
      return [{ start: from.start, end: to.end, odds: isAcross ? ACROSS * odds : odds }];
    }),
  );
}
