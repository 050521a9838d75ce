import { readBudget } from "./budget.ts";
import { readCasting } from "./casting.ts";
import type { AskCommand, ChatCommand, CliRequest, Own, PlanCommand } from "./commands.ts";
import type { CommandName } from "./help.ts";
import { readHfToken } from "./hf-token.ts";
import { STANDARD_INPUT } from "./input.ts";
import { only } from "./only.ts";
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

/** @throws {UsageError} where both the request and a file, or two files, are to come on standard input */
function checkStandardInput(text: string, files: readonly string[]): void {
  if ([text, ...files].filter((given) => given === STANDARD_INPUT).length > 1) {
    throw new UsageError("Standard input can be read once: as the request or as one file");
  }
}

/** @throws {UsageError} */
export function readChat(
  values: ParsedOptions,
  rest: readonly string[],
  environment: NodeJS.ProcessEnv,
): Own<ChatCommand> {
  only(rest, "chat", 0);
  const { plan: _, ...request } = readRequest(values, environment);
  if (request.files.includes(STANDARD_INPUT)) throw new UsageError("Standard input holds the messages of a chat");
  return { ...request, approve: values.approve ?? false, out: values.out, ids: values.ids ?? false };
}

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
  checkStandardInput(text, values.file ?? []);
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
  checkStandardInput(text, values.file ?? []);
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
    ids: values.ids ?? false,
  };
}
