import type { ModelDetails, ModelEndpoint, ModelEntry, ModelPage, OwnModelEntry } from "../client.ts";
import { type StyledLine, span } from "./styled.ts";

const MAX_SCORES = 20;
const MAX_LANGUAGES = 12;

/** A page of models, and how to get the next. */
export function pageLines({ models, total, next, measure }: ModelPage): readonly StyledLine[] {
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
export const modelLines = (model: ModelDetails, withSnippets: boolean): readonly StyledLine[] => [
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
  const cost = prices.map(({ usd, per }) => `${usd} dollars a ${per.replaceAll("-", " ")}`).join(", ");
  return [
    span(here ? "  ✔ " : "  ○ ", here ? "green" : "dim"),
    span(`${provider}${via === null ? "" : `/${via}`}:${model}`, here ? "cyan" : "plain"),
    span(`  ${taskType}${standsIn ? ", by instruction" : ""}, ${status}${cost === "" ? "" : `, ${cost}`}`, "dim"),
  ];
}

/** Models that the caller added. */
export function ownModelLines(models: readonly OwnModelEntry[]): readonly StyledLine[] {
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
