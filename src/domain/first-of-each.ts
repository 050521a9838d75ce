/** The first item of each key, in the order of the items. */
export const firstOfEach = <Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] =>
  [...Map.groupBy(items, keyOf).values()].map(([first]) => first as Item);
