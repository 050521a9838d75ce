import type { PlanRequest } from "../src/planning/controller.ts";
import { completed, type Verdict } from "../src/planning/embedded/follow-up/index.ts";
import type { Topic } from "../src/planning/embedded/rank/topics.ts";
import type { WishTag } from "../src/planning/embedded/rank/wish-tags.ts";
import { sentencesOf } from "../src/planning/embedded/read/clauses.ts";
import { readingOf, readPlainly, readRequest } from "../src/planning/embedded/read/index.ts";
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
  /** It is read as before it is known what of it is material, which is told by the tags of its words. */
  readonly isPlain: boolean;
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

/** What the planner is told of a request, as it would be when it plans it, beside the label, and before it is known what of it is material. */
export function examplesOf(labelled: Labelled, vectors: WordVectors): readonly Example[] {
  const { id, group = id, request, types, links, about = null, lacks = false } = labelled;
  const { isComposed = false, isDrawn = false, wishes } = labelled;
  const whole = completed(request, { vectors, judge: byItsForm, divide: (one) => sentencesOf(readingOf(one)) });
  // The marks are of the words as they were written, and not of those of a message that was made whole.
  const marked = whole.text === request.text ? wishes : undefined;
  // What was written for training restricts nothing, but for the language of a reply, which is a wish as well.
  const read = readRequest(whole, marked && (() => marked.wishes.map(({ start, end }) => ({ from: start, to: end }))));
  const plain = readPlainly(whole);
  const readings = isComposed || plain.view.masked === read.view.masked ? [read] : [read, plain];
  return readings.map(({ view, reading }) => ({
    ...{ id, group, view },
    types: [...new Set(types)],
    links: new Set(links.filter(([from, to]) => from !== to).map(([from, to]) => `${from}>${to}`)),
    ...{ about, lacks },
    wishes: marked ? wishTagsOf(view.tokens, reading, marked) : null,
    ...{ isComposed, isDrawn, isPlain: reading === plain.reading },
  }));
}

/** What a message does, as long as there is no network to tell it by. */
const byItsForm = ({ text }: PlanRequest): Verdict => {
  const plain = plainly(text);
  const does = isQuestion(plain) ? "ask" : beginsClause(plain) ? "wish" : null;
  return { does, types: [], confidence: does === null ? 0 : 1 };
};
