/**
 * The fields of a model that are requested (`ExpandModelProperty_T` in huggingface_hub's hf_api.py). The reply holds no
 * others.
 */
const FIELDS = [
  "author",
  "baseModels",
  "cardData",
  "downloads",
  "evalResults",
  "gated",
  "gguf",
  "inferenceProviderMapping",
  "library_name",
  "likes",
  "model-index",
  "pipeline_tag",
  "safetensors",
  "tags",
] as const;

export const HUB = "https://huggingface.co";
/** Lists prices and context lengths of chat models (https://huggingface.co/docs/inference-providers/hub-api). */
export const ROUTER = "https://router.huggingface.co";

/** The address of the first page of all models, most downloaded first. */
export function firstPage(hub: string, models: number): URL {
  const url = new URL("/api/models", hub);
  for (const [name, value] of [
    ["sort", "downloads"],
    ["direction", "-1"],
    ["limit", String(models)],
  ] as const) {
    url.searchParams.set(name, value);
  }
  for (const field of FIELDS) url.searchParams.append("expand[]", field);
  return url;
}

/**
 * The address of a model's card. Not `/raw/`, which counts as a web page, of which an anonymous caller has a hundred in five minutes:
 * `/resolve/` has three thousand (https://huggingface.co/docs/hub/rate-limits).
 */
export const cardAddress = (hub: string, model: string): URL => new URL(`/${model}/resolve/main/README.md`, hub);

export const offersAddress = (router: string): URL => new URL("/v1/models", router);

const MAX_HEADER_CHARS = 8_000;
const MAX_LINKS = 16;

/** A `Link` header that cannot be followed. Taking its page for the last one would cut the list in half. */
export class UnusableLink extends Error {}

/**
 * The URL with `rel="next"` of a `Link` header (RFC 8288), as the Hub sends it:
 * `<https://huggingface.co/api/models?…&cursor=…>; rel="next"`. Null if there is none.
 * @throws {UnusableLink} if it cannot be read, or leads to another origin: whoever can write this header must not choose
 *   what is fetched next, nor who receives the token
 */
export function nextPage(header: string | null, from: URL): URL | null {
  if (header === null || header.trim() === "") return null;
  if (header.length > MAX_HEADER_CHARS) throw new UnusableLink("the Link to the next page is too long");
  const found = links(header);
  if (found.length === 0) throw new UnusableLink("the Link to the next page cannot be read");
  const target = found.find(({ relations }) => relations.includes("next"))?.target;
  if (target === undefined) return null;
  const url = URL.parse(target, from.href);
  if (url?.origin !== from.origin) throw new UnusableLink("the Link to the next page leads to another server");
  return url;
}

/** Parses the links bracket by bracket, as a URL may hold commas and semicolons itself. */
const links = (header: string): { readonly target: string; readonly relations: readonly string[] }[] =>
  [...header.matchAll(/<([^<>]*)>([^<]*)/g)].slice(0, MAX_LINKS).map(([, target = "", parameters = ""]) => {
    const relations = /;\s*rel="?([^";,]*)/i.exec(parameters)?.[1] ?? "";
    return { target, relations: relations.trim().toLowerCase().split(/\s+/) };
  });
