import type { AskedBudget, Constraints } from "../../../../../src/domain/constraints.ts";

/** What a request's words are to be read as: constraints, and the budget among them. */
export type Reading = Constraints & { readonly budget?: AskedBudget };

/** Requests that restrict models or spending, and requests that only sound like it. */
export interface Readings {
  readonly readings: readonly (readonly [request: string, reading: Reading])[];
  readonly tempting: readonly string[];
}
