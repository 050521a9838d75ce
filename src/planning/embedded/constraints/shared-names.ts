import type { PhraseMeaning } from "./rule.ts";

/** Licences that are called like who made them, and models. */
const isMakersLicence = (name: string): boolean => /^(?:llama[\d.]*|gemma|deepseek)$/i.test(name);

/** "No DeepSeek models", "nothing from DeepSeek": without a word of licences such names are the makers'. */
export const meansMaker = (names: readonly string[], before: string, phrase: string): boolean =>
  names.every(isMakersLicence) && !OF_LICENCES.test(before.slice(-NEAR_CHARS) + phrase);
const OF_LICENCES = /licen[sc]|\b(?:under|released|covered|terms)\b/;
const NEAR_CHARS = 40;

/** Makers whose names models bear as well. */
const MAKERS: ReadonlySet<string> = new Set(["alibaba", "anthropic", "deepseek", "google", "mistral", "openai", "xai"]);

/** True when every licence and provider that a phrase names could be a model's name. */
export function namesLikeModels({ constraints: { licence, provider } = {} }: PhraseMeaning): boolean {
  const names = [licence, provider].flatMap((part) => [...(part?.allow ?? []), ...(part?.deny ?? [])]);
  return names.length > 0 && names.every((name) => MAKERS.has(name) || isMakersLicence(name));
}

/** True when a phrase names a model with its maker: "openai/whisper-tiny" is not all that OpenAI makes. */
export const namesById = ({ constraints: { model } = {} }: PhraseMeaning): boolean =>
  [...(model?.allow ?? []), ...(model?.deny ?? [])].some((name) => name.includes("/"));
