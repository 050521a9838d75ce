import type { Ontology } from "../../../domain/task-types/index.ts";
import { scoreArcs } from "./arcs.ts";
import { candidates, type Graph } from "./candidates.ts";
import { type Feature, featuresOf, type View } from "./features.ts";
import { logOdds } from "./linear.ts";
import { lookAt, type Outlook, type Prospect } from "./outlook.ts";
import { scorePaths, sigmoid, sumPaths } from "./paths.ts";
import type { Profile } from "./profile.ts";
import { choose, probabilities, rankFeatures } from "./rank.ts";

/** Tasks and links without arguments. */
export interface PlanSketch {
  /** In an order in which they can run. */
  readonly tasks: readonly SketchedTask[];
  /** Places in `tasks`: giver, taker. */
  readonly links: readonly (readonly [number, number])[];
  /** The probability that it is right, calibrated. */
  readonly confidence: number;
}

export interface SketchedTask {
  readonly type: string;
  /** Offset in the masked text of the word that speaks for it most. */
  readonly at: number;
  /** The words that decided, as the user wrote them. */
  readonly words: readonly string[];
}

/** Log-odds of something that is true of a request as a whole; 0 where the profile doesn't know. */
export function oddsOf(output: string, { linear }: Profile, features: readonly Feature[]): number {
  const place = linear.places.get(output);
  return place === undefined ? 0 : (logOdds(linear, features)[place] ?? 0);
}

/** Link F1 counts so much beside node F1 when the plan is chosen. */
const LINK_WEIGHT = 1;
/** More likely types are taken for tasks when links are weighed. */
const CHOSEN_ODDS = -1;

/** Everything that is weighed before a plan is chosen. */
export interface Weighed {
  readonly outlook: Outlook;
  readonly graphs: readonly Graph[];
  readonly rows: readonly Float64Array[];
}

/** The candidates of an outlook, and what is true of each. */
export function weigh(outlook: Outlook, { types, paths, arcs }: Pick<Profile, "types" | "paths" | "arcs">): Weighed {
  const scores = scorePaths(types.length, paths, outlook);
  const chosen = [...outlook.prospects.keys()].filter((at) => (outlook.prospects[at]?.node ?? 0) > CHOSEN_ODDS);
  const linkOdds = scoreArcs(types.length, arcs, outlook, chosen);
  const graphs = candidates(outlook, scores, sumPaths(scores), linkOdds);
  return { outlook, graphs, rows: graphs.map((graph) => rankFeatures(types.length, outlook, graph, linkOdds)) };
}

/** The place of the chosen candidate, and its share of all that is believed. */
export function decide(
  { outlook, graphs, rows }: Weighed,
  ranking: readonly number[],
): { readonly at: number; readonly share: number } {
  const shares = probabilities(rows, ranking);
  const at = choose(graphs, shares, outlook.prospects.length, LINK_WEIGHT);
  return { at, share: shares[at] ?? 0 };
}

/** The plan that the profile finds best, or `null` when the ontology has none of its types. */
export function sketchPlan(
  view: View,
  profile: Profile,
  ontology: Ontology,
  features = featuresOf(view),
): PlanSketch | null {
  const outlook = lookAt(view, features, profile.linear, profile.types, ontology);
  const weighed = weigh(outlook, profile);
  const { at, share } = decide(weighed, profile.ranking);
  const graph = weighed.graphs[at];
  if (!graph) return null;
  const places = new Map(graph.order.map((prospect, place) => [prospect, place]));
  return {
    tasks: graph.order.map((prospect) => sketched(outlook.prospects[prospect] as Prospect, view)),
    links: graph.links.map(([from, to]) => [places.get(from) ?? 0, places.get(to) ?? 0]),
    confidence: calibrated(share, profile.calibration),
  };
}

/** Platt 1999, on log-odds. */
export function calibrated(share: number, [slope, offset]: readonly [number, number]): number {
  const bounded = Math.min(0.9999, Math.max(0.0001, share));
  return sigmoid(slope * Math.log(bounded / (1 - bounded)) + offset);
}

/** Words shown as a reason. */
const MAX_WORDS = 4;
/** Of the strongest word's evidence; weaker words did not decide. */
const MIN_SHARE = 0.4;

function sketched({ name, place, evidence }: Prospect, { tokens }: View): SketchedTask {
  const most = evidence[place] ?? 0;
  const telling = [...evidence.keys()]
    .filter((at) => most > 0 && (evidence[at] ?? 0) >= MIN_SHARE * most)
    .toSorted((a, b) => (evidence[b] ?? 0) - (evidence[a] ?? 0))
    .slice(0, MAX_WORDS)
    .toSorted((a, b) => a - b);
  const words = telling.map((at) => tokens[at]?.said ?? "").filter((word) => word !== "" && !word.startsWith("@"));
  return { type: name, at: tokens[place]?.at ?? 0, words: [...new Set(words)] };
}
