/** The options of the commands that ask for something, and the message that they come to. */
import type { Command } from "commander";
import type { JsonObject } from "../../domain/json.ts";
import {
  CONTROLLERS,
  type ControllerName,
  PLANNING_MODES,
  type PlanningMode,
  SELECTORS,
  type Selector,
} from "../../domain/selection.ts";
import type { NewMessage } from "../client.ts";
import { gather, STANDARD_INPUT } from "./attachments.ts";
import type { Context } from "./command.ts";
import {
  type BudgetOptions,
  budgetOf,
  choice,
  collect,
  constraintsOf,
  readHfToken,
  UsageError,
  withBudgetOptions,
  withoutUndefined,
} from "./option-values.ts";
import type { ResourceNames } from "./run-lines.ts";
import { LAST, newestRun } from "./runs.ts";

export interface RequestOptions extends BudgetOptions {
  readonly file?: readonly string[];
  readonly conversation?: string;
  readonly plan?: string;
  readonly licence?: readonly string[];
  readonly avoid?: readonly string[];
  readonly constraints?: JsonObject;
  readonly selection?: Selector;
  readonly controller?: ControllerName;
  readonly planning?: PlanningMode;
  readonly hfToken?: string;
}

/** Adds the options of a request. */
export const withRequestOptions = (command: Command): Command =>
  withBudgetOptions(
    command
      .option(
        "-f, --file <what>",
        "a file, a URL, the id of an upload (res_…), or - for the standard input; repeat for more",
        collect,
      )
      .option("-c, --conversation <id>", "go on with a conversation, or with the `last`: its files can be spoken of")
      .option(
        "--licence <name>",
        "use models under this licence or family only, such as MIT or permissive; repeat for more",
        collect,
      )
      .option("--avoid <model>", "not this model or family, such as whisper or our/captioner; repeat for more", collect)
      .option("--constraints <json>", "any other condition on models; docs/selection.md lists them", constraintsOf)
      .addOption(
        choice("--selection <who>", "who chooses among the models that are left; rules when left out", SELECTORS),
      )
      .option("--hf-token <name>", "your own token of Hugging Face: the name of the environment variable that holds it")
      .addOption(
        choice("--controller <who>", "who plans and answers; what the server is set to when left out", CONTROLLERS),
      )
      .addOption(
        choice("--planning <how>", "how a language model plans: all of it, or only which task types", PLANNING_MODES),
      ),
  );

/** What options say besides text and files; nothing is read or sent for it. @throws {UsageError} */
export function readSettings(options: RequestOptions, environment: NodeJS.ProcessEnv) {
  const { selection, controller, planning } = options;
  const settings = {
    constraints: readConstraints(options),
    selection,
    controller,
    planning,
    budget: budgetOf(options),
  };
  return { settings: withoutUndefined(settings), hfToken: readHfToken(options.hfToken, environment) };
}

/** The conditions on models out of three options; two that write one part would be a guess which is meant. */
function readConstraints({ constraints = {}, licence = [], avoid = [] }: RequestOptions): JsonObject | undefined {
  const all = { ...constraints };
  for (const [option, part, side, names] of [
    ["licence", "licence", "allow", licence],
    ["avoid", "model", "deny", avoid],
  ] as const) {
    if (names.length === 0) continue;
    if (names.some((name) => name.trim() === "")) throw new UsageError(`--${option} needs a name`);
    if (Object.hasOwn(all, part)) throw new UsageError(`Say it once: --${option}, or ${part} in --constraints`);
    all[part] = { [side]: names };
  }
  return Object.keys(all).length === 0 ? undefined : all;
}

/** A request as the server takes it, with its files sent. */
export interface ReadyRequest {
  readonly message: NewMessage;
  readonly conversation: string | undefined;
  /** Of resources, by id. */
  readonly names: ResourceNames;
  readonly hfToken: string | undefined;
}

/** Sends the files of a request, and finds what `-` and `last` stand for. @throws {UsageError} */
export async function prepare(text: string, options: RequestOptions, context: Context): Promise<ReadyRequest> {
  const { client, session, signal } = context;
  const { file: files = [], plan } = options;
  const { settings, hfToken } = readSettings(options, session.environment);
  const said = text === STANDARD_INPUT ? await readText(files, context) : text;
  const conversation =
    options.conversation === LAST ? (await newestRun(client, signal)).conversation : options.conversation;
  const { attachments, names } = await gather(client, { files, plan, conversation }, session);
  return { message: { text: said, ...attachments, ...settings }, conversation, names, hfToken };
}

async function readText(files: readonly string[], { session }: Context): Promise<string> {
  if (files.includes(STANDARD_INPUT)) throw new UsageError("The standard input is the request or a file, not both");
  const text = (await (await session.readInput()).text()).trim();
  if (text === "") throw new UsageError("The standard input holds no request");
  return text;
}
