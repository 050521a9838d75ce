import { direction } from "../../../words/sentence-encoder.ts";
import type { CallSurroundings } from "../expert.ts";
import { pieces } from "./pieces.ts";

/** What the sentence encoder sees at once, some 90 words. */
const PASSAGE_CHARS = 450;
/** Of a longer text its beginning counts: it says what the text is about. */
const MAX_PASSAGES = 6;
/** So much of a text is understood at most. */
export const MAX_UNDERSTOOD_CHARS = PASSAGE_CHARS * MAX_PASSAGES;

/**
 * What each text means, as a vector of length 1 (`SentenceEncoder`): of one that is longer than a passage, the mean of its
 * first passages. The same text is encoded once.
 * @throws {AppError} `resource-too-complex` for more than the call may encode, before any is encoded
 */
export async function vectorsOf(
  texts: readonly string[],
  { sentences, work }: Pick<CallSurroundings, "sentences" | "work">,
): Promise<readonly Float32Array[]> {
  const encoder = await sentences();
  const passages = new Map([...new Set(texts)].map((text) => [text, passagesOf(text)]));
  const encoded = await encoder.embed([...passages.values()].flat(), work);
  let next = 0;
  const vectors = new Map(
    [...passages].map(([text, { length }]) => {
      const own = encoded.slice(next, next + length);
      next += length;
      return [text, direction(own, encoder.dimensions)];
    }),
  );
  return texts.flatMap((text) => vectors.get(text) ?? []);
}

const passagesOf = (text: string): readonly string[] =>
  pieces(text.slice(0, MAX_UNDERSTOOD_CHARS), PASSAGE_CHARS).map((piece) => piece.text);
