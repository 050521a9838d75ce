import { isUnbegun, OPENING } from "../wire/thought.ts";
import type { LanguageModel, StreamPart } from "./language-model.ts";

/**
 * A model whose streamed answers get the beginning of a thought back where its last whole answer, such as the plan before
 * them, held only the end of one: some servers give the beginning with every prompt. Of words that come one by one nobody
 * could tell before that end.
 */
export function withBegunThoughts(model: LanguageModel): LanguageModel {
  let isUnbegunThere = false;
  const stream = model.stream?.bind(model);
  return {
    complete: async (...call) => {
      const said = await model.complete(...call);
      isUnbegunThere = isUnbegun(said);
      return said;
    },
    ...(stream
      ? {
          async *stream(...call): AsyncGenerator<StreamPart> {
            let missing = isUnbegunThere ? OPENING : "";
            for await (const part of stream(...call)) {
              if (!("text" in part)) {
                yield part;
                continue;
              }
              yield { text: `${missing}${part.text}` };
              missing = "";
            }
          },
        }
      : {}),
  };
}
