import { METRICS, type Metric, mostOf } from "../../../domain/metrics.ts";

/** Other spellings of metrics, in lower case and with hyphens. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    accuracy: "acc eval-accuracy top-1-accuracy top-1 top1-accuracy",
    "top-5-accuracy": "top-5 top5-accuracy",
    f1: "f1-score",
    "macro-f1": "f1-macro",
    "micro-f1": "f1-micro",
    "weighted-f1": "f1-weighted",
    "exact-match": "em exact",
    wer: "word-error-rate",
    cer: "character-error-rate",
    der: "diarization-error-rate",
    rouge1: "rouge-1",
    rouge2: "rouge-2",
    rougel: "rouge-l",
    rougelsum: "rouge-lsum",
    sacrebleu: "sacre-bleu",
    chrf: "chr-f",
    spearman: "spearmanr spearman-correlation cos-sim-spearman cosine-spearman",
    pearson: "pearsonr pearson-correlation cos-sim-pearson cosine-pearson",
    mcc: "matthews-correlation",
    map: "mean-average-precision",
    map50: "map@50 map@0.5",
    ap: "average-precision",
    miou: "mean-iou mean-intersection-over-union",
    "roc-auc": "auroc",
    perplexity: "ppl",
    loss: "eval-loss validation-loss",
    mse: "mean-squared-error",
    mae: "mean-absolute-error",
    rmse: "root-mean-squared-error",
    r2: "r-squared r2-score",
    "clip-score": "clipscore",
  }).flatMap(([name, spellings]) => spellings.split(" ").map((spelling) => [spelling, name])),
);

/** "ndcg_at_10", "cosine_recall@1", "pass@1": a metric over the first so many. */
const AT = /^(?:cosine-|cos-sim-)?(ndcg|recall|precision|map|mrr|accuracy|hits|pass)(?:-at-|-?@)(\d{1,4})$/;
const MAX_NAME_CHARS = 60;

interface NamedMetric {
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
  if (at) {
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
  return SPELLINGS.get(name) ?? name;
}

interface MetricReading {
  /** In per cent for shares. */
  readonly value: number;
  /** Whether it is unclear if this is a fraction or per cent. */
  readonly isDoubtful: boolean;
}

/**
 * Normalises a figure: shares become per cent, whether the card gives 0.92, 92 or "92 %". Null for a value that the metric
 * cannot have, and for a share of 0, which cards give if nothing was measured.
 */
export function readValue(written: unknown, metric: Metric): MetricReading | null {
  const { higherIsBetter, share } = metric;
  const figure = readFigure(written);
  if (figure === null) return null;
  if (!share) return { value: figure.value, isDoubtful: false };
  const isFraction = Math.abs(figure.value) <= 1 && !figure.isPerCent;
  const value = Number((isFraction ? figure.value * 100 : figure.value).toPrecision(12));
  if (value === 0 || Math.abs(value) > mostOf(metric)) return null;
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
