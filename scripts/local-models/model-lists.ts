import * as z from "zod";
import type { OpenAiAbility } from "../../src/config/openai-endpoints.ts";

/** A model as a server on this machine lists it. */
export interface LocalModel {
  /** As the server calls it. */
  readonly name: string;
  /** `vision` chats as well. */
  readonly does: Extract<OpenAiAbility, "chat" | "vision" | "embeddings">;
  /** It is in memory, so that its first answer need not wait for that. */
  readonly isLoaded: boolean;
  /** Of its weights; null where nobody says. */
  readonly parameters: number | null;
  /** On disk; null where nobody says. */
  readonly bytes: number | null;
  /** Of question and answer together; null where nobody says. */
  readonly contextTokens: number | null;
}

/** More models than anybody keeps on a laptop. */
const MAX_MODELS = 200;

/** The context that Ollama and LM Studio give a chat model unless they are told otherwise, whatever it was trained for. */
export const USUAL_CONTEXT_TOKENS = 4_096;

/** A name that may stand in an environment file and on a terminal; llama.cpp takes a path for one. */
const modelName = z
  .string()
  .regex(/^[\p{L}\p{N}\x20-\x7e]{1,200}$/u)
  .regex(/^(?! )[^'`]*(?<! )$/);

/** A figure within bounds; null for any other, which is as good as none. */
const figure = (min: number, max: number) =>
  z
    .int()
    .min(min)
    .max(max)
    .nullish()
    .catch(null)
    .transform((told) => told ?? null);
const tokens = figure(512, 1e8);
const bytes = figure(1, 1e15);
const parameters = figure(1, 1e14);
const labels = z.array(z.string().max(100)).max(100).nullish().catch(null);
const text = z.string().max(100_000).nullish().catch(null);

/** The entries of a list that can be read; null where there is no such list, or all of it is something else. */
function entriesOf<Entry>(json: unknown, field: "models" | "data", entry: z.ZodType<Entry>): readonly Entry[] | null {
  const list = z.record(z.string(), z.unknown()).safeParse(json).data?.[field];
  if (!Array.isArray(list)) return null;
  const entries = list.slice(0, MAX_MODELS).flatMap((one: unknown) => entry.safeParse(one).data ?? []);
  return list.length > 0 && entries.length === 0 ? null : entries;
}

/** Names that tell a model apart where its server does not: most embedding models have "embed" in theirs. */
const EMBEDS = /embed|minilm|(?:^|[^a-z])(?:bge|e5|gte)(?:[^a-z]|$)/i;
/** What hears, speaks or ranks. */
const NEITHER = /rerank|whisper|(?:^|[^a-z])(?:asr|tts)(?:[^a-z]|$)/i;

/** What a model is for by its name alone; null where it is for nothing that is looked for. */
function doesByName(name: string): LocalModel["does"] | null {
  if (NEITHER.test(name)) return null;
  return EMBEDS.test(name) ? "embeddings" : "chat";
}

const UNITS: Readonly<Record<string, number>> = { b: 1e9, m: 1e6 };

/** The parameters in a label or a name: "8.0B", "qwen2.5-7b-instruct", "mixtral-8x7b"; null where there are none. */
export function parametersIn(label: string): number | null {
  const [, times = "1", count, unit = ""] =
    /(?:(\d{1,3})x)?(\d{1,4}(?:\.\d{1,3})?)([bm])(?![a-z0-9])/i.exec(label) ?? [];
  return count === undefined ? null : Math.round(Number(times) * Number(count) * (UNITS[unit.toLowerCase()] ?? 1));
}

const OllamaEntry = z.object({
  name: modelName,
  size: bytes,
  /** Where it runs elsewhere, at ollama.com. */
  remote_host: text,
  remote_model: text,
  /** Told by newer versions. */
  capabilities: labels,
  details: z.object({ parameter_size: text }).nullish().catch(null),
});
const OllamaRunning = z.object({ name: modelName, context_length: tokens });
const OllamaShown = z
  .object({
    remote_host: text,
    remote_model: text,
    capabilities: labels,
    /** One setting a line, such as "num_ctx 4096". */
    parameters: text,
    model_info: z.record(z.string(), z.unknown()).nullish().catch(null),
  })
  .catch({ remote_host: null, remote_model: null, capabilities: null, parameters: null, model_info: null });
type OllamaShown = z.output<typeof OllamaShown>;

const isElsewhere = ({ remote_host, remote_model }: Pick<OllamaShown, "remote_host" | "remote_model">): boolean =>
  Boolean(remote_host || remote_model);

/** The names in Ollama's `GET /api/tags`, which `/api/show` is asked about; null where it is no such list. */
export const ollamaNames = (tags: unknown): readonly string[] | null =>
  entriesOf(tags, "models", OllamaEntry)?.map(({ name }) => name) ?? null;

/**
 * Ollama's models, without those that it passes on to ollama.com.
 * https://github.com/ollama/ollama/blob/main/docs/openapi.yaml
 * @param running `GET /api/ps`
 * @param shown `POST /api/show`, by name; a model that is missing there is judged by the rest
 */
export function ollamaModels(
  tags: unknown,
  running: unknown,
  shown: ReadonlyMap<string, unknown>,
): readonly LocalModel[] {
  const loaded = new Map(entriesOf(running, "models", OllamaRunning)?.map((one) => [one.name, one.context_length]));
  return (entriesOf(tags, "models", OllamaEntry) ?? []).flatMap((entry) => {
    const { name, details, size } = entry;
    const more = OllamaShown.parse(shown.get(name));
    const does = doesAtOllama(name, entry.capabilities ?? more.capabilities ?? null);
    if (does === null || isElsewhere(entry) || isElsewhere(more)) return [];
    return {
      name,
      does,
      isLoaded: loaded.has(name),
      parameters:
        parameters.parse(infoOf(more, /^general\.parameter_count$/)) ?? parametersIn(details?.parameter_size ?? ""),
      bytes: size,
      contextTokens: loaded.get(name) ?? contextAtOllama(does, more),
    };
  });
}

function doesAtOllama(name: string, capabilities: readonly string[] | null): LocalModel["does"] | null {
  if (capabilities === null) return doesByName(name);
  if (capabilities.includes("completion")) return capabilities.includes("vision") ? "vision" : "chat";
  return capabilities.includes("embedding") ? "embeddings" : null;
}

/** What a model's file says under a key. */
const infoOf = ({ model_info }: OllamaShown, key: RegExp): unknown =>
  Object.entries(model_info ?? {}).find(([one]) => key.test(one))?.[1];

/** What it will be loaded with: what the model's own settings say, else what is usual, and no more than it was trained for. */
function contextAtOllama(does: LocalModel["does"], shown: OllamaShown): number | null {
  const trained = tokens.parse(infoOf(shown, /^[^.]+\.context_length$/));
  const set = tokens.parse(Number(/^num_ctx\s+(\d{1,9})\s*$/m.exec(shown.parameters ?? "")?.[1] ?? 0));
  return contextFor(does, trained, set);
}

/** The context of a model that is not loaded yet. */
function contextFor(does: LocalModel["does"], trained: number | null, set: number | null = null): number | null {
  if (does === "embeddings") return trained;
  return Math.min(set ?? USUAL_CONTEXT_TOKENS, trained ?? Number.POSITIVE_INFINITY);
}

const LM_STUDIO_TYPES: Readonly<Record<string, LocalModel["does"]>> = {
  llm: "chat",
  vlm: "vision",
  embeddings: "embeddings",
};
const LmStudioEntry = z.object({
  id: modelName,
  type: z.string().max(100),
  state: text,
  max_context_length: tokens,
  loaded_context_length: tokens,
});

/**
 * LM Studio's models, by `GET /api/v0/models`; null where it is no such list.
 * https://lmstudio.ai/docs/developer/rest/endpoints
 */
export const lmStudioModels = (json: unknown): readonly LocalModel[] | null =>
  entriesOf(json, "data", LmStudioEntry)?.flatMap((entry) => {
    const { id, type, state, max_context_length: most, loaded_context_length: loaded } = entry;
    const does = Object.hasOwn(LM_STUDIO_TYPES, type) ? LM_STUDIO_TYPES[type] : undefined;
    if (does === undefined) return [];
    return {
      name: id,
      does,
      isLoaded: state === "loaded",
      parameters: parametersIn(id),
      bytes: null,
      contextTokens: loaded ?? contextFor(does, most),
    };
  }) ?? null;

/** The program behind a list, by what it says of who owns its models. */
const PROGRAMS: Readonly<Record<string, string>> = {
  llamacpp: "llama.cpp",
  vllm: "vLLM",
  organization_owner: "LM Studio",
};

const modalities = z.object({ input_modalities: labels, output_modalities: labels }).nullish().catch(null);
const OpenAiEntry = z.object({
  id: modelName,
  owned_by: z.string().max(100),
  /** vLLM's. */
  max_model_len: tokens,
  /** llama.cpp's: null while a model is loaded. */
  meta: z.object({ n_ctx: tokens, n_params: parameters, size: bytes }).nullish().catch(null),
  architecture: modalities,
  /** Where llama.cpp serves several models, and loads them when they are asked for. */
  status: z
    .object({ value: text, failed: z.boolean().nullish().catch(null) })
    .nullish()
    .catch(null),
});

/** The models of a program that lists them as OpenAI's API does. */
export interface ListedModels {
  readonly program: string;
  readonly models: readonly LocalModel[];
}

/**
 * The models of llama.cpp, vLLM or LM Studio, by `GET /v1/models`; null where it is none of theirs: whatever else listens
 * there may well pass requests on to a service.
 * https://github.com/ggml-org/llama.cpp/tree/master/tools/server, https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html
 */
export function listedModels(json: unknown): ListedModels | null {
  const entries = entriesOf(json, "data", OpenAiEntry)?.filter(({ owned_by }) => Object.hasOwn(PROGRAMS, owned_by));
  const program = PROGRAMS[entries?.[0]?.owned_by ?? ""];
  if (!entries || program === undefined) return null;
  return { program, models: entries.flatMap((entry) => toModel(entry, program)) };
}

/** llama.cpp's states in which a model answers, if it has to be loaded first. */
const SERVABLE: ReadonlySet<string> = new Set(["loaded", "loading", "sleeping", "unloaded"]);

function toModel(entry: z.output<typeof OpenAiEntry>, program: string): readonly LocalModel[] {
  const { id, meta, architecture, status } = entry;
  const does = doesByName(id);
  const writes = architecture?.output_modalities?.includes("text") ?? true;
  const isServed = !status?.failed && SERVABLE.has(status?.value ?? "loaded");
  if (does === null || !writes || !isServed) return [];
  const sees = does === "chat" && architecture?.input_modalities?.includes("image");
  return [
    {
      name: id,
      does: sees ? "vision" : does,
      // LM Studio lists what it could load as well.
      isLoaded: program !== PROGRAMS.organization_owner && (status?.value ?? "loaded") === "loaded",
      parameters: meta?.n_params ?? parametersIn(id),
      bytes: meta?.size ?? null,
      contextTokens: entry.max_model_len ?? meta?.n_ctx ?? null,
    },
  ];
}

const Props = z.object({
  default_generation_settings: z.object({ n_ctx: tokens }).nullish().catch(null),
  modalities: z
    .object({ vision: z.boolean().nullish().catch(null) })
    .nullish()
    .catch(null),
});

/** The one model of a llama.cpp server with what its `GET /props` says of it: older versions say it nowhere else. */
export function withProps(model: LocalModel, json: unknown): LocalModel {
  const props = Props.safeParse(json).data;
  return {
    ...model,
    does: model.does === "chat" && props?.modalities?.vision ? "vision" : model.does,
    contextTokens: model.contextTokens ?? props?.default_generation_settings?.n_ctx ?? null,
  };
}
