/** Finds models, and sees to those of one's own. */
import type { Command } from "commander";
import { signatureInWords } from "../../domain/inference-arguments.ts";
import { CALL_FORMATS } from "../../domain/own-models.ts";
import { PROVIDERS } from "../../domain/provider-names.ts";
import type { EndpointView, ModelListOrder, ModelListView, ModelSearch, ModelSummary, ModelView } from "../client.ts";
import { readJsonObject } from "./attachments.ts";
import { type Actions, type Context, examples, recordLines } from "./command.ts";
import {
  choice,
  collect,
  countUpTo,
  MAX_PAGE,
  parametersOf,
  readHeaders,
  UsageError,
  withoutUndefined,
} from "./option-values.ts";
import { type StyledLine, span } from "./terminal.ts";
import { money } from "./words.ts";

const ORDERS = [
  "match",
  "here",
  "downloads",
  "likes",
  "parameters",
  "name",
  "benchmark",
] as const satisfies ModelListOrder[];

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
export function addModels(program: Command, { show }: Actions): void {
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
    .action(show(search, pageLines));
  models
    .command("show <id>")
    .description("all that is known of a model")
    .option("--snippets", "with code that calls it")
    .action(
      show(
        ({ client, signal }, _: { readonly snippets?: true }, id: string) => client.models.get(id, { signal }),
        (model, _, { snippets = false }) => modelLines(model, snippets),
      ),
    );
  models
    .command("own")
    .description("those that you added")
    .action(
      show(
        ({ client, signal }) => client.models.own({ signal }),
        (own) => (own.length === 0 ? [[span("You have added no model.", "dim")]] : own.flatMap(recordLines)),
      ),
    );
  models
    .command("add <id>")
    .description("a model behind a URL, for you alone; the same ID and task again replaces it")
    .option("--task <name>", "the task type that it does")
    .option("--url <url>", "where it is called")
    .addOption(choice("--format <how>", "how it is called; json when left out", CALL_FORMATS))
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
    .action(
      show(addModel, ({ id, task }) => [
        [span("✔ ", "green"), span(`${id} takes part in your next request that needs ${task}.`)],
      ]),
    );
  models
    .command("remove <id>")
    .description("one of your own")
    .option("--task <name>", "for that task alone")
    .action(
      show(
        ({ client, signal }, { task }: { readonly task?: string }, id: string) =>
          client.models.remove(id, { signal, task }).then(() => ({ removed: id })),
        ({ removed }) => [[span(`${removed} is gone, with its headers.`)]],
      ),
    );
}

async function search({ client, signal }: Context, options: ModelSearch, ...words: readonly string[]) {
  const q = words.join(" ").trim() || undefined;
  if (options.order?.endsWith("benchmark") && options.benchmark === undefined) {
    throw new UsageError("--order benchmark goes with --benchmark NAME");
  }
  if (options.order?.endsWith("match") && q === undefined) {
    throw new UsageError("--order match goes with WORDS to match");
  }
  return client.models.search({ ...options, q }, { signal });
}

async function addModel({ client, session, signal }: Context, options: NewModelOptions, id: string) {
  const { from, header, ...facts } = options;
  if (from === undefined && (facts.task === undefined || facts.url === undefined)) {
    throw new UsageError("`models add ID` needs --task NAME and --url URL, or --from FILE that says them");
  }
  const headers = header === undefined ? {} : { headers: readHeaders(header, session.environment) };
  const rest = from === undefined ? {} : await readJsonObject(session.folder, from);
  return client.models.add({ ...rest, id, ...withoutUndefined(facts), ...headers }, { signal });
}

const MAX_SCORES = 20;
const MAX_LANGUAGES = 12;

/** A page of models, and how to get the next. */
function pageLines({ models, total, next, measure }: ModelListView): readonly StyledLine[] {
  if (total === 0) return [[span("No model is known to satisfy all of that.", "dim")]];
  const of = measure && [measure.benchmark, measure.config, measure.split, measure.metric].filter(Boolean).join(", ");
  return [
    ...(of ? [[span(`Figures are of ${of}; ${measure?.higherIsBetter ? "more" : "less"} is better.`, "dim")], []] : []),
    ...models.flatMap(entryLines),
    [],
    [span(`${models.length} of ${total}${next === null ? "" : `; the next: --cursor ${next}`}`, "dim")],
    [span("✔ runs here   ○ needs a provider that is not set up here, or runs nowhere that is known", "dim")],
  ];
}

