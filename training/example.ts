import type { PlanRequest } from "../src/planning/controller.ts";
import { prepare } from "../src/planning/embedded/prepare.ts";
import { planByRules } from "../src/planning/embedded/rules.ts";
import { type Feature, featuresOf } from "../src/planning/embedded/trained/features.ts";
import { type RequestView, viewOf } from "../src/planning/embedded/trained/view.ts";

/** A labelled request as the trainer uses it: what is true of it, and the right plan. */
export interface Example {
  readonly id: string;
  readonly view: RequestView;
  readonly features: readonly Feature[];
  /** Task types of the right plan, each once; empty for a request that is for no task. */
  readonly types: readonly string[];
  /** `giver>taker` of its links, each once; those from a type to itself are left out. */
  readonly links: ReadonlySet<string>;
}

/** A request and its label. */
export interface Labelled {
  readonly id: string;
  readonly request: PlanRequest;
  readonly types: readonly string[];
  /** Task types. */
  readonly links: readonly (readonly [giver: string, taker: string])[];
}

/** What the planner is told of a request, as it would be when it plans it, beside the label. */
export function exampleOf({ id, request: given, types, links }: Labelled): Example {
  const { request } = prepare(given);
  const { reply, reading } = planByRules(request);
  const view = viewOf(request, reading, reply);
  return {
    id,
    view,
    features: featuresOf(view),
    types: [...new Set(types)],
    links: new Set(links.filter(([from, to]) => from !== to).map(([from, to]) => `${from}>${to}`)),
  };
}
