import type { Expert } from "../domain/experts.ts";
import { PROVIDERS } from "../domain/provider-names.ts";

/** What leaves the house nowhere: inside the Worker, or at an address of the deployment's or the tenant's own. */
const LOCAL: ReadonlySet<string> = new Set(["embedded", "custom"]);

/** Where a model runs and who made it, as far as constraints on providers speak of it. */
export interface Origin {
  readonly provider: string;
  /** In lower case. */
  readonly makers: readonly string[];
}

const origins = new WeakMap<Expert, Origin>();

/** The makers are whoever publishes it, and the names before the last part of its ids: "@cf/meta/llama", "google:gemma". */
export function originOf(expert: Expert): Origin {
  const known = origins.get(expert);
  if (known) return known;
  const { endpoint, facts } = expert;
  const organizations = [endpoint.model, facts.id].flatMap((id) => id.split(/[/:]/).slice(0, -1));
  if (facts.organization !== null) organizations.push(facts.organization);
  const origin = { provider: endpoint.provider, makers: [...new Set(organizations.map(makerOf))] };
  origins.set(expert, origin);
  return origin;
}

/**
 * Is it what a constraint calls by this name: a provider, `local`, or a maker? OpenAI is both, its models run elsewhere
 * too; what Hugging Face publishes elsewhere is not at Hugging Face.
 */
export function isBy({ provider, makers }: Origin, name: string): boolean {
  const wanted = name.trim().toLowerCase();
  if (wanted === "local") return LOCAL.has(provider);
  if (provider === wanted) return true;
  return (wanted === "openai" || !PROVIDERS.some((one) => one === wanted)) && makers.includes(makerOf(wanted));
}

/** Makers publish under several names. */
export function makerOf(organization: string): string {
  const name = organization.toLowerCase().replace(/^@/, "");
  return MAKERS.get(name) ?? name;
}
const MAKERS: ReadonlyMap<string, string> = new Map([
  ["meta-llama", "meta"],
  ["facebook", "meta"],
  ["facebookresearch", "meta"],
  ["mistralai", "mistral"],
  ["deepseek-ai", "deepseek"],
  ["qwen", "alibaba"],
  ["alibaba-nlp", "alibaba"],
  ["stabilityai", "stability"],
  ["cohereforai", "cohere"],
  ["coherelabs", "cohere"],
  ["ibm-granite", "ibm"],
  ["xai-org", "xai"],
]);
