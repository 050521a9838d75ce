import { UsageError } from "./usage-error.ts";

/**
 * What an environment variable holds that an option names: what stands on a command line is seen by everybody on the
 * machine. @throws {UsageError} that says nothing of the value
 */
export function readVariable(option: string, variable: string, environment: NodeJS.ProcessEnv): string {
  if (!/^[A-Za-z_]\w*$/.test(variable)) {
    throw new UsageError(`--${option} takes the name of an environment variable, and not the value itself`);
  }
  const value = environment[variable]?.trim();
  if (!value) throw new UsageError(`The variable ${variable} that --${option} names is not set`);
  return value;
}
