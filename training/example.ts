import type { PlanRequest } from "../src/planning/controller.ts";
import { completed, type Verdict } from "../src/planning/embedded/follow-up/index.ts";
import type { Topic } from "../src/planning/embedded/rank/topics.ts";
import type { WishTag } from "../src/planning/embedded/rank/wish-tags.ts";
import { sentencesOf } from "../src/planning/embedded/read/clauses.ts";
import { readingOf, readRequest } from "../src/planning/embedded/read/index.ts";
import { beginsClause, plainly } from "../src/planning/embedded/read/openings.ts";
import { isQuestion } from "../src/planning/embedded/read/questions.ts";
import type { RequestView } from "../src/planning/embedded/read/view.ts";
import type { WordVectors } from "../src/words/vectors.ts";
import { type MarkedWishes, wishTagsOf } from "./marked-wishes.ts";

/** A labelled request as the trainer uses it: what is true of it, and the right plan. */
export interface Example {
  readonly id: string;
  /** Examples of one hand, or of one wish in other words: they are never split between fitting and measuring. */
  readonly group: string;
  readonly view: RequestView;
  /** Task types of the right plan, each once; empty for a request that is for no task. */
  readonly types: readonly string[];
  /** `giver>taker` of its links, each once; those from a type to itself are left out. */
  readonly links: ReadonlySet<string>;
  /** What a request for no task is about; null where nobody said. */
  readonly about: Topic | null;
  /** What it is to work on is missing. */
  readonly lacks: boolean;
  /** What each of its words is, as far as somebody marked it; null for a request that nobody marked. */
  readonly wishes: readonly (WishTag | null)[] | null;
  /** It was made of others, and shows what words mean among many: how people ask is learnt and measured without it. */
  readonly isComposed: boolean;
  /** A program thought of what is wished: people seldom ask for so much at once. */
  readonly isDrawn: boolean;
}

/** A request and its label. */
export interface Labelled {
  readonly id: string;
  /** Its own where it is left out. */
  readonly group?: string;
  readonly request: PlanRequest;
  readonly types: readonly string[];
  /** Task types. */
  readonly links: readonly (readonly [giver: string, taker: string])[];
  readonly about?: Topic | null;
  readonly lacks?: boolean;
  readonly wishes?: MarkedWishes;
  readonly isComposed?: boolean;
  readonly isDrawn?: boolean;
}

/** What the planner is told of a request, as it would be when it plans it, beside the label. */
export function exampleOf(labelled: Labelled, vectors: WordVectors): Example {
  const { id, group = id, request, types, links, about = null, lacks = false } = labelled;
  const { isComposed = false, isDrawn = false, wishes } = labelled;
  const whole = completed(request, { vectors, judge: byItsForm, divide: (one) => sentencesOf(readingOf(one)) });
  // What was written for training restricts nothing, but for the language of a reply, which is a wish as well.
  const { view, reading } = readRequest(whole);
  return {
    id,
    group,
    view,
    types: [...new Set(types)],
    links: new Set(links.filter(([from, to]) => from !== to).map(([from, to]) => `${from}>${to}`)),
    about,
    lacks,
    // The marks are of the words as they were written, and not of those of a message that was made whole.
    wishes: wishes && whole.text === request.text ? wishTagsOf(view.tokens, reading, wishes) : null,
    isComposed,
    isDrawn,
  };
}

/** What a message does, as long as there is no network to tell it by. */
const byItsForm = ({ text }: PlanRequest): Verdict => {
  const plain = plainly(text);
  const does = isQuestion(plain) ? "ask" : beginsClause(plain) ? "wish" : null;
  return { does, types: [], confidence: does === null ? 0 : 1 };
};
