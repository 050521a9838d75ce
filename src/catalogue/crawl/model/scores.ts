import * as z from "zod";
import { arxivIdIn, paperOfBenchmark } from "../../../domain/benchmark-papers.ts";
import type { Score } from "../../../domain/catalogue.ts";
import { firstOfEach } from "../../../domain/first-of-each.ts";
import { cardUrl, type HubModel, oneLine, webAddress } from "./hub-model.ts";
import { readMetric, readValue } from "./metrics.ts";

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
  return JSON.stringify([name.toLowerCase(), isMain ? null : score.config?.toLowerCase(), score.metric]);
}

const MAX_NAME_CHARS = 120;

/** A name that somebody wrote by hand, as one line; null for what is none. */
const name = z
  .unknown()
  .optional()
  .transform((written) => oneLine(written, MAX_NAME_CHARS));
const config = name.transform((written) => (written === "default" ? null : written));
const source = z
  .object({ url: z.unknown().optional().transform(webAddress) })
  .nullish()
  .catch(null)
  .transform((told) => told?.url ?? null);
/** The elements of a list that are as documented; the others are skipped. */
const listOf = <Item extends z.ZodType>(item: Item, max: number) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((all): z.infer<Item>[] => all.slice(0, max).flatMap((one) => item.safeParse(one).data ?? []));

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
const evalResults = listOf(z.union([z.object({ data: evalResult }).transform(({ data }) => data), evalResult]), 200);

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

function readEvalResults(model: string, written: unknown): readonly ScoredFigure[] {
  return evalResults.parse(written).flatMap(({ dataset, value, verifyToken, source: told }) => {
    const benchmark = oneLine(dataset.id, MAX_NAME_CHARS);
    if (benchmark === null) return [];
    const known = METRIC_OF[benchmark.toLowerCase()];
    const named = readMetric(known ?? "score", null);
    const reading = named?.metric && readValue(value, named.metric);
    if (!named?.metric || !reading) return [];
    const isSure = known !== undefined && !reading.isDoubtful;
    const score: Score = {
      benchmark,
      config: config.parse(dataset.task_id ?? dataset.config),
      split: null,
      metric: named.name,
      value: reading.value,
      higherIsBetter: named.metric.higherIsBetter,
      source: webAddress(told?.url) ?? cardUrl(model),
      confidence: isSure ? (verifyToken ? "verified" : "sure") : "unsure",
      paper: paperOfBenchmark(benchmark),
    };
    return [{ dataset: benchmark, score }];
  });
}

const MAX_INDEX_RESULTS = 500;

const indexMetric = z.object({
  type: z.string(),
  name,
  value: z.unknown().optional(),
  verified: z.unknown().optional(),
});
/** The configuration in `args: fr` or `args: {language: fr}`. */
const args = z.union([z.object({ language: config }).transform(({ language }) => language), config]);
/** `model-index` of a card (modelcard.md of github.com/huggingface/hub-docs), which people write by hand. */
const modelIndex = z
  .array(
    z.object({
      results: listOf(
        z.object({
          dataset: z.object({ name, type: name, config, split: name, args }),
          metrics: z.array(z.unknown()).pipe(listOf(indexMetric, 100)),
          source,
        }),
        MAX_INDEX_RESULTS,
      ),
    }),
  )
  .max(50)
  .catch([]);

/** Scores from `model-index`, without those on training data. */
function readModelIndex(model: string, written: unknown): readonly ScoredFigure[] {
  const results = modelIndex.parse(written).flatMap((one) => one.results);
  return results.slice(0, MAX_INDEX_RESULTS).flatMap(({ dataset, metrics, source: address }) => {
    const benchmark = dataset.name ?? dataset.type;
    if (benchmark === null || isTraining(dataset.split)) return [];
    const where = {
      benchmark,
      config: dataset.config ?? dataset.args,
      split: dataset.split,
      source: address ?? cardUrl(model),
      paper: arxivIdIn(benchmark) ?? paperOfBenchmark(benchmark),
    };
    return metrics.flatMap((metric) => {
      const score = readIndexScore(metric, where);
      return score ? [{ score, dataset: dataset.type ?? benchmark }] : [];
    });
  });
}

function readIndexScore(
  { type, name: title, value, verified }: z.infer<typeof indexMetric>,
  where: Pick<Score, "benchmark" | "config" | "split" | "source" | "paper">,
): Score | null {
  const named = isTraining(title) || isTraining(type) ? null : readMetric(type, title);
  if (named === null) return null;
  const reading = readValue(value, named.metric ?? { higherIsBetter: true, share: false });
  if (reading === null) return null;
  const isSure = named.metric !== null && !reading.isDoubtful;
  return {
    ...where,
    split: where.split ?? splitInTitle(title),
    metric: named.name,
    value: reading.value,
    higherIsBetter: named.metric?.higherIsBetter ?? true,
    confidence: isSure ? (verified === true ? "verified" : "sure") : "unsure",
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
