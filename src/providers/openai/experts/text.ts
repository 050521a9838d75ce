import * as z from "zod";
import { AppError } from "../../../domain/errors.ts";
import type { Measured } from "../../../domain/usage.ts";
import { asUsage, measuredIn } from "../../answers/measured.ts";
import { likenessOutputs, likenessToFirst, type Vector } from "../../answers/scores.ts";
import type { ChatTask } from "../../chat-tasks/chat-task.ts";
import { withBoxesDrawn } from "../../overlays/index.ts";
import { textOf } from "../completion.ts";
import { chatRequest } from "../requests.ts";
import { holding, type OpenAiCall, type TaskMethod } from "./session.ts";

/** A task by instruction: chat completions, with a JSON schema where the server has that. */
export const byChat =
  (task: ChatTask): TaskMethod =>
  async ({ call, configured, limits, ask, json }) => {
    const { model, reasoning } = configured;
    const { read, answer } = await holding(call, "json", async () => {
      const { messages, schema, isCallers, maxTokens, read } = await task.prepare(call.inputs, limits);
      const asked = {
        model,
        messages,
        maxTokens,
        reasoning,
        form: schema === null ? ("text" as const) : { schema },
      };
      const answer = await ask(
        (refused) => chatRequest(asked, refused),
        (client, request, options) => client.chat.completions.create(request, options),
        isCallers,
      );
      return { read, answer };
    });
    const completion = await json(answer, z.unknown());
    const reading = await withBoxesDrawn(read(textOf(completion, model)), call);
    return { ...reading, ...asUsage(measuredIn(completion)) };
  };

/** https://platform.openai.com/docs/api-reference/embeddings/create */
const Embeddings = z.looseObject({
  data: z.array(z.object({ index: z.int().min(0).nullish(), embedding: z.array(z.number()).min(1) })),
});

export const featureExtraction: TaskMethod = async (session) => {
  const text = await session.texts.one("text");
  const { vectors, ...usage } = await embed([text], session);
  return { outputs: { embedding: { as: "data", data: vectors[0] ?? [] } }, ...usage };
};

export const sentenceSimilarity: TaskMethod = async (session) => {
  const { texts } = session;
  const [sentence, sentences] = await Promise.all([texts.one("sentence"), texts.many("sentences")]);
  const { vectors, ...usage } = await embed([sentence, ...sentences], session);
  const scores = likenessToFirst(vectors, session.configured.model);
  return { outputs: likenessOutputs(sentences, scores), ...usage };
};

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
