/** A set of an index's rows: one bit for each row, thirty-two to a word. */
export type RowSet = Uint32Array;

const BITS = 32;

/** The rows below `count` for which `isTrue` holds. */
export function rowsWhere(count: number, isTrue: (row: number) => boolean): RowSet {
  const rows = new Uint32Array(Math.ceil(count / BITS));
  for (const place of rows.keys()) {
    const start = place * BITS;
    const end = Math.min(BITS, count - start);
    let word = 0;
    for (let bit = 0; bit < end; bit++) if (isTrue(start + bit)) word |= 1 << bit;
    rows[place] = word;
  }
  return rows;
}

export function allRows(count: number): RowSet {
  const rows = new Uint32Array(Math.ceil(count / BITS)).fill(~0);
  if (count % BITS > 0) rows[rows.length - 1] = ~(~0 << (count % BITS));
  return rows;
}

export const hasRow = (rows: RowSet, row: number): boolean => (((rows[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1;

export const hasAny = (rows: RowSet): boolean => rows.some((word) => word !== 0);

/** The rows that are in both sets. */
export const inBoth = (rows: RowSet, others: RowSet): RowSet => rows.map((word, place) => word & (others[place] ?? 0));

/** The rows that are not in `others`. */
export const except = (rows: RowSet, others: RowSet): RowSet => rows.map((word, place) => word & ~(others[place] ?? 0));

export const countRows = (rows: RowSet): number => rows.reduce((count, word) => count + onesIn(word), 0);

/** The lowest rows in ascending order, at most `most` of them. */
export function listRows(rows: RowSet, most = Number.POSITIVE_INFINITY): readonly number[] {
  const listed: number[] = [];
  for (let place = 0; place < rows.length && listed.length < most; place++) {
    let word = rows[place] ?? 0;
    while (word !== 0 && listed.length < most) {
      const lowest = word & -word;
      listed.push(place * BITS + (BITS - 1) - Math.clz32(lowest));
      word ^= lowest;
    }
  }
  return listed;
}

/** The number of bits set in a word, summed in parallel in fields of 2, 4 and 8 bits. */
function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
