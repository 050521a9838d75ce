import type { Expert } from "../domain/experts.ts";
import { type Evidence, evidenceIn } from "./benchmark/evidence.ts";
import { type Figures, figuresMeant, figuresOf, type Meant } from "./benchmark/figures.ts";
import { standingScore } from "./score.ts";

/** All that can be said of the experts for one task type before anything is asked. */
export interface Roster {
  readonly experts: readonly Expert[];
  /** The part of each one's score that doesn't change from call to call, by place. */
  readonly scores: Float64Array;
  /** How a model does where its figures compare with others', by its id. */
  readonly evidence: ReadonlyMap<string, Evidence>;
  /** The figures that somebody's words for a benchmark may mean. */
  meant(benchmark: string): readonly Meant[];
}

/** Names of benchmarks remembered for a roster: a request names one or two. */
const MAX_NAMES = 32;

const rosters = new WeakMap<readonly Expert[], Roster>();

/** Made once for each list of experts, as making it costs milliseconds where there are thousands. */
export function rosterOf(experts: readonly Expert[]): Roster {
  const known = rosters.get(experts);
  if (known) return known;
  const figures = figuresOf(experts);
  const evidence = evidenceIn(figures);
  const scores = Float64Array.from(experts, (expert) => standingScore(expert, evidence.get(expert.facts.id) ?? null));
  const roster = { experts, scores, evidence, meant: rememberMeant(figures) };
  rosters.set(experts, roster);
  return roster;
}

function rememberMeant(figures: readonly Figures[]): Roster["meant"] {
  const known = new Map<string, readonly Meant[]>();
  return (benchmark) => {
    const found = known.get(benchmark) ?? figuresMeant(benchmark, figures);
    if (known.size >= MAX_NAMES) known.clear();
    known.set(benchmark, found);
    return found;
  };
}
