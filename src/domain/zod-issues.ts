import type * as z from "zod";
import type { Issue } from "./errors.ts";

/**
 * The faults that a zod error tells of: unknown fields one by one, where zod names them together, and of alternatives those
 * of the one that was most likely meant.
 */
export const issuesOf = (error: z.ZodError): readonly Issue[] => error.issues.flatMap((issue) => faultsOf(issue, []));

function faultsOf(issue: z.core.$ZodIssue, before: readonly PropertyKey[]): readonly Issue[] {
  const path = [...before, ...issue.path];
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ path: pathOf([...path, key]), message: "is not a known field" }));
  const alternatives = issue.code === "invalid_union" ? issue.errors : [];
  const meant = alternatives.toSorted((a, b) => nearness(b) - nearness(a))[0];
  if (meant) return meant.flatMap((one) => faultsOf(one, path));
  return [{ path: pathOf(path), message: issue.message }];
}

const pathOf = (path: readonly PropertyKey[]): string => path.map(String).join(".");

/** How well an alternative fits: the deeper its fault, the better; worst where the type is another. */
const nearness = (issues: readonly z.core.$ZodIssue[]): number =>
  issues.reduce((most, { code, path }) => Math.max(most, path.length || (code === "invalid_type" ? -1 : 0)), -1);
