import type { Endpoint } from "../domain/endpoints.ts";
import type { Expert } from "../domain/experts.ts";
import { makerNamed, type Origins, originsNamed } from "../domain/origin-names.ts";

/** Where a model runs and who made it, as far as constraints on providers speak of it. */
export interface Origin {
  readonly provider: string;
  /** Whether it leaves the house nowhere: inside the Worker, or in the deployment's own network; null where nobody says. */
  readonly isLocal: boolean | null;
  /** Whoever made it, and who serves it behind its provider; as `makerNamed` writes them. */
  readonly makers: readonly string[];
}

const origins = new WeakMap<Expert, Origin>();

/** The makers are whoever publishes it, and the names before the last part of its ids: "@cf/meta/llama", "google:gemma". */
export function originOf(expert: Expert): Origin {
  const known = origins.get(expert);
  if (known) return known;
  const { endpoint, facts } = expert;
  const names = [routedModelOf(endpoint), facts.id].flatMap((id) => id.split(/[/:]/).slice(0, -1));
  const makers = [...names, facts.organization, routedVia(endpoint)].flatMap((name) =>
    name === null ? [] : makerNamed(name),
  );
  const origin = { provider: endpoint.provider, isLocal: isLocal(expert), makers: [...new Set(makers)] };
  origins.set(expert, origin);
  return origin;
}

/** What is behind a URL runs where its owner says it does, or where its address tells. */
function isLocal({ endpoint: { provider, stated = {} } }: Expert): boolean | null {
  if (provider === "embedded" || stated.hosted === "here") return true;
  return provider === "custom" && stated.hosted === undefined ? null : false;
}

/** The same for experts of one origin, and cheaper to have. */
export const originKey = ({ endpoint, facts }: Expert): string =>
  JSON.stringify([
    endpoint.provider,
    endpoint.stated?.hosted,
    facts.organization,
    routedVia(endpoint),
    withoutName(routedModelOf(endpoint)),
    withoutName(facts.id),
  ]);

/** All of an id before its last part: "@cf/meta/". */
const withoutName = (id: string): string => id.slice(0, Math.max(id.lastIndexOf("/"), id.lastIndexOf(":")) + 1);

/** Whether something is what a name means; null where that cannot be told. */
type IsMeant = (origin: Origin) => boolean | null;

/**
 * Whether something is what a constraint allows by a name: a provider, `local`, or where a name is no provider's a maker.
 * "OpenAI alone" says who may run what is sent: OpenAI's open models that others run are not among it.
 */
export function isAllowedBy(name: string): IsMeant {
  const { provider, maker } = originsNamed(name);
  return isFrom(provider, provider === null ? maker : null);
}

/**
 * Whether something is what a constraint denies by a name. "Not OpenAI" says neither who may run it nor who may have made
 * it: what OpenAI made is out wherever it runs. What Hugging Face publishes elsewhere is not at Hugging Face.
 */
export function isDeniedBy(name: string): IsMeant {
  const { provider, maker } = originsNamed(name);
  return isFrom(provider, maker);
}

function isFrom(provider: Origins["provider"], maker: Origins["maker"]): IsMeant {
  if (provider === "local") return (origin) => origin.isLocal;
  return (origin) => origin.provider === provider || (maker !== null && origin.makers.includes(maker));
}

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
