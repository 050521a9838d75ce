/** A matrix, `values[row * columns + column]`. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
}

/** A linear map of each row of a matrix: `x · weightsᵀ + biases`. */
export interface Affine {
  /** A row an output. */
  readonly weights: Matrix;
  readonly biases: Float32Array;
}

/** Gain and offset of a normalization, one a column. */
export interface Norm {
  readonly gain: Float32Array;
  readonly offset: Float32Array;
}

/** One layer of a transformer encoder (Vaswani et al. 2017, section 3.1). */
export interface EncoderLayer {
  /** Queries, keys and values, one below the other. */
  readonly qkv: Affine;
  readonly attentionOutput: Affine;
  readonly attentionNorm: Norm;
  readonly feedForwardIn: Affine;
  readonly feedForwardOut: Affine;
  readonly outputNorm: Norm;
}

/** Brings vectors of tokens in view of each other, in place. @param states a row a token */
export function encode(states: Matrix, layers: readonly EncoderLayer[], heads: number): void {
  for (const layer of layers) {
    add(states.values, affine(attend(affine(states, layer.qkv), heads), layer.attentionOutput).values);
    normalize(states, layer.attentionNorm);
    const inner = affine(states, layer.feedForwardIn);
    for (let at = 0; at < inner.values.length; at++) inner.values[at] = Math.max(0, inner.values[at] ?? 0);
    add(states.values, affine(inner, layer.feedForwardOut).values);
    normalize(states, layer.outputNorm);
  }
}

/**
 * Each token's values of all tokens, by how well its query fits their keys. The matrix has queries, keys and values
 * beside each other.
 */
function attend(joined: Matrix, heads: number): Matrix {
  const width = joined.columns / 3;
  const size = width / heads;
  const made = { rows: joined.rows, columns: width, values: new Float32Array(joined.rows * width) };
  for (let head = 0; head < heads; head++) {
    const part = (place: number): Matrix => columnsOf(joined, place * width + head * size, size);
    const fits = product(part(0), part(1));
    for (let at = 0; at < fits.values.length; at++) fits.values[at] = (fits.values[at] ?? 0) / Math.sqrt(size);
    softmaxRows(fits);
    const seen = product(fits, transposed(part(2)));
    for (let row = 0; row < seen.rows; row++) made.values.set(rowOf(seen, row), row * width + head * size);
  }
  return made;
}

export const rowOf = ({ columns, values }: Matrix, row: number): Float32Array =>
  values.subarray(row * columns, (row + 1) * columns);

function columnsOf(matrix: Matrix, start: number, count: number): Matrix {
  const values = new Float32Array(matrix.rows * count);
  for (let row = 0; row < matrix.rows; row++)
    values.set(rowOf(matrix, row).subarray(start, start + count), row * count);
  return { rows: matrix.rows, columns: count, values };
}

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
  const most = odds.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  let sum = 0;
  for (let at = 0; at < odds.length; at++) {
    const share = Math.exp((odds[at] ?? 0) - most);
    odds[at] = share;
    sum += share;
  }
  for (let at = 0; at < odds.length; at++) odds[at] = (odds[at] ?? 0) / sum;
}

export function affine(x: Matrix, { weights, biases }: Affine): Matrix {
  const made = product(x, weights);
  const { columns, values } = made;
  for (let at = 0; at < values.length; at++) values[at] = (values[at] ?? 0) + (biases[at % columns] ?? 0);
  return made;
}

/** Adds to the first, place by place. */
export function add(sum: Float32Array, more: Float32Array): void {
  for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (more[at] ?? 0);
}

/** As PyTorch has it, so that no row is divided by 0. */
const MIN_VARIANCE = 1e-5;

/** Brings each row to mean 0 and variance 1, then to gain and offset (Ba et al. 2016), in place. */
export function normalize(matrix: Matrix, { gain, offset }: Norm): void {
  const { rows, columns } = matrix;
  for (let row = 0; row < rows; row++) {
    const own = rowOf(matrix, row);
    const mean = own.reduce((sum, value) => sum + value, 0) / columns;
    const variance = own.reduce((sum, value) => sum + (value - mean) ** 2, 0) / columns;
    const scale = 1 / Math.sqrt(variance + MIN_VARIANCE);
    for (let at = 0; at < columns; at++)
      own[at] = ((own[at] ?? 0) - mean) * scale * (gain[at] ?? 0) + (offset[at] ?? 0);
  }
}

/** Rows of the one that are multiplied at a time with `PAIR` rows of the other: their sums stay in registers. */
const BLOCK = 4;
const PAIR = 2;

/**
 * `x · yᵀ`. Most of the time that a plan takes is spent here. Where rows are no whole block, the last one is multiplied
 * again.
 */
export function product(x: Matrix, y: Matrix): Matrix {
  const made = new Float32Array(x.rows * y.rows);
  const [lastRow, lastOther] = [x.rows - 1, y.rows - 1];
  for (let row = 0; row <= lastRow; row += BLOCK) {
    const rows = [row, Math.min(row + 1, lastRow), Math.min(row + 2, lastRow), Math.min(row + 3, lastRow)] as const;
    for (let other = 0; other <= lastOther; other += PAIR)
      multiplyBlock(x, rows, y, other, Math.min(other + 1, lastOther), made);
  }
  return { rows: x.rows, columns: y.rows, values: made };
}

/**
 * Eight products of rows, written without arrays or loops over them, as those would cost more than the sums. Nothing is
 * read outside of the arrays: what is undefined by type would only cost time here.
 */
function multiplyBlock(
  { columns, values: a }: Matrix,
  [row0, row1, row2, row3]: readonly [number, number, number, number],
  { rows: width, values: b }: Matrix,
  other0: number,
  other1: number,
  made: Float32Array,
): void {
  const [a0, a1, a2, a3] = [row0 * columns, row1 * columns, row2 * columns, row3 * columns];
  const [b0, b1] = [other0 * columns, other1 * columns];
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let t0 = 0;
  let t1 = 0;
  let t2 = 0;
  let t3 = 0;
  for (let at = 0; at < columns; at++) {
    const u = b[b0 + at] as number;
    const v = b[b1 + at] as number;
    const w0 = a[a0 + at] as number;
    const w1 = a[a1 + at] as number;
    const w2 = a[a2 + at] as number;
    const w3 = a[a3 + at] as number;
    s0 += w0 * u;
    s1 += w1 * u;
    s2 += w2 * u;
    s3 += w3 * u;
    t0 += w0 * v;
    t1 += w1 * v;
    t2 += w2 * v;
    t3 += w3 * v;
  }
  made[row0 * width + other0] = s0;
  made[row0 * width + other1] = t0;
  made[row1 * width + other0] = s1;
  made[row1 * width + other1] = t1;
  made[row2 * width + other0] = s2;
  made[row2 * width + other1] = t2;
  made[row3 * width + other0] = s3;
  made[row3 * width + other1] = t3;
}
