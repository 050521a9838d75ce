import { indexTerms, inverseDocumentFrequency, type TermIndex } from "./bm25.ts";

/** As in PageRank and in TextRank (Mihalcea and Tarau 2004). */
const DAMPING = 0.85;
/** The ranks of a few hundred sentences are steady to the third digit by then. */
const ITERATIONS = 30;
/** Each sentence is compared with every other of its section: more would cost the square. */
const SECTION_SENTENCES = 150;

/**
 * How central each sentence is: a random walk over sentences that share words. A long text is ranked section by
 * section. `sentences` are bags of terms; the ranks of a section add up to its length.
 */
export function textRank(sentences: readonly (readonly string[])[]): number[] {
  const index = indexTerms(sentences);
  const ranks: number[] = [];
  for (let start = 0; start < sentences.length; start += SECTION_SENTENCES) {
    ranks.push(...rankSection(index, start, Math.min(sentences.length, start + SECTION_SENTENCES)));
  }
  return ranks;
}

function rankSection(index: TermIndex, start: number, end: number): number[] {
  const size = end - start;
  const weights = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) => (i === j ? 0 : overlap(index, start + i, start + j))),
  );
  const outgoing = weights.map((row) => row.reduce((sum, weight) => sum + weight, 0));
  let ranks = Array.from({ length: size }, () => 1);
  for (let round = 0; round < ITERATIONS; round++) {
    ranks = ranks.map((_, i) => {
      let incoming = 0;
      for (let j = 0; j < size; j++) {
        const out = outgoing[j] ?? 0;
        if (out > 0) incoming += ((weights[j]?.[i] ?? 0) / out) * (ranks[j] ?? 0);
      }
      return 1 - DAMPING + DAMPING * incoming;
    });
  }
  return ranks;
}

/** Shared terms, rarer ones counting for more, against the sentences' lengths. */
function overlap(index: TermIndex, a: number, b: number): number {
  const first = index.counts[a];
  const second = index.counts[b];
  if (first === undefined || second === undefined) return 0;
  let shared = 0;
  for (const term of first.keys()) if (second.has(term)) shared += inverseDocumentFrequency(index, term);
  return shared === 0 ? 0 : shared / (Math.log(1 + first.size) + Math.log(1 + second.size));
}
