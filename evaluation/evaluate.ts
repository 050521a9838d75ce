import { DataError, type Suite, type SuiteDependencies, UsageError } from "./suite.ts";
import { SUITES } from "./suites/index.ts";

/** 0: measured; 1: an input could not be used; 2: wrong usage. */
export const EXIT = { measured: 0, unusable: 1, usage: 2 } as const;

interface Process extends SuiteDependencies {
  readonly writeError: (text: string) => void;
}

/** Runs the suite that the first argument names. @returns the exit code; every failure has been told by then. */
export async function evaluate(given: readonly string[], process: Process): Promise<number> {
  const [name, ...rest] = given;
  const suite = name !== undefined && Object.hasOwn(SUITES, name) ? SUITES[name] : undefined;
  if (name === "--help" || name === "-h" || name === "help") {
    process.write(overview());
    return EXIT.measured;
  }
  if (suite && (rest.includes("--help") || rest.includes("-h"))) {
    process.write(`${suite.usage}\n`);
    return EXIT.measured;
  }
  try {
    if (!suite) throw new UsageError(name === undefined ? "Which suite?" : `There is no suite ${JSON.stringify(name)}`);
    await suite.run(rest, process);
    return EXIT.measured;
  } catch (error) {
    return tell(error, suite, process);
  }
}

function tell(error: unknown, suite: Suite | undefined, { writeError }: Process): number {
  if (error instanceof UsageError) {
    writeError(`${error.message}\n\n${suite ? `${suite.usage}\n` : overview()}`);
    return EXIT.usage;
  }
  if (!(error instanceof DataError)) throw error;
  writeError(`${error.message}\n`);
  return EXIT.unusable;
}

const overview = (): string =>
  [
    "npm run evaluate -- SUITE …",
    "",
    ...Object.entries(SUITES).map(([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`),
    "",
    "`npm run evaluate -- SUITE --help` tells how one is called.",
    "",
  ].join("\n");
