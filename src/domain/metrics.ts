/** What a metric's figure means. */
export interface Metric {
  readonly higherIsBetter: boolean;
  /** A share of something, given in per cent, so between 0 and 100. */
  readonly share: boolean;
}

const SHARES =
  "accuracy top-5-accuracy precision recall f1 exact-match rouge1 rouge2 rougel rougelsum bleu chrf sacrebleu spearman pearson map box-ap mask-ap ap pq miou iou anls roc-auc ndcg@10 recall@1 mrr@10 pass@1 win-rate stoi score delta1 dice auc macro-f1 micro-f1 weighted-f1 acc-norm mcc bertscore map50 v-measure main-score";
const SHARES_OF_ERRORS = "wer cer eer der";
const BETTER_WHEN_HIGHER = "cider spice meteor mos utmos pesq si-snr si-sdr si-snri sdr elo is psnr ssim clip-score r2";
const BETTER_WHEN_LOWER = "perplexity fid fvd fad absrel rmse mae mcd lpips loss mse bits-per-character ter";

/** The highest plausible error rate, in per cent: there can be more errors than words, but not three times as many. */
const MAX_ERROR_RATE = 300;

/** The most that a metric's figure can be, in either direction. */
export const mostOf = ({ higherIsBetter, share }: Metric): number =>
  share ? (higherIsBetter ? 100 : MAX_ERROR_RATE) : Number.POSITIVE_INFINITY;

const entries = (names: string, metric: Metric): readonly (readonly [string, Metric])[] =>
  names.split(" ").map((name) => [name, metric]);

/** Every metric that a score may name and that is understood, so that one thing has one name; "score" is a benchmark's own total. */
export const METRICS: ReadonlyMap<string, Metric> = new Map([
  ...entries(SHARES, { higherIsBetter: true, share: true }),
  ...entries(SHARES_OF_ERRORS, { higherIsBetter: false, share: true }),
  ...entries(BETTER_WHEN_HIGHER, { higherIsBetter: true, share: false }),
  ...entries(BETTER_WHEN_LOWER, { higherIsBetter: false, share: false }),
]);
