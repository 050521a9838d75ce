import * as z from "zod";
import { AppError } from "../../../domain/errors.ts";
import type { Measured } from "../../../domain/usage.ts";
import { likenessOutputs, likenessToFirst, type Vector } from "../../answers/scores.ts";
import { addUp, readAs, type ShapedCall, textShape, usageOf } from "../shape.ts";

const MAX_TEXT_BYTES = 256 * 1024;
/** Texts in one request, by the models' schemas. */
const BATCH = 100;

const Embedded = z.object({ data: z.array(z.array(z.number()).min(1)) });

interface Vectors {
  readonly vectors: readonly Vector[];
  readonly usage: Measured;
}

/** bge, EmbeddingGemma, Qwen3 Embedding, PLaMo: `{text: [texts]}` → `{shape, data: [[numbers]]}`. */
async function embed(call: ShapedCall, texts: readonly string[]): Promise<Vectors> {
  const vectors: Vector[] = [];
  const usages: Measured[] = [];
  for (let from = 0; from < texts.length; from += BATCH) {
    const text = texts.slice(from, from + BATCH);
    const answer = await call.run({ as: "json", json: { text } });
    const { data } = readAs(Embedded, answer, call.model);
    if (data.length !== text.length) {
      throw new AppError("provider-rejected", `${call.model} answered ${data.length} of ${text.length} texts`);
    }
    vectors.push(...data);
    usages.push(usageOf(answer));
  }
  return { vectors, usage: addUp(usages) };
}

export const featureExtraction = textShape(MAX_TEXT_BYTES, async (call) => {
  const { vectors, usage } = await embed(call, [await call.texts.one("text")]);
  return { outputs: { embedding: { as: "data", data: [...(vectors[0] ?? [])] } }, usage };
});

/** By the angle between embeddings. */
export const similarityByEmbedding = textShape(MAX_TEXT_BYTES, async (call) => {
  const { sentence, sentences } = await textsOf(call);
  const { vectors, usage } = await embed(call, [sentence, ...sentences]);
  return { outputs: likenessOutputs(sentences, likenessToFirst(vectors, call.model)), usage };
});

const Ranked = z.object({ response: z.array(z.object({ id: z.int().nonnegative(), score: z.number() })) });

/** `@cf/baai/bge-reranker-base`: `{query, contexts: [{text}]}` → `{response: [{id, score}]}`, best first. */
export const similarityByReranker = textShape(64 * 1024, async (call) => {
  const { sentence, sentences } = await textsOf(call);
  const contexts = sentences.map((text) => ({ text }));
  const answer = await call.run({ as: "json", json: { query: sentence, contexts } });
  const ranked = readAs(Ranked, answer, call.model).response;
  // The card says that a score may be mapped to [0, 1]; whether it was is seen from the scores alone.
  const areShares = ranked.every(({ score }) => score >= 0 && score <= 1);
  const byId = new Map(ranked.map(({ id, score }) => [id, areShares ? score : 1 / (1 + Math.exp(-score))]));
  const scores = sentences.map((_, id) => byId.get(id));
  if (scores.some((score) => score === undefined)) {
    throw new AppError("provider-rejected", `${call.model} left out some of the texts`);
  }
  const known = scores.map((score) => score ?? 0);
  return { outputs: likenessOutputs(sentences, known), usage: usageOf(answer) };
});

async function textsOf({ texts }: ShapedCall): Promise<{ sentence: string; sentences: readonly string[] }> {
  const [sentence, sentences] = [await texts.one("sentence"), await texts.many("sentences")];
  if (sentences.some((text) => text.trim() === "")) {
    throw new AppError("unsupported-input", "One of the texts to compare is empty.");
  }
  return { sentence, sentences };
}
