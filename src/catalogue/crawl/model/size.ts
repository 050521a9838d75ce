import type { Confidence } from "../../../domain/catalogue.ts";
import type { HubModel } from "./hub-model.ts";

/** Bytes that a weight of a type takes; the types are those of the safetensors format. */
const BYTES: Readonly<Record<string, number>> = {
  F64: 8,
  I64: 8,
  U64: 8,
  F32: 4,
  I32: 4,
  U32: 4,
  F16: 2,
  BF16: 2,
  I16: 2,
  U16: 2,
  F8_E4M3: 1,
  F8_E5M2: 1,
  F8_E8M0: 1,
  I8: 1,
  U8: 1,
  BOOL: 1,
};
/** Types that several weights of four bits are packed into, so that counting them counts too few. */
const PACKED: ReadonlySet<string> = new Set(["I32", "U32", "I8", "U8", "I64"]);

export interface Size {
  readonly parameters: number | null;
  readonly parametersConfidence: Confidence;
  readonly bytes: number | null;
}

/** How large a model is: as its files say, else as its name does, which is not to be relied on. */
export function readSize(model: Pick<HubModel, "id" | "safetensors" | "gguf">): Size {
  const weights = Object.entries(model.safetensors?.parameters ?? {});
  const total = model.safetensors?.total ?? model.gguf?.total ?? null;
  const bytes = bytesOf(weights);
  if (total !== null && total > 0 && Number.isSafeInteger(total)) {
    return { parameters: total, parametersConfidence: isPacked(weights) ? "unsure" : "sure", bytes };
  }
  return { parameters: parametersInName(model.id), parametersConfidence: "unsure", bytes };
}

function bytesOf(weights: readonly (readonly [string, number])[]): number | null {
  const sizes = weights.map(([type, count]) => count * (Object.hasOwn(BYTES, type) ? (BYTES[type] ?? 0) : Number.NaN));
  const bytes = Math.ceil(sizes.reduce((sum, size) => sum + size, 0));
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : null;
}

function isPacked(weights: readonly (readonly [string, number])[]): boolean {
  const count = (all: readonly (readonly [string, number])[]): number => all.reduce((sum, [, one]) => sum + one, 0);
  return count(weights.filter(([type]) => PACKED.has(type))) * 2 > count(weights);
}

/** "…-7b-…", "…-1.5B", "…-350m"; "8x7b" is no sum of its parts, and the "A3B" of "30B-A3B" only what is active. */
const IN_NAME = /(?:^|[-_])(\d{1,4}(?:\.\d{1,3})?)([bm])(?=$|[-_.])/gi;

function parametersInName(id: string): number | null {
  const found = [...id.slice(id.indexOf("/") + 1).matchAll(IN_NAME)];
  const [first] = found;
  if (first === undefined || found.length > 1) return null;
  return Math.round(Number(first[1]) * (first[2]?.toLowerCase() === "b" ? 1e9 : 1e6));
}
