import { MAX_PIECES } from "../../../words/encoder/piece-encoder.ts";
import { type PieceVocabulary, piecesOf } from "../../../words/encoder/pieces.ts";
import { stretchesOf } from "../../../words/encoder/stretches.ts";
import { fromFirstClause } from "../read/tokens.ts";
import type { RequestView } from "../read/view.ts";
import { inputOf, MAX_QUOTED } from "./input.ts";
import type { Network } from "./network.ts";
import type { WishTag } from "./wish-tags.ts";

/** A request as it is ranked, and what each of its words is. */
interface TaggedRequest {
  /** Short enough to be read at once. */
  readonly view: RequestView;
  /** One a token of the request as it was given. */
  readonly wishTags: readonly WishTag[];
}

/**
 * Tells what the words of a request are that is longer than the network reads at once, stretch by stretch, and shortens it:
 * its wishes, with as much of what only tells as there is room for. Null for one that is short enough.
 */
export function shortened(view: RequestView, vocabulary: PieceVocabulary, read: Network["read"]): TaggedRequest | null {
  const { tokens } = view;
  const room = MAX_PIECES - inputOf({ ...view, tokens: [] }, vocabulary).length - 1;
  let quoted = 0;
  const sizes = tokens.map(({ said, clause, isQuoted }, place) => {
    const isNext = clause !== (tokens[place - 1]?.clause ?? 0);
    quoted = isQuoted ? quoted + 1 : 0;
    // The rest of a quotation is left out by itself.
    return quoted > MAX_QUOTED ? 0 : piecesOf(said, vocabulary).length + Number(isNext);
  });
  if (sizes.reduce((sum, size) => sum + size, 0) <= room) return null;
  const stretches = stretchesOf(sizes, room, (place) => tokens[place]?.clause !== tokens[place + 1]?.clause);
  const wishTags = stretches.flatMap(
    ([start, end]) => read({ ...view, tokens: fromFirstClause(tokens.slice(start, end)) }).wishTags,
  );
  const isWished = (place: number): boolean => wishTags[place] !== "none" && tokens[place]?.isQuoted === false;
  const places = [...tokens.keys()];
  const chosen = new Set<number>();
  let left = room;
  for (const place of [...places.filter(isWished), ...places.filter((one) => !isWished(one))]) {
    left -= sizes[place] ?? 0;
    if (left < 0) break;
    chosen.add(place);
  }
  return { view: { ...view, tokens: fromFirstClause(tokens.filter((_, place) => chosen.has(place))) }, wishTags };
}
