import * as z from "zod";
import type { CatalogueModel, Confidence } from "../../../domain/catalogue.ts";
import { firstOfEach } from "../../../domain/first-of-each.ts";
import { languageTag } from "../../../domain/languages.ts";
import { isKnownLicence, licenceTerms, writeLicence } from "../../../domain/licences.ts";
import { BUILT_IN_TASK_TYPES } from "../../../domain/task-types/index.ts";
import { type HubModel, hubModel, isRepository, oneLine, strings, tagged, unique } from "./hub-model.ts";
import { readScores } from "./scores.ts";
import { readEndpoints, readTasks } from "./tasks.ts";

const MAX_LIBRARY_CHARS = 60;

type ModelReading =
  | { readonly model: CatalogueModel }
  /** Why the model is left out: "no-pipeline-tag", "no-task-type", or "malformed" with the faulty field. */
  | { readonly dropped: string };

/** Converts a model as the Hub lists it into a model of the catalogue, without the facts of its card. */
export function readModel(value: unknown): ModelReading {
  const parsed = hubModel.safeParse(value);
  if (!parsed.success) return { dropped: `malformed: ${String(parsed.error.issues[0]?.path[0] ?? "not a model")}` };
  const hub = parsed.data;
  if (!hub.pipeline_tag) return { dropped: "no-pipeline-tag" };
  const tasks = readTasks({ id: hub.id, pipelineTag: hub.pipeline_tag, tags: hub.tags ?? [] });
  return tasks.length === 0 ? { dropped: "no-task-type" } : { model: toModel(hub, hub.pipeline_tag, tasks) };
}

function toModel(hub: HubModel, pipelineTag: string, own: readonly string[]): CatalogueModel {
  // Some models are mapped twice.
  const endpoints = firstOfEach(
    readEndpoints({ id: hub.id, tasks: own, pipelineTag, mapping: hub.inferenceProviderMapping }),
    ({ via, taskType }) => `${via} ${taskType}`,
  );
  const tasks = [...new Set([...own, ...endpoints.map(({ taskType }) => taskType)])];
  const licence = readLicence(hub);
  return {
    id: hub.id,
    organization: hub.author ?? (hub.id.includes("/") ? hub.id.slice(0, hub.id.indexOf("/")) : null),
    description: "",
    tasks,
    licence: licence.name,
    licenceConfidence: licence.confidence,
    ...readSize(hub),
    languages: readLanguages(hub, own),
    scores: readScores(hub),
    downloads: hub.downloads ?? null,
    downloadsOn: null,
    likes: hub.likes ?? null,
    gated: hub.gated === null || hub.gated === undefined ? null : hub.gated !== false,
    library: oneLine(hub.library_name, MAX_LIBRARY_CHARS),
    ...readLineage(hub),
    facts: [],
    cardCode: null,
    sources: [],
    endpoints,
  };
}

const MAX_LICENCES = 5;

interface Licence {
  readonly name: string;
  /** Unsure for a name that is on no list of licences. */
  readonly confidence: Confidence;
}

/**
 * The licence of a model. Several are joined by AND: on the Hub, a list says that each of them holds for a part of the
 * model or for what it was made of, never that one may choose. `other` gives way to the name beside it.
 */
export function readLicence(model: Pick<HubModel, "cardData" | "tags">): Licence {
  const stated = strings(model.cardData?.license, MAX_LICENCES);
  const listed = stated.length > 0 ? stated : tagged(model.tags ?? [], "license:").slice(0, MAX_LICENCES);
  const [name] = strings(model.cardData?.license_name, 1);
  const named = name === undefined ? "unknown" : writeLicence(licenceTerms(name));
  const licence = writeLicence(
    listed.flatMap((one) => {
      const terms = licenceTerms(one);
      return writeLicence(terms) === "other" && named !== "unknown" ? licenceTerms(named) : terms;
    }),
  );
  return { name: licence, confidence: isKnownLicence(licence) ? "sure" : "unsure" };
}

/** From this number of languages on a model counts as multilingual ("mul"). */
const MANY_LANGUAGES = 100;
const MAX_LANGUAGES = 2_000;
const MULTILINGUAL: ReadonlySet<string> = new Set(["multilingual", "mul", "multi"]);

