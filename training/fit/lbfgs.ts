/** A function to be made small: gives its value at `point` and writes its gradient there into `gradient`. */
export type Objective = (point: Float64Array, gradient: Float64Array) => number;

interface Options {
  readonly iterations: number;
  /** Pairs of steps and gradient changes kept. */
  readonly memory?: number;
}

const ARMIJO = 1e-4;
const MAX_HALVINGS = 20;

/** Limited-memory BFGS with backtracking (Nocedal and Wright, Numerical Optimization, algorithm 7.5); deterministic. */
export function minimise(objective: Objective, start: Float64Array, { iterations, memory = 8 }: Options): Float64Array {
  const size = start.length;
  let point = Float64Array.from(start);
  let gradient = new Float64Array(size);
  let value = objective(point, gradient);
  const steps: { readonly move: Float64Array; readonly change: Float64Array; readonly rho: number }[] = [];
  for (let iteration = 0; iteration < iterations; iteration++) {
    const direction = descend(gradient, steps);
    const slope = dot(direction, gradient);
    if (slope > -1e-10) break;
    let length = steps.length === 0 ? Math.min(1, 1 / Math.sqrt(-slope)) : 1;
    let next = point;
    const nextGradient = new Float64Array(size);
    let nextValue = value;
    for (let halving = 0; halving < MAX_HALVINGS; halving++) {
      next = point.map((x, index) => x + length * (direction[index] ?? 0));
      nextValue = objective(next, nextGradient);
      if (nextValue <= value + ARMIJO * length * slope) break;
      length /= 2;
    }
    if (!(nextValue < value)) break;
    const move = next.map((x, index) => x - (point[index] ?? 0));
    const change = nextGradient.map((x, index) => x - (gradient[index] ?? 0));
    const curvature = dot(move, change);
    if (curvature > 1e-10) steps.push({ move, change, rho: 1 / curvature });
    if (steps.length > memory) steps.shift();
    point = next;
    gradient = nextGradient;
    value = nextValue;
  }
  return point;
}

function descend(
  gradient: Float64Array,
  steps: readonly { readonly move: Float64Array; readonly change: Float64Array; readonly rho: number }[],
): Float64Array {
  const direction = gradient.map((x) => -x);
  const alphas: number[] = [];
  for (const { move, change, rho } of steps.toReversed()) {
    const alpha = rho * dot(move, direction);
    alphas.unshift(alpha);
    addScaled(direction, change, -alpha);
  }
  const last = steps.at(-1);
  if (last) {
    const scale = 1 / (last.rho * dot(last.change, last.change));
    for (let index = 0; index < direction.length; index++) direction[index] = (direction[index] ?? 0) * scale;
  }
  for (const [index, { move, change, rho }] of steps.entries())
    addScaled(direction, move, (alphas[index] ?? 0) - rho * dot(change, direction));
  return direction;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += (a[index] as number) * (b[index] as number);
  return sum;
}

function addScaled(target: Float64Array, source: Float64Array, scale: number): void {
  for (let index = 0; index < target.length; index++)
    target[index] = (target[index] as number) + scale * (source[index] as number);
}
