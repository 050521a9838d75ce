import { readBudget } from "./budget.ts";
import { readCasting } from "./casting.ts";
import type { AskCommand, CliRequest, Own, PlanCommand } from "./commands.ts";
import type { CommandName } from "./help.ts";
import { readHfToken } from "./hf-token.ts";
import type { ParsedOptions } from "./parse.ts";
import { UsageError } from "./usage-error.ts";

/** The request, in quotes. */
function readText(rest: readonly string[], command: CommandName): string {
  const [text = "", ...more] = rest;
  if (more.length > 0) throw new UsageError(`Put the request in quotes: ${command} "…"; files go with --file`);
  return text;
}

const readRequest = (values: ParsedOptions, environment: NodeJS.ProcessEnv): Omit<CliRequest, "text"> => ({
  files: values.file ?? [],
  conversation: values.conversation,
  plan: values.plan,
  casting: readCasting(values),
  budget: readBudget(values),
  hfToken: readHfToken(values["hf-token"], environment),
});

/** @throws {UsageError} */
export function readPlan(
  values: ParsedOptions,
  rest: readonly string[],
  environment: NodeJS.ProcessEnv,
): Own<PlanCommand> {
  const text = readText(rest, "plan");
  if (!text.trim() && values.plan === undefined) {
    throw new UsageError('Say what you want, plan "…", or give a plan with --plan');
  }
  return { text, ...readRequest(values, environment), pddl: values.pddl ?? false };
}

/** @throws {UsageError} */
export function readAsk(
  values: ParsedOptions,
  rest: readonly string[],
  environment: NodeJS.ProcessEnv,
): Own<AskCommand> {
  const text = readText(rest, "ask");
  if (!text.trim() && values.plan === undefined) {
    throw new UsageError('Say what you want, ask "…", or give a plan with --plan');
  }
  if (values.events && !values.json) throw new UsageError("--events goes with --json");
  if (values.detach && (values.events || values.out !== undefined)) {
    throw new UsageError(`--detach does not stay for --${values.events ? "events" : "out"}`);
  }
  return {
    text,
    ...readRequest(values, environment),
    approve: values.approve ?? false,
    out: values.out,
    detach: values.detach ?? false,
    events: values.events ?? false,
  };
}
