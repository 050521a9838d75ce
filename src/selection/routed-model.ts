import type { Endpoint } from "../domain/endpoints.ts";
import type { Expert } from "../domain/experts.ts";

/** Where the name of who serves a model behind Hugging Face begins, as its router reads names: "maker/model:together". */
const colonIn = ({ provider, model }: Endpoint): number => (provider === "huggingface" ? model.lastIndexOf(":") : -1);

/** The model's own id at its provider. */
export function routedModelOf(endpoint: Endpoint): string {
  const colon = colonIn(endpoint);
  return colon === -1 ? endpoint.model : endpoint.model.slice(0, colon);
}

/** Who serves it behind its provider; null where that is the provider itself. */
export function routedVia(endpoint: Endpoint): string | null {
  const colon = colonIn(endpoint);
  return colon === -1 ? null : endpoint.model.slice(colon + 1);
}

const otherIds = new WeakMap<Expert, string | null>();

/** What a model is called at its provider, where that is not its id; null where it is. Remembered, as thousands are asked. */
export function otherIdOf(expert: Expert): string | null {
  const known = otherIds.get(expert);
  if (known !== undefined) return known;
  const model = routedModelOf(expert.endpoint);
  const other = model === expert.facts.id ? null : model;
  otherIds.set(expert, other);
  return other;
}
