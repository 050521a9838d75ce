/** How rows are put in order. Total as long as no two rows share a name. */
export interface Order {
  /** One after the other, each by row; lower comes first. */
  readonly keys: readonly ArrayLike<number>[];
  /** Then the higher score. */
  readonly score: (row: number) => number;
  /** No less than the score, and cheaper to have. */
  readonly scoreBound: (row: number) => number;
  /** Then the name that comes first. */
  readonly name: (row: number) => string;
}

interface Standing {
  readonly row: number;
  readonly score: number;
}

/** The first rows in order. Nothing is sorted, and what cannot be among them is not scored. */
export function firstOf(rows: readonly number[], order: Order, count: number): readonly number[] {
  const { keys, score, scoreBound } = order;
  const first: Standing[] = [];
  for (const row of rows) {
    const last = first.length < count ? undefined : first.at(-1);
    const against = last ? compareKeys(keys, row, last.row) : -1;
    if (against > 0 || (last && against === 0 && scoreBound(row) < last.score)) continue;
    const standing = { row, score: score(row) };
    if (last && against === 0 && standing.score < last.score) continue;
    const place = first.findIndex((other) => comesBefore(standing, other, order));
    first.splice(place === -1 ? first.length : place, 0, standing);
    if (first.length > count) first.pop();
  }
  return first.map(({ row }) => row);
}

/** Negative where one row comes before another by its keys, 0 where they don't tell. */
export function compareKeys(keys: Order["keys"], one: number, other: number): number {
  for (const key of keys) {
    const difference = (key[one] ?? 0) - (key[other] ?? 0);
    // Two that are infinite differ by no number.
    if (difference < 0 || difference > 0) return difference;
  }
  return 0;
}

function comesBefore(one: Standing, other: Standing, { keys, name }: Order): boolean {
  const difference = compareKeys(keys, one.row, other.row);
  if (difference !== 0) return difference < 0;
  if (one.score !== other.score) return one.score > other.score;
  return name(one.row) < name(other.row);
}
