import * as z from "zod";
import type { Score } from "../../../domain/catalogue.ts";
import { firstOfEach } from "../../../domain/first-of-each.ts";
import { cardUrl, type HubModel, oneLine, webAddress } from "./hub-model.ts";
import { type NamedMetric, readMetric, readValue } from "./metrics.ts";

/** Some cards list a thousand; the first ones are kept. */
const MAX_SCORES = 40;

/** A score with the name of its data set, by which two sources of the same score are matched. */
interface ScoredFigure {
  readonly score: Score;
  /** The benchmark's id on the Hub, or its name. */
  readonly dataset: string;
}

/** A model's scores from `evalResults` and `model-index`; the former wins if both have the same one. */
export function readScores(model: HubModel): readonly Score[] {
  const results = readEvalResults(model.id, model.evalResults);
  const known = new Set(results.map(sameThing));
  const index = readModelIndex(model.id, model["model-index"] ?? model.cardData?.["model-index"]);
  const others = index.filter((found) => !known.has(sameThing(found)));
  const all = [...results, ...others].map(({ score }) => score);
  return firstOfEach(all, ({ benchmark, config, split, metric }) =>
    JSON.stringify([benchmark, config, split, metric]),
  ).slice(0, MAX_SCORES);
}

/** The key by which scores of two sources are matched: without the split, which `evalResults` lacks, and without the owner of the data set, which only some sources state. */
function sameThing({ dataset, score }: ScoredFigure): string {
  const name = dataset.slice(dataset.lastIndexOf("/") + 1);
  const isMain = score.config === null || score.config === "main" || score.config === "default";
  const config = isMain ? null : score.config?.toLowerCase();
  return JSON.stringify([name.toLowerCase(), config, score.metric]);
}

const MAX_EVAL_RESULTS = 200;

/**
 * An entry of `.eval_results/*.yaml` as the Hub hands it out (`parse_eval_result_entries` in huggingface_hub's
 * _eval_results.py, https://huggingface.co/docs/hub/eval-results): alone, or under `data` beside the file's name. One
 * that the Hub could not read has an `error` in its place.
 */
const evalResult = z.object({
  dataset: z.object({ id: z.string(), task_id: z.string().nullish(), config: z.string().nullish() }),
  value: z.unknown().optional(),
  verifyToken: z.string().nullish(),
  source: z.object({ url: z.unknown().optional() }).nullish(),
});
const evalEntry = z.union([z.object({ data: evalResult }).transform(({ data }) => data), evalResult]);

/**
 * Metrics by benchmark, as an entry does not name its metric. Figures of any other benchmark are called "score", and
 * whether higher is better is unsure.
 */
const METRIC_OF: Readonly<Record<string, string>> = {
  "cais/hle": "accuracy",
  "idavidrein/gpqa": "accuracy",
  "openai/gsm8k": "accuracy",
  "tiger-lab/mmlu-pro": "accuracy",
  "hf-audio/open-asr-leaderboard": "wer",
};

/** Scores from `evalResults`; entries that are not as documented are skipped. */
function readEvalResults(model: string, value: unknown): readonly ScoredFigure[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value.slice(0, MAX_EVAL_RESULTS) : [];
  return entries.flatMap((one) => {
    const parsed = evalEntry.safeParse(one).data;
    return (parsed && readEvalResult(model, parsed)) ?? [];
  });
}

function readEvalResult(
  model: string,
  { dataset, value, verifyToken, source }: z.infer<typeof evalResult>,
): ScoredFigure | null {
  const benchmark = oneLine(dataset.id, MAX_NAME_CHARS);
  if (benchmark === null) return null;
  const known = METRIC_OF[benchmark.toLowerCase()];
  const named: NamedMetric | null = readMetric(known ?? "score", null);
  const reading = named?.metric && readValue(value, named.metric);
  if (!named?.metric || !reading) return null;
  const part = oneLine(dataset.task_id ?? dataset.config, MAX_NAME_CHARS);
  const isSure = known !== undefined && !reading.isDoubtful;
  return {
    dataset: benchmark,
    score: {
      benchmark,
      config: part === "default" ? null : part,
      split: null,
      metric: named.name,
      value: reading.value,
      higherIsBetter: named.metric.higherIsBetter,
      source: webAddress(source?.url) ?? cardUrl(model),
      confidence: isSure ? (verifyToken ? "verified" : "sure") : "unsure",
    },
  };
}

