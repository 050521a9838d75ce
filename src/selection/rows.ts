/** Some of an index's experts: one bit for each row, thirty-two to a word. */
export type RowSet = Uint32Array;

const BITS = 32;

/** The rows below `count` that something is true of. */
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

/** Those of `rows` that are among the others, too. */
export const inBoth = (rows: RowSet, others: RowSet): RowSet => rows.map((word, place) => word & (others[place] ?? 0));

/** Those of `rows` that are not among the others. */
export const except = (rows: RowSet, others: RowSet): RowSet => rows.map((word, place) => word & ~(others[place] ?? 0));

export const countRows = (rows: RowSet): number => rows.reduce((count, word) => count + onesIn(word), 0);

/** The lowest rows in their order, `most` at the most. */
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

/** Bits set in a word, summed up side by side in ever larger fields. */
function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
