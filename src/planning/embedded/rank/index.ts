import type { Ontology } from "../../../domain/task-types/index.ts";
import { MAX_PIECES } from "../../../words/encoder/piece-encoder.ts";
import { speltAsKnown } from "../../../words/spelling.ts";
import type { WordVectors } from "../../../words/vectors.ts";
import type { RequestToken } from "../read/tokens.ts";
import type { RequestView } from "../read/view.ts";
import { sigmoid } from "./log-odds.ts";
import { shortened } from "./long-request.ts";
import type { Network, Odds, Prediction } from "./network.ts";
import { type ScoredRequest, scoreRequest } from "./scored-request.ts";
import { type Calibration, type PlanSketch, sketchAll, sketchPlan } from "./sketch.ts";
import { TOPICS, type Topic } from "./topics.ts";
import type { WishTag } from "./wish-tags.ts";

/** What the trained weights say of a request. */
export interface RankedRequest {
  /** Log-odds of what may be true of it: `node:` and a task type, `about:` and a topic, `lacks`. */
  readonly odds: Odds;
  /** The probability that it is for no task. */
  readonly idle: number;
  readonly isForTask: boolean;
  /** The likeliest tasks and links, whether or not it is for any; null where the ontology has none of the types. */
  readonly sketch: PlanSketch | null;
  /** What each word of it is. */
  readonly wishTags: readonly WishTag[];
}

/** Ranks task types for a request, its parts and those that it leans on; what is asked again is remembered. */
export interface Ranker {
  readonly vectors: WordVectors;
  /** Whether the network knows a word as a whole. */
  knows(word: string): boolean;
  rank(view: RequestView): RankedRequest;
  /** What each word of it is, as `rank` tells it besides. */
  wishTags(view: RequestView): readonly WishTag[];
  /** So many task types, the likeliest to be in its plan first. */
  likeliest(view: RequestView, count: number): readonly string[];
  /** One by whom requests are only for these types: the whole of this one for all of them, if there are any. */
  choosing(whole: RequestView, types: readonly string[]): Ranker;
}

export function createRanker(
  network: Network,
  calibration: Calibration,
  vectors: WordVectors,
  ontology: Ontology,
): Ranker {
  const spellings = new Map<string, string>();
  const spelt = (word: string): string => {
    const meant = spellings.get(word) ?? (vectors.has(word) ? word : speltAsKnown(word, network.words.vocabulary));
    spellings.set(word, meant);
    return meant;
  };
  const read: Network["read"] = (view) => network.read({ ...view, tokens: asMeant(view.tokens, spelt) });
  const told = remembered((given: RequestView): Told => {
    const short = shortened(given, network.words.vocabulary, read);
    const view = short?.view ?? given;
    const prediction = read(view);
    return { view, prediction, wishTags: short?.wishTags ?? prediction.wishTags };
  });
  const scoredFor = ({ view, prediction }: Told, types: readonly string[]): ScoredRequest =>
    scoreRequest(view, prediction, types, ontology);
  const rankedAs = ({ view, prediction: { odds }, wishTags }: Told, sketch: PlanSketch | null): RankedRequest => {
    const ranked = { odds, idle: sigmoid(odds("idle")), sketch, wishTags };
    return { ...ranked, isForTask: isForTask(ranked, view) };
  };
  const ranker: Ranker = {
    vectors,
    knows: (word) => network.knows(word),
    rank: remembered((view) => {
      const one = told(view);
      return rankedAs(one, sketchPlan(scoredFor(one, network.types), one.view, calibration));
    }),
    wishTags: (view) => told(view).wishTags,
    likeliest(view, count) {
      const { odds } = told(view).prediction;
      const known = network.types.filter((name) => ontology.get(name));
      return known.toSorted((a, b) => odds(`node:${b}`) - odds(`node:${a}`)).slice(0, count);
    },
    choosing: (whole, types) => ({
      ...ranker,
      rank: remembered((view) => {
        const one = told(view);
        const scored = scoredFor(one, types);
        if (keyOf(view) !== keyOf(whole)) return rankedAs(one, sketchPlan(scored, one.view, calibration));
        const ranked = rankedAs(one, sketchAll(scored, one.view));
        return types.length > 0 ? { ...ranked, idle: 0, isForTask: true } : { ...ranked, isForTask: false };
      }),
    }),
  };
  return ranker;
}

