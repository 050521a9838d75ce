import type { JsonValue } from "./json.ts";

const PRIME = 0x01000193;
/** Of two hashes with these beginnings, so that 64 bits tell texts apart. */
const OFFSETS = [0x811c9dc5, 0x9e3779b9] as const;

/** What tells one version of something from another: equal for equal JSON. FNV-1a, for accidents and not for adversaries. */
export function fingerprint(value: JsonValue): string {
  const text = JSON.stringify(value);
  return OFFSETS.map((offset) => {
    let hash: number = offset;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
    return (hash >>> 0).toString(16).padStart(8, "0");
  }).join("");
}