const entryLines = (model: ModelSummary): readonly StyledLine[] => [
  [
    span(model.here ? "✔ " : "○ ", model.here ? "green" : "dim"),
    span(model.id, "bold"),
    span(model.figure === null ? "" : `  ${model.figure.value}`, "cyan"),
    span(`  ${factsOf(model).join(" · ")}`, "dim"),
  ],
  ...(model.description === "" ? [] : [[span(`    ${model.description}`, "dim")]]),
];

type Facts = Pick<
  ModelSummary,
  | "tasks"
  | "licence"
  | "licenceConfidence"
  | "parameters"
  | "parametersConfidence"
  | "downloads"
  | "downloadsOn"
  | "gated"
>;

const factsOf = (model: Facts): readonly string[] => [
  model.tasks.join(", "),
  `licence ${model.licence}${model.licence === "unknown" ? "" : doubt(model.licenceConfidence)}`,
  ...(model.parameters === null ? [] : [`${short(model.parameters)} parameters${doubt(model.parametersConfidence)}`]),
  ...(model.downloads === null ? [] : [downloadsOf(model)]),
  ...(model.gated ? ["gated"] : []),
];

const downloadsOf = ({ downloads, downloadsOn }: Pick<ModelSummary, "downloads" | "downloadsOn">): string =>
  `${short(downloads ?? 0)} downloads a month${downloadsOn === null ? "" : ` (${downloadsOn})`}`;

const doubt = (confidence: string): string => (confidence === "unsure" ? " (unsure)" : "");

const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 2 });

/** A count as people say it: 1.55e9 is 1.6B, and 1200 is 1.2k. */
const short = (count: number): string => COMPACT.format(count).replace("K", "k");

/** All that is known of a model. */
const modelLines = (model: ModelView, withSnippets: boolean): readonly StyledLine[] => [
  ...recordLines({
    id: model.id,
    description: model.description,
    facts: factsOf(model).join(" · "),
    "on disk": model.bytes === null ? [] : `${short(model.bytes)} bytes${doubt(model.bytesConfidence)}`,
    languages: model.languages?.slice(0, MAX_LANGUAGES) ?? [],
    "trained on": model.datasets,
    "based on": model.baseModels,
    papers: model.papers.map((paper) => `https://arxiv.org/abs/${paper}`),
    "its card's function": model.cardCode === null ? "" : signatureInWords(model.cardCode.function),
  }),
  ...titled("Where it runs", model.endpoints.map(endpointLine)),
  ...titled(
    "Figures",
    model.scores
      .slice(0, MAX_SCORES)
      .map(({ benchmark, config, split, metric, value, source, confidence }) => [
        span(`  ${metric} ${value}  `, "cyan"),
        span([benchmark, config, split].filter(Boolean).join(", ")),
        span(`  ${confidence}; ${source}`, "dim"),
      ]),
  ),
  ...(withSnippets ? codesOf(model) : []).flatMap(({ title, code }) =>
    titled(
      title,
      code
        .trimEnd()
        .split("\n")
        .map((line) => [span(line)]),
    ),
  ),
  ...(codesOf(model).length > 0 && !withSnippets ? [[], [span("  --snippets shows code that calls it", "dim")]] : []),
];

/** Code that calls a model: made for it, and as its card has it. */
const codesOf = ({ snippets, cardCode }: ModelView): readonly { readonly title: string; readonly code: string }[] => [
  ...snippets.map(({ language, calls, code }) => ({ title: `${language}, by ${calls}`, code })),
  ...(cardCode === null || cardCode.code === null
    ? []
    : [{ title: `${cardCode.language}, as its card has it, licence ${cardCode.licence}`, code: cardCode.code }]),
];

const titled = (title: string, lines: readonly StyledLine[]): readonly StyledLine[] =>
  lines.length === 0 ? [] : [[], [span(title, "bold")], ...lines];

function endpointLine({ here, provider, via, model, taskType, status, standsIn, prices }: EndpointView): StyledLine {
  const cost = prices.map(({ usd, per }) => `${money(usd)} a ${per.replaceAll("-", " ")}`).join(", ");
  return [
    span(here ? "  ✔ " : "  ○ ", here ? "green" : "dim"),
    span(`${provider}${via === null ? "" : `/${via}`}:${model}`, here ? "cyan" : "plain"),
    span(`  ${taskType}${standsIn ? ", by instruction" : ""}, ${status}${cost === "" ? "" : `, ${cost}`}`, "dim"),
  ];
}
