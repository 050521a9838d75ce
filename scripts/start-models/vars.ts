import type { OpenAiAbility } from "../../src/config/openai-endpoints.ts";
import type { Kind, RealModel } from "./models.ts";

/** A model that is being served. */
export interface Running {
  readonly model: RealModel;
  /** Of its own server, without a path. */
  readonly url: string;
}

/** What OpenAI's API has, and what it has not, which is an endpoint of one's own. */
const DOES: Readonly<Record<Kind, OpenAiAbility | null>> = {
  chat: "chat",
  transcription: "transcription",
  speech: "speech",
  embeddings: "embeddings",
  ocr: null,
};

/**
 * The Worker's variables that lead to the models.
 * @param openAiUrl up to and with `/v1`, of the one server that has all of OpenAI's API
 */
export function varsFor(running: readonly Running[], openAiUrl: string): Readonly<Record<string, string>> {
  const models = running.flatMap(({ model }) => {
    const does = DOES[model.kind];
    return does === null ? [] : [{ ...factsOf(model), does }];
  });
  const endpoints = running
    .filter(({ model }) => DOES[model.kind] === null)
    .map(({ model, url }) => ({ ...factsOf(model), taskType: "optical-character-recognition", url }));
  const chat = running.find(({ model }) => model.kind === "chat");
  return {
    ...(models.length === 0 ? {} : { OPENAI_BASE_URL: openAiUrl }),
    ...(chat ? { OPENAI_MODEL: chat.model.name } : {}),
    CONFIG: JSON.stringify({ openai: { models }, endpoints }),
  };
}

const factsOf = ({ name, licence, parameters, bytes, languages, contextTokens, voice }: RealModel) => ({
  model: name,
  licence,
  parameters,
  bytes,
  languages,
  ...(contextTokens === undefined ? {} : { contextTokens }),
  ...(voice === undefined ? {} : { voice }),
});
