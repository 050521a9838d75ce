import type { Score } from "../../domain/catalogue.ts";

/** Metrics that people call otherwise, and which of them are shares, given in per cent. */
const METRIC_WORDS: ReadonlyMap<string, string> = new Map([
  ["wer", "word error rate"],
  ["cer", "character error rate"],
  ["eer", "equal error rate"],
  ["der", "diarization error rate"],
  ["f1", "F1"],
  ["bleu", "BLEU"],
  ["chrf", "chrF"],
  ["rouge1", "ROUGE-1"],
  ["rouge2", "ROUGE-2"],
  ["rougel", "ROUGE-L"],
  ["map", "mAP"],
  ["miou", "mIoU"],
  ["fid", "FID"],
  ["mos", "MOS"],
]);
const PER_CENT: ReadonlySet<string> = new Set(["wer", "cer", "eer", "der", "accuracy", "precision", "recall"]);

export const metricInWords = (metric: string): string => METRIC_WORDS.get(metric) ?? metric.replaceAll("-", " ");

/** "5.8 %" */
export const valueInWords = ({ value, metric }: Score): string =>
  `${Number(value.toFixed(3))}${PER_CENT.has(metric) ? " %" : ""}`;

/** "Common Voice 9.0 (en, test)" */
export function measuredOn({ benchmark, config, split }: Score): string {
  const parts = [config, split].filter((part) => part !== null && part !== "");
  return `${benchmark}${parts.length === 0 ? "" : ` (${parts.join(", ")})`}`;
}

/** Citations are a line long at the most. */
const MAX_SOURCE = 160;
export const sourceInWords = ({ source }: Score): string =>
  source.length > MAX_SOURCE ? `${source.slice(0, MAX_SOURCE)}…` : source;
