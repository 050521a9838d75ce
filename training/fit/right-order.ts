import type { ScoredRequest } from "../../src/planning/embedded/rank/scored-request.ts";
import type { Example } from "../example.ts";

/**
 * The right plan as a path, by places among the prospects: givers before takers, a taker right after its giver where it
 * can be, else in the order of places. `null` when a task is not among the prospects, or the links go round in a circle.
 */
export function rightOrder(
  { types, links }: Pick<Example, "types" | "links">,
  { prospects }: { readonly prospects: readonly Pick<ScoredRequest["prospects"][number], "name">[] },
): readonly number[] | null {
  const places = types.map((type) => prospects.findIndex(({ name }) => name === type));
  if (places.includes(-1)) return null;
  const isLink = (from: number, to: number): boolean =>
    links.has(`${prospects[from]?.name ?? ""}>${prospects[to]?.name ?? ""}`);
  const rest = new Set(places.toSorted((a, b) => a - b));
  const order: number[] = [];
  while (rest.size > 0) {
    const ready = [...rest].filter((at) => ![...rest].some((other) => isLink(other, at)));
    const last = order.at(-1);
    const next = ready.find((at) => last !== undefined && isLink(last, at)) ?? ready[0];
    if (next === undefined) return null;
    order.push(next);
    rest.delete(next);
  }
  return order;
}
