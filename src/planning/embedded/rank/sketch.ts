import type { Feature } from "./features.ts";
import { evidence } from "./linear.ts";
import { logOddsOf, sigmoid } from "./log-odds.ts";
import type { Profile } from "./profile.ts";
import { candidateAt, type ScoredRequest } from "./scored-request.ts";
import type { RequestToken } from "./tokens.ts";
import type { RequestView } from "./view.ts";
import { decide, weigh } from "./weigh.ts";

/** Tasks and links without arguments. */
export interface PlanSketch {
  /** In an order in which they can run. */
  readonly tasks: readonly SketchedTask[];
  /** Places in `tasks`: giver, taker. */
  readonly links: readonly (readonly [number, number])[];
  /** The probability that all its tasks and links are right, calibrated; null where nobody knows. */
  readonly confidence: number | null;
}

export interface SketchedTask {
  readonly type: string;
  /** Offset in the masked text of the word that speaks for it most. */
  readonly at: number;
  /** The words that decided, as the user wrote them. */
  readonly words: readonly string[];
}

/** The plan that the profile finds best for a request, or `null` when the ontology has none of its types. */
export function sketchPlan(
  outlook: ScoredRequest,
  { tokens }: RequestView,
  features: readonly Feature[],
  profile: Profile,
): PlanSketch | null {
  const likely = (at: number): boolean => candidateAt(outlook, at).node >= UNLIKELY;
  const decided = decide(weigh(outlook, profile), profile.ranking, ({ order, links }) => {
    const kept = withoutUnlikely(order, outlook);
    return `${kept.toSorted()} ${links
      .filter((link) => link.every(likely))
      .toSorted()
      .join(" ")}`;
  });
  if (!decided) return null;
  const { order: whole, links } = decided.graph;
  const order = withoutUnlikely(whole, outlook);
  const placed = features.filter(({ key }) => OF_ONE_PLACE.test(key));
  const places = new Map(order.map((at, place) => [at, place]));
  return {
    tasks: order.map((at) => {
      const { name } = candidateAt(outlook, at);
      const output = profile.linear.places.get(`node:${name}`) ?? -1;
      return sketched(name, evidence(profile.linear, placed, output, tokens.length), tokens);
    }),
    links: links.flatMap(([from, to]): readonly (readonly [number, number])[] => {
      const [giver, taker] = [places.get(from), places.get(to)];
      return giver === undefined || taker === undefined ? [] : [[giver, taker]];
    }),
    confidence: calibrated(decided.share, profile.calibration),
  };
}

/** Log-odds below which a type is in a plan for the number of steps in the words alone: "grey, then blur" are two edits. */
const UNLIKELY = -1;

/** Without the types that no word speaks for, where others are left: what is wished twice is found clause by clause. */
function withoutUnlikely(order: readonly number[], outlook: ScoredRequest): readonly number[] {
  const likely = order.filter((at) => candidateAt(outlook, at).node >= UNLIKELY);
  return likely.length > 0 ? likely : order;
}

/** The probability of being right, from a candidate's share of what is believed (Platt 1999, on its log-odds). */
export const calibrated = (share: number, [slope, offset]: Profile["calibration"]): number =>
  sigmoid(slope * logOddsOf(share) + offset);

/** Words shown as a reason. */
const MAX_WORDS = 4;
/** Of the strongest word's evidence; weaker words did not decide. */
const MIN_SHARE = 0.4;

/** Features that speak of one place in the words: pairs of concepts stand in two. */
const OF_ONE_PLACE = /^[wWqQkc]:/;

function sketched(name: string, shares: Float32Array, tokens: readonly RequestToken[]): SketchedTask {
  const share = (at: number): number => shares[at] ?? 0;
  const place = homeOf(shares, tokens);
  const most = share(place);
  const telling = [...shares.keys()]
    .filter((at) => most > 0 && share(at) >= MIN_SHARE * most)
    .toSorted((a, b) => share(b) - share(a))
    .slice(0, MAX_WORDS)
    .toSorted((a, b) => a - b);
  const words = telling.map((at) => tokens[at]?.said ?? "").filter((word) => word !== "" && !word.startsWith("@"));
  return { type: name, at: tokens[place]?.at ?? 0, words: [...new Set(words)] };
}

/**
 * The word that speaks for a task most. One that stands in several clauses, as "read" may, does not tell which of them
 * is meant, where another speaks nearly as much.
 */
function homeOf(shares: Float32Array, tokens: readonly RequestToken[]): number {
  const shareAt = (at: number): number => shares[at] ?? 0;
  const most = Math.max(0, ...shares);
  const clauses = new Map<string, Set<number>>();
  for (const { word, clause } of tokens) clauses.set(word, (clauses.get(word) ?? new Set()).add(clause));
  const isLone = (at: number): boolean => clauses.get(tokens[at]?.word ?? "")?.size === 1;
  const telling = [...tokens.keys()].filter((at) => shareAt(at) >= MIN_SHARE * most);
  const lone = telling.filter(isLone);
  return (lone.length > 0 ? lone : telling).reduce(
    (best, at) => (shareAt(at) > shareAt(best) ? at : best),
    lone[0] ?? telling[0] ?? 0,
  );
}
