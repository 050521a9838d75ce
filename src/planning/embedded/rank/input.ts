import { type PieceVocabulary, piecesOf, RESERVED } from "../encoder/pieces.ts";
import type { RequestToken } from "./tokens.ts";
import type { RequestView } from "./view.ts";

/** What a piece is, beside the word that it is of; the network knows them by their places here. */
export const FLAGS = ["said", "quoted", "given", "part", "file", "files"] as const;
export type Flag = (typeof FLAGS)[number];

/** A request as the network reads it, piece by piece. */
export interface Input {
  readonly pieces: readonly number[];
  readonly flags: readonly Flag[];
  /** The word that a piece is of, by its place among the request's tokens; null for what was not said. */
  readonly words: readonly (number | null)[];
}

/** What is read at most, as the time grows with its square. */
export const MAX_PIECES = 128;
/** Of a request that is longer, quoted words are read to this piece: they are what it is about, and not what is wished. */
const MAX_QUOTED = 12;

/** Kinds of what is at hand, then the words with a comma between clauses, and whether it ends as a question. */
export function inputOf(view: RequestView, vocabulary: PieceVocabulary): Input {
  const context = [...contextOf(view)].map(([word, flag]) => entry(vocabulary.get(word), flag));
  const said = wordsOf(view.tokens, vocabulary);
  const whole = [entry(RESERVED.start, "said"), ...context, entry(RESERVED.divider, "said"), ...said];
  const kept = (whole.length < MAX_PIECES ? whole : withShorterQuotations(whole)).slice(0, MAX_PIECES - 1);
  if (isAsking(view)) kept.push(entry(vocabulary.get("?"), "said"));
  return {
    pieces: kept.map(({ piece }) => piece),
    flags: kept.map(({ flag }) => flag),
    words: kept.map(({ word }) => word),
  };
}

/** Whether a request ends as a question. */
export const isAsking = ({ masked }: RequestView): boolean => /\?\s*$/.test(masked);

function withShorterQuotations(entries: readonly Entry[]): readonly Entry[] {
  let quoted = 0;
  return entries.filter(({ flag }) => {
    quoted = flag === "quoted" ? quoted + 1 : 0;
    return quoted <= MAX_QUOTED;
  });
}

interface Entry {
  readonly piece: number;
  readonly flag: Flag;
  readonly word: number | null;
}

const entry = (piece: number | undefined, flag: Flag, word: number | null = null): Entry => ({
  piece: piece ?? RESERVED.unknown,
  flag,
  word,
});

function* contextOf({ kinds, hasPaper, isFollowUp }: RequestView): Iterable<readonly [word: string, flag: Flag]> {
  for (const kind of [...new Set(kinds)].toSorted())
    yield [kind, kinds.indexOf(kind) === kinds.lastIndexOf(kind) ? "file" : "files"];
  if (hasPaper) yield ["invoice", "file"];
  if (isFollowUp) yield ["again", "file"];
}

function wordsOf(tokens: readonly RequestToken[], vocabulary: PieceVocabulary): readonly Entry[] {
  return tokens.flatMap((token, at) => {
    const isNext = token.clause !== (tokens[at - 1]?.clause ?? 0);
    const border = isNext ? [entry(vocabulary.get(","), "said")] : [];
    return [
      ...border,
      ...piecesOf(token.said.replace(/^@/, ""), vocabulary).map((piece) => entry(piece, flagOf(token), at)),
    ];
  });
}

const flagOf = ({ said, isQuoted, isGiven }: RequestToken): Flag =>
  said.startsWith("@") ? "part" : isQuoted ? "quoted" : isGiven ? "given" : "said";
