import type { PlanRequest } from "../src/planning/controller.ts";
import { type Feature, type FeatureSources, featuresOf } from "../src/planning/embedded/rank/features.ts";
import type { RequestView } from "../src/planning/embedded/rank/view.ts";
import { prepare, readRequest } from "../src/planning/embedded/read/index.ts";
import type { Topic } from "../src/planning/embedded/reply/topics.ts";

/** A labelled request as the trainer uses it: what is true of it, and the right plan. */
export interface Example {
  readonly id: string;
  /** Examples of one hand, or of one wish in other words: they are never split between fitting and measuring. */
  readonly group: string;
  readonly view: RequestView;
  readonly features: readonly Feature[];
  /** Task types of the right plan, each once; empty for a request that is for no task. */
  readonly types: readonly string[];
  /** `giver>taker` of its links, each once; those from a type to itself are left out. */
  readonly links: ReadonlySet<string>;
  /** What a request for no task is about; null where nobody said. */
  readonly about: Topic | null;
  /** What it is to work on is missing. */
  readonly lacks: boolean;
  /** It was made of others, and shows what words mean among many: how people ask is learnt and measured without it. */
  readonly isComposed: boolean;
}

/** A request and its label. */
export interface Labelled {
  readonly id: string;
  /** Its own where it is left out. */
  readonly group?: string;
  readonly request: PlanRequest;
  readonly types: readonly string[];
  /** Task types. */
  readonly links: readonly (readonly [giver: string, taker: string])[];
  readonly about?: Topic | null;
  readonly lacks?: boolean;
  readonly isComposed?: boolean;
}

/** What the planner is told of a request, as it would be when it plans it, beside the label. */
export function exampleOf(
  { id, group = id, request: given, types, links, about = null, lacks = false, isComposed = false }: Labelled,
  sources: FeatureSources,
): Example {
  const { request } = prepare(given);
  const { view } = readRequest(request);
  return {
    id,
    group,
    view,
    features: featuresOf(view, sources),
    types: [...new Set(types)],
    links: new Set(links.filter(([from, to]) => from !== to).map(([from, to]) => `${from}>${to}`)),
    about,
    lacks,
    isComposed,
  };
}
