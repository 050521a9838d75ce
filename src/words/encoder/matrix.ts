/** A matrix, `values[row * columns + column]`. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
}

/** A matrix of one signed byte a number. */
export interface QuantizedMatrix {
  readonly columns: number;
  /** What a step is worth, row by row. */
  readonly scales: Float32Array;
  readonly quantized: Int8Array;
}

export const rowOf = ({ columns, values }: Matrix, row: number): Float32Array =>
  values.subarray(row * columns, (row + 1) * columns);

export function transposed({ rows, columns, values }: Matrix): Matrix {
  const turned = new Float32Array(values.length);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) turned[column * rows + row] = values[row * columns + column] ?? 0;
  return { rows: columns, columns: rows, values: turned };
}

/** Log-odds of choices, a row each, to their probabilities, in place. */
export function softmaxRows(matrix: Matrix): void {
  for (let row = 0; row < matrix.rows; row++) softmax(rowOf(matrix, row));
}

function softmax(odds: Float32Array): void {
  let [most, sum] = [Number.NEGATIVE_INFINITY, 0];
  for (const one of odds) if (one > most) most = one;
  for (let at = 0; at < odds.length; at++) {
    const share = Math.exp((odds[at] as number) - most);
    odds[at] = share;
    sum += share;
  }
  for (let at = 0; at < odds.length; at++) odds[at] = (odds[at] as number) / sum;
}

/** Adds to the first, place by place. */
export function add(sum: Float32Array, more: Float32Array): void {
  for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (more[at] ?? 0);
}

/** The sum of the products of numbers at the same places. */
export function dot(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0;
  for (let place = 0; place < one.length; place++) sum += (one[place] ?? 0) * (other[place] ?? 0);
  return sum;
}