/** What the network says of a request, or of what it was shortened to. */
interface Told {
  readonly view: RequestView;
  readonly prediction: Prediction;
  readonly wishTags: readonly WishTag[];
}

const keyOf = (view: RequestView): string => JSON.stringify(view);

/** For as long as a ranker lives: one request and its parts. */
function remembered<T>(find: (view: RequestView) => T): (view: RequestView) => T {
  const known = new Map<string, T>();
  return (view) => {
    const key = keyOf(view);
    const found = known.get(key) ?? find(view);
    known.set(key, found);
    return found;
  };
}

/** The own words of a request as they were meant; names stay, as do parts, what is quoted, and what is hardly ever read. */
const asMeant = (tokens: readonly RequestToken[], spelt: (word: string) => string): readonly RequestToken[] =>
  tokens.map((token, at) => {
    if (token.isQuoted || at >= MAX_PIECES) return token;
    return { ...token, said: spelt(at === 0 ? token.said.toLowerCase() : token.said) };
  });

/** What lacks nothing but what is there is for a task: "summarize this: it rained". */
function isForTask(ranked: Pick<RankedRequest, "odds" | "idle">, { kinds, tokens }: RequestView): boolean {
  const hasMaterial = kinds.length > 0 || tokens.some(({ isQuoted }) => isQuoted);
  const isAboutIt = hasMaterial && !TOPICS.some((topic) => ranked.odds(`about:${topic}`) >= CLEAR_TOPIC_ODDS);
  return ranked.idle <= (isAboutIt ? IDLE.withMaterial : IDLE.alone) || (hasMaterial && lacksMaterial(ranked));
}

/**
 * A request is for no task from this probability on; where it comes with something to work on, and is not clearly about
 * something else, people mostly want that worked on.
 */
const IDLE = { alone: 0.5, withMaterial: 0.7 } as const;

/** The sketch of what is for some task, null for what is not. */
export const sketchIn = ({ isForTask, sketch }: RankedRequest): PlanSketch | null => (isForTask ? sketch : null);

/** Log-odds below which a message is about nothing in particular; what is surely for no task is about something. */
const MIN_TOPIC_ODDS = { mostly: -1, idle: -3 } as const;
const SURELY_IDLE = 0.9;
/** Log-odds from which on it is about the likeliest topic alone: below, that is right for half of the messages. */
const CLEAR_TOPIC_ODDS = 1;

/** What a message for no task is about, the likeliest first: two where that is not clear, none where it is about nothing. */
export function topicsOf({ odds, idle }: RankedRequest): readonly Topic[] {
  const oddsOf = (topic: Topic): number => odds(`about:${topic}`);
  const least = idle >= SURELY_IDLE ? MIN_TOPIC_ODDS.idle : MIN_TOPIC_ODDS.mostly;
  const [first, second] = TOPICS.filter((topic) => oddsOf(topic) > least).toSorted((a, b) => oddsOf(b) - oddsOf(a));
  if (first === undefined) return [];
  return second === undefined || oddsOf(first) >= CLEAR_TOPIC_ODDS ? [first] : [first, second];
}

/** The likeliest of them; null for none. */
export const topicOf = (ranked: RankedRequest): Topic | null => topicsOf(ranked)[0] ?? null;

/** Whether what a message is to be worked on is missing, more likely than that it is about something. */
export const lacksMaterial = ({ odds }: Pick<RankedRequest, "odds">): boolean =>
  odds("lacks") > Math.max(0, ...TOPICS.map((topic) => odds(`about:${topic}`)));
