import * as z from "zod";
import type { Score } from "../../../domain/catalogue.ts";
import { readMetric, readValue } from "./metrics.ts";
import type { ScoredFigure } from "./scores.ts";
import { cardUrl, oneLine, webAddress } from "./text.ts";

const MAX_RESULTS = 500;
const MAX_METRICS = 100;
const MAX_NAME_CHARS = 120;

/** `model-index` of a card (modelcard.md of github.com/huggingface/hub-docs), written by hand as it is. */
const index = z.array(z.object({ results: z.array(z.unknown()) })).max(50);
const result = z.object({
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
const metric = z.object({
  type: z.string(),
  name: z.unknown().optional(),
  value: z.unknown().optional(),
  verified: z.unknown().optional(),
});
const languageArgument = z.object({ language: z.string() });

/** Figures from `model-index`; those on training data are left out, and so is what is not shaped as documented. */
export function readModelIndex(model: string, value: unknown): readonly ScoredFigure[] {
  const results = (index.safeParse(value).data ?? []).flatMap(({ results: all }) => all).slice(0, MAX_RESULTS);
  return results.flatMap((one) => {
    const parsed = result.safeParse(one).data;
    return parsed ? readResult(model, parsed) : [];
  });
}

function readResult(model: string, { dataset, metrics, source }: z.infer<typeof result>): readonly ScoredFigure[] {
  const type = oneLine(dataset.type, MAX_NAME_CHARS);
  const benchmark = oneLine(dataset.name, MAX_NAME_CHARS) ?? type;
  const split = oneLine(dataset.split, MAX_NAME_CHARS);
  if (benchmark === null || isTraining(split)) return [];
  const config = oneLine(dataset.config, MAX_NAME_CHARS) ?? argument(dataset.args);
  const address = webAddress(source?.url) ?? cardUrl(model);
  return metrics.slice(0, MAX_METRICS).flatMap((one) => {
    const score = readScore(one, { benchmark, config: config === "default" ? null : config, split, source: address });
    return score ? { score, dataset: type ?? benchmark } : [];
  });
}

function readScore(written: unknown, where: Pick<Score, "benchmark" | "config" | "split" | "source">): Score | null {
  const parsed = metric.safeParse(written).data;
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

/** "train", "train+validation", "Training Loss"; "training-free" is no split that anybody names. */
const isTraining = (text: string | null): boolean =>
  text !== null && /(?:^|[^a-z])train(?:ing)?(?:$|[^a-z])/i.test(text);

/** "Test WER", "Dev Accuracy". */
function splitInTitle(title: string | null): string | null {
  if (title === null) return null;
  if (/^test\b/i.test(title)) return "test";
  return /^(?:dev|val|valid|validation|eval)\b/i.test(title) ? "validation" : null;
}

/** `args: fr`, or `args: {language: fr}`. */
const argument = (args: unknown): string | null =>
  oneLine(typeof args === "string" ? args : languageArgument.safeParse(args).data?.language, MAX_NAME_CHARS);
