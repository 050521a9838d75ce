import * as z from "zod";
import { AppError } from "../../../domain/errors.ts";
import { likenessOutputs, likenessToFirst, type Vector } from "../../answers/scores.ts";
import type { ExpertResult } from "../../provider.ts";
import { textInput, textInputs } from "../inputs.ts";
import { type HuggingFaceCall, recipe } from "../session.ts";

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

export const featureExtraction = recipe("feature-extraction", (session) => embedded(session));
/** At hf-inference a model that is mapped to similarity gives its vectors as well. */
export const featuresOfSimilarity = recipe("sentence-similarity", (session) => embedded(session));

async function embedded({ call, ask, asked }: HuggingFaceCall): Promise<ExpertResult> {
  const inputs = await textInput(call.inputs, "text");
  const nested = await ask((client, to, options) => client.featureExtraction({ ...to, inputs }, options), Vectors);
  const embedding = pooled(nested, asked.name);
  if (embedding.length === 0) throw new AppError("provider-rejected", `${asked.name} gave an empty vector`);
  return { outputs: { embedding: { as: "data", data: embedding } } };
}

export const sentenceSimilarity = recipe("sentence-similarity", async (session) => {
  const { source, sentences } = await compared(session);
  const inputs = { source_sentence: source, sentences: [...sentences] };
  const scores = await session.ask(
    (client, to, options) => client.sentenceSimilarity({ ...to, inputs }, options),
    z.array(z.number()).length(sentences.length),
  );
  return { outputs: likenessOutputs(sentences, scores) };
});

/** By the angle between the vectors of a model that gives vectors. */
export const similarityByVectors = recipe("feature-extraction", async (session) => {
  const { source, sentences } = await compared(session);
  const inputs = [source, ...sentences];
  const rows = await session.ask(
    (client, to, options) => client.featureExtraction({ ...to, inputs }, options),
    Vectors.length(inputs.length),
  );
  const { name } = session.asked;
  const vectors = rows.map((row) => pooled(row, name));
  return { outputs: likenessOutputs(sentences, likenessToFirst(vectors, name)) };
});

async function compared({
  call,
}: HuggingFaceCall): Promise<{ readonly source: string; readonly sentences: readonly string[] }> {
  const [source, sentences] = await Promise.all([
    textInput(call.inputs, "sentence"),
    textInputs(call.inputs, "sentences"),
  ]);
  return { source, sentences };
}
