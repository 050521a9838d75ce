import * as z from "zod";
import type { OutputDraft } from "../provider.ts";
import { rejected } from "./answer-words.ts";
import {
  isRecord,
  jsonIn,
  listIn,
  listOf,
  NUMBER_SCHEMA,
  objectOf,
  Phrase,
  readEach,
  Score,
  STRING,
} from "./json-answer.ts";

/** A label, and how sure the model says it is of it. */
export interface ModelLabel {
  readonly label: string;
  readonly score: number | null;
}

const MAX_LABELS = 200;
export const MAX_LABEL_CHARS = 200;

export const LABELS_SCHEMA = objectOf({ labels: listOf(objectOf({ label: STRING, score: NUMBER_SCHEMA })) });
export const LABELS_SHAPE =
  'Answer with one JSON object and nothing else: {"labels": [{"label": "…", "score": 0.9}, …]}, best first. "score" says from 0 to 1 how sure you are.';

const Labelled = z.union([
  z.object({ label: Phrase, score: Score }),
  Phrase.transform((label) => ({ label, score: null })),
]);

/**
 * The labels in a model's words, best first, each but once; of `choices` where there are any, spelled as there.
 * @throws {AppError} `provider-rejected` when none is left.
 */
export function readScored(words: string, choices?: readonly string[]): readonly ModelLabel[] {
  const spelled = new Map(choices?.map((choice) => [comparable(choice), choice]));
  const labels = new Map<string, ModelLabel>();
  for (const { label, score } of candidates(words)) {
    if (label.length > MAX_LABEL_CHARS) continue;
    const key = comparable(label);
    const name = choices === undefined ? label : spelled.get(key);
    if (name === undefined || key === "" || labels.has(key)) continue;
    labels.set(key, { label: name, score });
  }
  if (labels.size === 0) throw rejected("named no label of those that were asked for");
  return [...labels.values()].sort((one, other) => (other.score ?? -1) - (one.score ?? -1));
}

const comparable = (label: string): string =>
  label
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ")
    .replaceAll(/^[\s"'*.]+|[\s"'*.]+$/g, "");

function candidates(words: string): readonly ModelLabel[] {
  const json = jsonIn(words);
  // One word where a list was asked for.
  if (json === undefined) return words.length > MAX_LABEL_CHARS ? [] : [{ label: words, score: null }];
  const scored = scoresByName(isRecord(json) && isRecord(json.labels) ? json.labels : json);
  if (scored.length > 0) return scored;
  return readEach(listIn(json, "labels").slice(0, MAX_LABELS), Labelled);
}

/** `{"positive": 0.9, "negative": 0.1}`; empty for anything else. */
function scoresByName(json: unknown): readonly ModelLabel[] {
  if (!isRecord(json)) return [];
  const entries = Object.entries(json).slice(0, MAX_LABELS);
  return entries.every(([, score]) => typeof score === "number")
    ? entries.map(([label, score]) => ({ label, score: Score.parse(score) }))
    : [];
}

export const asData = (labels: readonly ModelLabel[]): OutputDraft => ({
  as: "data",
  data: labels.map(({ label, score }) => ({ label, score })),
});

/** "positive (93%)". */
export const inWords = ({ label, score }: ModelLabel): string =>
  score === null ? label : `${label} (${Math.round(score * 100)}%)`;
