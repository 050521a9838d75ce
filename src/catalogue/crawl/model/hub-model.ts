import * as z from "zod";

/** Longer names are ignored. */
const MAX_NAME_CHARS = 200;
const MAX_TAGS = 2_000;

const count = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER);
/** A repository's name: `openai/whisper-large-v2`, or an old one such as `gpt2`. It holds no `..`, which could lead to another address. */
const REPOSITORY = /^(?!\.{1,2}(?:\/|$))[\w.-]+(?:\/(?!\.{1,2}$)[\w.-]+)?$/;
const id = z.string().max(MAX_NAME_CHARS).regex(REPOSITORY);
export const isRepository = (text: string): boolean => id.safeParse(text).success;

/**
 * A model as `GET /api/models?expand[]=…` lists it (`ModelInfo` in huggingface_hub's hf_api.py; `ModelData` in
 * @huggingface/tasks). What the Hub itself counts is read strictly; what its users write (the card's front matter, and
 * what is taken from it) is anything at all, and is read part by part.
 */
export const hubModel = z.object({
  id,
  author: z.string().max(MAX_NAME_CHARS).nullish(),
  pipeline_tag: z.string().max(MAX_NAME_CHARS).nullish(),
  library_name: z.string().max(MAX_NAME_CHARS).nullish(),
  downloads: count.nullish(),
  likes: count.nullish(),
  /** "auto" and "manual" say how access is granted to those who ask. */
  gated: z.union([z.boolean(), z.enum(["auto", "manual"])]).nullish(),
  tags: z.array(z.string()).max(MAX_TAGS).nullish(),
  /** Weights by their type, and how many there are. */
  safetensors: z.object({ parameters: z.record(z.string(), count).nullish(), total: count.nullish() }).nullish(),
  /** `total` counts weights here as well, not bytes (huggingface_hub, pull request 2545). */
  gguf: z.object({ total: count.nullish(), context_length: count.nullish() }).nullish(),
  cardData: z.record(z.string(), z.unknown()).nullish(),
  "model-index": z.unknown().optional(),
  evalResults: z.unknown().optional(),
  inferenceProviderMapping: z.unknown().optional(),
  baseModels: z.unknown().optional(),
});
export type HubModel = z.infer<typeof hubModel>;

/** The non-empty strings in a value that should be a string or a list of them; anything else in it (null, numbers) is skipped. */
export function strings(value: unknown, max: number): readonly string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all
    .slice(0, max)
    .filter((one): one is string => typeof one === "string" && one.length <= MAX_NAME_CHARS)
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/** The values of tags with a prefix such as "arxiv:", "license:", "dataset:" or "base_model:". */
export const tagged = (tags: readonly string[], prefix: string): readonly string[] =>
  tags.filter((tag) => tag.startsWith(prefix)).map((tag) => tag.slice(prefix.length));

export const unique = <T>(all: readonly T[], max: number): readonly T[] => [...new Set(all)].slice(0, max);

/** A text as one line of at most `maxChars` characters, without control characters; null if nothing is left. */
export function oneLine(value: unknown, maxChars: number): string | null {
  if (typeof value !== "string") return null;
  const text = value
    .slice(0, maxChars * 4)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, maxChars)
    .trimEnd();
  return text === "" ? null : text;
}

const MAX_URL_CHARS = 300;

/** An http(s) address, or null. */
export function webAddress(value: unknown): string | null {
  if (typeof value !== "string" || value.length > MAX_URL_CHARS) return null;
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" ? url.href : null;
}

export const cardUrl = (id: string): string => `https://huggingface.co/${id}`;
