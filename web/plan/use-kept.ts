import { useState } from "react";

/** The items, each the very object of before for as long as it says the same (as JSON): what is the same is not drawn again. */
export function useKept<Item extends { readonly id: string }>(items: readonly Item[]): Item[] {
  const [known] = useState(() => new Map<string, { readonly item: Item; readonly text: string }>());
  const kept = items.map((item) => {
    const text = JSON.stringify(item);
    const before = known.get(item.id);
    return before?.text === text ? before : { item, text };
  });
  known.clear();
  for (const one of kept) known.set(one.item.id, one);
  return kept.map(({ item }) => item);
}
