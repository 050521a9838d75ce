/** The mean; `null` of nothing. */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean of shares between 0 and 1, in percent. */
export function meanPercent(values: readonly number[]): number | null {
  const share = mean(values);
  return share === null ? null : 100 * share;
}

/** How many of the flags are set, between 0 and 1; `null` of none. */
export const shareOf = (flags: readonly boolean[]): number | null => mean(flags.map(Number));

/** The same in percent; 0 of none. */
export const percentOf = (flags: readonly boolean[]): number => meanPercent(flags.map(Number)) ?? 0;

/** How often each name stands, most frequent first. */
export const countEach = (names: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...Map.groupBy(names, (name) => name)]
      .map(([name, same]): [string, number] => [name, same.length])
      .toSorted(([, a], [, b]) => b - a),
  );
