import { MAX_COUNTED } from "../src/planning/embedded/rank/scored-request.ts";
import { TOPICS } from "../src/planning/embedded/rank/topics.ts";
import type { Example } from "./example.ts";

/** What may be true of a request besides having a task of a type, as names of the network's outputs. */
export const FACTS: readonly string[] = [
  ...Array.from({ length: MAX_COUNTED - 1 }, (_, index) => `size:${index + 2}`),
  "branching",
  "idle",
  "lacks",
  ...TOPICS.map((topic) => `about:${topic}`),
];

/** What is true of the right plan of an example, as names of the network's outputs. */
export function truthsOf({ types, links, about, lacks }: Example): ReadonlySet<string> {
  const pairs = [...links].map((link) => link.split(">"));
  const takers = new Set(pairs.map(([, taker]) => taker));
  const givers = new Set(pairs.map(([giver]) => giver));
  const found = new Set<string>();
  for (const type of types) {
    found.add(`node:${type}`);
    if (!takers.has(type)) found.add(`root:${type}`);
    if (!givers.has(type)) found.add(`leaf:${type}`);
  }
  for (let size = 2; size <= Math.min(MAX_COUNTED, types.length); size++) found.add(`size:${size}`);
  if (types.length > 0 && (links.size !== types.length - 1 || givers.size < links.size)) found.add("branching");
  if (types.length === 0) found.add("idle");
  if (lacks) found.add("lacks");
  if (about !== null) found.add(`about:${about}`);
  return found;
}
