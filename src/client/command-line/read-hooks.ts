import type { JsonObject } from "../../domain/json.ts";
import type { NewHook } from "../client.ts";
import type { HooksCommand, Own } from "./commands.ts";
import { oneOf } from "./one-of.ts";
import { only } from "./only.ts";
import type { ParsedOptions } from "./parse.ts";
import { readAction } from "./read-action.ts";
import { readVariable } from "./secret-variable.ts";
import { UsageError } from "./usage-error.ts";

const SOURCES = ["github", "slack", "standard", "shared-secret"] as const satisfies readonly NewHook["source"][];

/** @throws {UsageError} */
export function readHooks(
  values: ParsedOptions,
  [asked, ...rest]: readonly string[],
  environment: NodeJS.ProcessEnv,
): Own<HooksCommand> {
  const action = readAction("hooks", asked, values);
  const secret = values.secret === undefined ? undefined : readVariable("secret", values.secret, environment);
  switch (action) {
    case "list":
      only(rest, "hooks list", 0);
      return { action };
    case "show":
    case "remove":
      return { action, id: only(rest, `hooks ${action} ID`) };
    case "rotate":
      return { action, id: only(rest, "hooks rotate ID"), secret };
    case "add":
      only(rest, "hooks add", 0);
      return { action, ...readNew(values, secret) };
  }
}

function readNew(
  values: ParsedOptions,
  secret: string | undefined,
): { readonly stated: JsonObject; readonly from: string | undefined } {
  const { template, name, from } = values;
  const source = oneOf(SOURCES, "source", values.source);
  if (from === undefined && (source === undefined || !template?.trim())) {
    throw new UsageError("`hooks add` needs --source NAME and --template TEXT, or --from FILE that says them");
  }
  const stated: JsonObject = {
    ...(source === undefined ? {} : { source }),
    ...(template === undefined ? {} : { template }),
    ...(name === undefined ? {} : { name }),
    ...(secret === undefined ? {} : { secret }),
  };
  return { stated, from };
}