/**
 * The languages in a card's front matter, or in the tags of a model without front matter. Otherwise tags are not read:
 * they repeat the front matter, and many two-letter tags mean something else. "multilingual" alone becomes "mul".
 * @returns [] for a model that works on no language, null if nothing is stated
 */
export function readLanguages(
  model: Pick<HubModel, "cardData" | "tags">,
  tasks: readonly string[],
): readonly string[] | null {
  const listed = model.cardData
    ? cardLanguages(model.cardData)
    : (model.tags ?? []).filter((tag) => LANGUAGE_TAGS.has(tag));
  const tags = unique(
    listed.flatMap((language) => languageTag(language) ?? []),
    MAX_LANGUAGES,
  ).filter((tag) => !MULTILINGUAL.has(tag));
  const isMany =
    tags.length >= MANY_LANGUAGES || (tags.length < 2 && listed.some((one) => MULTILINGUAL.has(one.toLowerCase())));
  if (isMany) return ["mul"];
  if (tags.length > 0) return tags;
  return tasks.every((task) => TASKS_WITHOUT_LANGUAGE.has(task)) ? [] : null;
}

/** The `language` field as strings. YAML 1.1 reads Norwegian, `no`, as false. */
function cardLanguages(card: Readonly<Record<string, unknown>>): readonly string[] {
  const written = card.language ?? card.languages;
  const all: readonly unknown[] = Array.isArray(written) ? written : [written];
  return strings(
    all.map((one) => (one === false ? "no" : one)),
    MAX_LANGUAGES,
  );
}

/** Tags that are languages and nothing else; `ml` is machine learning as often, and `sd` a diffusion model. */
const LANGUAGE_TAGS: ReadonlySet<string> = new Set(
  "multilingual en de fr es zh ja ko ru ar hi pl nl tr vi uk sv".split(" "),
);

/** Task types that neither read nor write language: no text goes in, no sound, and what comes out is no text alone. */
const TASKS_WITHOUT_LANGUAGE: ReadonlySet<string> = new Set(
  BUILT_IN_TASK_TYPES.filter(
    ({ inputs, outputs }) =>
      inputs.every(
        ({ required, kinds }) => !required || kinds.every((kind) => /^(?:image|video|table|data)/.test(kind)),
      ) &&
      outputs.every(({ kinds }) => kinds.every((kind) => kind !== "audio" && kind !== "document")) &&
      outputs[0]?.kinds.every((kind) => kind !== "text") === true,
  ).map(({ name }) => name),
);

/** The types of the safetensors format whose weights take whole bytes, with their bits: F32, BF16, F8_E4M3. */
const BITS_OF_TYPE = /^(?:F|BF|[IU])(8|16|32|64)(?:_E\dM\d)?$/;
const bytesOfType = (type: string): number => (type === "BOOL" ? 1 : Number(BITS_OF_TYPE.exec(type)?.[1]) / 8);
/** Types into which several weights of few bits are packed, so that their count is too low. */
const PACKED_TYPE = /^(?:[IU]\d+|F4|F6)/;
/** Share of integers from which on a model counts as quantized; others hold a few, such as masks and position ids. */
const MAX_INTEGER_SHARE = 0.1;
const MAX_INTEGER_SHARE_WHERE_MARKED = 0.01;
/** Names and tags of quantized weights. */
const QUANTIZED_NAME =
  /(?:^|[^a-z])(?:awq|gptq|bnb|bitsandbytes|exl[23]|hqq|aqlm|autoround|quanto|w[2-8]a(?:8|16)|(?:nv|mx)?fp[46]|nf4|int[2-8]|q[2-8]|[2-8]-?bits?|quant(?:ized|ised)?)(?![a-z])/i;

interface ModelSize {
  readonly parameters: number | null;
  readonly parametersConfidence: Confidence;
  readonly bytes: number | null;
  readonly bytesConfidence: Confidence;
}

type Sized = Pick<HubModel, "id" | "safetensors" | "gguf" | "tags" | "cardData" | "baseModels">;

/**
 * The size of a model as its files state it. For files without a count, or with packed weights, it is read from the name
 * of the model or of its base models, and is unsure.
 */
