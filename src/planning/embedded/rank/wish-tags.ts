import { likeliestPath } from "../likeliest-path.ts";

/**
 * What a word is in a request, as the network tells it: no part of a wish; the beginning or the inside of an order
 * ("summarize it") or of what is asked ("the due date"); of a condition ("if it is in German").
 */
export const WISH_TAGS = ["none", "order-begins", "order", "question-begins", "question", "condition"] as const;
export type WishTag = (typeof WISH_TAGS)[number];

/** The likeliest tags of words in a row. @param told for each word the probabilities of these tags */
export const wishTagsBy = (told: readonly Float32Array[], tags: readonly WishTag[]): readonly WishTag[] =>
  likeliestPath(told, (before, tag) =>
    costOf(before === null ? null : (tags[before] ?? null), tags[tag] ?? "none"),
  ).map((place) => tags[place] ?? "none");

/** What it costs that another stretch begins, in log-probability. */
const CHANGE = 1;

function costOf(before: WishTag | null, tag: WishTag): number {
  if (tag === "order" || tag === "question")
    return before === tag || before === `${tag}-begins` ? 0 : Number.POSITIVE_INFINITY;
  return before === tag && !tag.endsWith("begins") ? 0 : before === null && tag === "none" ? 0 : CHANGE;
}
