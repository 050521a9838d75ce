import type { Allowed, Constraints } from "../../src/domain/constraints.ts";
import { endpointKey } from "../../src/domain/endpoints.ts";
import type { Expert, Health } from "../../src/domain/experts.ts";

/**
 * What `properties.test.ts` makes pools and constraints of: few things, in many spellings, each of which the oracle has
 * an answer for. Licences by what they are; whatever else is written is unknown.
 */
type Licence = "mit" | "apache" | "gpl" | "nc";
const LICENCE_OF: ReadonlyMap<string, Licence | "gpl or mit" | "gpl and mit"> = new Map([
  ...["MIT", "mit", "The MIT License"].map((written) => [written, "mit"] as const),
  ...["Apache-2.0", "apache-2.0", "Apache 2", "apache license 2.0"].map((written) => [written, "apache"] as const),
  ...["GPL-3.0-only", "gpl-3.0-only", "gpl-3.0", "GPLv3", "gpl 3+", "gpl-3.0-or-later"].map(
    (written) => [written, "gpl"] as const,
  ),
  ...["CC-BY-NC-4.0", "cc-by-nc-4.0", "CC BY-NC 4.0", "qwen-research"].map((written) => [written, "nc"] as const),
  ...["GPL-3.0-only OR MIT", "gpl-3.0-only OR mit", "mit or GPLv3", "gpl-3.0 OR mit"].map(
    (written) => [written, "gpl or mit"] as const,
  ),
  ...["MIT AND GPL-3.0-only", "gpl-3.0-only AND mit", "mit, gpl-3.0", "gpl-3.0 AND mit"].map(
    (written) => [written, "gpl and mit"] as const,
  ),
]);
export const LICENCES: readonly string[] = [
  ...LICENCE_OF.keys(),
  ...["unknown", "other", "", "see the card", "acme-eula", "mit-gpl-3.0", "MIT AND other"],
];

/** What each name of a constraint means of the licences above. */
const NAMED: Readonly<Record<string, readonly Licence[]>> = {
  ...{ MIT: ["mit"], "mit license": ["mit"] },
  ...{ permissive: ["mit", "apache"], "Permissive licence": ["mit", "apache"] },
  ...{ GPL: ["gpl"], "gnu gpl": ["gpl"], copyleft: ["gpl"] },
  ...{ "non-commercial": ["nc"], NC: ["nc"], noncommercial: ["nc"] },
};
export const LICENCE_NAMES: readonly string[] = Object.keys(NAMED);

export const MAKERS = ["google/", "google-bert/", "openai/", "openai-community/", "facebook/", ""] as const;
export const MODELS = [
  "whisper",
  "whisper-large-v2",
  "whisper2",
  "whisperer",
  "parakeet",
  "odd_",
  "c++",
  "a.b-",
] as const;
export const PROVIDER_NAMES = ["local", "huggingface", "Hugging Face", "openai", "google", "DeepMind"] as const;
export const MODEL_NAMES = [
  ...["whisper", "google/parakeet", "google/whisper", "openai", "gpt-9", "odd_", "C++"],
] as const;
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
  const { languages, gated, licenceConfidence, parametersConfidence, bytesConfidence } = one.facts;
  const parameters = parametersConfidence === "unsure" ? null : one.facts.parameters;
  const bytes = bytesConfidence === "unsure" ? null : one.facts.bytes;
  const licence = licenceConfidence === "unsure" ? "unknown" : one.facts.licence;
  const { size, language, price, latency, benchmark } = said;
  const medianMs = health[endpointKey(one.endpoint)]?.medianMs ?? null;
  return [
    breaksLicence(licence, said.licence),
    breaksNames(said.provider, (name, side) => isFrom(one, name, side)),
    breaksNames(said.model, (name) => isModel(one, name, all)),
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

function breaksLicence(written: string, { allow, deny }: Allowed = {}): boolean {
  const licence = LICENCE_OF.get(written);
  if (licence === undefined) return (allow ?? deny) !== undefined;
  const isNamed = (one: Licence, names: readonly string[]): boolean => names.some((name) => NAMED[name]?.includes(one));
  const isAllowed = (one: Licence): boolean => allow === undefined || isNamed(one, allow);
  const isDenied = (one: Licence): boolean => deny !== undefined && isNamed(one, deny);
  if (licence === "gpl or mit") return !(isAllowed("gpl") || isAllowed("mit")) || (isDenied("gpl") && isDenied("mit"));
  if (licence === "gpl and mit") return !(isAllowed("gpl") && isAllowed("mit")) || isDenied("gpl") || isDenied("mit");
  return !isAllowed(licence) || isDenied(licence);
}

/** Where it is not known whether something is meant, it is neither among the allowed nor among what is not denied. */
const breaksNames = (
  { allow, deny }: Allowed = {},
  isMeant: (name: string, side: "allow" | "deny") => boolean | null,
): boolean =>
  (allow !== undefined && !allow.some((name) => isMeant(name, "allow") === true)) ||
  (deny?.some((name) => isMeant(name, "deny") !== false) ?? false);

/** To allow OpenAI is to say who may run it, and to deny it who may have made it as well. */
function isFrom(
  { endpoint: { provider, model, stated }, facts }: Expert,
  name: string,
  side: "allow" | "deny",
): boolean | null {
  if (name === "local") {
    if (provider === "embedded" || stated?.hosted === "here") return true;
    return provider === "custom" && stated?.hosted === undefined ? null : false;
  }
  if (name === "huggingface" || name === "Hugging Face") return provider === "huggingface";
  if (name === "openai" && side === "allow") return provider === "openai";
  const makers = name === "openai" ? ["openai/", "openai-community/"] : ["google/", "google-bert/"];
  return provider === name || makers.some((maker) => model.startsWith(maker) || facts.id.startsWith(maker));
}

const MEANT: Readonly<Record<string, readonly string[]>> = {
  whisper: ["whisper", "whisper-large-v2", "whisper2"],
  odd_: ["odd_"],
  "C++": ["c++"],
};

/** An id with its maker means that model alone where there is one of it, and where not what begins so. */
function isModel({ endpoint, facts }: Expert, name: string, all: readonly Expert[]): boolean {
  const isThere = all.some((other) => other.facts.id === name || other.endpoint.model === name);
  return [endpoint.model, facts.id].some((id) => {
    if (id === name) return true;
    if (name === "google/whisper") return !isThere && /^google\/whisper(?![a-z])/.test(id);
    return MEANT[name]?.includes(id.split("/").at(-1) ?? "") ?? false;
  });
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
