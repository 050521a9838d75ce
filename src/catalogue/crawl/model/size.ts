import type { Confidence } from "../../../domain/catalogue.ts";
import type { HubModel } from "./hub-model.ts";
import { readLineage } from "./lineage.ts";

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
/** Types that several weights of few bits are packed into, so that counting them counts too few. */
const PACKED = /^(?:[IU]\d+|F4|F6)/;
/** Of all that is counted: a model that is not quantized holds fewer integers, such as masks and places. */
const MAX_INTEGERS = 0.1;
const MAX_INTEGERS_WHERE_MARKED = 0.01;
/** How names and tags say that weights were made smaller. */
const MARK =
  /(?:^|[^a-z])(?:awq|gptq|bnb|bitsandbytes|exl[23]|hqq|aqlm|autoround|quanto|w[2-8]a(?:8|16)|(?:nv|mx)?fp[46]|nf4|int[2-8]|q[2-8]|[2-8]-?bits?|quant(?:ized|ised)?)(?![a-z])/i;

export interface ModelSize {
  readonly parameters: number | null;
  readonly parametersConfidence: Confidence;
  readonly bytes: number | null;
}

type Sized = Pick<HubModel, "id" | "safetensors" | "gguf" | "tags" | "cardData" | "baseModels">;

/**
 * How large a model is: as its files say; where they don't, or hold packed weights, as its name or its base model's
 * does, which is not to be relied on.
 */
export function readSize(model: Sized): ModelSize {
  const weights = Object.entries(model.safetensors?.parameters ?? {});
  const total = model.safetensors?.total ?? model.gguf?.total ?? null;
  const bytes = bytesOf(weights);
  const isCounted = total !== null && total > 0 && Number.isSafeInteger(total);
  if (isPacked(weights, model)) return { parameters: named(model), parametersConfidence: "unsure", bytes };
  if (isCounted) return { parameters: total, parametersConfidence: "sure", bytes };
  return { parameters: parametersInName(model.id), parametersConfidence: "unsure", bytes };
}

/** The size that a model's name says, or that all of its base models' do. */
function named(model: Sized): number | null {
  const own = parametersInName(model.id);
  if (own !== null) return own;
  const [first = null, ...others] = new Set(readLineage(model).baseModels.map(parametersInName));
  return others.length === 0 ? first : null;
}

function bytesOf(weights: readonly (readonly [string, number])[]): number | null {
  const sizes = weights.map(([type, count]) => count * (Object.hasOwn(BYTES, type) ? (BYTES[type] ?? 0) : Number.NaN));
  const bytes = Math.ceil(sizes.reduce((sum, size) => sum + size, 0));
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : null;
}

function isPacked(weights: readonly (readonly [string, number])[], model: Sized): boolean {
  const count = (all: readonly (readonly [string, number])[]): number => all.reduce((sum, [, one]) => sum + one, 0);
  const share = count(weights.filter(([type]) => PACKED.test(type))) / count(weights);
  return share > (isMarked(model) ? MAX_INTEGERS_WHERE_MARKED : MAX_INTEGERS);
}

/** By its name, or by a tag: `awq`, `4-bit`, `base_model:quantized:org/base`. */
const isMarked = ({ id, tags }: Sized): boolean => [id, ...(tags ?? [])].some((text) => MARK.test(text));

/** "…-7b-…", "…-1.5B", "…-350m"; "8x7b" is no sum of its parts, and the "A3B" of "30B-A3B" only what is active. */
const IN_NAME = /(?:^|[-_])(\d{1,4}(?:\.\d{1,3})?)([bm])(?=$|[-_.])/gi;

function parametersInName(id: string): number | null {
  const found = [...id.slice(id.indexOf("/") + 1).matchAll(IN_NAME)];
  const [first] = found;
  if (first === undefined || found.length > 1) return null;
  return Math.round(Number(first[1]) * (first[2]?.toLowerCase() === "b" ? 1e9 : 1e6));
}
