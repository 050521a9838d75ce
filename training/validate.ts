import type { Ontology } from "../src/domain/task-types/index.ts";
import { likeliestPlan } from "../src/planning/embedded/rank/likeliest-plan.ts";
import type { Network } from "../src/planning/embedded/rank/network.ts";
import { scoreRequest } from "../src/planning/embedded/rank/scored-request.ts";
import { calibrated } from "../src/planning/embedded/rank/sketch.ts";
import type { Example } from "./example.ts";
import { fitCalibration } from "./fit/calibration.ts";
import { foldOf } from "./folds.ts";

/** How one unseen request was planned. */
export interface Outcome {
  readonly id: string;
  readonly group: string;
  /** F1 of its task types, between 0 and 1. */
  readonly node: number;
  /** F1 of its links; `null` for a right plan without any, as TaskBench counts. */
  readonly link: number | null;
  readonly hasRightTypes: boolean;
  /** All types and all links are right. */
  readonly isRight: boolean;
  /** How sure the network is of the plan, as it is calibrated. */
  readonly sureness: number;
}

/**
 * The likeliest plans for the examples that have tasks and that somebody thought of.
 * @param network one that has seen none of them: it would be too sure of what it knows
 */
export const planUnseen = (examples: readonly Example[], network: Network, ontology: Ontology): readonly Outcome[] =>
  examples
    .filter(({ types, isComposed, isDrawn }) => types.length > 0 && !isComposed && !isDrawn)
    .map(({ id, group, view, types, links }) => {
      const scored = scoreRequest(view, network.read(view), network.types, ontology);
      const plan = likeliestPlan(scored);
      const name = (at: number): string => scored.candidates[at]?.name ?? "";
      const node = f1(plan?.order.map(name) ?? [], new Set(types));
      const link = f1(plan?.links.map(([from, to]) => `${name(from)}>${name(to)}`) ?? [], links);
      return {
        ...{ id, group, node, link: links.size === 0 ? null : link },
        hasRightTypes: node === 1,
        isRight: node === 1 && link === 1,
        sureness: plan?.sureness ?? 0,
      };
    });

/** 1 where neither has any. */
const f1 = (found: readonly string[], right: ReadonlySet<string>): number =>
  found.length + right.size === 0
    ? 1
    : (2 * found.filter((one) => right.has(one)).length) / (found.length + right.size);

/** The outcomes with the confidence that each would have had, calibrated by those of the other parts. */
export const crossValidated = (
  outcomes: readonly Outcome[],
  parts: number,
): readonly (Outcome & { readonly confidence: number })[] =>
  Array.from({ length: parts }, (_, part) => {
    const isIn = ({ group }: Outcome): boolean => foldOf(group, parts, "within ") === part;
    const calibration = fitCalibration(outcomes.filter((one) => !isIn(one)));
    return outcomes
      .filter(isIn)
      .map((outcome) => ({ ...outcome, confidence: calibrated(outcome.sureness, calibration) }));
  }).flat();
