import { evaluate } from "../../../evaluation/evaluate.ts";

export interface Ended {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs `npm run evaluate` in this process, for someone in `folder` with these variables. */
export async function runEvaluation(
  given: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  let output = "";
  let errors = "";
  const code = await evaluate(given, {
    folder,
    environment,
    now: () => performance.now(),
    progress: () => {},
    write: (text) => {
      output += text;
    },
    writeError: (text) => {
      errors += text;
    },
  });
  return { code, output, errors };
}