const MAX_INDEX_RESULTS = 500;
const MAX_METRICS = 100;
const MAX_NAME_CHARS = 120;

/** `model-index` of a card (modelcard.md of github.com/huggingface/hub-docs), which people write by hand. */
const modelIndex = z.array(z.object({ results: z.array(z.unknown()) })).max(50);
const indexResult = z.object({
  dataset: z.object({
    name: z.unknown().optional(),
    type: z.unknown().optional(),
    config: z.unknown().optional(),
    split: z.unknown().optional(),
    args: z.unknown().optional(),
  }),
  metrics: z.array(z.unknown()),
  source: z.object({ url: z.unknown().optional() }).nullish().catch(null),
});
const indexMetric = z.object({
  type: z.string(),
  name: z.unknown().optional(),
  value: z.unknown().optional(),
  verified: z.unknown().optional(),
});
const languageArgument = z.object({ language: z.string() });

/** Scores from `model-index`, without those on training data; entries that are not as documented are skipped. */
function readModelIndex(model: string, value: unknown): readonly ScoredFigure[] {
  const results = (modelIndex.safeParse(value).data ?? [])
    .flatMap(({ results: all }) => all)
    .slice(0, MAX_INDEX_RESULTS);
  return results.flatMap((one) => {
    const parsed = indexResult.safeParse(one).data;
    return parsed ? readIndexResult(model, parsed) : [];
  });
}

function readIndexResult(
  model: string,
  { dataset, metrics, source }: z.infer<typeof indexResult>,
): readonly ScoredFigure[] {
  const type = oneLine(dataset.type, MAX_NAME_CHARS);
  const benchmark = oneLine(dataset.name, MAX_NAME_CHARS) ?? type;
  const split = oneLine(dataset.split, MAX_NAME_CHARS);
  if (benchmark === null || isTraining(split)) return [];
  const config = oneLine(dataset.config, MAX_NAME_CHARS) ?? argument(dataset.args);
  const address = webAddress(source?.url) ?? cardUrl(model);
  return metrics.slice(0, MAX_METRICS).flatMap((one) => {
    const score = readIndexScore(one, {
      benchmark,
      config: config === "default" ? null : config,
      split,
      source: address,
    });
    return score ? { score, dataset: type ?? benchmark } : [];
  });
}

function readIndexScore(
  written: unknown,
  where: Pick<Score, "benchmark" | "config" | "split" | "source">,
): Score | null {
  const parsed = indexMetric.safeParse(written).data;
  const title = oneLine(parsed?.name, MAX_NAME_CHARS);
  if (!parsed || isTraining(title) || isTraining(parsed.type)) return null;
  const named = readMetric(parsed.type, title);
  if (named === null) return null;
  const reading = readValue(parsed.value, named.metric ?? { higherIsBetter: true, share: false });
  if (reading === null) return null;
  const isSure = named.metric !== null && !reading.isDoubtful;
  return {
    ...where,
    split: where.split ?? splitInTitle(title),
    metric: named.name,
    value: reading.value,
    higherIsBetter: named.metric?.higherIsBetter ?? true,
    confidence: isSure ? (parsed.verified === true ? "verified" : "sure") : "unsure",
  };
}

/** Whether a split or title means training data: "train", "train+validation", "Training Loss". */
const isTraining = (text: string | null): boolean =>
  text !== null && /(?:^|[^a-z])train(?:ing)?(?:$|[^a-z])/i.test(text);

/** The split in a metric's title: "Test WER" → "test", "Dev Accuracy" → "validation". */
function splitInTitle(title: string | null): string | null {
  if (title === null) return null;
  if (/^test\b/i.test(title)) return "test";
  return /^(?:dev|val|valid|validation|eval)\b/i.test(title) ? "validation" : null;
}

/** The configuration in `args: fr` or `args: {language: fr}`. */
const argument = (args: unknown): string | null =>
  oneLine(typeof args === "string" ? args : languageArgument.safeParse(args).data?.language, MAX_NAME_CHARS);
