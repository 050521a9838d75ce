import type { TaskType } from "../../domain/task-types/index.ts";
import { keyOf } from "../experts.ts";
import type { KnownEndpoint, KnownModel } from "./tenant-catalogue.ts";

/** Code that calls a model. */
export interface Snippet {
  readonly language: "python" | "javascript" | "curl";
  /** What it is written with: "huggingface_hub", "huggingface.js", "curl". */
  readonly client: string;
  /** Whom it calls: "impresario", or who serves the model behind Hugging Face. */
  readonly calls: string;
  readonly code: string;
}

/** What snippets of our own API are made for. */
export interface OurApi {
  /** Of this server, such as "https://example.com". */
  readonly origin: string;
  readonly taskType: (name: string) => TaskType | undefined;
}

/** How to call a model: through us where it can be called here, and at Hugging Face where that serves it. No snippet holds a token. */
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

/** As one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

type Library = typeof import("@huggingface/inference");
type Pipeline = NonNullable<Parameters<Library["snippets"]["getInferenceSnippets"]>[0]["pipeline_tag"]>;

/** Task types that the library makes code for; they have the Hub's own names. */
const PIPELINES: readonly Pipeline[] = [
  ...(["audio-classification", "audio-to-audio", "automatic-speech-recognition", "text-to-speech"] as const),
  ...(["document-question-answering", "feature-extraction", "fill-mask", "question-answering"] as const),
  ...(["sentence-similarity", "summarization", "table-question-answering", "text-classification"] as const),
  ...(["text-generation", "token-classification", "translation", "zero-shot-classification"] as const),
  ...(["image-classification", "image-segmentation", "image-to-image", "image-to-text", "image-to-video"] as const),
  ...(["object-detection", "text-to-image", "text-to-video", "zero-shot-image-classification"] as const),
  ...(["tabular-classification", "tabular-regression"] as const),
];
/** Where a model stands in by instruction, it is asked in a chat: with an image for these, in words alone otherwise. */
const WITH_IMAGE: ReadonlySet<string> = new Set([
  ...["image-to-text", "visual-question-answering", "document-question-answering", "image-classification"],
  ...["object-detection", "optical-character-recognition", "zero-shot-image-classification"],
]);

function pipelineOf({ taskType, standsIn }: KnownEndpoint): Pipeline | undefined {
  if (standsIn) return WITH_IMAGE.has(taskType) ? "image-text-to-text" : "text-generation";
  return taskType === "conversational" ? "text-generation" : PIPELINES.find((name) => name === taskType);
}

/** What may stand in code without being quoted: ids come from outside, and a snippet is copied into a shell. */
const PLAIN_ID = /^[\w.-]+(?:[/:][\w.-]+){0,5}$/;

/** The one of each language's clients that reads best. */
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

/** Lower is better: what is known to be live, and what the model was made for. */
const preference = ({ status, standsIn }: KnownEndpoint): number => Number(standsIn) * 2 + Number(status !== "live");
