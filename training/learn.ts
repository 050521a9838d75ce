import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { DataError } from "../evaluation/suite.ts";

const LEARN = fileURLToPath(new URL("network/learn.py", import.meta.url));

/** Fits networks to the examples in a folder. @param python the command to run. @throws {DataError} where it fails. */
export async function learnWith(python: string, folder: string): Promise<void> {
  // Without -B it leaves bytecode beside the sources. What it prints is progress: our own output is for the scores.
  const child = spawn(python, ["-B", LEARN, folder], { stdio: ["ignore", process.stderr, process.stderr] });
  const [code] = await once(child, "exit").catch((error: Error) => {
    throw new DataError(`${error.message}: PYTHON names another, training/README.md says what it needs`);
  });
  if (code !== 0) throw new DataError("The networks could not be learnt: training/README.md says what that needs");
}
