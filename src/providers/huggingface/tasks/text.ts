import * as z from "zod";
import { AppError } from "../../../domain/errors.ts";
import { languageInWords, languageTag } from "../../../domain/languages.ts";
import { Labels, labelled, likenessOutputs, likenessToFirst, type Vector } from "../../answers/scores.ts";
import { readTable } from "../../embedded/text/tables/read-table.ts";
import type { TextInputs } from "../../inputs.ts";
import { summaryParameters } from "../../summary-parameters.ts";
import { type HuggingFaceCall, recipe, type TaskRecipe } from "../session.ts";
import { translation } from "./translation.ts";

/** Long enough for a page; more is seldom meant, and always paid for. */
const MAX_NEW_TOKENS = 1_024;

const classified = async ({ texts, ask }: HuggingFaceCall) =>
  ask("textClassification", { inputs: await texts.one("text") }, Labels);

const textClassification = recipe("text-classification", async (session) => ({
  outputs: labelled(await classified(session)),
}));

/** By a text classifier whose labels are languages. */
const languageIdentification = recipe("text-classification", async (session) => {
  const labels = (await classified(session))
    .toSorted((a, b) => b.score - a.score)
    .map(({ label, score }) => {
      const tag = languageTag(label);
      return { label, name: tag === null ? label : languageInWords(tag), score };
    });
  return {
    outputs: {
      labels: { as: "data", data: labels },
      language: { as: "text", text: labels[0]?.name ?? "The model gave no language." },
    },
  };
});

const zeroShotClassification = recipe("zero-shot-classification", async ({ texts, ask }) => {
  const [inputs, candidate_labels] = await Promise.all([texts.one("text"), texts.labels()]);
  return {
    outputs: labelled(await ask("zeroShotClassification", { inputs, parameters: { candidate_labels } }, Labels)),
  };
});

const Spans = z.array(
  z.object({ entity_group: z.string(), score: z.number(), start: z.int().min(0), end: z.int().min(0) }),
);

const tokenClassification = recipe("token-classification", async ({ texts, ask }) => {
  const inputs = await texts.one("text");
  // Whole names rather than the tokenizer's pieces of words.
  const parameters = { aggregation_strategy: "simple" } as const;
  const spans = await ask("tokenClassification", { inputs, parameters }, Spans);
  const offset = utf16Offsets(inputs);
  const entities = spans.flatMap(({ entity_group: type, score, start: from, end: to }) => {
    const [start, end] = [offset(from), offset(to)];
    return start < end ? [{ type, text: inputs.slice(start, end), start, end, score }] : [];
  });
  const names = entities.map(({ type, text }) => `${text} (${type})`);
  const text = names.length === 0 ? "No names were found in the text." : [...new Set(names)].join("; ");
  return { outputs: { entities: { as: "data", data: entities }, text: { as: "text", text } } };
});

const summarization = recipe("summarization", async ({ texts, ask }) => {
  const [inputs, length] = await Promise.all([texts.one("text"), texts.optionalName("length")]);
  const request = { inputs, ...summaryParameters(length) };
  const { summary_text: text } = await ask("summarization", request, z.object({ summary_text: z.string() }));
  return { outputs: { text: { as: "text", text } } };
});

/** From the text, below the instruction where there is one. */
const textGeneration = recipe("text-generation", async ({ texts, ask }) => {
  if ((await texts.optional("schema")) !== null)
    throw new AppError("unsupported-input", "This model only goes on with a text: it can be held to no form");
  const [instruction, given] = await Promise.all([texts.optional("instruction"), texts.one("text")]);
  const inputs = instruction === null ? given : `${instruction}\n\n${given}`;
  const request = { inputs, parameters: { max_new_tokens: MAX_NEW_TOKENS } };
  const { generated_text: text } = await ask("textGeneration", request, z.object({ generated_text: z.string() }));
  return { outputs: { text: { as: "text", text } } };
});

const Answer = z.object({ answer: z.string(), score: z.number(), start: z.int().min(0) });

const questionAnswering = recipe("question-answering", async ({ texts, ask }) => {
  const [question, context] = await Promise.all([texts.one("question"), texts.one("context")]);
  const { answer, score, start } = await ask("questionAnswering", { inputs: { question, context } }, Answer);
  const sentence = sentenceAt(context, utf16Offsets(context)(start));
  return {
    outputs: { answer: { as: "text", text: answer }, evidence: { as: "data", data: { answer, score, sentence } } },
  };
});

/** The sentence around an offset in UTF-16 units; nothing behind the end of the text. */
function sentenceAt(text: string, offset: number): string {
  const segments = new Intl.Segmenter("en", { granularity: "sentence" }).segment(text);
  return segments.containing(offset)?.segment.trim() ?? "";
}

/**
 * Converts the offsets that models give, which count Unicode code points as Python does, into offsets of `text` in UTF-16
 * units: in "🙂ab", 1 → 2. Offsets behind the end are the end.
 */
export function utf16Offsets(text: string): (codePoints: number) => number {
  // Nearly every text is of one unit a code point, and needs no table.
  if (!/[\ud800-\udbff]/.test(text)) return (codePoints) => Math.min(codePoints, text.length);
  const offsets: number[] = [];
  let offset = 0;
  for (const character of text) {
    offsets.push(offset);
    offset += character.length;
  }
  return (codePoints) => offsets[codePoints] ?? text.length;
}

