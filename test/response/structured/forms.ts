import type { JsonValue } from "../../../src/domain/json.ts";
import type { Value } from "../../../src/domain/resources.ts";
import type { AnswerSchema, SchemaFormat } from "../../../src/domain/structured/answer-schema.ts";
import { readAnswerSchema } from "../../../src/domain/structured/read-schema.ts";
import { type Done, file, gave, text, words } from "../runs.ts";

/** A form with these properties, all required but those that are said to be left out at times. */
export function formOf(properties: Readonly<Record<string, unknown>>, optional: readonly string[] = []): SchemaFormat {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  const read = readAnswerSchema({ type: "object", properties, required });
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return { name: "form", schema: read.value };
}

export const STRING: AnswerSchema = { type: "string" };
export const NUMBER: AnswerSchema = { type: "number" };
export const INTEGER: AnswerSchema = { type: "integer" };
export const listOf = (items: unknown): object => ({ type: "array", items });
export const objectOf = (properties: Readonly<Record<string, unknown>>): object => ({
  ...{ type: "object", properties, required: Object.keys(properties) },
});

export const data = (value: JsonValue): Value => ({ as: "data", kind: "data", data: value });

/** A question to a file, and its answer. */
export const answered = (question: string, answer: string | null, evidence: object = {}): Done => ({
  type: "document-question-answering",
  args: { question: words(question), image: file("invoice.png") },
  work: gave({
    answer: text(answer ?? "The model found no answer."),
    evidence: data({ answer, score: 0.9, sentence: "It says so.", ...evidence }),
  }),
});

const thing = (label: string, more: object = {}) => ({
  label,
  score: 0.9,
  box: { xmin: 1, ymin: 2, xmax: 3, ymax: 4 },
  ...more,
});

/** Things that the embedded detector found in a picture. */
export const saw = (name: string, labels: readonly string[], more: object = {}): Done => ({
  type: "object-detection",
  args: { image: file(name) },
  work: gave({ objects: data(labels.map((label) => thing(label, more))) }),
});

/** A text and what it says of itself. */
export const labelled = (
  type: string,
  ...labels: readonly { readonly label: string; readonly score: number }[]
): Done => ({
  type,
  args: { text: words("So good!") },
  work: gave({ labels: data([...labels]), text: text("in words") }),
});
