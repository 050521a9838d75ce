import { UsageError } from "./usage-error.ts";

/** The name that an option gives; undefined where it was not given. @throws {UsageError} for any other. */
export function oneOf<Name extends string>(
  names: readonly Name[],
  option: string,
  given: string | undefined,
): Name | undefined {
  const found = names.find((name) => name === given);
  if (given !== undefined && found === undefined) throw new UsageError(`--${option} is ${names.join(" or ")}`);
  return found;
}
