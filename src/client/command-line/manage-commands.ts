/** The arguments of the commands on models, hooks and webhooks. */
import type { Command } from "commander";
import type { ProviderName } from "../../domain/provider-names.ts";
import type { WebhookEvent } from "../../domain/webhooks/facts.ts";
import type { ModelListOrder, ModelSearch, NewHook, NewOwnModel } from "../client.ts";
import { addRotate, choice, examples, type Finish, MAX_PAGE, SECRET } from "./command-parts.ts";
import { HOOK_EXAMPLES } from "./hook-examples.ts";
import {
  collect,
  countUpTo,
  parametersOf,
  readHeaders,
  readVariable,
  UsageError,
  withoutUndefined,
} from "./option-values.ts";

const PROVIDERS = [
  ...(["embedded", "workers-ai", "openai", "huggingface", "custom"] as const),
] satisfies readonly ProviderName[];
const ORDERS = ["match", "downloads", "likes", "parameters", "name", "benchmark"] as const satisfies ModelListOrder[];
const FORMATS = ["json", "multipart", "hf-inference"] as const satisfies readonly NonNullable<NewOwnModel["format"]>[];
const SOURCES = ["github", "slack", "standard", "shared-secret"] as const satisfies readonly NewHook["source"][];
/** Complete, so that a new one fails to compile here. */
const EVENTS: Readonly<Record<WebhookEvent, true>> = {
  "run.succeeded": true,
  "run.partial": true,
  "run.failed": true,
  "run.cancelled": true,
  "run.approval_required": true,
  "run.paused": true,
  "task.succeeded": true,
  "task.failed": true,
};

interface SearchOptions extends Omit<ModelSearch, "q"> {
  readonly order?: ModelSearch["order"];
}

interface NewModelOptions {
  readonly task?: string;
  readonly url?: string;
  readonly format?: string;
  readonly header?: readonly string[];
  readonly licence?: string;
  readonly sameAs?: string;
  readonly from?: string;
}

/** Declares `models`, and what can be done with those of one's own. */
export function addModels(program: Command, environment: NodeJS.ProcessEnv, finish: Finish): void {
  const models = program
    .command("models")
    .description("Finds models, and adds some of your own.")
    .addHelpText(
      "after",
      examples(
        "models search whisper --licence permissive --max-parameters 2e9 --order parameters",
        "models show openai/whisper-large-v2 --snippets",
        "models add our/captioner --task image-to-text --url https://models.example.com/caption --header authorization=CAPTIONER_AUTHORIZATION",
      ),
    );
  models
    .command("search")
    .description("models that satisfy every condition; what is unknown of a model satisfies none")
    .argument("[words...]", "what stands in the id or the description")
    .option("--task <name>", "a task type; `task-types` lists them")
    .option("--licence <name>", "a licence or family, such as MIT or permissive; repeat to allow more", collect)
    .option("--language <tag>", "such as de or pt-BR")
    .addOption(choice("--provider <name>", "where it runs", PROVIDERS))
    .option("--organization <name>", "who made it")
    .option("--min-parameters <n>", "its size, such as 350M, 7B or 7e9", parametersOf("min-parameters"))
    .option("--max-parameters <n>", "the same", parametersOf("max-parameters"))
    .option("--benchmark <name>", "how the name of a benchmark begins, on which it has a figure")
    .addOption(choice("--availability <where>", "here: the server can call it now", ["here", "elsewhere"]))
    .addOption(
      choice("--order <how>", "a hyphen before it turns it round, as in --order=-likes", [
        ...ORDERS,
        ...ORDERS.map((order) => `-${order}`),
      ]),
    )
    .option("--limit <n>", `so many, 20 when left out`, countUpTo("limit", MAX_PAGE))
    .option("--cursor <next>", "go on behind the page before, which says how")
    .action((words: readonly string[], options: SearchOptions) => {
      const q = words.join(" ").trim() || undefined;
      if (options.order?.endsWith("benchmark") && options.benchmark === undefined) {
        throw new UsageError("--order benchmark goes with --benchmark NAME");
      }
      if (options.order?.endsWith("match") && q === undefined) {
        throw new UsageError("--order match goes with WORDS to match");
      }
      finish({ do: "models", action: "search", conditions: { ...options, q } });
    });
  models
    .command("show")
    .description("all that is known of a model")
    .argument("<id>")
    .option("--snippets", "with code that calls it")
    .action((id: string, { snippets = false }: { snippets?: boolean }) =>
      finish({ do: "models", action: "show", id, snippets }),
    );
  models
    .command("own")
    .description("those that you added")
    .action(() => finish({ do: "models", action: "own" }));
  models
    .command("add")
    .description("a model behind a URL, for you alone; the same ID and task again replaces it")
    .argument("<id>")
    .option("--task <name>", "the task type that it does")
    .option("--url <url>", "where it is called")
    .addOption(choice("--format <how>", "how it is called; json when left out", FORMATS))
    .option(
      "--header <name=variable>",
      "a header to call it with, its value out of this environment variable; repeat for more",
      collect,
    )
    .option("--licence <name>", "its licence", (name: string, before?: string) => {
      if (before !== undefined) throw new UsageError("A model is under one licence: give --licence once");
      return name;
    })
    .option("--same-as <id>", "the model of the catalogue that it is")
    .option("--from <file>", 'any other fact: a JSON object, as docs/api.md has it ("Models of your own")')
    .action((id: string, { from, header, ...facts }: NewModelOptions) => {
      if (from === undefined && (facts.task === undefined || facts.url === undefined)) {
        throw new UsageError("`models add ID` needs --task NAME and --url URL, or --from FILE that says them");
      }
      const headers = header === undefined ? {} : { headers: readHeaders(header, environment) };
      finish({ do: "models", action: "add", stated: { id, ...withoutUndefined(facts), ...headers }, from });
    });
  models
    .command("remove")
    .description("one of your own")
    .argument("<id>")
    .option("--task <name>", "for that task alone")
    .action((id: string, { task }: { task?: string }) => finish({ do: "models", action: "remove", id, task }));
}

