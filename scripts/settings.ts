import { parseEnv } from "node:util";

/** The Worker's variables: what may be set for one start, in place of what `.dev.vars` says. */
const NAMES = ["AUTH", "CONFIG", "IMPRESARIO_SECRET", "FETCH_ALLOW_HOSTS"] as const;

/** The Worker's variables that are set in the environment; one that is empty counts as not set. */
export function fromEnvironment(environment: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = environment[name];
      return value ? [[name, value]] : [];
    }),
  );
}

/** All variables: those of `.dev.vars`, given as its text, and over them the environment's. */
export function readSettings(devVars: string, environment: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const written = Object.entries(parseEnv(devVars)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return { ...Object.fromEntries(written), ...fromEnvironment(environment) };
}
