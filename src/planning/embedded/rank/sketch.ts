import { logOddsOf, sigmoid } from "./log-odds.ts";
import type { Profile } from "./profile.ts";
import { candidateAt, type ScoredRequest } from "./scored-request.ts";
import type { TaskTypeCandidate } from "./task-type-candidate.ts";
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
export function sketchPlan(outlook: ScoredRequest, { tokens }: RequestView, profile: Profile): PlanSketch | null {
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
  const places = new Map(order.map((at, place) => [at, place]));
  return {
    tasks: order.map((at) => sketched(candidateAt(outlook, at), tokens)),
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

function sketched({ name, evidence, place }: TaskTypeCandidate, tokens: readonly RequestToken[]): SketchedTask {
  const said = [...tokens.entries()].flatMap(([at, token]) =>
    token.said.startsWith("@") ? [] : [{ at, word: token.said, share: evidence[at] ?? 0 }],
  );
  const most = Math.max(0, ...said.map(({ share }) => share));
  const telling = said
    .filter(({ share }) => most > 0 && share >= MIN_SHARE * most)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, MAX_WORDS)
    .toSorted((a, b) => a.at - b.at);
  return { type: name, at: tokens[place]?.at ?? 0, words: [...new Set(telling.map(({ word }) => word))] };
}
