import { UsageError } from "./usage-error.ts";

/** The one value that is to stand there, or none. @throws {UsageError} where there are fewer or more */
export function only(values: readonly string[], usage: string, count: 0 | 1 = 1): string {
  const [value = ""] = values;
  if (count === 0 && values.length > 0) throw new UsageError(`\`${usage}\` takes nothing more`);
  if (count === 1 && (values.length !== 1 || value.trim() === "")) throw new UsageError(`It is \`${usage}\``);
  return value;
}
