/** How rows are put in order. Total as long as no two rows share a name. */
export interface RowOrder {
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

/** How many rows there is room for. */
export interface Room {
  readonly count: number;
  /** Rows of one kind, as long as there are others. */
  readonly ofAKind: number;
  readonly kindOf: (row: number) => string;
}

/**
 * The first rows in order, of each kind no more than there is room for; where that leaves places, the first of the others
 * have them. Whoever is there, all stand in order. Nothing is sorted, and what cannot be among them is not scored.
 */
export function firstOf(rows: readonly number[], order: RowOrder, { count, ofAKind, kindOf }: Room): readonly number[] {
  const first = gather(rows, order, count, (standings, { row }) => {
    const alike = standings.filter((other) => kindOf(other.row) === kindOf(row));
    return alike.length < ofAKind ? undefined : alike.at(-1);
  });
  if (first.length < Math.min(count, rows.length)) {
    const taken = new Set(first.map(({ row }) => row));
    const others = rows.filter((row) => !taken.has(row));
    for (const one of gather(others, order, count - first.length, () => undefined)) insert(one, first, order);
  }
  return first.map(({ row }) => row);
}

/** @param rival the one of those that are there already that a further one can only take the place of */
function gather(
  rows: readonly number[],
  order: RowOrder,
  count: number,
  rival: (first: readonly Standing[], one: Standing) => Standing | undefined,
): Standing[] {
  const { keys, score, scoreBound } = order;
  const first: Standing[] = [];
  for (const row of rows) {
    const last = first.length < count ? undefined : first.at(-1);
    const against = last ? compareKeys(keys, row, last.row) : -1;
    if (against > 0 || (last && against === 0 && scoreBound(row) < last.score)) continue;
    const standing = { row, score: score(row) };
    const beaten = rival(first, standing) ?? last;
    if (beaten && !comesBefore(standing, beaten, order)) continue;
    if (beaten) first.splice(first.indexOf(beaten), 1);
    insert(standing, first, order);
  }
  return first;
}

function insert(standing: Standing, into: Standing[], order: RowOrder): void {
  const place = into.findIndex((other) => comesBefore(standing, other, order));
  into.splice(place === -1 ? into.length : place, 0, standing);
}

/** Negative where one row comes before another by its keys, 0 where they don't tell. */
export function compareKeys(keys: RowOrder["keys"], one: number, other: number): number {
  for (const key of keys) {
    const difference = (key[one] ?? 0) - (key[other] ?? 0);
    // Two that are infinite differ by no number.
    if (difference < 0 || difference > 0) return difference;
  }
  return 0;
}

function comesBefore(one: Standing, other: Standing, { keys, name }: RowOrder): boolean {
  const difference = compareKeys(keys, one.row, other.row);
  if (difference !== 0) return difference < 0;
  if (one.score !== other.score) return one.score > other.score;
  return name(one.row) < name(other.row);
}