export function readSize(model: Sized): ModelSize {
  const weights = Object.entries(model.safetensors?.parameters ?? {});
  const total = model.safetensors?.total ?? model.gguf?.total ?? null;
  const bytes = bytesOf(weights);
  const onDisk = { bytes, bytesConfidence: bytes === null ? "unsure" : "sure" } as const;
  const isCounted = total !== null && total > 0 && Number.isSafeInteger(total);
  if (isPacked(weights, model))
    return { parameters: parametersFromNames(model), parametersConfidence: "unsure", ...onDisk };
  if (isCounted) return { parameters: total, parametersConfidence: "sure", ...onDisk };
  return { parameters: parametersInName(model.id), parametersConfidence: "unsure", ...onDisk };
}

/** The number of parameters in the model's name, or in the names of all its base models if they agree. */
function parametersFromNames(model: Sized): number | null {
  const own = parametersInName(model.id);
  if (own !== null) return own;
  const [first = null, ...others] = new Set(readLineage(model).baseModels.map(parametersInName));
  return others.length === 0 ? first : null;
}

function bytesOf(weights: readonly (readonly [string, number])[]): number | null {
  const sizes = weights.map(([type, count]) => count * bytesOfType(type));
  const bytes = Math.ceil(sizes.reduce((sum, size) => sum + size, 0));
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : null;
}

function isPacked(weights: readonly (readonly [string, number])[], model: Sized): boolean {
  const count = (all: readonly (readonly [string, number])[]): number => all.reduce((sum, [, one]) => sum + one, 0);
  const share = count(weights.filter(([type]) => PACKED_TYPE.test(type))) / count(weights);
  return share > (isNamedQuantized(model) ? MAX_INTEGER_SHARE_WHERE_MARKED : MAX_INTEGER_SHARE);
}

/** Whether the name or a tag marks a quantized model: `awq`, `4-bit`, `base_model:quantized:org/base`. */
const isNamedQuantized = ({ id, tags }: Sized): boolean =>
  [id, ...(tags ?? [])].some((text) => QUANTIZED_NAME.test(text));

/** "…-7b-…", "…-1.5B", "…-350m". Not "8x7b", whose experts share parameters, nor the active "A3B" of "30B-A3B". */
const SIZE_IN_NAME = /(?:^|[-_])(\d{1,4}(?:\.\d{1,3})?)([bm])(?=$|[-_.])/gi;

function parametersInName(id: string): number | null {
  const found = [...id.slice(id.indexOf("/") + 1).matchAll(SIZE_IN_NAME)];
  const [first] = found;
  if (first === undefined || found.length > 1) return null;
  return Math.round(Number(first[1]) * (first[2]?.toLowerCase() === "b" ? 1e9 : 1e6));
}

const MAX_OF_EACH = 32;

/** `{"relation": "finetune", "models": [{"_id": …, "id": "org/base"}]}`. */
const baseModels = z.object({ models: z.array(z.object({ id: z.string() })).max(1_000) });

interface Lineage {
  readonly baseModels: readonly string[];
  readonly datasets: readonly string[];
  readonly papers: readonly string[];
}

/** The base models and data sets of a model, and the papers that its card links. */
export function readLineage(model: Pick<HubModel, "id" | "baseModels" | "cardData" | "tags">): Lineage {
  const tags = model.tags ?? [];
  const listed = baseModels.safeParse(model.baseModels);
  const bases = listed.success
    ? listed.data.models.map(({ id }) => id)
    : [
        ...strings(model.cardData?.base_model, MAX_OF_EACH),
        // `base_model:finetune:org/base` beside `base_model:org/base`.
        ...tagged(tags, "base_model:").map((tag) => tag.slice(tag.lastIndexOf(":") + 1)),
      ];
  const datasets = [...strings(model.cardData?.datasets, MAX_OF_EACH), ...tagged(tags, "dataset:")];
  return {
    baseModels: unique(
      bases.filter((id) => id !== model.id && isRepository(id)),
      MAX_OF_EACH,
    ),
    datasets: unique(datasets.filter(isRepository), MAX_OF_EACH),
    papers: unique(
      tagged(tags, "arxiv:").filter((id) => /^\d{4}\.\d{4,5}$/.test(id)),
      MAX_OF_EACH,
    ),
  };
}
