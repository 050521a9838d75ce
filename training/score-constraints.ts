import { type ConstraintReading, createConstraintReader } from "../src/planning/embedded/constraints/index.ts";
import type { Tagger } from "../src/planning/embedded/constraints/tagger.ts";
import { isMarked, type MarkedRequest, taggedTokens, textOf } from "./marked-request.ts";

/** How requests are read that the tagger has not seen. */
export interface ConstraintScores {
  /** With marks, and of these how many are read as their marks are: what is restricted, and what is told as not understood. */
  readonly restricting: { readonly requests: number; readonly right: number };
  /** Without marks, and of these how many are read as if they restricted something. */
  readonly plain: { readonly requests: number; readonly falselyRead: number };
}

/** Reads requests by a tagger, and by one that says what their marks say. */
export function scoreConstraints(tag: Tagger, requests: readonly MarkedRequest[]): ConstraintScores {
  const readByTagger = createConstraintReader(tag);
  const read = requests.map((request) => {
    const reading = readByTagger(textOf(request));
    return {
      isMarked: isMarked(request),
      isRight: meaningOf(reading) === meaningOf(readByMarks(request)),
      isRead: restricts(reading),
    };
  });
  const [restricting, plain] = [read.filter((one) => one.isMarked), read.filter((one) => !one.isMarked)];
  return {
    restricting: { requests: restricting.length, right: restricting.filter(({ isRight }) => isRight).length },
    plain: { requests: plain.length, falselyRead: plain.filter(({ isRead }) => isRead).length },
  };
}

const restricts = ({ constraints, budget }: ConstraintReading): boolean =>
  Object.keys(constraints).length + Object.keys(budget).length > 0;

/** What a reading restricts; of what was not understood only whether there is any. */
const meaningOf = ({ constraints, budget, unread }: ConstraintReading): string => {
  const sorted = (value: object): string => JSON.stringify(Object.entries(value).toSorted());
  return `${sorted(constraints)} ${sorted(budget)} ${unread.length > 0}`;
};

function readByMarks(request: MarkedRequest): ConstraintReading {
  const told = taggedTokens(request);
  return createConstraintReader(() => told)(textOf(request));
}
