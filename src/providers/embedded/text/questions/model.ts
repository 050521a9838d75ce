import { once } from "../../../../domain/once.ts";
import { KindClassifier } from "./kinds.ts";
import stored from "./model.json" with { type: "json" };
import type { AnswerFeatures } from "./score.ts";

/** What `training/train-answers.ts` fits. */
export interface QuestionModel {
  readonly kinds: KindClassifier;
  /** Of the features of candidates and of silence; 0 for those left out. */
  readonly weights: AnswerFeatures;
}

/** A matrix in steps of one signed byte, in base64, with the step of each row. */
export interface StoredRows {
  readonly steps: readonly number[];
  readonly rows: string;
}

export function readRows({ steps, rows }: StoredRows): Float32Array {
  const bytes = Int8Array.from(atob(rows), (char) => (char.charCodeAt(0) << 24) >> 24);
  const width = bytes.length / steps.length;
  return Float32Array.from(bytes, (byte, at) => byte * (steps[Math.floor(at / width)] ?? 0));
}

/** Read when first asked for, as it takes some milliseconds. */
export const questionModel = once(
  async (): Promise<QuestionModel> => ({ kinds: new KindClassifier(readRows(stored.kinds)), weights: stored.weights }),
);
