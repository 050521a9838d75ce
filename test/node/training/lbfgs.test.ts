import { describe, expect, it } from "vitest";
import { minimise, type Objective } from "../../../training/fit/lbfgs.ts";
import { fitLogistic } from "../../../training/fit/logistic.ts";

/** Σ (i + 1)·(xᵢ − i)². */
const quadratic: Objective = (point, gradient) => {
  let value = 0;
  for (const [at, x] of point.entries()) {
    value += (at + 1) * (x - at) ** 2;
    gradient[at] = 2 * (at + 1) * (x - at);
  }
  return value;
};

/** (1 − x)² + 100·(y − x²)², a bent valley whose floor is at (1, 1). */
const rosenbrock: Objective = (point, gradient) => {
  const [x = 0, y = 0] = point;
  gradient[0] = -2 * (1 - x) - 400 * x * (y - x * x);
  gradient[1] = 200 * (y - x * x);
  return (1 - x) ** 2 + 100 * (y - x * x) ** 2;
};

describe("minimise", () => {
  it("finds the floor of a bowl", () => {
    const found = minimise(quadratic, new Float64Array(10), { iterations: 50 });
    for (const [at, x] of found.entries()) expect(x).toBeCloseTo(at, 5);
  });

  it("finds its way through a bent valley", () => {
    const found = minimise(rosenbrock, Float64Array.of(-1.2, 1), { iterations: 200 });
    expect([...found]).toEqual([expect.closeTo(1, 4), expect.closeTo(1, 4)]);
  });

  it("never makes it worse, and leaves the start alone", () => {
    const gradient = new Float64Array(2);
    const start = Float64Array.of(-1.2, 1);
    let last = rosenbrock(start, gradient);
    for (let iterations = 1; iterations <= 30; iterations++) {
      const value = rosenbrock(minimise(rosenbrock, start, { iterations }), gradient);
      expect(value).toBeLessThanOrEqual(last);
      last = value;
    }
    expect([...start]).toEqual([-1.2, 1]);
  });

  it("looks no farther than it is allowed to", () => {
    let calls = 0;
    const slope: Objective = (point, gradient) => {
      calls++;
      gradient[0] = -1;
      return -(point[0] ?? 0);
    };
    minimise(slope, new Float64Array(1), { iterations: 7 });
    expect(calls).toBe(8);
  });

  it("stays where the function is not a number anywhere else", () => {
    const cliff: Objective = (point, gradient) => {
      gradient[0] = 1;
      return point[0] === 3 ? 0 : Number.NaN;
    };
    expect([...minimise(cliff, Float64Array.of(3), { iterations: 5 })]).toEqual([3]);
  });
});

describe("a logistic regression", () => {
  const row = (column: number, target: number) => ({
    columns: Int32Array.of(column),
    values: Float32Array.of(1),
    target,
  });

  it("tells apart what can be told apart", () => {
    const rows = [row(0, 1), row(0, 1), row(1, 0), row(1, 0)];
    const [yes = 0, no = 0, bias = 0] = fitLogistic(rows, 2, { l2: 0.01, iterations: 50 });
    expect(yes + bias).toBeGreaterThan(2);
    expect(no + bias).toBeLessThan(-2);
  });

  it("says how often something is so, where nothing tells it apart", () => {
    const rows = [row(0, 1), row(0, 1), row(0, 1), row(0, 0)];
    const [weight = 0, bias = 0] = fitLogistic(rows, 1, { l2: 0, iterations: 50 });
    expect(weight + bias).toBeCloseTo(Math.log(3), 4);
  });

  it("counts a row of weight 3 as three rows", () => {
    const rows = [{ ...row(0, 1), weight: 3 }, row(0, 0)];
    const [weight = 0, bias = 0] = fitLogistic(rows, 1, { l2: 0, iterations: 50 });
    expect(weight + bias).toBeCloseTo(Math.log(3), 4);
  });

  it("holds weights down and leaves the bias free", () => {
    const rows = [row(0, 1), row(0, 1), row(0, 1), row(0, 0)];
    const [weight = 0, bias = 0] = fitLogistic(rows, 1, { l2: 1_000, iterations: 50 });
    expect(Math.abs(weight)).toBeLessThan(0.01);
    expect(bias).toBeCloseTo(Math.log(3), 2);
  });
});
