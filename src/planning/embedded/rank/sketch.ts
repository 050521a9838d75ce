import type { RequestToken } from "../read/tokens.ts";
import type { RequestView } from "../read/view.ts";
import stored from "./calibration.json" with { type: "json" };
import { likeliestPlan, type PlanLink, planOfAll } from "./likeliest-plan.ts";
import { sigmoid } from "./log-odds.ts";
import type { ScoredRequest, TaskTypeCandidate } from "./scored-request.ts";

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

/** The likeliest plan for a request, or `null` when the ontology has none of the network's types. */
export function sketchPlan(scored: ScoredRequest, view: RequestView, calibration: Calibration): PlanSketch | null {
  const plan = likeliestPlan(scored);
  return plan && sketchOf(plan, scored, view, calibrated(plan.sureness, calibration));
}

/** The same with every candidate in it, as somebody else has chosen them: how sure that is nobody knows. */
export function sketchAll(scored: ScoredRequest, view: RequestView): PlanSketch | null {
  const plan = planOfAll(scored);
  return plan && sketchOf(plan, scored, view, null);
}

const sketchOf = (
  { order, links }: { readonly order: readonly number[]; readonly links: readonly PlanLink[] },
  { candidates }: ScoredRequest,
  { tokens }: RequestView,
  confidence: number | null,
): PlanSketch => ({
  tasks: order.flatMap((at) => (candidates[at] ? [sketched(candidates[at], tokens)] : [])),
  links: links.map(([giver, taker]) => [order.indexOf(giver), order.indexOf(taker)] as const),
  confidence,
});

/** From how sure the network is of a plan to the log-odds of its being right (Platt 1999). */
export interface Calibration {
  readonly slope: number;
  readonly offset: number;
}

/** That of the network beside this file. */
export const CALIBRATION: Calibration = stored;

/** The probability of a plan being right. */
export const calibrated = (sureness: number, { slope, offset }: Calibration): number =>
  sigmoid(slope * sureness + offset);

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
