/** Sees to inbound webhooks, and to who is told of runs. */
import type { Command } from "commander";
import { SOURCE_NAMES } from "../../domain/hooks/hook.ts";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../../domain/webhooks/facts.ts";
import { readJsonObject } from "./attachments.ts";
import { type Actions, type Context, examples, recordLines } from "./command.ts";
import { HOOK_EXAMPLES } from "./hook-examples.ts";
import { choice, countUpTo, MAX_PAGE, readVariable, UsageError, withoutUndefined } from "./option-values.ts";
import { type StyledLine, span } from "./terminal.ts";

const SECRET = "what deliveries are signed with, taken out of this environment variable; else the server makes one";

interface SecretOption {
  readonly secret?: string;
}

const secretOf = ({ secret }: SecretOption, { session }: Context): string | undefined =>
  secret === undefined ? undefined : readVariable("secret", secret, session.environment);

/** Without its budget, whose figures are for programs: `--json` has them. */
const keptLines = (kept: object): readonly StyledLine[] => recordLines({ ...kept, budget: null });

const listLines =
  (none: string) =>
  (all: readonly object[]): readonly StyledLine[] =>
    all.length === 0 ? [[span(none, "dim")]] : all.flatMap(keptLines);

const withSecretLines = (made: object): readonly StyledLine[] => [
  ...keptLines(made),
  [span("  Give the secret to the other side: it is not shown again.", "yellow")],
];

const removedLines = ({ removed }: { readonly removed: string }): readonly StyledLine[] => [
  [span(`${removed} is gone.`)],
];

/** What hooks and webhooks have in common. */
type Kept = "hooks" | "webhooks";

/** Declares what is done with hooks and webhooks alike: `list`, `show`, `rotate` and `remove`. */
function addKept(parent: Command, kept: Kept, { show }: Actions): void {
  parent
    .command("list")
    .description("those that there are")
    .action(
      show(
        ({ client, signal }): Promise<readonly object[]> => client[kept].list({ signal }),
        listLines(`You have no ${kept.slice(0, -1)}.`),
      ),
    );
  parent
    .command("show <id>")
    .description("one of them")
    .action(show(({ client, signal }, _, id: string): Promise<object> => client[kept].get(id, { signal }), keptLines));
  parent
    .command("rotate <id>")
    .description("another secret; the one before stays good for a while")
    .option("--secret <variable>", SECRET)
    .action(
      show(
        (context, options: SecretOption, id: string): Promise<object> =>
          context.client[kept].rotate(id, { signal: context.signal, secret: secretOf(options, context) }),
        withSecretLines,
      ),
    );
  parent
    .command("remove <id>")
    .description("one of them; the runs that there are stay")
    .action(
      show(
        ({ client, signal }, _, id: string) => client[kept].remove(id, { signal }).then(() => ({ removed: id })),
        removedLines,
      ),
    );
}

interface NewHookOptions extends SecretOption {
  readonly source?: string;
  readonly template?: string;
  readonly name?: string;
  readonly from?: string;
}

/** Declares `hooks`. */
export function addHooks(program: Command, actions: Actions): void {
  const hooks = program
    .command("hooks")
    .description("Sees to inbound webhooks: what others post to their addresses becomes requests.")
    .addHelpText("after", examples(...HOOK_EXAMPLES, "hooks add --from my-hook.json --json | jq -r .url"));
  addKept(hooks, "hooks", actions);
  hooks
    .command("add")
    .description("another; its address and its secret are printed, the secret this once")
    .addOption(choice("--source <name>", "who sends", SOURCE_NAMES))
    .option("--template <text>", "the request; {{body.issue.title}} stands for a field of what is sent")
    .option("--name <name>", "for yourself")
    .option("--secret <variable>", `${SECRET}; Slack's must be given`)
    .option("--from <file>", "any other part: a JSON object, as POST /v1/hooks takes it")
    .action(actions.show(addHook, withSecretLines));
}

async function addHook(context: Context, { from, ...options }: NewHookOptions): Promise<object> {
  if (from === undefined && (options.source === undefined || !options.template?.trim())) {
    throw new UsageError("`hooks add` needs --source NAME and --template TEXT, or --from FILE that says them");
  }
  const stated = withoutUndefined({ ...options, secret: secretOf(options, context) });
  const rest = from === undefined ? {} : await readJsonObject(context.session.folder, from);
  return context.client.hooks.create({ ...rest, ...stated }, { signal: context.signal });
}

interface NewWebhookOptions extends SecretOption {
  readonly event?: readonly WebhookEvent[];
  readonly description?: string;
}

/** Declares `webhooks`. */
export function addWebhooks(program: Command, actions: Actions): void {
  const webhooks = program
    .command("webhooks")
    .description("Says who is told of runs and goals, by deliveries that are signed as Standard Webhooks has it.")
    .addHelpText(
      "after",
      examples("webhooks add https://example.com/impresario --event run.failed", "webhooks deliveries run_…"),
    );
  addKept(webhooks, "webhooks", actions);
  webhooks
    .command("enable <id>")
    .description("one that was disabled goes on")
    .action(actions.show(({ client, signal }, _, id: string) => client.webhooks.enable(id, { signal }), recordLines));
  webhooks
    .command("add <url>")
    .description("another; its secret is printed, this once")
    .option("--event <name>", `what to tell: ${WEBHOOK_EVENTS.join(", ")}; repeat for more`, eventsOf)
    .option("--description <text>", "for yourself")
    .option("--secret <variable>", SECRET)
    .action(actions.show(addWebhook, withSecretLines));
  webhooks
    .command("deliveries [id]")
    .description("those of a run or goal; without one, those that are parked")
    .option("--limit <n>", "so many that are parked", countUpTo("limit", MAX_PAGE))
    .option("--cursor <next>", "go on behind the page before")
    .action(
      actions.show(findDeliveries, ({ deliveries, next }) => [
        ...listLines("There is no such delivery.")(deliveries),
        ...(next === null ? [] : [[], [span(`the next: --cursor ${next}`, "dim")]]),
      ]),
    );
  webhooks
    .command("replay <id>")
    .description("sends a delivery once more, by its own ID")
    .action(actions.show(({ client, signal }, _, id: string) => client.webhooks.replay(id, { signal }), recordLines));
}

function eventsOf(name: string, before: readonly WebhookEvent[] = []): readonly WebhookEvent[] {
  const event = WEBHOOK_EVENTS.find((one) => one === name);
  if (event === undefined) throw new UsageError(`--event is ${WEBHOOK_EVENTS.join(" or ")}`);
  return [...before, event];
}

async function addWebhook(context: Context, options: NewWebhookOptions, url: string): Promise<object> {
  if (!/^https?:/.test(url)) throw new UsageError(`"${url}" is not an address like https://example.com/impresario`);
  const { event: events, description } = options;
  const stated = withoutUndefined({ events, description, secret: secretOf(options, context) });
  return context.client.webhooks.add({ url, ...stated }, { signal: context.signal });
}

interface PageOptions {
  readonly limit?: number;
  readonly cursor?: string;
}

async function findDeliveries({ client, signal }: Context, page: PageOptions, id?: string) {
  if (id === undefined) return client.webhooks.parked(page, { signal });
  if (Object.keys(page).length > 0) {
    throw new UsageError("Deliveries of a run or goal come all at once: --limit and --cursor go without ID");
  }
  return { deliveries: await client.webhooks.deliveries(id, { signal }), next: null };
}
