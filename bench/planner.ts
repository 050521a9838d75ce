/**
 * Measures the planner on instances as large as those of the planning competitions: `npm run bench:planner`, with the
 * names of domains for those alone.
 *
 * Each instance gets ten seconds from its text to its plan, all in one process on one core, and every plan is checked
 * by a validator that shares nothing with the planner. The times are of those that were solved.
 */
import { parseArgs } from "node:util";
import { type Outcome, solve } from "../scripts/plan-pddl/solve.ts";
import { parseDomain, parseProblem } from "../src/planning/pddl/index.ts";
import { gripper } from "../test/planning/pddl/generate/gripper.ts";
import type { Instance } from "../test/planning/pddl/generate/instance.ts";
import { SERIES, SERIES_LENGTH } from "../test/planning/pddl/generate/series.ts";
import { validatePlan } from "../test/planning/pddl/validate/validate-plan.ts";

const LIMITS = { timeLimitMs: 10_000, maxBytes: 2 ** 30 };
/** The instance that other planners are known by, measured so often. */
const GRIPPER_20 = { balls: 42, repeats: 9 };

interface Measured {
  readonly outcome: Outcome;
  readonly ms: number;
}

function measure({ domain, problem }: Instance): Measured {
  const startedAt = performance.now();
  const parsedDomain = parseDomain(domain);
  const outcome = solve(parsedDomain, parseProblem(problem, parsedDomain), LIMITS);
  const ms = performance.now() - startedAt;
  if (outcome.status === "no-plan") throw new Error(`There is a plan, and this was said: ${outcome.reason}`);
  if (outcome.status === "plan") {
    const verdict = validatePlan(domain, problem, outcome.steps.join("\n"));
    if (!verdict.valid) throw new Error(`Step ${verdict.step} is wrong: ${verdict.reason}`);
    if (verdict.cost !== outcome.cost) throw new Error(`A cost of ${verdict.cost} was reported as ${outcome.cost}`);
  }
  return { outcome, ms };
}

const medianOf = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;

/** Measures a domain's instances and prints a line of the table. @returns how many were solved */
function printDomain(name: string, make: (at: number) => Instance): number {
  const times: number[] = [];
  const unsolved: string[] = [];
  for (let at = 1; at <= SERIES_LENGTH; at++) {
    const { outcome, ms } = measure(make(at));
    if (outcome.status === "plan") times.push(ms);
    else unsolved.push(`${at}${outcome.status === "limits" ? ` (${outcome.limit})` : ""}`);
  }
  const columns = [
    name.padEnd(14),
    `${times.length}/${SERIES_LENGTH}`.padStart(6),
    medianOf(times).toFixed(0).padStart(10),
    Math.max(...times)
      .toFixed(0)
      .padStart(8),
    unsolved.length === 0 ? "" : `  not ${unsolved.join(", ")}`,
  ];
  console.log(columns.join(" "));
  return times.length;
}

const { positionals } = parseArgs({ allowPositionals: true });
const wanted = Object.entries(SERIES).filter(([name]) => positionals.length === 0 || positionals.includes(name));
console.log("domain         solved  median ms   max ms");
const solved = wanted.map(([name, make]) => printDomain(name, make)).reduce((sum, count) => sum + count, 0);
const total = wanted.length * SERIES_LENGTH;
console.log(`\n${solved} of ${total} solved (${((100 * solved) / total).toFixed(1)}%), every plan valid.`);
const repeated = Array.from({ length: GRIPPER_20.repeats }, () => measure(gripper(GRIPPER_20)).ms);
console.log(`Gripper's 20th instance, of ${GRIPPER_20.balls} balls: ${medianOf(repeated).toFixed(1)} ms (median).`);