/** Columns by their names, as the Hub's table tasks want them: every cell a text. */
async function columnsInput(texts: TextInputs): Promise<Record<string, string[]>> {
  const { columns, rows } = readTable(await texts.one("table"));
  return Object.fromEntries(columns.map((name, column) => [name, rows.map((row) => row[column] ?? "")]));
}

const TableAnswer = z.object({
  answer: z.string(),
  aggregator: z.string(),
  cells: z.array(z.string()),
  coordinates: z.array(z.array(z.number())),
});

/** The question goes under both its names: the Hub's schema has `question`, the pipeline behind it reads `query`. */
const tableQuestionAnswering = recipe("table-question-answering", async ({ texts, ask }) => {
  const [question, table] = await Promise.all([texts.one("question"), columnsInput(texts)]);
  const request = { inputs: { question, query: question, table } };
  const evidence = await ask("tableQuestionAnswering", request, TableAnswer);
  return { outputs: { answer: { as: "text", text: evidence.answer }, evidence: { as: "data", data: evidence } } };
});

/** The answer is a label for each row, and no score. */
const tabularClassification = recipe("tabular-classification", async ({ texts, ask }) => {
  const data = await columnsInput(texts);
  const classes = await ask("tabularClassification", { inputs: { data } }, z.array(z.number()));
  const counts = [...Map.groupBy(classes, (label) => label)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  const text = `Rows by label: ${counts.map(([label, { length }]) => `${length} × ${label}`).join(", ")}`;
  const labels = classes.map((label, index) => ({ row: index + 1, label: String(label) }));
  return { outputs: { labels: { as: "data", data: labels }, text: { as: "text", text } } };
});

const Row = z.union([z.number(), z.array(z.number())]);
/** A vector, vectors, or vectors of tokens: which of them depends on the model and its provider. */
const Vectors = z.array(z.union([z.number(), z.array(Row)]));
type Nested = number | readonly Nested[];

/** One vector for a text: of one for each token, the mean, which is what most models are trained for. */
function pooled(nested: Nested, name: string): Vector {
  if (typeof nested === "number") {
    throw new AppError("provider-rejected", `${name} gave a number where a vector is wanted`);
  }
  const numbers = nested.filter((part) => typeof part === "number");
  if (numbers.length === nested.length) return numbers;
  const rows = nested.map((part) => pooled(part, name));
  const [first = []] = rows;
  if (rows.some((row) => row.length !== first.length)) {
    throw new AppError("provider-rejected", `${name} gave vectors of different lengths`);
  }
  return first.map((_, column) => rows.reduce((sum, row) => sum + (row[column] ?? 0), 0) / rows.length);
}

const embedding: TaskRecipe["run"] = async ({ texts, ask, asked }) => {
  const inputs = await texts.one("text");
  const vector = pooled(await ask("featureExtraction", { inputs }, Vectors), asked.name);
  if (vector.length === 0) throw new AppError("provider-rejected", `${asked.name} gave an empty vector`);
  return { outputs: { embedding: { as: "data", data: vector } } };
};

const sentenceSimilarity = recipe("sentence-similarity", async ({ texts, ask }) => {
  const { source_sentence, sentences } = await comparedTexts(texts);
  const shape = z.array(z.number()).length(sentences.length);
  const scores = await ask("sentenceSimilarity", { inputs: { source_sentence, sentences } }, shape);
  return { outputs: likenessOutputs(sentences, scores) };
});

/** By the angle between the vectors of a model that gives vectors. */
const similarityByVectors = recipe("feature-extraction", async ({ texts, ask, asked: { name } }) => {
  const { source_sentence, sentences } = await comparedTexts(texts);
  const inputs = [source_sentence, ...sentences];
  const rows = await ask("featureExtraction", { inputs }, Vectors.length(inputs.length));
  const vectors = rows.map((row) => pooled(row, name));
  return { outputs: likenessOutputs(sentences, likenessToFirst(vectors, name)) };
});

async function comparedTexts(texts: TextInputs): Promise<{ source_sentence: string; sentences: string[] }> {
  const [source_sentence, sentences] = await Promise.all([texts.one("sentence"), texts.many("sentences")]);
  return { source_sentence, sentences: [...sentences] };
}

export const TEXT_RECIPES: Readonly<Record<string, readonly TaskRecipe[]>> = {
  "text-classification": [textClassification],
  "token-classification": [tokenClassification],
  summarization: [summarization],
  translation: [translation],
  "question-answering": [questionAnswering],
  "text-generation": [textGeneration],
  // At hf-inference a model that is mapped to similarity gives its vectors as well.
  "feature-extraction": [recipe("feature-extraction", embedding), recipe("sentence-similarity", embedding)],
  "sentence-similarity": [sentenceSimilarity, similarityByVectors],
  "zero-shot-classification": [zeroShotClassification],
  "language-identification": [languageIdentification],
  "table-question-answering": [tableQuestionAnswering],
  "tabular-classification": [tabularClassification],
};
