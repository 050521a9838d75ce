import { direction } from "../../../words/sentence-encoder.ts";
import { similarity } from "../../../words/vectors.ts";
import type { CallSurroundings } from "../expert.ts";
import { worthHead } from "./heads.ts";
import { likeness } from "./similarity.ts";

/** What may stand in a summary. */
export interface Quotable {
  readonly text: string;
  readonly paragraph: number;
  /** Of a list. */
  readonly isItem: boolean;
}

/** What a summary may hold at most. */
export interface Room {
  readonly sentences: number;
  readonly words: number;
  /** What an item of a list counts beside a sentence, as it is shorter: 1 where a number of them is wished. */
  readonly item: number;
}

/** Of a longer text the first sentences of its paragraphs: encoding one takes some 25 ms. */
const MAX_CANDIDATES = 120;
/**
 * What a sentence is worth: how near it is to what the whole text is about, how likely it is of what people keep, whether
 * it has a figure, whether it begins the text, and whether it leans on the sentence before. Chosen on `DEV_TEXTS` (test/fixtures/text/shortened.ts).
 */
const WEIGHTS = { central: 1, worth: 0.8, figure: 0.05, first: 0.4, leaning: 0.1 };
const LEANS =
  /^(?:he|she|they|it|this|that|these|those|his|her|their|its|both|such|together|then|so|but|and|also|there|instead)\b/i;
/** What is said already counts against a sentence (maximal marginal relevance: Carbonell and Goldstein 1998). */
const REPETITION_LOSS = 0.65;
/** As alike, two sentences say the same. */
const SAME = 0.85;

/**
 * The sentences that tell the most of what all of them say, in their order; none says again what another does.
 * @throws {AppError} as `SentenceEncoder.embed`
 */
export async function mostTelling(
  all: readonly Quotable[],
  room: Room,
  { sentences, work }: Pick<CallSurroundings, "sentences" | "work">,
): Promise<readonly string[]> {
  const candidates = beginnings(unrepeated(all));
  const encoder = await sentences();
  const vectors = await encoder.embed(
    candidates.map(({ text }) => text),
    work,
  );
  const whole = direction(vectors, encoder.dimensions);
  let rest = candidates.map(({ text, isItem }, at) => {
    const vector = vectors[at] ?? whole;
    const worth =
      WEIGHTS.central * similarity(vector, whole) +
      WEIGHTS.worth * worthHead(vector).keep +
      (/\d/.test(text) ? WEIGHTS.figure : 0) +
      (at === 0 ? WEIGHTS.first : 0) -
      (LEANS.test(text) ? WEIGHTS.leaning : 0);
    return { text, at, vector, worth, said: 0, size: isItem ? room.item : 1 };
  });
  const chosen: typeof rest = [];
  let [words, size] = [0, 0];
  while (rest.length > 0 && size < room.sentences) {
    const best = rest.reduce((most, one) => (scoreOf(one) > scoreOf(most) ? one : most));
    rest = rest.filter((one) => one !== best);
    // The best of all is taken, and cut, where none is short enough.
    if (words + wordCount(best.text) > room.words && (chosen.length > 0 || rest.length > 0)) continue;
    chosen.push(best);
    words += wordCount(best.text);
    size += best.size;
    rest = rest.flatMap((one) => {
      const cosine = similarity(one.vector, best.vector);
      if (likeness(one.text, best.text, cosine) >= SAME) return [];
      return { ...one, said: Math.max(one.said, cosine) };
    });
  }
  return chosen.toSorted((one, other) => one.at - other.at).map(({ text }) => text);
}

const scoreOf = ({ worth, said }: { readonly worth: number; readonly said: number }): number =>
  worth - REPETITION_LOSS * said;

export const wordCount = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/** Without what was said before in the same words. */
const unrepeated = (all: readonly Quotable[]): readonly Quotable[] =>
  [...new Map(all.toReversed().map((sentence) => [sentence.text.toLowerCase(), sentence])).values()].toReversed();

/** As many as are encoded, in their order: those nearest to where a paragraph begins. */
function beginnings(all: readonly Quotable[]): readonly Quotable[] {
  if (all.length <= MAX_CANDIDATES) return all;
  const depths = new Map<number, number>();
  const placed = all.map((sentence, at) => {
    const depth = depths.get(sentence.paragraph) ?? 0;
    depths.set(sentence.paragraph, depth + 1);
    return { sentence, at, depth };
  });
  return placed
    .toSorted((one, other) => one.depth - other.depth || one.at - other.at)
    .slice(0, MAX_CANDIDATES)
    .toSorted((one, other) => one.at - other.at)
    .map(({ sentence }) => sentence);
}