/** Declares `hooks`. */
export function addHooks(program: Command, environment: NodeJS.ProcessEnv, finish: Finish): void {
  const hooks = program
    .command("hooks")
    .description("Sees to inbound webhooks: what others post to their addresses becomes requests.")
    .addHelpText("after", examples(...HOOK_EXAMPLES, "hooks add --from my-hook.json --json | jq -r .url"));
  hooks
    .command("list")
    .description("those that there are")
    .action(() => finish({ do: "hooks", action: "list" }));
  for (const [action, description] of [
    ["show", "one of them"],
    ["remove", "its address is gone at once; the runs that it made stay"],
  ] as const) {
    hooks
      .command(action)
      .description(description)
      .argument("<id>")
      .action((id: string) => finish({ do: "hooks", action, id }));
  }
  hooks
    .command("add")
    .description("another; its address and its secret are printed, the secret this once")
    .addOption(choice("--source <name>", "who sends", SOURCES))
    .option("--template <text>", "the request; {{body.issue.title}} stands for a field of what is sent")
    .option("--name <name>", "for yourself")
    .option("--secret <variable>", `${SECRET}; Slack's must be given`)
    .option("--from <file>", "any other part: a JSON object, as POST /v1/hooks takes it")
    .action(
      ({ from, secret: variable, ...parts }: Record<"from" | "secret" | "source" | "template" | "name", string>) => {
        if (from === undefined && (parts.source === undefined || !parts.template?.trim())) {
          throw new UsageError("`hooks add` needs --source NAME and --template TEXT, or --from FILE that says them");
        }
        const secret = variable === undefined ? {} : { secret: readVariable("secret", variable, environment) };
        finish({ do: "hooks", action: "add", stated: { ...parts, ...secret }, from });
      },
    );
  addRotate(hooks, "another secret; the one before stays good for a day", environment, (id, secret) =>
    finish({ do: "hooks", action: "rotate", id, secret }),
  );
}

function eventsOf(name: string, before: readonly WebhookEvent[] = []): readonly WebhookEvent[] {
  const all = Object.keys(EVENTS).filter((one): one is WebhookEvent => Object.hasOwn(EVENTS, one));
  const event = all.find((one) => one === name);
  if (event === undefined) throw new UsageError(`--event is ${all.join(" or ")}`);
  return [...before, event];
}

interface NewWebhookOptions {
  readonly event?: readonly WebhookEvent[];
  readonly description?: string;
  readonly secret?: string;
}

/** Declares `webhooks`. */
export function addWebhooks(program: Command, environment: NodeJS.ProcessEnv, finish: Finish): void {
  const webhooks = program
    .command("webhooks")
    .description("Says who is told of runs, by deliveries that are signed as Standard Webhooks has it.")
    .addHelpText(
      "after",
      examples("webhooks add https://example.com/impresario --event run.failed", "webhooks deliveries run_…"),
    );
  webhooks
    .command("list")
    .description("those that there are")
    .action(() => finish({ do: "webhooks", action: "list" }));
  for (const [action, description] of [
    ["show", "one of them"],
    ["enable", "one that was disabled goes on"],
    ["remove", "it is told nothing more"],
    ["replay", "sends a delivery once more, by its own ID"],
  ] as const) {
    webhooks
      .command(action)
      .description(description)
      .argument("<id>")
      .action((id: string) => finish({ do: "webhooks", action, id }));
  }
  webhooks
    .command("add")
    .description("another; its secret is printed, this once")
    .argument("<url>")
    .option("--event <name>", `what to tell: ${Object.keys(EVENTS).join(", ")}; repeat for more`, eventsOf)
    .option("--description <text>", "for yourself")
    .option("--secret <variable>", SECRET)
    .action((url: string, { event, description, secret: variable }: NewWebhookOptions) => {
      if (!/^https?:/.test(url)) throw new UsageError(`"${url}" is not an address like https://example.com/impresario`);
      const secret = variable === undefined ? undefined : readVariable("secret", variable, environment);
      finish({
        do: "webhooks",
        action: "add",
        webhook: { url, ...withoutUndefined({ events: event, description, secret }) },
      });
    });
  addRotate(webhooks, "another secret; the one before stays good for a while", environment, (id, secret) =>
    finish({ do: "webhooks", action: "rotate", id, secret }),
  );
  webhooks
    .command("deliveries")
    .description("those of a run; without one, those that are parked")
    .argument("[run]")
    .option("--limit <n>", "so many that are parked", countUpTo("limit", MAX_PAGE))
    .option("--cursor <next>", "go on behind the page before")
    .action((run: string | undefined, { limit, cursor }: { limit?: number; cursor?: string }) => {
      if (run !== undefined && (limit !== undefined || cursor !== undefined)) {
        throw new UsageError("Deliveries of a run come all at once: --limit and --cursor go without RUN");
      }
      finish({ do: "webhooks", action: "deliveries", run, page: { limit, cursor } });
    });
}
