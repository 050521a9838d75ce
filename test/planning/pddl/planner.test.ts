import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type GroundingLimits,
  ground,
  parseDomain,
  parseProblem,
  type SearchLimits,
  search,
} from "../../../src/planning/pddl/index.ts";
import { anyTask } from "./generate/any-task.ts";
import { blocks, blocksInACircle } from "./generate/blocks.ts";
import { gripper } from "./generate/gripper.ts";
import type { Instance } from "./generate/instance.ts";
import { lights } from "./generate/lights.ts";
import { lockedGripper } from "./generate/locked-gripper.ts";
import { logistics } from "./generate/logistics.ts";
import { miconic } from "./generate/miconic.ts";
import { SERIES } from "./generate/series.ts";
import { sokoban } from "./generate/sokoban.ts";
import { tiles } from "./generate/tiles.ts";
import { shortestPlan } from "./validate/breadth-first.ts";
import { validatePlan } from "./validate/validate-plan.ts";

/** What a planner in an isolate of 128 MB may use. */
const LIMITS = { maxActions: 200_000, maxAtoms: 100_000, maxNodes: 30_000_000, maxBytes: 64 * 2 ** 20 };

function solve({ domain, problem }: Instance, limits: SearchLimits & GroundingLimits = LIMITS) {
  const parsed = parseDomain(domain);
  const grounding = ground(parsed, parseProblem(problem, parsed), limits);
  return grounding.as === "task" ? search(grounding.task, limits) : grounding;
}

/** What came of it, in one word or with the reason why the plan is none. */
function verdictOn(instance: Instance, limits?: Parameters<typeof solve>[1]): string {
  const result = solve(instance, limits);
  if (result.as === "limits") return `limits: ${result.limit}`;
  if (result.as === "no-plan") return "no plan";
  const plan = result.steps.map(({ name }) => name).join("\n");
  const verdict = validatePlan(instance.domain, instance.problem, plan);
  if (!verdict.valid) return `step ${verdict.step}: ${verdict.reason}`;
  return verdict.cost === result.cost ? "valid plan" : `a cost of ${result.cost}, not ${verdict.cost}`;
}

describe("the planner", () => {
  // Later ones take seconds each: `npm run bench:planner` checks the plans of all twenty.
  const numbers = [1, 4, 8, 12];
  const series = Object.entries(SERIES).flatMap(([name, make]) => numbers.map((at) => ({ name, at, make })));

  it.each(series)("finds a valid plan for $name, number $at", ({ at, make }) => {
    const instance = make(at);
    expect(instance.solvable).toBe(true);
    expect(verdictOn(instance)).toBe("valid plan");
  });

  it.each<[string, Instance]>([
    ["gripper with 42 balls", gripper({ balls: 42 })],
    ["as many passengers as miconic has at most, on half the floors", miconic({ floors: 30, passengers: 60 }, 1)],
    ["locked rooms with a key for each", lockedGripper({ rooms: 3, keys: 3, balls: 5 })],
    ["fifty blocks", blocks({ blocks: 50 }, 2)],
    ["a stone in its place", sokoban(["@ ", " *"], true)],
    ["tiles that are one exchange from unsolvable", tiles({ width: 3, height: 2 }, 3, true)],
  ])("finds a valid plan for %s", (_, instance) => {
    expect(verdictOn(instance)).toBe("valid plan");
  });

  it.each<[string, Instance]>([
    [
      "a package that must fly where no aeroplane is",
      logistics({ cities: 3, locations: 2, packages: 4, airplanes: 0 }, 1),
    ],
    ["a locked room and no key", lockedGripper({ rooms: 1, keys: 0, balls: 1 })],
    ["fewer keys than rooms", lockedGripper({ rooms: 2, keys: 1, balls: 4 })],
    ["tiles of the wrong parity", tiles({ width: 3, height: 2 }, 1, false)],
    ["more tiles of the wrong parity", tiles({ width: 4, height: 2 }, 2, false)],
    ["blocks in a circle", blocksInACircle({ blocks: 5 })],
    ["a stone in a corner", sokoban(["$  ", " @ ", "  ."], false)],
    ["two stones at a wall with one goal", sokoban([" $.$ ", " .   ", "  @  "], false)],
    ["two stones side by side at a wall", sokoban([" $$  ", "  @  ", ". .  "], false)],
    ["lamps that no presses put out", lights({ side: 4 }, { lit: [[0, 0]] }, false)],
  ])("knows that there is no plan for %s", (_, instance) => {
    expect(instance.solvable).toBe(false);
    expect(verdictOn(instance)).toBe("no plan");
  });

  it.each([
    ["actions", { maxActions: 10 }],
    ["atoms", { maxAtoms: 10 }],
    ["nodes", { maxNodes: 3 }],
    ["memory", { maxBytes: 1000 }],
    ["time", { isOverdue: () => true }],
  ])("says that it was the limit on %s", (limit, tight) => {
    expect(verdictOn(tiles({ width: 4, height: 4 }, 1, true), { ...LIMITS, ...tight })).toBe(`limits: ${limit}`);
  });

  it("never takes a limit for a proof that there is no plan", () => {
    const instance = tiles({ width: 3, height: 3 }, 1, false);
    expect(verdictOn(instance, { ...LIMITS, maxNodes: 5000 })).toBe("limits: nodes");
  });
});

describe("the planner, on tasks of any meaning", () => {
  it("finds a valid plan wherever a search of all states does, and never else", () => {
    fc.assert(
      fc.property(anyTask, ({ domain, problem }) => {
        const solvable = shortestPlan(domain, problem) !== null;
        expect(verdictOn({ domain, problem, solvable })).toBe(solvable ? "valid plan" : "no plan");
      }),
      { numRuns: 2000 },
    );
  });
});

describe("the planner, where half of the tasks have no plan", () => {
  it("tells the tiles of one parity from those of the other", () => {
    const size = fc.record({ width: fc.constantFrom(2, 3), height: fc.constant(2) });
    fc.assert(
      fc.property(size, fc.nat(), fc.boolean(), (of, seed, solvable) => {
        expect(verdictOn(tiles(of, seed, solvable))).toBe(solvable ? "valid plan" : "no plan");
      }),
    );
  });

  it("tells enough keys from too few", () => {
    const size = fc.record({
      rooms: fc.integer({ min: 1, max: 3 }),
      keys: fc.nat({ max: 3 }),
      balls: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(size.map(lockedGripper), (instance) => {
        expect(verdictOn(instance)).toBe(instance.solvable ? "valid plan" : "no plan");
      }),
    );
  });
});

describe("the generators", () => {
  it.each(Object.entries(SERIES))("make the same %s of the same number", (_, make) => {
    expect(make(10)).toEqual(make(10));
    expect(make(10).problem).not.toBe(make(11).problem);
  });
});
