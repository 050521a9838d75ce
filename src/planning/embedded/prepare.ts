import type { AskedBudget, Constraints } from "../../domain/constraints.ts";
import type { PlanRequest } from "../controller.ts";
import { readConstraints } from "./constraints/index.ts";
import { withReplyLanguage } from "./reply-language.ts";

/** A request without the words that restrict it, and what they say. */
export interface Prepared {
  readonly request: PlanRequest;
  readonly constraints: Constraints;
  readonly budget: AskedBudget;
}

/** Reads what a request restricts, and blanks it: the first step of planning, and of training to plan. */
export function prepare(given: PlanRequest): Prepared {
  const { constraints, budget, rest } = readConstraints(given.text);
  const text = constraints.language === undefined ? rest : withReplyLanguage(given.text, rest);
  return { request: { ...given, text }, constraints, budget };
}
