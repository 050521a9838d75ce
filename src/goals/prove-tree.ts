import type { Ordered, Tree } from "../domain/goal/tree.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { ground, PddlError, PddlNames, parseDomain, parseProblem } from "../planning/index.ts";

/** Why a goal can be reached, and the texts by which any PDDL planner or validator can check that. */
export interface TreeProof {
  readonly domain: string;
  readonly problem: string;
  /** The steps in an order in which they can happen, in IPC form. */
  readonly solution: string;
}

/** A goal has at most 256 steps, each of at most 32 outputs. */
const LIMITS = { maxActions: 1_024, maxAtoms: 16_384 };

/**
 * Proves that a goal's outputs can be reached: every step becomes an action that happens once its inputs are at hand, and
 * that puts its outputs at hand. The texts that are returned are what was parsed, grounded and executed.
 * @returns in plain words what cannot be reached. Never throws.
 */
export function proveTree(
  { given, wanted }: Tree,
  { order }: Ordered,
  missing: ReadonlySet<string>,
): Result<TreeProof, string> {
  const values = new PddlNames(["value"]);
  const actions = new PddlNames();
  const value = (name: string): string => values.of(name, `v-${name}`);
  const at = (names: readonly string[]): string => names.map((name) => `(at-hand ${value(name)})`).join(" ");
  const reached = order.filter(({ inputs }) => inputs.every((name) => !missing.has(name)));
  const lines = reached.map(({ name, inputs, outputs }) => {
    const action = actions.of(name, `step-${name}`);
    const gives = outputs.map((output) => output.name);
    return {
      action,
      text: `  (:action ${action}\n    :parameters ()\n    :precondition (and ${at(inputs)})\n    :effect (and ${at(gives)}))`,
    };
  });
  const wishes = wanted.map(({ name }) => name).filter((name) => !missing.has(name));
  const all = [
    ...new Set([
      ...given.keys(),
      ...wishes,
      ...reached.flatMap((step) => [...step.inputs, ...step.outputs.map((one) => one.name)]),
    ]),
  ];
  const domain = [
    "; A step happens once all that it takes is at hand; then what it gives is at hand as well.",
    "(define (domain goal)",
    "  (:requirements :strips :typing)",
    "  (:types value)",
    `  (:constants ${all.map(value).join(" ")} - value)`,
    "  (:predicates (at-hand ?value - value))",
    ...lines.map(({ text }) => text),
    ")",
    "",
  ].join("\n");
  const problem = [
    "(define (problem reach-the-goal)",
    "  (:domain goal)",
    `  (:init ${at([...given.keys()])})`,
    `  (:goal (and ${at(wishes)})))`,
    "",
  ].join("\n");
  return certified(
    domain,
    problem,
    lines.map(({ action }) => action),
  );
}

function certified(domain: string, problem: string, order: readonly string[]): Result<TreeProof, string> {
  try {
    const parsed = parseDomain(domain);
    const grounding = ground(parsed, parseProblem(problem, parsed), LIMITS);
    if (grounding.as === "no-plan") return err(`${grounding.unreachable} can never be reached`);
    if (grounding.as === "limits") return err(`it needs more ${grounding.limit} than the planner may take`);
    const { task } = grounding;
    const holds = new Set(task.init);
    const byName = new Map(task.actions.map((action) => [action.name.replaceAll(/[()]/g, "").trim(), action]));
    for (const name of order) {
      const action = byName.get(name);
      if (!action) return err(`${name} can never happen`);
      const open = [...action.preconditions].find((atom) => !holds.has(atom));
      if (open !== undefined) return err(`${name} would happen before ${task.atoms[open]}`);
      for (const atom of action.add) holds.add(atom);
    }
    const unmet = [...task.goal].find((atom) => !holds.has(atom));
    if (unmet !== undefined) return err(`${task.atoms[unmet]} is not reached`);
    return ok({ domain, problem, solution: `${order.map((name) => `(${name})`).join("\n")}\n` });
  } catch (thrown) {
    if (thrown instanceof PddlError) return err(thrown.message);
    throw thrown;
  }
}
