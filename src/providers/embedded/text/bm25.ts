/** Usual values of Okapi BM25 (Robertson and Zaragoza 2009): how fast repeats saturate, how much length counts. */
const K1 = 1.2;
const B = 0.75;

/** Documents as bags of terms, with what BM25 needs to know of them. */
export interface TermIndex {
  readonly counts: readonly ReadonlyMap<string, number>[];
  readonly lengths: readonly number[];
  readonly averageLength: number;
  readonly documentFrequency: ReadonlyMap<string, number>;
}

export function indexTerms(documents: readonly (readonly string[])[]): TermIndex {
  const documentFrequency = new Map<string, number>();
  const counts = documents.map((terms) => {
    const count = new Map<string, number>();
    for (const term of terms) count.set(term, (count.get(term) ?? 0) + 1);
    for (const term of count.keys()) documentFrequency.set(term, (documentFrequency.get(term) ?? 0) + 1);
    return count;
  });
  const lengths = documents.map((terms) => terms.length);
  const averageLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  return { counts, lengths, averageLength, documentFrequency };
}

/** Never negative, also for a term that is everywhere. */
function inverseDocumentFrequency(index: TermIndex, term: string): number {
  const frequency = index.documentFrequency.get(term) ?? 0;
  return Math.log(1 + (index.counts.length - frequency + 0.5) / (frequency + 0.5));
}

/** The score of each document for a query, of which a term counts once. */
export function bm25(index: TermIndex, query: readonly string[]): number[] {
  const weights = new Map(query.map((term) => [term, inverseDocumentFrequency(index, term)]));
  return index.counts.map((count, document) => {
    const norm = 1 - B + (B * (index.lengths[document] ?? 0)) / Math.max(1, index.averageLength);
    let score = 0;
    for (const [term, weight] of weights) {
      const frequency = count.get(term) ?? 0;
      score += (weight * frequency * (K1 + 1)) / (frequency + K1 * norm);
    }
    return score;
  });
}
