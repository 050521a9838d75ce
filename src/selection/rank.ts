/** How rows are put in order. Total as long as no two rows share a name. */
export interface Order {
  /** One after the other; lower comes first. */
  readonly keys: readonly ((row: number) => number)[];
  /** Then the higher score. */
  readonly score: (row: number) => number;
  /** No less than the score, and cheaper to have. */
  readonly scoreBound: (row: number) => number;
  /** Then the name that comes first. */
  readonly name: (row: number) => string;
}

interface Standing {
  readonly row: number;
  readonly keys: readonly number[];
  readonly score: number;
}

/** The first rows in order. Nothing is sorted, and what cannot be among them is not scored. */
export function firstOf(rows: readonly number[], order: Order, count: number): readonly number[] {
  const first: Standing[] = [];
  for (const row of rows) {
    const last = first.length < count ? undefined : first.at(-1);
    if (last && isBehind(row, last, order)) continue;
    const standing = { row, keys: order.keys.map((key) => key(row)), score: order.score(row) };
    const place = first.findIndex((other) => comesBefore(standing, other, order));
    first.splice(place === -1 ? first.length : place, 0, standing);
    if (first.length > count) first.pop();
  }
  return first.map(({ row }) => row);
}

function isBehind(row: number, last: Standing, { keys, scoreBound }: Order): boolean {
  for (const [place, key] of keys.entries()) {
    const [mine, other] = [key(row), last.keys[place] ?? 0];
    if (mine !== other) return mine > other;
  }
  return scoreBound(row) < last.score;
}

function comesBefore(one: Standing, other: Standing, { name }: Order): boolean {
  for (const [place, mine] of one.keys.entries()) {
    const theirs = other.keys[place] ?? 0;
    if (mine !== theirs) return mine < theirs;
  }
  if (one.score !== other.score) return one.score > other.score;
  return name(one.row) < name(other.row);
}
