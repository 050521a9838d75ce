import { baseKind, type Kind } from "../kinds.ts";
import { err, ok, type Result } from "../result.ts";
import type { Step, StepOutput } from "./step.ts";

/** What is wrong with a tree; `step` names where, null for the goal as a whole. */
export interface TreeFault {
  readonly step: string | null;
  readonly message: string;
}

/** What a tree of steps is to lead from and to. */
export interface Tree {
  /** Values that are there: the goal's files, and what ended steps gave. */
  readonly given: ReadonlyMap<string, Kind>;
  /** What the goal is to give. */
  readonly wanted: readonly StepOutput[];
  /** The steps that are still to do and are not broken down into others. */
  readonly leaves: readonly Step[];
}

export interface Ordered {
  /** Every step after those that make its inputs. */
  readonly order: readonly Step[];
  /** Steps whose outputs nobody needs, directly or at the end. */
  readonly unneeded: readonly Step[];
}

/**
 * Derives the dependencies of a tree's steps from their inputs and outputs, and from nothing else.
 * @param missing names of values that nobody makes any more: to need them is no fault
 * @returns the steps that are needed, in order, and those that are not; or every fault: two makers of one value, an input
 *   or a wanted output that nobody makes, steps that wait for each other
 */
export function orderSteps(
  tree: Tree,
  missing: ReadonlySet<string> = new Set(),
): Result<Ordered, readonly TreeFault[]> {
  const makers = new Map<string, Step>();
  const faults: TreeFault[] = [];
  for (const step of tree.leaves) {
    for (const { name } of step.outputs) {
      const other = makers.get(name);
      if (tree.given.has(name)) faults.push({ step: step.name, message: `gives "${name}", which is there already` });
      else if (other) faults.push({ step: step.name, message: `gives "${name}", which "${other.name}" gives as well` });
      else makers.set(name, step);
    }
  }
  const isThere = (name: string): boolean => tree.given.has(name) || makers.has(name) || missing.has(name);
  for (const step of tree.leaves) {
    for (const name of step.inputs) {
      if (!isThere(name)) faults.push({ step: step.name, message: `takes "${name}", which nobody makes` });
    }
  }
  for (const { name, kind } of tree.wanted) {
    if (!isThere(name)) faults.push({ step: null, message: `"${name}" is asked for, and nobody makes it` });
    const made = makers.get(name)?.outputs.find((output) => output.name === name)?.kind ?? tree.given.get(name);
    if (made && baseKind(made) !== baseKind(kind)) {
      faults.push({
        step: makers.get(name)?.name ?? null,
        message: `gives "${name}" as ${made}, and it is asked for as ${kind}`,
      });
    }
  }
  if (faults.length > 0) return err(faults);

  const needed = neededSteps(tree, makers);
  const order: Step[] = [];
  const waits = new Map([...needed].map((step) => [step, new Set(makersOf(step, makers))]));
  const ready = [...needed].filter((step) => waits.get(step)?.size === 0);
  for (let next = ready.shift(); next; next = ready.shift()) {
    order.push(next);
    for (const [step, open] of waits) if (open.delete(next) && open.size === 0) ready.push(step);
  }
  if (order.length < needed.size) {
    const circle = [...needed].filter((step) => !order.includes(step)).map(({ name }) => `"${name}"`);
    return err([{ step: null, message: `${circle.join(", ")} wait for each other` }]);
  }
  return ok({ order, unneeded: tree.leaves.filter((step) => !needed.has(step)) });
}

const makersOf = (step: Step, makers: ReadonlyMap<string, Step>): readonly Step[] =>
  step.inputs.flatMap((name) => makers.get(name) ?? []);

function neededSteps({ wanted, leaves }: Tree, makers: ReadonlyMap<string, Step>): ReadonlySet<Step> {
  const needed = new Set<Step>();
  const open = wanted.flatMap(({ name }) => makers.get(name) ?? []);
  for (let step = open.pop(); step; step = open.pop()) {
    if (needed.has(step)) continue;
    needed.add(step);
    open.push(...makersOf(step, makers));
  }
  // In the order in which they were written, so that equal trees are ordered alike.
  return new Set(leaves.filter((step) => needed.has(step)));
}

/** The effort of the longest chain of steps that begins with each one: what its end cannot come before. */
export function criticalEfforts(order: readonly Step[], effortOf: (step: Step) => number): ReadonlyMap<string, number> {
  const longest = new Map<string, number>();
  const takers = Map.groupBy(
    order.flatMap((step) => step.inputs.map((input) => ({ input, step }))),
    ({ input }) => input,
  );
  for (const step of order.toReversed()) {
    const after = step.outputs.flatMap(({ name }) => takers.get(name) ?? []);
    const behind = Math.max(0, ...after.map((taker) => longest.get(taker.step.name) ?? 0));
    longest.set(step.name, effortOf(step) + behind);
  }
  return longest;
}
