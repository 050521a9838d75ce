import * as z from "zod";
import { AppError } from "../../../domain/errors.ts";
import type { Measured } from "../../../domain/usage.ts";
import type { ChatLimits } from "../../chat-tasks/index.ts";
import { readText, readTexts } from "../../chat-tasks/text-input.ts";
import type { Session, Way } from "./session.ts";

type Vector = readonly number[];

/** https://platform.openai.com/docs/api-reference/embeddings/create */
const Embeddings = z.object({
  data: z.array(z.object({ index: z.int().min(0).nullish(), embedding: z.array(z.number()).min(1) })),
  usage: z
    .object({ prompt_tokens: z.int().min(0) })
    .nullish()
    .catch(null),
});

export const featureExtraction: Way = async (session) => {
  const text = await readText(session.call.inputs, "text", limitsOf(session));
  const { vectors, ...usage } = await embed([text], session);
  return { outputs: { embedding: { as: "data", data: vectors[0] ?? [] } }, ...usage };
};

export const sentenceSimilarity: Way = async (session) => {
  const limits = limitsOf(session);
  const [sentence, sentences] = await Promise.all([
    readText(session.call.inputs, "sentence", limits),
    readTexts(session.call.inputs, "sentences", limits),
  ]);
  const { vectors, ...usage } = await embed([sentence, ...sentences], session);
  const [first = [], ...others] = vectors;
  const scores = sentences.map((text, index) => ({ sentence: text, score: similarity(first, others[index] ?? []) }));
  const inWords = scores.map(({ sentence: text, score }) => `${Math.round(score * 100)}%: ${text}`).join("\n");
  return { outputs: { scores: { as: "data", data: scores }, text: { as: "text", text: inWords } }, ...usage };
};

const limitsOf = ({ configured }: Session): ChatLimits => ({
  contextTokens: configured.contextTokens ?? null,
  maxInputBytes: null,
});

/** One vector for each text, in their order. */
async function embed(
  texts: readonly string[],
  { configured: { model }, ask, json }: Session,
): Promise<{ readonly vectors: readonly Vector[]; readonly usage?: Measured }> {
  const answer = await ask(
    () => ({ model, input: [...texts], encoding_format: "float" as const }),
    (client, request, options) => client.embeddings.create(request, options),
  );
  const { data, usage } = await json(answer, Embeddings);
  const vectors = new Map(data.map(({ index, embedding }, place) => [index ?? place, embedding]));
  const [first] = data;
  const inOrder = texts.flatMap((_, index) => {
    const vector = vectors.get(index);
    return vector && vector.length === first?.embedding.length ? [vector] : [];
  });
  if (inOrder.length !== texts.length)
    throw new AppError("provider-rejected", `${model} did not give one vector of one length for each text`);
  return { vectors: inOrder, ...(usage ? { usage: { inputTokens: usage.prompt_tokens } } : {}) };
}

/** The cosine of the angle between two vectors. Opposite meanings have a negative one; the port's scores end at 0. */
function similarity(a: Vector, b: Vector): number {
  const dot = (x: Vector, y: Vector): number => x.reduce((sum, value, index) => sum + value * (y[index] ?? 0), 0);
  const lengths = Math.sqrt(dot(a, a)) * Math.sqrt(dot(b, b));
  return lengths === 0 ? 0 : Math.min(1, Math.max(0, dot(a, b) / lengths));
}
