import { readRaise } from "./budget.ts";
import type { Own, RunsCommand } from "./commands.ts";
import { readCount } from "./numbers.ts";
import { only } from "./only.ts";
import type { ParsedOptions } from "./parse.ts";
import { readAction } from "./read-action.ts";

/** Each conversation is asked for by itself. */
const DEFAULT_LISTED = 10;
const MAX_LISTED = 50;

/** @throws {UsageError} */
export function readRuns(values: ParsedOptions, [asked, ...rest]: readonly string[]): Own<RunsCommand> {
  const action = readAction("runs", asked, values);
  if (action === "list") {
    only(rest, "runs list", 0);
    const { limit, conversation } = values;
    return { action, conversation, limit: readCount("limit", limit, MAX_LISTED) ?? DEFAULT_LISTED };
  }
  const run = only(rest, `runs ${action} ID`);
  switch (action) {
    case "watch":
      return { action, run, out: values.out, ids: values.ids ?? false };
    case "approve":
      return { action, run, plan: values.plan };
    case "resume":
      return { action, run, raise: readRaise(values) };
    default:
      return { action, run };
  }
}
