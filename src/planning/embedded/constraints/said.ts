import type { AskedBudget, Constraints } from "../../../domain/constraints.ts";
import type { RequestSpan } from "./blank.ts";

/** What one phrase says. */
export interface Said {
  readonly constraints?: Constraints;
  readonly budget?: AskedBudget;
}

/** What is said at a place in the own words of a request. */
export interface Finding extends Said, RequestSpan {
  /** The name, amount or word that says it. */
  readonly about: RequestSpan;
}
