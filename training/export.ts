import { isAsking } from "../src/planning/embedded/rank/input.ts";
import type { Example } from "./example.ts";
import { foldOf } from "./folds.ts";
import { truthsOf } from "./truths.ts";

/** The examples fall into so many parts by their groups; one of them the network that plans are calibrated by never sees. */
const PARTS = 5;

/** Whether an example is of the part that plans are calibrated and measured by, with a network that has not seen it. */
export const isHeldBack = ({ group }: Pick<Example, "group">): boolean => foldOf(group, PARTS, "") === 0;

/** An example as `network/` reads it: one line of JSON. */
export const exportLine = (example: Example): string => {
  const { view, links, isComposed } = example;
  return JSON.stringify({
    held: isHeldBack(example),
    composed: isComposed,
    kinds: view.kinds,
    paper: view.hasPaper,
    followUp: view.isFollowUp,
    isQuestion: isAsking(view),
    /** Of each word: as it was said, whether it is quoted, whether it only tells what there is, and its clause. */
    words: view.tokens.map(({ said, isQuoted, isGiven, clause }) => [said, Number(isQuoted), Number(isGiven), clause]),
    labels: [...truthsOf(example)],
    links: [...links],
  });
};
