import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { DataError } from "../evaluation/suite.ts";

const pathOf = (name: string): string => fileURLToPath(new URL(`network/${name}`, import.meta.url));

/** What fits networks: to the examples in a folder, anew or further; a tagger to the restrictions in a folder, with a network. */
export const SCRIPTS = {
  anew: pathOf("learn.py"),
  further: pathOf("learn_further.py"),
  tagger: pathOf("learn_tagger.py"),
} as const;

/** Runs one of `SCRIPTS`. @param python the command to run. @throws {DataError} where it fails. */
export async function learnWith(python: string, script: string, ...given: readonly string[]): Promise<void> {
  // Without -B it leaves bytecode beside the sources. What it prints is progress: our own output is for the scores.
  const child = spawn(python, ["-B", script, ...given], { stdio: ["ignore", process.stderr, process.stderr] });
  const [code] = await once(child, "exit").catch((error: Error) => {
    throw new DataError(`${error.message}: PYTHON names another, training/README.md says what it needs`);
  });
  if (code !== 0) throw new DataError("The networks could not be learnt: training/README.md says what that needs");
}
