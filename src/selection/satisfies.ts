import type { Allowed, Constraints } from "../domain/constraints.ts";
import { describeAllowed } from "../domain/describe-constraints.ts";
import type { Endpoint } from "../domain/endpoints.ts";
import { isUnder, isUnknown, touches } from "./licences.ts";

/** A constraint that endpoints can be held against with what they say of themselves. */
export interface Condition {
  /** As a part of a sentence: "the licence is MIT". */
  readonly words: string;
  readonly holds: (endpoint: Endpoint) => boolean;
}

/** What leaves the house nowhere: inside the Worker, or at the deployment's own address. */
const LOCAL: ReadonlySet<string> = new Set(["embedded", "custom"]);

/** The conditions that constraints set, each side of each by itself, so that each can be named. */
export const conditionsOf = ({ licence, provider }: Constraints): readonly Condition[] => [
  ...sides("licence", licence, {
    allow: (endpoint, names) => !isUnknown(endpoint.licence) && isUnder(endpoint.licence, names),
    deny: (endpoint, names) => !isUnknown(endpoint.licence) && !touches(endpoint.licence, names),
  }),
  ...sides("provider", provider, {
    allow: (endpoint, names) => names.some((name) => isBy(endpoint, name)),
    deny: (endpoint, names) => !names.some((name) => isBy(endpoint, name)),
  }),
];

type Side = (endpoint: Endpoint, names: readonly string[]) => boolean;

const sides = (
  what: "licence" | "provider",
  allowed: Allowed | undefined,
  { allow, deny }: { readonly allow: Side; readonly deny: Side },
): readonly Condition[] => [
  ...side(what, { ...(allowed?.allow ? { allow: allowed.allow } : {}) }, allowed?.allow, allow),
  ...side(what, { ...(allowed?.deny ? { deny: allowed.deny } : {}) }, allowed?.deny, deny),
];

const side = (
  what: "licence" | "provider",
  said: Allowed,
  names: readonly string[] | undefined,
  holds: Side,
): readonly Condition[] =>
  names === undefined
    ? []
    : describeAllowed(what, said).map((words) => ({ words, holds: (endpoint) => holds(endpoint, names) }));

/** A provider, `local`, or a maker, whose name begins the model's: "google/gemma-3" or "gemma by google". */
function isBy({ provider, model }: Endpoint, name: string): boolean {
  const wanted = name.toLowerCase();
  if (wanted === "local") return LOCAL.has(provider);
  return (
    provider === wanted ||
    model
      .toLowerCase()
      .split(/[/:]/)
      .slice(0, -1)
      .some((part) => makerOf(part) === wanted)
  );
}

/** Makers publish under several names. */
const makerOf = (organisation: string): string => MAKERS[organisation] ?? organisation.replace(/^@/, "");
const MAKERS: Readonly<Record<string, string>> = {
  "meta-llama": "meta",
  facebook: "meta",
  facebookresearch: "meta",
  mistralai: "mistral",
  "deepseek-ai": "deepseek",
  qwen: "alibaba",
  "alibaba-nlp": "alibaba",
  stabilityai: "stability",
  cohereforai: "cohere",
  coherelabs: "cohere",
  "ibm-granite": "ibm",
  "xai-org": "xai",
};
