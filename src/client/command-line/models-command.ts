import type { Client, ModelDetails, ModelEndpoint, ModelEntry, ModelPage, OwnModelEntry } from "../client.ts";
import { readJsonObject } from "./attachments.ts";
import type { ModelsCommand } from "./commands.ts";
import { type CliSession, show as print } from "./session.ts";
import { type StyledLine, span } from "./terminal.ts";
import { money } from "./words.ts";

/** Finds models, or sees to those of one's own. */
export async function actOnModels(client: Client, command: ModelsCommand, session: CliSession): Promise<number> {
  const { signal, folder } = session;
  const show = (value: unknown, lines: () => readonly StyledLine[]): number =>
    print(session, command.json, value, command.json ? [] : lines());
  switch (command.action) {
    case "search": {
      const page = await client.models.search(command.conditions, { signal });
      return show(page, () => pageLines(page));
    }
    case "show": {
      const model = await client.models.get(command.id, { signal });
      return show(model, () => modelLines(model, command.snippets));
    }
    case "own": {
      const models = await client.models.own({ signal });
      return show(models, () => ownModelLines(models));
    }
    case "add": {
      const facts = command.from === undefined ? {} : await readJsonObject(folder, command.from);
      const model = await client.models.add({ ...facts, ...command.stated }, { signal });
      return show(model, () => [
        [span("✔ ", "green"), span(`${model.id} takes part in your next request that needs ${model.task}.`)],
      ]);
    }
    case "remove": {
      await client.models.remove(command.id, { signal, task: command.task });
      return show({ removed: command.id }, () => [[span(`${command.id} is gone, with its headers.`)]]);
    }
  }
}

const MAX_SCORES = 20;
const MAX_LANGUAGES = 12;

/** A page of models, and how to get the next. */
function pageLines({ models, total, next, measure }: ModelPage): readonly StyledLine[] {
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

const entryLines = (model: ModelEntry): readonly StyledLine[] => [
  [
    span(model.here ? "✔ " : "○ ", model.here ? "green" : "dim"),
    span(model.id, "bold"),
    span(model.figure === null ? "" : `  ${model.figure.value}`, "cyan"),
    span(`  ${factsOf(model).join(" · ")}`, "dim"),
  ],
  ...(model.description === "" ? [] : [[span(`    ${model.description}`, "dim")]]),
];

type Facts = Pick<
  ModelEntry,
  "tasks" | "licence" | "licenceConfidence" | "parameters" | "parametersConfidence" | "downloads" | "gated"
>;

const factsOf = (model: Facts): readonly string[] => [
  model.tasks.join(", "),
  `licence ${model.licence}${isGuess(model.licenceConfidence) && model.licence !== "unknown" ? " (unsure)" : ""}`,
  ...(model.parameters === null
    ? []
    : [`${short(model.parameters)} parameters${isGuess(model.parametersConfidence) ? " (unsure)" : ""}`]),
  ...(model.downloads === null ? [] : [`${short(model.downloads)} downloads a month`]),
  ...(model.gated ? ["gated"] : []),
];

const isGuess = (confidence: string): boolean => confidence === "unsure";

/** A count as people say it: 1.55e9 is 1.6B. */
function short(count: number): string {
  const step = [
    [1e9, "B"],
    [1e6, "M"],
    [1e3, "k"],
  ].find(([from]) => count >= Number(from));
  return step ? `${Number((count / Number(step[0])).toPrecision(2))}${step[1]}` : String(count);
}

/** All that is known of a model. */
const modelLines = (model: ModelDetails, withSnippets: boolean): readonly StyledLine[] => [
  [span(model.id, "bold")],
  ...(model.description === "" ? [] : [[span(`  ${model.description}`)]]),
  [span(`  ${factsOf(model).join(" · ")}`, "dim")],
  ...listed("languages", model.languages?.slice(0, MAX_LANGUAGES) ?? []),
  ...listed("trained on", model.datasets),
  ...listed("based on", model.baseModels),
  ...listed(
    "papers",
    model.papers.map((paper) => `https://arxiv.org/abs/${paper}`),
  ),
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
  ...(withSnippets
    ? model.snippets.flatMap(({ language, calls, code }) => [
        ...titled(
          `${language}, by ${calls}`,
          code
            .trimEnd()
            .split("\n")
            .map((line) => [span(line)]),
        ),
      ])
    : model.snippets.length > 0
      ? [[], [span("  --snippets shows code that calls it", "dim")]]
      : []),
];

const listed = (title: string, values: readonly string[]): readonly StyledLine[] =>
  values.length === 0 ? [] : [[span(`  ${title}: `, "dim"), span(values.join(", "))]];

const titled = (title: string, lines: readonly StyledLine[]): readonly StyledLine[] =>
  lines.length === 0 ? [] : [[], [span(title, "bold")], ...lines];

function endpointLine({ here, provider, via, model, taskType, status, standsIn, prices }: ModelEndpoint): StyledLine {
  const cost = prices.map(({ usd, per }) => `${money(usd)} a ${per.replaceAll("-", " ")}`).join(", ");
  return [
    span(here ? "  ✔ " : "  ○ ", here ? "green" : "dim"),
    span(`${provider}${via === null ? "" : `/${via}`}:${model}`, here ? "cyan" : "plain"),
    span(`  ${taskType}${standsIn ? ", by instruction" : ""}, ${status}${cost === "" ? "" : `, ${cost}`}`, "dim"),
  ];
}

/** Models that the caller added. */
function ownModelLines(models: readonly OwnModelEntry[]): readonly StyledLine[] {
  if (models.length === 0) return [[span("You have added no model.", "dim")]];
  return models.map(({ id, task, url, format, headers, licence }) => [
    span(id, "bold"),
    span(`  ${task}  `, "cyan"),
    span(url),
    span(
      `  ${[format, `licence ${licence}`, ...(headers.length === 0 ? [] : [`headers ${headers.join(", ")}`])].join(" · ")}`,
      "dim",
    ),
  ]);
}
