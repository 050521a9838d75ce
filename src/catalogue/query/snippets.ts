import type { TaskType } from "../../domain/task-types/index.ts";
import { keyOf } from "../experts.ts";
import type { KnownEndpoint, KnownModel } from "./tenant-catalogue.ts";

/** Code that calls a model. */
export interface Snippet {
  readonly language: "python" | "javascript" | "curl";
  /** The client library: "huggingface_hub", "huggingface.js", "curl". */
  readonly client: string;
  /** The service called: "impresario", or the inference provider behind Hugging Face. */
  readonly calls: string;
  readonly code: string;
}

/** The API of this server, for snippets that call it. */
export interface OurApi {
  /** The server's origin, such as "https://example.com". */
  readonly origin: string;
  readonly taskType: (name: string) => TaskType | undefined;
}

/** Code that calls a model: through this server if it can be called here, and at Hugging Face if that serves it. No snippet holds a token. */
export async function snippetsOf(model: KnownModel, api: OurApi): Promise<readonly Snippet[]> {
  return [...atImpresario(model, api), ...(await atHuggingFace(model))];
}

function atImpresario(model: KnownModel, { origin, taskType }: OurApi): readonly Snippet[] {
  const endpoint = model.endpoints.find(({ here }) => here);
  const type = endpoint && taskType(endpoint.taskType);
  if (!type) return [];
  const args = Object.fromEntries(
    type.inputs
      .filter(({ required }) => required)
      .map(({ name, kinds }) => [name, kinds.includes("text") ? "Your text" : "res_…"]),
  );
  const body = { plan: [{ task: type.name, id: 0, dep: [-1], args, model: keyOf(endpoint) }] };
  const code = [
    `curl -s ${origin}/v1/runs`,
    `-H "authorization: Bearer $IMPRESARIO_KEY"`,
    "-H 'content-type: application/json'",
    "-H 'prefer: wait=60'",
    `-d ${quoted(JSON.stringify(body))}`,
  ].join(" \\\n  ");
  return [{ language: "curl", client: "curl", calls: "impresario", code }];
}

/** Quotes a text as one word of a shell command. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

type Library = typeof import("@huggingface/inference");
type Pipeline = NonNullable<Parameters<Library["snippets"]["getInferenceSnippets"]>[0]["pipeline_tag"]>;

/** The Hub's task names for which the library generates code. */
const PIPELINES: readonly Pipeline[] = [
  ...(["audio-classification", "audio-to-audio", "automatic-speech-recognition", "text-to-speech"] as const),
  ...(["document-question-answering", "feature-extraction", "fill-mask", "question-answering"] as const),
  ...(["sentence-similarity", "summarization", "table-question-answering", "text-classification"] as const),
  ...(["text-generation", "token-classification", "translation", "zero-shot-classification"] as const),
  ...(["image-classification", "image-segmentation", "image-to-image", "image-to-text", "image-to-video"] as const),
  ...(["object-detection", "text-to-image", "text-to-video", "zero-shot-image-classification"] as const),
  ...(["tabular-classification", "tabular-regression"] as const),
];
/** Task types for which a chat model that stands in is given an image; for all others it is given text alone. */
const WITH_IMAGE: ReadonlySet<string> = new Set([
  ...["image-to-text", "visual-question-answering", "document-question-answering", "image-classification"],
  ...["object-detection", "optical-character-recognition", "zero-shot-image-classification"],
]);

function pipelineOf({ taskType, standsIn }: KnownEndpoint): Pipeline | undefined {
  if (standsIn) return WITH_IMAGE.has(taskType) ? "image-text-to-text" : "text-generation";
  return taskType === "conversational" ? "text-generation" : PIPELINES.find((name) => name === taskType);
}

/** Ids that are safe in code without quoting: they come from outside, and snippets are pasted into shells. */
const PLAIN_ID = /^[\w.-]+(?:[/:][\w.-]+){0,5}$/;

/** The preferred client for each language. */
const LANGUAGES = [
  { from: "python", language: "python", client: "huggingface_hub" },
  { from: "js", language: "javascript", client: "huggingface.js" },
  { from: "sh", language: "curl", client: "curl" },
] as const;

async function atHuggingFace(model: KnownModel): Promise<readonly Snippet[]> {
  const endpoint = model.endpoints
    .filter(({ provider, via, status }) => provider === "huggingface" && via !== null && status !== "gone")
    .toSorted((a, b) => preference(a) - preference(b))
    .find((one) => pipelineOf(one) !== undefined);
  const pipeline = endpoint && pipelineOf(endpoint);
  if (!pipeline || ![model.id, endpoint.model].every((id) => PLAIN_ID.test(id))) return [];
  const { INFERENCE_PROVIDERS, snippets } = await import("@huggingface/inference");
  const provider = INFERENCE_PROVIDERS.find((name) => name === endpoint.via);
  if (!provider) return [];
  const isChat = pipeline === "text-generation" || pipeline === "image-text-to-text";
  const made = snippets.getInferenceSnippets(
    { id: model.id, pipeline_tag: pipeline, tags: isChat ? ["conversational"] : [], inference: "" },
    provider,
    {
      provider,
      hfModelId: model.id,
      providerId: endpoint.model,
      status: endpoint.status === "staging" ? "staging" : "live",
      task: isChat ? "text-generation" : pipeline,
    },
  );
  // The clients ask the Hub under which id a provider has a model; curl cannot, and needs one that the Hub has told us.
  const isIdSure = isChat || provider === "hf-inference" || endpoint.status !== "unknown";
  return LANGUAGES.flatMap(({ from, language, client }) => {
    const own = made.filter((one) => one.language === from);
    const best = own.find((one) => one.client === client) ?? own[0];
    if (!best || (language === "curl" && !isIdSure)) return [];
    return [{ language, client: best.client, calls: `huggingface/${provider}`, code: best.content }];
  });
}

/** Sort key of endpoints, lower first: live ones, and those whose task the model was made for. */
const preference = ({ status, standsIn }: KnownEndpoint): number => Number(standsIn) * 2 + Number(status !== "live");
