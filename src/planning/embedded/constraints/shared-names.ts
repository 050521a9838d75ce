import type { Said } from "./rule.ts";

/** Licences and makers whose names models bear as well. */
const SHARED: ReadonlySet<string> = new Set(["Llama", "Gemma", "DeepSeek", "mistral", "alibaba", "deepseek", "google"]);

/** True when every licence and provider that a phrase names could be a model's name. */
export function namesLikeModels({ constraints: { licence, provider } = {} }: Said): boolean {
  const names = [licence, provider].flatMap((part) => [...(part?.allow ?? []), ...(part?.deny ?? [])]);
  return names.length > 0 && names.every((name) => SHARED.has(name));
}

/** True when a phrase names a model with its maker: "openai/whisper-tiny" is not all that OpenAI makes. */
export const namesById = ({ constraints: { model } = {} }: Said): boolean =>
  [...(model?.allow ?? []), ...(model?.deny ?? [])].some((name) => name.includes("/"));
