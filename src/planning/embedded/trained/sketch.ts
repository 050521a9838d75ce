import type { Ontology } from "../../../domain/task-types/index.ts";
import { type Feature, featuresOf } from "./features.ts";
import { logOdds } from "./linear.ts";
import { logOddsOf, sigmoid } from "./log-odds.ts";
import type { Profile } from "./profile.ts";
import type { TaskTypeCandidate } from "./prospects.ts";
import { candidateAt, scoreRequest } from "./scored-request.ts";
import type { RequestToken } from "./tokens.ts";
import type { RequestView } from "./view.ts";
import { decide, weigh } from "./weigh.ts";

/** Tasks and links without arguments. */
export interface PlanSketch {
  /** In an order in which they can run. */
  readonly tasks: readonly SketchedTask[];
  /** Places in `tasks`: giver, taker. */
  readonly links: readonly (readonly [number, number])[];
  /** The probability that all its tasks and links are right, calibrated. */
  readonly confidence: number;
}

export interface SketchedTask {
  readonly type: string;
  /** Offset in the masked text of the word that speaks for it most. */
  readonly at: number;
  /** The words that decided, as the user wrote them. */
  readonly words: readonly string[];
}

/** Tells the log-odds of what may be true of a request as a whole; 0 where the profile doesn't know. */
export function oddsBy({ linear }: Profile, features: readonly Feature[]): (output: string) => number {
  const odds = logOdds(linear, features);
  return (output) => odds[linear.places.get(output) ?? -1] ?? 0;
}

/** The plan that the profile finds best, or `null` when the ontology has none of its types. */
export function sketchPlan(
  view: RequestView,
  profile: Profile,
  ontology: Ontology,
  features = featuresOf(view),
): PlanSketch | null {
  const outlook = scoreRequest(view, features, profile.linear, profile.types, ontology);
  const decided = decide(weigh(outlook, profile), profile.ranking);
  if (!decided) return null;
  const { order, links } = decided.graph;
  const places = new Map(order.map((at, place) => [at, place]));
  return {
    tasks: order.map((at) => sketched(candidateAt(outlook, at), view.tokens)),
    links: links.map(([from, to]) => [places.get(from) ?? 0, places.get(to) ?? 0]),
    confidence: calibrated(decided.share, profile.calibration),
  };
}

/** The probability of being right, from a candidate's share of what is believed (Platt 1999, on its log-odds). */
export const calibrated = (share: number, [slope, offset]: Profile["calibration"]): number =>
  sigmoid(slope * logOddsOf(share) + offset);

/** Words shown as a reason. */
const MAX_WORDS = 4;
/** Of the strongest word's evidence; weaker words did not decide. */
const MIN_SHARE = 0.4;

function sketched({ name, place, evidence }: TaskTypeCandidate, tokens: readonly RequestToken[]): SketchedTask {
  const share = (at: number): number => evidence[at] ?? 0;
  const most = share(place);
  const telling = [...evidence.keys()]
    .filter((at) => most > 0 && share(at) >= MIN_SHARE * most)
    .toSorted((a, b) => share(b) - share(a))
    .slice(0, MAX_WORDS)
    .toSorted((a, b) => a - b);
  const words = telling.map((at) => tokens[at]?.said ?? "").filter((word) => word !== "" && !word.startsWith("@"));
  return { type: name, at: tokens[place]?.at ?? 0, words: [...new Set(words)] };
}
