import type { ModelFacts, Price } from "./catalogue.ts";
import type { Endpoint } from "./endpoints.ts";

/** A model at an endpoint that can be called here and now, for one task type, with all that selection judges it by. */
export interface Expert {
  readonly endpoint: Endpoint;
  readonly facts: ModelFacts;
  /** Empty where nothing is known; what costs nothing says so by a price of 0. */
  readonly prices: readonly Price[];
}

/** How an endpoint did lately, for one task type. */
export interface Health {
  readonly calls: number;
  readonly failures: number;
  /** Of calls that succeeded, in milliseconds; null before the first. */
  readonly medianMs: number | null;
}

/** Models that the catalogue knows for a task type, and that nothing here can call. */
export interface Elsewhere {
  readonly count: number;
  /** The first few, best known first, each with the providers that serve it. */
  readonly examples: readonly { readonly model: string; readonly providers: readonly string[] }[];
  /** Why there is no model at all, where that is known. */
  readonly whyNone: string | null;
}

/** All that the models of one plan are chosen from. */
export interface ExpertPool {
  /** In a stable order. */
  experts(taskType: string): readonly Expert[];
  health(endpoint: Pick<Endpoint, "provider" | "model" | "taskType">): Health | null;
  elsewhere(taskType: string): Elsewhere;
  /** Whether any model for a task type, or with null for whichever, is meant, here or elsewhere: one of its ids is. */
  knows(taskType: string | null, isMeant: (id: string) => boolean): boolean;
}

/** Which endpoint, for which of its task types. */
export type EndpointName = Pick<Endpoint, "provider" | "model" | "taskType">;

/** How one call of an endpoint came out. */
export interface CallOutcome {
  /** Unlike that of any other call to the endpoint. */
  readonly id: string;
  /** When it ended; milliseconds since the epoch. */
  readonly at: number;
  /** How long it took, in milliseconds; null for one that failed. */
  readonly tookMs: number | null;
}

/** A call, and the endpoint it went to: `version` tells it from others that have its name at other times. */
export type EndpointCall = EndpointName & CallOutcome & Pick<Endpoint, "version">;

export type EndpointHealth = EndpointName & Health;

/** Older calls say little of how an endpoint is now. */
export const HEALTH_WINDOW_MS = 7 * 24 * 60 * 60_000;
/** Enough for a rate of success to one part in fifty, and two kilobytes to keep. */
export const MAX_OUTCOMES = 50;

/**
 * What is kept of an endpoint's calls: the newest, each once. Being told of a call again, late, or in another order
 * changes nothing, as what was pushed out is older than all that stays.
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

/** How an endpoint did within the window; null where nobody called it. */
export function healthOf(outcomes: readonly CallOutcome[], now: number): Health | null {
  const counted = recent(outcomes, now);
  if (counted.length === 0) return null;
  const times = counted.flatMap(({ tookMs }) => (tookMs === null ? [] : [tookMs]));
  return { calls: counted.length, failures: counted.length - times.length, medianMs: median(times) };
}

const recent = (outcomes: readonly CallOutcome[], now: number): readonly CallOutcome[] =>
  outcomes.filter(({ at }) => at > now - HEALTH_WINDOW_MS);

/** Total, so that the same calls leave the same record in whichever order they are told. */
const newestFirst = (a: CallOutcome, b: CallOutcome): number => b.at - a.at || (a.id < b.id ? -1 : Number(a.id > b.id));

/** The middle one, and of an even number the slower of the two in the middle; null of none. */
const median = (values: readonly number[]): number | null =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;

/** What only a tenant knows of models: those it added for itself, and how its calls went lately. */
export interface TenantModelFacts {
  readonly endpoints: readonly Endpoint[];
  readonly health: readonly EndpointHealth[];
}
