import type { ModelFacts, Price } from "./catalogue.ts";
import type { JsonValue } from "./json.ts";
import type { ProviderName } from "./provider-names.ts";

/** A model at a provider, for one task type. */
export interface Endpoint {
  readonly provider: ProviderName;
  readonly model: string;
  readonly taskType: string;
  readonly description: string;
  /** SPDX identifier, or "unknown". */
  readonly licence: string;
  /**
   * `full`: as good as a model made for the task. `stand-in`: a simple method, or a model that does the task by
   * instruction; it serves where nothing better can run.
   */
  readonly grade: "full" | "stand-in";
  /** Facts that the endpoint states about its model; they take precedence over the catalogue's. */
  readonly stated?: StatedFacts;
  /** Distinguishes it from endpoints of the same name at other times: only the version that was chosen is called. */
  readonly version?: string;
}

export type StatedFacts = Partial<Pick<ModelFacts, "parameters" | "bytes" | "languages" | "gated" | "scores">> & {
  readonly prices?: readonly Price[];
  /** The id of the catalogue's model that it is, from which all facts that it does not state are taken. */
  readonly sameAs?: string;
  /** Whether data sent to it stays within the operator's network; unknown if left out. */
  readonly hosted?: Hosted;
};

export const HOSTED = ["here", "elsewhere"] as const;
type Hosted = (typeof HOSTED)[number];

export const endpointKey = (endpoint: Pick<Endpoint, "provider" | "model">): string =>
  `${endpoint.provider}:${endpoint.model}`;

/** Names that never mean a host on the internet (RFC 6761, RFC 6762, RFC 8375; `.internal` by ICANN in 2024), and those without a dot. */
const PRIVATE_NAME = /^(?:(?:.+\.)?(?:localhost|local|internal|home\.arpa)|[a-z][a-z0-9_-]*)$/;
/** Loopback, and what RFC 1918 leaves to private networks; the WHATWG parser has turned every spelling into this one. */
const PRIVATE_IPV4 = /^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$/;
/** Loopback, and unique local addresses (RFC 4193). */
const PRIVATE_IPV6 = /^\[(?:::1|f[cd][\da-f]{2}:.*)\]$/;

/**
 * `{ hosted: "here" }` for a URL at an address that only the same network reaches; otherwise `{}`, as nothing is known
 * about who runs any other host.
 */
export function hostedAt(url: string): { readonly hosted?: Hosted } {
  const host = URL.parse(url)?.hostname.toLowerCase().replace(/\.$/, "") ?? "";
  return [PRIVATE_NAME, PRIVATE_IPV4, PRIVATE_IPV6].some((pattern) => pattern.test(host)) ? { hosted: "here" } : {};
}

/** Picks the stated facts out of a larger object; `stated` is left out if there are none. */
export function statedIn(fields: StatedFacts): { readonly stated?: StatedFacts } {
  const { parameters, bytes, languages, gated, prices, scores, sameAs, hosted } = fields;
  const stated: StatedFacts = {
    ...(parameters === undefined ? {} : { parameters }),
    ...(bytes === undefined ? {} : { bytes }),
    ...(languages === undefined ? {} : { languages }),
    ...(gated === undefined ? {} : { gated }),
    ...(prices === undefined ? {} : { prices }),
    ...(scores === undefined ? {} : { scores }),
    ...(hosted === undefined ? {} : { hosted }),
    ...(sameAs === undefined ? {} : { sameAs }),
  };
  return Object.keys(stated).length === 0 ? {} : { stated };
}

const PRIME = 0x01000193;
/** Offset bases of the two 32-bit hashes that make up a fingerprint. */
const OFFSETS = [0x811c9dc5, 0x9e3779b9] as const;

/** A fingerprint of 64 bits, equal for equal JSON, that distinguishes versions. FNV-1a: it withstands accidents, not adversaries. */
export function fingerprint(value: JsonValue): string {
  const text = JSON.stringify(value);
  return OFFSETS.map((offset) => {
    let hash: number = offset;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
    return (hash >>> 0).toString(16).padStart(8, "0");
  }).join("");
}
