import * as z from "zod";
import { AppError } from "../../../domain/errors.ts";
import type { Measured } from "../../../domain/usage.ts";
import type { ChatLimits } from "../../chat-tasks/index.ts";
import { readText, readTexts } from "../../chat-tasks/text-input.ts";
import { likenessOutputs, likenessToFirst, type Vector } from "../../likeness.ts";
import { asUsage, measuredIn } from "../../measured.ts";
import type { OpenAiCall, TaskMethod } from "./session.ts";

/** https://platform.openai.com/docs/api-reference/embeddings/create */
const Embeddings = z.looseObject({
  data: z.array(z.object({ index: z.int().min(0).nullish(), embedding: z.array(z.number()).min(1) })),
});

export const featureExtraction: TaskMethod = async (session) => {
  const text = await readText(session.call.inputs, "text", limitsOf(session));
  const { vectors, ...usage } = await embed([text], session);
  return { outputs: { embedding: { as: "data", data: vectors[0] ?? [] } }, ...usage };
};

export const sentenceSimilarity: TaskMethod = async (session) => {
  const limits = limitsOf(session);
  const [sentence, sentences] = await Promise.all([
    readText(session.call.inputs, "sentence", limits),
    readTexts(session.call.inputs, "sentences", limits),
  ]);
  const { vectors, ...usage } = await embed([sentence, ...sentences], session);
  const scores = likenessToFirst(vectors, session.configured.model);
  return { outputs: likenessOutputs(sentences, scores), ...usage };
};

const limitsOf = ({ configured }: OpenAiCall): ChatLimits => ({
  contextTokens: configured.contextTokens ?? null,
  maxInputBytes: null,
});

/** One vector for each text, in their order. */
async function embed(
  texts: readonly string[],
  { configured: { model }, ask, json }: OpenAiCall,
): Promise<{ readonly vectors: readonly Vector[]; readonly usage?: Measured }> {
  const answer = await ask(
    () => ({ model, input: [...texts], encoding_format: "float" as const }),
    (client, request, options) => client.embeddings.create(request, options),
  );
  const told = await json(answer, Embeddings);
  const { data } = told;
  const vectors = new Map(data.map(({ index, embedding }, place) => [index ?? place, embedding]));
  const [first] = data;
  const inOrder = texts.flatMap((_, index) => {
    const vector = vectors.get(index);
    return vector && vector.length === first?.embedding.length ? [vector] : [];
  });
  if (inOrder.length !== texts.length)
    throw new AppError("provider-rejected", `${model} did not give one vector of one length for each text`);
  return { vectors: inOrder, ...asUsage(measuredIn(told)) };
}
