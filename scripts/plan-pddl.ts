/** `npm run plan:pddl -- domain.pddl problem.pddl`: the planner on files, for anyone to try and check. */
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { PddlError, parseDomain, parseProblem } from "../src/planning/pddl/index.ts";
import { HELP, readArguments, UsageError } from "./plan-pddl/arguments.ts";
import { EXIT_CODES, planLines, statisticsLines, toJson } from "./plan-pddl/output.ts";
import { solve } from "./plan-pddl/solve.ts";

const WRONG = 1;

// npm runs scripts in the package's folder, and says here where it was called.
const pathOf = (file: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), file);

const print = (lines: readonly string[]): boolean => process.stdout.write(lines.map((line) => `${line}\n`).join(""));

async function read<T>(file: string, parse: (text: string) => T): Promise<T> {
  const text = await readFile(pathOf(file), "utf8").catch((error: unknown) => {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  return within(file, () => parse(text));
}

/** Says which file is wrong where something is: `file:line:column: what`. */
function within<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof PddlError) throw new Error(`${file}:${error.line === null ? " " : ""}${error.message}`);
    throw error;
  }
}

async function main(): Promise<number> {
  const command = readArguments(process.argv.slice(2));
  if (command.do === "help") {
    print([HELP]);
    return 0;
  }
  const domain = await read(command.domain, parseDomain);
  const problem = await read(command.problem, (text) => parseProblem(text, domain));
  const outcome = within(command.problem, () => solve(domain, problem, command));
  const plan = planLines(outcome);
  if (command.json) print([toJson(outcome)]);
  else print([...statisticsLines(outcome), ...plan]);
  // Last: what was found is not lost where it cannot be written.
  if (command.out !== null && outcome.status === "plan") {
    await writeFile(pathOf(command.out), plan.map((line) => `${line}\n`).join(""));
  }
  return EXIT_CODES[outcome.status];
}

// Whoever reads the output has gone (`… | head`): there is nothing left to say.
process.stdout.on("error", () => process.exit());
process.exitCode = await main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  console.error(error instanceof UsageError ? `${message}\n\nMore: npm run plan:pddl -- --help` : message);
  return WRONG;
});
