import { METRICS, type Metric } from "../../starter/metrics.ts";

/** Other spellings, in lower case and with hyphens. */
const SPELLINGS: Readonly<Record<string, string>> = {
  acc: "accuracy",
  "eval-accuracy": "accuracy",
  "top-1-accuracy": "accuracy",
  "top-1": "accuracy",
  "top1-accuracy": "accuracy",
  "top-5": "top-5-accuracy",
  "top5-accuracy": "top-5-accuracy",
  "f1-score": "f1",
  "f1-macro": "macro-f1",
  "f1-micro": "micro-f1",
  "f1-weighted": "weighted-f1",
  em: "exact-match",
  exact: "exact-match",
  "word-error-rate": "wer",
  "character-error-rate": "cer",
  "diarization-error-rate": "der",
  "rouge-1": "rouge1",
  "rouge-2": "rouge2",
  "rouge-l": "rougel",
  "rouge-lsum": "rougelsum",
  "sacre-bleu": "sacrebleu",
  "chr-f": "chrf",
  spearmanr: "spearman",
  "spearman-correlation": "spearman",
  "cos-sim-spearman": "spearman",
  "cosine-spearman": "spearman",
  pearsonr: "pearson",
  "pearson-correlation": "pearson",
  "cos-sim-pearson": "pearson",
  "cosine-pearson": "pearson",
  "matthews-correlation": "mcc",
  "mean-average-precision": "map",
  "map@50": "map50",
  "map@0.5": "map50",
  "average-precision": "ap",
  "mean-iou": "miou",
  "mean-intersection-over-union": "miou",
  auroc: "roc-auc",
  ppl: "perplexity",
  "eval-loss": "loss",
  "validation-loss": "loss",
  "mean-squared-error": "mse",
  "mean-absolute-error": "mae",
  "root-mean-squared-error": "rmse",
  "r-squared": "r2",
  "r2-score": "r2",
  clipscore: "clip-score",
};

/** "ndcg_at_10", "cosine_recall@1", "pass@1": a metric over the first so many. */
const AT = /^(?:cosine-|cos-sim-)?(ndcg|recall|precision|map|mrr|accuracy|hits|pass)(?:-at-|-?@)(\d{1,4})$/;
const MAX_NAME_CHARS = 60;

export interface NamedMetric {
  readonly name: string;
  /** Null for a metric that we know nothing of. */
  readonly metric: Metric | null;
}

/** The canonical name of a metric and what its values mean; null without a name. "eval_accuracy" → "accuracy". */
export function readMetric(type: string, title: string | null): NamedMetric | null {
  const written = spelling(type);
  // "rouge" is a family; the title says which member.
  const name = written === "rouge" && title !== null ? spelling(title) : written;
  if (name === "") return null;
  const at = AT.exec(name);
  if (at && name !== "map@50") {
    return { name: `${at[1]}@${at[2]}`, metric: { higherIsBetter: true, share: true } };
  }
  return { name, metric: METRICS.get(name) ?? null };
}

function spelling(written: string): string {
  const name = written
    .toLowerCase()
    .slice(0, MAX_NAME_CHARS)
    .replaceAll(/[\s_]+/g, "-")
    .replaceAll(/[^a-z0-9@.-]/g, "")
    .replaceAll(/^-+|-+$/g, "");
  return Object.hasOwn(SPELLINGS, name) ? (SPELLINGS[name] ?? name) : name;
}

/** The highest plausible error rate, in per cent: there can be more errors than words, but not three times as many. */
const MAX_ERROR_RATE = 300;

export interface MetricReading {
  /** In per cent for shares. */
  readonly value: number;
  /** Whether it is unclear if this is a fraction or per cent. */
  readonly isDoubtful: boolean;
}

/**
 * Normalises a figure: shares become per cent, whether the card gives 0.92, 92 or "92 %". Null for a value that the metric
 * cannot have, and for a share of 0, which cards give if nothing was measured.
 */
export function readValue(written: unknown, { higherIsBetter, share }: Metric): MetricReading | null {
  const figure = readFigure(written);
  if (figure === null) return null;
  if (!share) return { value: figure.value, isDoubtful: false };
  const isFraction = Math.abs(figure.value) <= 1 && !figure.isPerCent;
  const value = Number((isFraction ? figure.value * 100 : figure.value).toPrecision(12));
  if (value === 0 || Math.abs(value) > (higherIsBetter ? 100 : MAX_ERROR_RATE)) return null;
  // An error rate of 0.8 may be 80 per cent or a very good 0.8; any figure of 1 may be either.
  const isDoubtful = isFraction && (Math.abs(figure.value) === 1 || (!higherIsBetter && figure.value > 0.5));
  return { value, isDoubtful };
}

function readFigure(written: unknown): { readonly value: number; readonly isPerCent: boolean } | null {
  if (typeof written === "number") return Number.isFinite(written) ? { value: written, isPerCent: false } : null;
  if (typeof written !== "string" || written.length > 30) return null;
  const parts = /^\s*(-?\d+(?:\.\d+)?(?:e-?\d{1,3})?)\s*(%?)\s*$/i.exec(written);
  const value = Number(parts?.[1]);
  return parts && Number.isFinite(value) ? { value, isPerCent: parts[2] === "%" } : null;
}
