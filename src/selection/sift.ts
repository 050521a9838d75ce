import type { Expert } from "../domain/experts.ts";
import type { Removal } from "../domain/selection.ts";
import type { Condition } from "./condition.ts";
import { keyOf, MAX_NAMED } from "./words.ts";

export interface Sifted {
  /** Places of those that satisfy every condition. */
  readonly left: readonly number[];
  /** What each condition took from what those before it had left, also where that is nothing: it was applied. */
  readonly removed: readonly Removal[];
}

interface Taken {
  count: number;
  readonly first: Expert[];
}

/** Holds experts against conditions, one after the other. */
export function sift(experts: readonly Expert[], conditions: readonly Condition[]): Sifted {
  const left: number[] = [];
  const taken = conditions.map((): Taken => ({ count: 0, first: [] }));
  for (const [place, expert] of experts.entries()) {
    const broken = conditions.findIndex(({ holds }) => !holds(expert));
    const removal = taken[broken];
    if (!removal) {
      left.push(place);
      continue;
    }
    removal.count++;
    keepBestKnown(removal.first, expert);
  }
  const removed = conditions.map(({ words }, place) => ({
    condition: words,
    count: taken[place]?.count ?? 0,
    models: (taken[place]?.first ?? []).map(keyOf),
  }));
  return { left, removed };
}

/** Keeps the few that people are likeliest to ask about. */
export function keepBestKnown(first: Expert[], expert: Expert): void {
  const last = first.length < MAX_NAMED ? undefined : first.at(-1);
  if (last && !isBetterKnown(expert, last)) return;
  const place = first.findIndex((other) => isBetterKnown(expert, other));
  first.splice(place === -1 ? first.length : place, 0, expert);
  if (first.length > MAX_NAMED) first.pop();
}

function isBetterKnown(one: Expert, other: Expert): boolean {
  const [mine, theirs] = [one.facts.downloads ?? -1, other.facts.downloads ?? -1];
  return mine === theirs ? keyOf(one) < keyOf(other) : mine > theirs;
}
