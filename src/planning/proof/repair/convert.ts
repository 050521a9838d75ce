import { fitsAny, type Kind } from "../../../domain/kinds.ts";
import type { Ontology, Port, TaskType } from "../../../domain/task-types/index.ts";
import { ground, parseDomain, parseProblem, search } from "../../pddl/index.ts";
import { compileDomain } from "../domain-text.ts";

/** One conversion: a task of this type, its one input bound to what comes before. */
export interface Conversion {
  readonly type: TaskType;
  readonly input: Port;
  /** The output that the next step, or the task in need, takes. */
  readonly output: Port;
}

/** A search this small ends after a few dozen states; the bounds are for a deployment's own two hundred task types. */
const LIMITS = { maxNodes: 10_000, maxBytes: 16 * 1_048_576 };
const GROUNDING_LIMITS = { maxActions: 4_096, maxAtoms: 4_096 };

/** Plans do not change while the ontology doesn't, and there are few pairs of kinds. */
const plans = new WeakMap<Ontology, Map<string, readonly Conversion[] | null>>();

/**
 * The conversions that make something of one of the `wanted` kinds from something of kind `from`, found by planning;
 * `null` when there are none. They are offered to the planner one more at a time, those that can run here first
 * and else in the order of the ontology, so that of two ways the one by task types offered first is taken.
 */
export function planConversions(
  from: Kind,
  wanted: readonly Kind[],
  ontology: Ontology,
  canRun: (type: TaskType) => boolean = () => true,
): readonly Conversion[] | null {
  const known = plans.get(ontology) ?? new Map<string, readonly Conversion[] | null>();
  plans.set(ontology, known);
  const types = ontology.all
    .filter((type) => type.converts && mainInput(type) !== null)
    .toSorted((a, b) => Number(canRun(b)) - Number(canRun(a)));
  const key = [from, wanted.join(" "), ...types.map((type) => type.name)].join(",");
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  let found = findConversions(from, wanted, types);
  for (let offered = 1; found && offered < types.length; offered++) {
    const withFewer = findConversions(from, wanted, types.slice(0, offered));
    if (!withFewer) continue;
    found = withFewer;
    break;
  }
  known.set(key, found);
  return found;
}

/** The one input that a conversion needs. */
function mainInput(type: TaskType): Port | null {
  const [only, ...more] = type.inputs.filter((port) => port.required);
  return only && more.length === 0 && !only.many ? only : null;
}

/** A value of the small world in which conversions are planned: what is there, or an output of one of them. */
interface Value {
  readonly kind: Kind;
  readonly made: { readonly type: TaskType; readonly output: Port } | null;
}

function findConversions(
  from: Kind,
  wanted: readonly Kind[],
  types: readonly TaskType[],
): readonly Conversion[] | null {
  const domain = compileDomain(types, []);
  const values = new Map<string, Value>([["given", { kind: from, made: null }]]);
  const objects = [`given - ${domain.typeOfKind(from)}`];
  const init = ["(at-hand given)"];
  for (const [index, type] of types.entries()) {
    const task = `conversion-${index}`;
    objects.push(`${task} - ${domain.typeOfTask(type)}`);
    for (const [number, output] of type.outputs.entries()) {
      const value = `${task}-output-${number}`;
      const kind = output.kinds[0] ?? "data";
      values.set(value, { kind, made: { type, output } });
      objects.push(`${value} - ${domain.typeOfKind(kind)}`);
      init.push(`(${domain.binds(type, "gives", output)} ${task} ${value})`);
    }
  }
  for (const [index, type] of types.entries()) {
    const input = mainInput(type);
    for (const [value, { kind }] of values) {
      if (input && fitsAny(kind, input.kinds))
        init.push(`(${domain.binds(type, "takes", input)} conversion-${index} ${value})`);
    }
  }
  const goals = [...values].flatMap(([value, { kind, made }]) => (made && fitsAny(kind, wanted) ? [value] : []));
  if (goals.length === 0) return null;
  const steps = solve(
    domain.text,
    `(define (problem conversion) (:domain ${domain.name})
  (:objects ${objects.join("\n    ")})
  (:init ${init.join("\n    ")})
  (:goal (or ${goals.map((value) => `(at-hand ${value})`).join(" ")})))`,
  );
  return steps && chain(steps, goals, values);
}

function solve(domainText: string, problemText: string): readonly string[] | null {
  const domain = parseDomain(domainText);
  const grounding = ground(domain, parseProblem(problemText, domain), GROUNDING_LIMITS);
  if (grounding.as !== "task") return null;
  const result = search(grounding.task, LIMITS);
  return result.as === "plan" ? result.steps.map((step) => step.name) : null;
}

/** Reads the steps backwards from what was wanted, each from what it takes: `(action task input outputs…)`. */
function chain(
  steps: readonly string[],
  goals: readonly string[],
  values: ReadonlyMap<string, Value>,
): readonly Conversion[] | null {
  const conversions: Conversion[] = [];
  let wanted = goals;
  for (const step of steps.toReversed()) {
    const [, , taken = "", ...given] = step.replaceAll(/[()]/g, "").split(" ");
    const value = given.find((output) => wanted.includes(output));
    const made = value === undefined ? null : values.get(value)?.made;
    const input = made && mainInput(made.type);
    if (!made || !input) continue;
    conversions.unshift({ type: made.type, input, output: made.output });
    if (taken === "given") return conversions;
    wanted = [taken];
  }
  return null;
}
