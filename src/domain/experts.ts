import { type ModelFacts, type Price, sureParameters } from "./catalogue.ts";
import type { Endpoint } from "./endpoints.ts";
import type { InferenceArguments } from "./inference-arguments.ts";

/** An endpoint that can be called now, for one task type, with the facts that selection judges it by. */
export interface Expert {
  readonly endpoint: Endpoint;
  readonly facts: ModelFacts;
  /** Empty if unknown; a free model has a price of 0. */
  readonly prices: readonly Price[];
  /** What the model's card calls it with; left out where there is nothing, or the endpoint takes none. */
  readonly defaults?: InferenceArguments;
}

/**
 * General models of fewer parameters repeat and invent rather than do as they are told: those of 135, 270 and 494
 * million did (docs/evaluation.md, "Real models"), one of 1.5 billion shortened and reworded texts as told; none between was
 * at hand.
 */
export const MIN_INSTRUCTED_PARAMETERS = 1_000_000_000;

/** Whether a model is known to be too small to do as it is told. */
export const isBelowInstructions = (facts: ModelFacts): boolean =>
  (sureParameters(facts) ?? Number.POSITIVE_INFINITY) < MIN_INSTRUCTED_PARAMETERS;

/** The recent reliability of an endpoint for one task type. */
export interface Health {
  readonly calls: number;
  readonly failures: number;
  /** Of calls that succeeded, in milliseconds; null before the first. */
  readonly medianMs: number | null;
}

/** Models of the catalogue for a task type that cannot be called here. */
export interface Elsewhere {
  readonly count: number;
  /** The providers that serve any of them, each once. */
  readonly providers: readonly string[];
}

/** The experts from which the models of one plan are chosen. */
export interface ExpertPool {
  /** In a stable order. */
  experts(taskType: string): readonly Expert[];
  health(endpoint: Pick<Endpoint, "provider" | "model" | "taskType">): Health | null;
  elsewhere(taskType: string): Elsewhere;
  /** Whether one of the ids of any model for a task type (null for all), here or elsewhere, satisfies `isMeant`. */
  knows(taskType: string | null, isMeant: (id: string) => boolean): boolean;
}

/** Identifies an endpoint. */
export type EndpointName = Pick<Endpoint, "provider" | "model" | "taskType">;

/** The outcome of one call of an endpoint. */
export interface CallOutcome {
  /** Unique among the calls of the endpoint. */
  readonly id: string;
  /** When it ended; milliseconds since the epoch. */
  readonly at: number;
  /** How long it took, in milliseconds; null for one that failed. */
  readonly tookMs: number | null;
}

/** The outcome of a call with its endpoint; `version` distinguishes endpoints that have the same name at different times. */
export type EndpointCall = EndpointName & CallOutcome & Pick<Endpoint, "version">;

export type EndpointHealth = EndpointName & Health;

/** Older calls say little about an endpoint's present state. */
export const HEALTH_WINDOW_MS = 7 * 24 * 60 * 60_000;
/** Enough for a rate of success to one part in fifty, and two kilobytes to keep. */
export const MAX_OUTCOMES = 50;

/**
 * Merges outcomes into those remembered of an endpoint: the newest `MAX_OUTCOMES`, without duplicates. Repeated, late and
 * reordered reports change nothing, as what was dropped is older than all that stays.
 * @returns the outcomes, newest first
 */
export function remember(
  known: readonly CallOutcome[],
  told: readonly CallOutcome[],
  now: number,
): readonly CallOutcome[] {
  const byId = new Map([...known, ...told].map((outcome) => [outcome.id, outcome]));
  return recent([...byId.values()], now)
    .toSorted(newestFirst)
    .slice(0, MAX_OUTCOMES);
}

/** The health of an endpoint within the window; null without calls. */
export function healthOf(outcomes: readonly CallOutcome[], now: number): Health | null {
  const counted = recent(outcomes, now);
  if (counted.length === 0) return null;
  const times = counted.flatMap(({ tookMs }) => (tookMs === null ? [] : [tookMs]));
  return { calls: counted.length, failures: counted.length - times.length, medianMs: median(times) };
}

const recent = (outcomes: readonly CallOutcome[], now: number): readonly CallOutcome[] =>
  outcomes.filter(({ at }) => at > now - HEALTH_WINDOW_MS);

/** A total order, so that the same calls give the same result in whichever order they are reported. */
const newestFirst = (a: CallOutcome, b: CallOutcome): number => b.at - a.at || (a.id < b.id ? -1 : Number(a.id > b.id));

/** The median, the upper one of an even number; null without values. */
const median = (values: readonly number[]): number | null =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;

/** A tenant's own facts about models: the models that it added, and the health of endpoints in its calls. */
export interface TenantModelFacts {
  readonly endpoints: readonly Endpoint[];
  readonly health: readonly EndpointHealth[];
}
