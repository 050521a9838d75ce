import { UsageError } from "./usage-error.ts";

/** As POSIX has names of variables. */
const VARIABLE = /^[A-Za-z_]\w*$/;
const TOKEN = /^hf_/;

/**
 * The caller's own token of Hugging Face, out of the variable that an option names: what stands on a command line is
 * seen by everybody on the machine, and kept in the shell's history.
 * @throws {UsageError} that says nothing of the token.
 */
export function readHfToken(variable: string | undefined, environment: NodeJS.ProcessEnv): string | undefined {
  if (variable === undefined) return undefined;
  if (TOKEN.test(variable) && environment[variable] === undefined) {
    throw new UsageError(
      "--hf-token takes the name of a variable that holds the token, such as HF_TOKEN, and not the token itself: others on this machine could read it",
    );
  }
  if (!VARIABLE.test(variable)) throw new UsageError("--hf-token takes the name of a variable, such as HF_TOKEN");
  const token = environment[variable]?.trim();
  if (!token) throw new UsageError("The variable that --hf-token names is not set");
  if (!TOKEN.test(token)) throw new UsageError("What the variable that --hf-token names holds does not begin with hf_");
  return token;
}
