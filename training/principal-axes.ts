/**
 * The orthonormal directions along which these rows differ most, the first along which they differ most of all: the
 * eigenvectors of their covariance, by power iteration with deflation. Rows are taken as centred. Deterministic.
 */
export function principalAxes(rows: readonly (readonly number[])[], count: number): readonly (readonly number[])[] {
  const size = rows[0]?.length ?? 0;
  const covariance = Array.from({ length: size }, () => new Float64Array(size));
  for (const row of rows)
    for (const [a, one] of row.entries()) {
      const line = covariance[a];
      if (line) for (const [b, other] of row.entries()) line[b] = (line[b] ?? 0) + (one * other) / rows.length;
    }
  const axes: number[][] = [];
  for (let axis = 0; axis < Math.min(count, size); axis++) {
    let direction = Array.from({ length: size }, (_, at) => (at === axis ? 2 : 1) / (at + 1));
    for (let step = 0; step < STEPS; step++) {
      const next = covariance.map((line) => line.reduce((sum, value, at) => sum + value * (direction[at] ?? 0), 0));
      for (const known of axes) {
        const share = next.reduce((sum, value, at) => sum + value * (known[at] ?? 0), 0);
        for (const [at, value] of known.entries()) next[at] = (next[at] ?? 0) - share * value;
      }
      const length = Math.hypot(...next) || 1;
      direction = next.map((value) => value / length);
    }
    axes.push(direction);
  }
  return axes;
}

/** Enough for axes of nearly the same spread, whose order does not matter, to span what they span together. */
const STEPS = 300;
