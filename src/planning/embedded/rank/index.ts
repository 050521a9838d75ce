import type { Ontology } from "../../../domain/task-types/index.ts";
import type { WordVectors } from "../../../words/vectors.ts";
import { TOPICS, type Topic } from "../reply/topics.ts";
import { type Feature, featuresOf, type MoreFeatures } from "./features.ts";
import { type Odds, oddsBy } from "./linear.ts";
import { sigmoid } from "./log-odds.ts";
import type { Profile } from "./profile.ts";
import { scoreRequest } from "./scored-request.ts";
import { type PlanSketch, sketchPlan } from "./sketch.ts";
import type { RequestView } from "./view.ts";

/** What the trained weights say of a request. */
export interface RankedRequest {
  /** Log-odds of what may be true of it: `node:` and a task type, `about:` and a topic, `lacks`. */
  readonly odds: Odds;
  /** The probability that it is for no task. */
  readonly idle: number;
  readonly isForTask: boolean;
  /** The likeliest tasks and links, whether or not it is for any; null where the ontology has none of the types. */
  readonly sketch: PlanSketch | null;
}

/** Ranks task types for requests, or for parts of them, by a profile. */
export interface Ranker {
  readonly vectors: WordVectors;
  odds(view: RequestView): Odds;
  rank(view: RequestView): RankedRequest;
}

export function createRanker(profile: Profile, vectors: WordVectors, ontology: Ontology, more?: MoreFeatures): Ranker {
  const read = (view: RequestView): readonly Feature[] => featuresOf(view, { vectors, more });
  return {
    vectors,
    odds: (view) => oddsBy(profile.linear, read(view)),
    rank(view) {
      const features = read(view);
      const odds = oddsBy(profile.linear, features);
      const scored = scoreRequest(view, features, profile.linear, profile.types, ontology, odds);
      const idle = sigmoid(odds("idle"));
      const isForTask = idle <= (view.kinds.length > 0 ? IDLE.withMaterial : IDLE.alone);
      return { odds, idle, isForTask, sketch: sketchPlan(scored, view, features, profile) };
    },
  };
}

/** A request is for no task from this probability on; where it comes with something to work on, people mostly want that worked on. */
const IDLE = { alone: 0.5, withMaterial: 0.7 } as const;

/** The sketch of what is for some task, null for what is not. */
export const sketchIn = ({ isForTask, sketch }: RankedRequest): PlanSketch | null => (isForTask ? sketch : null);

/** Log-odds below which a message is about nothing in particular. */
const MIN_TOPIC_ODDS = -1;

/** What a message for no task is about; null where that is not clear. */
export function topicOf({ odds }: RankedRequest): Topic | null {
  const oddsOf = (topic: Topic): number => odds(`about:${topic}`);
  const best = TOPICS.reduce((a, b) => (oddsOf(b) > oddsOf(a) ? b : a));
  return oddsOf(best) > MIN_TOPIC_ODDS ? best : null;
}

/** Whether what a message is to be worked on is missing, more likely than that it is about something. */
export const lacksMaterial = ({ odds }: RankedRequest): boolean =>
  odds("lacks") > Math.max(0, ...TOPICS.map((topic) => odds(`about:${topic}`)));
