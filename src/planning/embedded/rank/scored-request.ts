import { type BaseKind, baseKind, fitsAny } from "../../../domain/kinds.ts";
import type { Ontology, TaskType } from "../../../domain/task-types/index.ts";
import type { RequestToken } from "../read/tokens.ts";
import type { RequestView } from "../read/view.ts";
import type { Prediction } from "./network.ts";
import { answers, objectPort } from "./ports.ts";

/** What the network says of a request's plan, before its tasks are chosen and linked. */
export interface ScoredRequest {
  /** The likeliest types, at most `MAX_CANDIDATES`, in the order in which the words speak for them. */
  readonly candidates: readonly TaskTypeCandidate[];
  /** `links[giver][taker]`, by places among the candidates: log-odds of the one taking from the other; null where it cannot. */
  readonly links: readonly (readonly (number | null)[])[];
  /** Log-odds that the plan has at least two tasks, three, and so on to `MAX_COUNTED`. */
  readonly atLeast: readonly number[];
}

/** A task type that may be in the plan, and what the words say of it. */
export interface TaskTypeCandidate {
  readonly name: string;
  /** Log-odds that it is in the plan, that it takes from no other task, that nothing takes from it. */
  readonly node: number;
  readonly root: number;
  readonly leaf: number;
  /** The kind of what it gives. */
  readonly gives: BaseKind;
  /** It answers a question by words that are there, in a text or on a page. */
  readonly answersByWords: boolean;
  /** The token that speaks for it most. */
  readonly place: number;
  /** How much each token speaks for it, 0 or more. */
  readonly evidence: Float32Array;
}

/** Every subset of them is weighed, so that each more would double the time. */
const MAX_CANDIDATES = 8;
/** "At least so many tasks" is asked of 2 to this many. */
export const MAX_COUNTED = 6;

/** Gathers what is known of a request. @param types those that the network knows; of them, those of the ontology count. */
export function scoreRequest(
  { tokens }: RequestView,
  { odds, evidence, link }: Prediction,
  types: readonly string[],
  ontology: Ontology,
): ScoredRequest {
  const candidates = types
    .flatMap((name) => ontology.get(name) ?? [])
    .map((type) => ({ type, node: odds(`node:${type.name}`) }))
    .toSorted((a, b) => b.node - a.node)
    .slice(0, MAX_CANDIDATES)
    .map(({ type, node }): TaskTypeCandidate => {
      const { name, outputs } = type;
      const shares = weighed(evidence(`node:${name}`), tokens);
      return {
        ...{ name, node, root: odds(`root:${name}`), leaf: odds(`leaf:${name}`) },
        gives: baseKind(outputs[0]?.kinds[0] ?? "data"),
        answersByWords: answers(type) && objectPort(type)?.kinds.some((kind) => WORDS.has(baseKind(kind))) === true,
        place: Math.max(0, shares.indexOf(Math.max(0, ...shares))),
        evidence: shares,
      };
    })
    .toSorted((a, b) => a.place - b.place || b.node - a.node);
  const links = candidates.map(({ name: giver }) =>
    candidates.map(({ name: taker }) =>
      giver !== taker && feeds(ontology.get(giver), ontology.get(taker)) ? link(giver, taker) : null,
    ),
  );
  return { candidates, links, atLeast: Array.from({ length: MAX_COUNTED - 1 }, (_, at) => odds(`size:${at + 2}`)) };
}

const WORDS: ReadonlySet<BaseKind> = new Set<BaseKind>(["text", "document"]);

/** Words of a sentence that only tells what there is place a task less surely than those of a wish. */
const GIVEN_SHARE = 0.2;

const weighed = (shares: Float32Array, tokens: readonly RequestToken[]): Float32Array =>
  shares.map((share, place) => (tokens[place]?.isGiven ? share * GIVEN_SHARE : share));

const feeds = (giver: TaskType | undefined, taker: TaskType | undefined): boolean =>
  giver?.outputs.some(({ kinds }) =>
    kinds.some((kind) => taker?.inputs.some((port) => fitsAny(kind, port.kinds)) ?? false),
  ) ?? false;
