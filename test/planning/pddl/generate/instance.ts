/** A planning task as PDDL text, and whether it is known to have a plan. */
export interface Instance {
  readonly domain: string;
  readonly problem: string;
  readonly solvable: boolean;
}

export interface ProblemParts {
  readonly name: string;
  readonly domain: string;
  /** Names by type; under the empty type they are written untyped. */
  readonly objects: Readonly<Record<string, readonly string[]>>;
  /** Atoms without their outer brackets: `at truck1 depot`. */
  readonly init: readonly string[];
  /** As `init`. */
  readonly goal: readonly string[];
  /** Whether the total cost is to be small; it then starts at zero. */
  readonly metric?: boolean;
}

/** `count` names: `truck1`, `truck2` … */
export const names = (prefix: string, count: number, first = 1): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + first}`);

/** Every ordered pair of two different ones. */
export const pairs = <T>(of: readonly T[]): [T, T][] =>
  of.flatMap((left) => of.filter((right) => right !== left).map((right): [T, T] => [left, right]));

export function writeProblem({ name, domain, objects, init, goal, metric = false }: ProblemParts): string {
  const declared = Object.entries(objects)
    .filter(([, those]) => those.length > 0)
    .map(([type, those]) => `    ${those.join(" ")}${type === "" ? "" : ` - ${type}`}\n`);
  const atoms = metric ? ["= (total-cost) 0", ...init] : init;
  return `(define (problem ${name})
  (:domain ${domain})
  (:objects
${declared.join("")}  )
  (:init
${atoms.map((atom) => `    (${atom})\n`).join("")}  )
  (:goal (and
${goal.map((atom) => `    (${atom})\n`).join("")}  ))${metric ? "\n  (:metric minimize (total-cost))" : ""})
`;
}
