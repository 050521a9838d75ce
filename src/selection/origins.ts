import type { Endpoint } from "../domain/endpoints.ts";
import type { Expert } from "../domain/experts.ts";
import { makerNamed, type Origins, originsNamed } from "../domain/origin-names.ts";

/** Where a model runs and who made it: what constraints on providers look at. */
export interface Origin {
  readonly provider: string;
  /** It runs inside the Worker or in the deployment's own network; null where nobody says. */
  readonly isLocal: boolean | null;
  /** Its makers, and who serves it behind its provider, as `makerNamed` writes them. */
  readonly makers: readonly string[];
}

const origins = new WeakMap<Expert, Origin>();

/** The origin of an expert. Makers are its publisher, and all parts of its ids but the last: "@cf/meta/llama", "google:gemma". */
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

/** An endpoint behind a URL runs where its owner says, which for `custom` may be nowhere. */
function isLocal({ endpoint: { provider, stated = {} } }: Expert): boolean | null {
  if (provider === "embedded" || stated.hosted === "here") return true;
  return provider === "custom" && stated.hosted === undefined ? null : false;
}

/** Whether a name in a constraint means an origin; null where that cannot be told. */
type OriginMatcher = (origin: Origin) => boolean | null;

/**
 * Matches what a constraint allows by a name: a provider, `local`, or a maker where no provider has that name. "Only
 * OpenAI" says who may run the model, so OpenAI's open models that others run are not allowed.
 */
export function isAllowedBy(name: string): OriginMatcher {
  const { provider, maker } = originsNamed(name);
  return isFrom(provider, provider === null ? maker : null);
}

/**
 * Matches what a constraint denies by a name. "Not OpenAI" denies both who runs a model and who made it: OpenAI's models
 * wherever they run, and whatever OpenAI runs. "Not Hugging Face" denies only what runs there, not what it publishes.
 */
export function isDeniedBy(name: string): OriginMatcher {
  const { provider, maker } = originsNamed(name);
  return isFrom(provider, maker);
}

function isFrom(provider: Origins["provider"], maker: Origins["maker"]): OriginMatcher {
  if (provider === "local") return (origin) => origin.isLocal;
  return (origin) => origin.provider === provider || (maker !== null && origin.makers.includes(maker));
}

/** Hugging Face's router takes the provider that serves a model after a colon: "maker/model:together". -1 for none. */
const colonIn = ({ provider, model }: Endpoint): number => (provider === "huggingface" ? model.lastIndexOf(":") : -1);

/** The model's id at its provider, without the router's suffix. */
function routedModelOf(endpoint: Endpoint): string {
  const colon = colonIn(endpoint);
  return colon === -1 ? endpoint.model : endpoint.model.slice(0, colon);
}

/** The provider that serves a model behind Hugging Face's router; null where the suffix leaves it open. */
function routedVia(endpoint: Endpoint): string | null {
  const colon = colonIn(endpoint);
  return colon === -1 ? null : endpoint.model.slice(colon + 1);
}

/** The id that a model has at its provider, or null where it is the model's own. */
export function otherIdOf({ endpoint, facts }: Expert): string | null {
  const model = routedModelOf(endpoint);
  return model === facts.id ? null : model;
}
