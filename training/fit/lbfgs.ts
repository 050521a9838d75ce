/** A function to be made small: gives its value at `point` and writes its gradient there into `gradient`. */
export type Objective = (point: Float64Array, gradient: Float64Array) => number;

interface Options {
  readonly iterations: number;
  /** Steps that are remembered. */
  readonly memory?: number;
}

/** A step that was taken, and how it changed the gradient. */
interface Step {
  readonly move: Float64Array;
  readonly change: Float64Array;
  /** 1 / (move · change). */
  readonly rho: number;
}

/** What a step must win of what the slope promises (Nocedal and Wright, condition 3.4). */
const ARMIJO = 1e-4;
const MAX_HALVINGS = 20;
/** Slopes and curvatures below are noise. */
const EPSILON = 1e-10;

/**
 * Limited-memory BFGS (Nocedal and Wright, Numerical Optimization, 2nd edition, algorithm 7.5), with backtracking in
 * place of a search for the Wolfe conditions: a step of no positive curvature is not remembered. Deterministic.
 * @returns the best point found: where nothing more is won, or after so many iterations.
 */
export function minimise(objective: Objective, start: Float64Array, { iterations, memory = 8 }: Options): Float64Array {
  let point: Float64Array = start;
  let gradient: Float64Array = new Float64Array(start.length);
  let value = objective(point, gradient);
  const steps: Step[] = [];
  for (let iteration = 0; iteration < iterations; iteration++) {
    const direction = descend(gradient, steps);
    const slope = dot(direction, gradient);
    if (slope > -EPSILON) break;
    const length = steps.length === 0 ? Math.min(1, 1 / Math.sqrt(-slope)) : 1;
    const next = backtrack(objective, { point, value, direction, slope }, length);
    if (!(next.value < value)) break;
    const move = next.point.map((x, index) => x - (point[index] ?? 0));
    const change = next.gradient.map((x, index) => x - (gradient[index] ?? 0));
    const curvature = dot(move, change);
    if (curvature > EPSILON) steps.push({ move, change, rho: 1 / curvature });
    if (steps.length > memory) steps.shift();
    ({ point, gradient, value } = next);
  }
  return point;
}

interface Point {
  readonly point: Float64Array;
  readonly value: number;
  readonly gradient: Float64Array;
}

interface Descent extends Omit<Point, "gradient"> {
  readonly direction: Float64Array;
  /** Of the value along the direction; below 0. */
  readonly slope: number;
}

/** Halves the step until it wins enough (algorithm 3.1). */
function backtrack(objective: Objective, { point, value, direction, slope }: Descent, first: number): Point {
  const gradient = new Float64Array(point.length);
  let length = first;
  let next: Point = { point, gradient, value };
  for (let halving = 0; halving < MAX_HALVINGS; halving++) {
    const there = point.map((x, index) => x + length * (direction[index] ?? 0));
    next = { point: there, gradient, value: objective(there, gradient) };
    if (next.value <= value + ARMIJO * length * slope) break;
    length /= 2;
  }
  return next;
}

/** The direction −H·gradient, H being what the steps tell of the inverse Hessian (the two loops of algorithm 7.4). */
function descend(gradient: Float64Array, steps: readonly Step[]): Float64Array {
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
  for (let index = 0; index < a.length; index++) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}

function addScaled(target: Float64Array, source: Float64Array, scale: number): void {
  for (let index = 0; index < target.length; index++)
    target[index] = (target[index] ?? 0) + scale * (source[index] ?? 0);
}
