import { type Flag, MAX_PIECES, type Piece } from "../../../words/encoder/piece-encoder.ts";
import { type PieceVocabulary, piecesOf, RESERVED } from "../../../words/encoder/pieces.ts";
import type { RequestToken } from "../read/tokens.ts";
import type { RequestView } from "../read/view.ts";

/** A piece of a request, with the word that it is of, by its place among the request's tokens; null for what was not said. */
export interface InputPiece extends Piece {
  readonly word: number | null;
}

/** Of a request that is longer, quoted words are read to this piece: they are what it is about, and not what is wished. */
export const MAX_QUOTED = 12;

/** Kinds of what is at hand, then the words with a comma between clauses, and whether it ends as a question. */
export function inputOf(view: RequestView, vocabulary: PieceVocabulary): readonly InputPiece[] {
  const context = [...contextOf(view)].map(([word, flag]) => entry(vocabulary.get(word), flag));
  const said = wordsOf(view.tokens, vocabulary);
  const whole = [entry(RESERVED.start, "said"), ...context, entry(RESERVED.divider, "said"), ...said];
  const kept = (whole.length < MAX_PIECES ? whole : withShorterQuotations(whole)).slice(0, MAX_PIECES - 1);
  if (isAsking(view)) kept.push(entry(vocabulary.get("?"), "said"));
  return kept;
}

/** Whether a request ends as a question. */
export const isAsking = ({ masked }: RequestView): boolean => /\?\s*$/.test(masked);

function withShorterQuotations(entries: readonly InputPiece[]): readonly InputPiece[] {
  let quoted = 0;
  return entries.filter(({ flag }) => {
    quoted = flag === "quoted" ? quoted + 1 : 0;
    return quoted <= MAX_QUOTED;
  });
}

const entry = (place: number | undefined, flag: Flag, word: number | null = null): InputPiece => ({
  place: place ?? RESERVED.unknown,
  flag,
  word,
});

function* contextOf({ kinds, hasPaper, isFollowUp }: RequestView): Iterable<readonly [word: string, flag: Flag]> {
  for (const kind of [...new Set(kinds)].toSorted())
    yield [kind, kinds.indexOf(kind) === kinds.lastIndexOf(kind) ? "file" : "files"];
  if (hasPaper) yield ["invoice", "file"];
  if (isFollowUp) yield ["again", "file"];
}

function wordsOf(tokens: readonly RequestToken[], vocabulary: PieceVocabulary): readonly InputPiece[] {
  return tokens.flatMap((token, at) => {
    const isNext = token.clause !== (tokens[at - 1]?.clause ?? 0);
    const border = isNext ? [entry(vocabulary.get(","), "said")] : [];
    return [
      ...border,
      ...piecesOf(token.said.replace(/^@/, ""), vocabulary).map((place) => entry(place, flagOf(token), at)),
    ];
  });
}

const flagOf = ({ said, isQuoted, isGiven }: RequestToken): Flag =>
  said.startsWith("@") ? "part" : isQuoted ? "quoted" : isGiven ? "given" : "said";
