import type { Allowed, Constraints } from "../../src/domain/constraints.ts";
import { endpointKey } from "../../src/domain/endpoints.ts";
import type { Expert, Health } from "../../src/domain/experts.ts";

/** What `properties.test.ts` makes casts and constraints of: few values, each of which the oracle has an answer for. */
export const LICENCES = [
  "MIT",
  "Apache-2.0",
  "GPL-3.0-only",
  "CC-BY-NC-4.0",
  "unknown",
  "other",
  "GPL-3.0-only OR MIT",
  "MIT AND GPL-3.0-only",
] as const;
export const LICENCE_NAMES = ["MIT", "permissive", "GPL", "non-commercial"] as const;
export const MAKERS = ["google/", "openai/", "facebook/", ""] as const;
export const MODELS = ["whisper", "whisper-large-v2", "whisperer", "parakeet", "wav2vec2", "canary"] as const;
export const PROVIDER_NAMES = ["local", "huggingface", "openai", "google"] as const;
export const MODEL_NAMES = ["whisper", "google/parakeet", "openai", "gpt-9"] as const;
export const LANGUAGES = ["en", "de", "pt-BR", "mul"] as const;
export const LANGUAGE_NAMES = ["en", "de-AT", "pt-PT"] as const;

/**
 * Whether an expert breaks a constraint, every case written out, so that nothing is shared with what is judged here.
 * `all` are the experts for the only task.
 */
export function breaks(
  one: Expert,
  said: Constraints,
  all: readonly Expert[],
  health: Readonly<Record<string, Health>>,
): boolean {
  const { parameters, bytes, languages, gated } = one.facts;
  const { size, language, price, latency, benchmark } = said;
  const medianMs = health[endpointKey(one.endpoint)]?.medianMs ?? null;
  return [
    breaksLicence(one.facts.licence, said.licence),
    breaksNames(said.provider, (name) => isFrom(one, name)),
    breaksNames(said.model, (name) => isModel(one.endpoint.model, name)),
    size?.max !== undefined && (parameters === null || parameters > size.max),
    size?.min !== undefined && (parameters === null || parameters < size.min),
    size?.maxBytes !== undefined && (bytes === null || bytes > size.maxBytes),
    language !== undefined &&
      (languages === null || (languages.length > 0 && !languages.some((tag) => SPOKEN[language]?.includes(tag)))),
    price !== undefined && (one.prices.length === 0 || one.prices.some(({ usd }) => usd > price.maxUsd)),
    latency !== undefined && medianMs !== null && medianMs > latency.maxMs,
    said.gated === false && gated !== false,
    benchmark?.atLeast !== undefined && !reaches(one, benchmark.atLeast, all),
  ].some(Boolean);
}

const SPOKEN: Readonly<Record<string, readonly string[]>> = {
  en: ["en", "mul"],
  "de-AT": ["de", "mul"],
  "pt-PT": ["mul"],
};

/** By licence: the names that one may use it under, and those that one cannot escape. */
const NAMES: Readonly<Record<string, { readonly free: readonly string[]; readonly bound: readonly string[] }>> = {
  MIT: { free: ["MIT", "permissive"], bound: ["MIT", "permissive"] },
  "Apache-2.0": { free: ["permissive"], bound: ["permissive"] },
  "GPL-3.0-only": { free: ["GPL"], bound: ["GPL"] },
  "CC-BY-NC-4.0": { free: ["non-commercial"], bound: ["non-commercial"] },
  "GPL-3.0-only OR MIT": { free: ["MIT", "permissive", "GPL"], bound: [] },
  "MIT AND GPL-3.0-only": { free: [], bound: ["MIT", "permissive", "GPL"] },
};

function breaksLicence(licence: string, said: Allowed | undefined): boolean {
  if (said === undefined) return false;
  const names = NAMES[licence];
  if (!names) return true;
  const isMitOrPermissive = (list: readonly string[]) => list.includes("MIT") || list.includes("permissive");
  // Both halves of the two expressions at once.
  const hasBoth = (list: readonly string[]) => list.includes("GPL") && isMitOrPermissive(list);
  if (licence === "MIT AND GPL-3.0-only" && said.allow !== undefined) return !hasBoth(said.allow);
  if (licence === "GPL-3.0-only OR MIT" && said.deny !== undefined) return hasBoth(said.deny);
  return (
    (said.allow !== undefined && !said.allow.some((name) => names.free.includes(name))) ||
    (said.deny?.some((name) => names.bound.includes(name)) ?? false)
  );
}

const breaksNames = ({ allow, deny }: Allowed = {}, isMeant: (name: string) => boolean): boolean =>
  (allow !== undefined && !allow.some(isMeant)) || (deny?.some(isMeant) ?? false);

function isFrom({ endpoint: { provider, model } }: Expert, name: string): boolean {
  if (name === "local") return provider === "embedded" || provider === "custom";
  return provider === name || (name !== "huggingface" && model.startsWith(`${name}/`));
}

function isModel(model: string, name: string): boolean {
  if (name === "google/parakeet") return model === "google/parakeet";
  return name === "whisper" && ["whisper", "whisper-large-v2"].includes(model.split("/").at(-1) ?? "");
}

/** The figures on Common Voice in English alone are asked for, in which less is better. */
function reaches(one: Expert, atLeast: number, all: readonly Expert[]): boolean {
  const figures = ({ facts }: Expert) => {
    const ofModel = all.filter((other) => other.facts.id === facts.id).flatMap((other) => other.facts.scores);
    const known = ofModel.filter(
      ({ benchmark, config, confidence }) => benchmark !== "LibriSpeech" && config === "en" && confidence !== "unsure",
    );
    const verified = known.filter(({ confidence }) => confidence === "verified");
    return (verified.length > 0 ? verified : known).map(({ value }) => value);
  };
  const values = figures(one);
  return values.length > 0 && Math.max(...values) <= atLeast;
}
