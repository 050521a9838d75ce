import { isAsking } from "../src/planning/embedded/rank/input.ts";
import { WISH_TAGS } from "../src/planning/embedded/rank/wish-tags.ts";
import type { Example } from "./example.ts";
import { foldOf } from "./folds.ts";
import { truthsOf } from "./truths.ts";

/** The examples fall into so many parts by their groups; one of them the network that plans are calibrated by never sees. */
const PARTS = 5;

/**
 * Whether an example is of the part that plans are calibrated and measured by, with a network that has not seen it. Of
 * those that have come since a network was learnt, which are of few hands, each falls into a part by itself, or with its
 * family.
 */
export const isHeldBack = ({ id, group }: Pick<Example, "id" | "group">, isFresh: boolean): boolean =>
  foldOf(isFresh && id.startsWith(`${group}:`) ? id : group, PARTS, "") === 0;

/** An example as `network/` reads it: one line of JSON. */
export const exportLine = (example: Example, isFresh: boolean): string => {
  const { view, links, isComposed, wishes } = example;
  return JSON.stringify({
    held: isHeldBack(example, isFresh),
    fresh: isFresh,
    composed: isComposed,
    kinds: view.kinds,
    paper: view.hasPaper,
    followUp: view.isFollowUp,
    isQuestion: isAsking(view),
    /** Of each word: as it was said, whether it is quoted, whether it only tells what there is, and its clause. */
    words: view.tokens.map(({ said, isQuoted, isGiven, clause }) => [said, Number(isQuoted), Number(isGiven), clause]),
    labels: [...truthsOf(example)],
    links: [...links],
    /** Of each word its place among `WISH_TAGS`, or -1; left out where nobody marked the request. */
    ...(wishes === null ? {} : { wishes: wishes.map((tag) => (tag === null ? -1 : WISH_TAGS.indexOf(tag))) }),
  });
};
