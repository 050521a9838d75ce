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
