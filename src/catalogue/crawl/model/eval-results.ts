import * as z from "zod";
import { type NamedMetric, readMetric, readValue } from "./metrics.ts";
import type { ScoredFigure } from "./scores.ts";
import { cardUrl, oneLine, webAddress } from "./text.ts";

const MAX_RESULTS = 200;
const MAX_NAME_CHARS = 120;

/**
 * An entry of `.eval_results/*.yaml` as the Hub hands it out (`parse_eval_result_entries` in huggingface_hub's
 * _eval_results.py, https://huggingface.co/docs/hub/eval-results): alone, or under `data` beside the file's name. One
 * that the Hub could not read has an `error` in its place.
 */
const result = z.object({
  dataset: z.object({ id: z.string(), task_id: z.string().nullish(), config: z.string().nullish() }),
  value: z.unknown().optional(),
  verifyToken: z.string().nullish(),
  source: z.object({ url: z.unknown().optional() }).nullish(),
});
const entry = z.union([z.object({ data: result }).transform(({ data }) => data), result]);

/**
 * The metric is the benchmark's own affair and not in the entry. These are the benchmarks whose metric we know; a figure
 * on any other is a "score", of which not even the direction is sure.
 */
const METRIC_OF: Readonly<Record<string, string>> = {
  "cais/hle": "accuracy",
  "idavidrein/gpqa": "accuracy",
  "openai/gsm8k": "accuracy",
  "tiger-lab/mmlu-pro": "accuracy",
  "hf-audio/open-asr-leaderboard": "wer",
};

/** Figures from `evalResults`; what is not shaped as documented is passed over. */
export function readEvalResults(model: string, value: unknown): readonly ScoredFigure[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value.slice(0, MAX_RESULTS) : [];
  return entries.flatMap((one) => {
    const parsed = entry.safeParse(one).data;
    return (parsed && readEntry(model, parsed)) ?? [];
  });
}

function readEntry(
  model: string,
  { dataset, value, verifyToken, source }: z.infer<typeof result>,
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
