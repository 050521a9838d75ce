import { fakePicture, MP3, PICTURE } from "../media.ts";
import { fakeChat, fakeChatStream, fakeCompletion, fakeCompletionStream } from "./chat.ts";

/** A request's body, read by its content type. */
export type FakeBody =
  | { readonly as: "json"; readonly json: Readonly<Record<string, unknown>> }
  | { readonly as: "form"; readonly form: FormData }
  | { readonly as: "bytes"; readonly bytes: Buffer; readonly type: string };

/** What a model gives: JSON, in the envelope or without one, or a file. */
export type FakeAnswer =
  | { readonly json: unknown; readonly isBare?: true }
  | { readonly file: Buffer; readonly type: string };

/** What a request lacks, as code 5006 and 3003 tell it. */
export class Lacking extends Error {}

export interface FakeRequest {
  readonly model: string;
  readonly body: FakeBody;
  readonly query: URLSearchParams;
}

type Answer = (request: FakeRequest) => FakeAnswer;

/** By the models' schemas, with every text labelled. @throws {Lacking} for what the schema would refuse. */
export function answerAs(request: FakeRequest): FakeAnswer {
  const answer = ANSWERS.find(([name]) => name.test(request.model))?.[1];
  if (answer) return answer(request);
  const json = jsonOf(request);
  if (!("messages" in json)) return picture("image/png")(request);
  return json.stream === true
    ? { file: fakeChatStream(request.model, json), type: EVENTS }
    : { json: fakeChat(request.model, json) };
}

const EVENTS = "text/event-stream";

/** What the endpoint answers that is like OpenAI's. @throws {Lacking} */
export function answerAsOpenAi(body: FakeBody): FakeAnswer {
  const json = jsonOf({ body });
  if (!Array.isArray(json.messages)) throw new Lacking("messages");
  return json.stream === true
    ? { file: fakeCompletionStream(json), type: EVENTS }
    : { json: fakeCompletion(json), isBare: true };
}

function jsonOf({ body }: Pick<FakeRequest, "body">): Readonly<Record<string, unknown>> {
  if (body.as !== "json") throw new Lacking("a body in JSON");
  return body.json;
}

function textAt(request: FakeRequest, field: string): string {
  const value = jsonOf(request)[field];
  if (typeof value !== "string" || value === "") throw new Lacking(field);
  return value;
}

/** A file as raw bytes, or as a list of numbers under a field. */
function bytesAt(request: FakeRequest, field: string): Buffer {
  if (request.body.as === "bytes") return request.body.bytes;
  const value = jsonOf(request)[field];
  if (!Array.isArray(value) || !value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256)) {
    throw new Lacking(`${field}: a list of bytes`);
  }
  return Buffer.from(value);
}

/** Standard base64, and no data URL. */
function encodedAt(request: FakeRequest, field: string): Buffer {
  const value = textAt(request, field);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value)) throw new Lacking(`${field}: base64`);
  return Buffer.from(value, "base64");
}

const heard = (bytes: Buffer): string => `[fake] ${bytes.length} bytes of speech`;

const whisper: Answer = (request) => {
  const text = heard(bytesAt(request, "audio"));
  const words = text.split(" ").map((word, index) => ({ word, start: index / 2, end: index / 2 + 0.4 }));
  return { json: { text, word_count: words.length, words, vtt: `WEBVTT\n\n00.000 --> 02.000\n${text}` } };
};

const turbo: Answer = (request) => {
  const text = heard(encodedAt(request, "audio"));
  const info = { language: "en", language_probability: 1, duration: 3.5, duration_after_vad: 3.2 };
  return { json: { transcription_info: info, text, word_count: 5, segments: [{ start: 0, end: 3.5, text }] } };
};

const nova: Answer = ({ body, query }) => {
  if (body.as !== "bytes" || !body.type.startsWith("audio/")) throw new Lacking("audio with its content type");
  const transcript = `${heard(body.bytes)}${query.get("detect_language") === "true" ? "" : " (taken for English)"}`;
  const alternatives = [
    { transcript, confidence: 0.98, words: [{ word: "[fake]", start: 0, end: 1, confidence: 0.98 }] },
  ];
  return { json: { results: { channels: [{ alternatives }] } } };
};

const nemotron: Answer = (request) => {
  textAt(request, "encoding");
  return { json: { text: heard(encodedAt(request, "audio")), duration: 2.5 } };
};

const melotts: Answer = (request) => {
  textAt(request, "prompt");
  return { json: { audio: MP3.toString("base64") } };
};

const aura: Answer = (request) => {
  textAt(request, "text");
  return { file: MP3, type: "audio/mpeg" };
};

const flux1: Answer = (request) => {
  if (textAt(request, "prompt").length > 2_048) throw new Lacking("a prompt of at most 2048 characters");
  return { json: { image: PICTURE.toString("base64") } };
};

const flux2: Answer = ({ body }) => {
  if (body.as !== "form") throw new Lacking("multipart");
  const side = (name: string, usual: number): number => Number(body.form.get(name) ?? usual);
  if (!body.form.get("prompt")) throw new Lacking("prompt");
  return { json: { image: fakePicture(side("width", 1_024) / 16, side("height", 768) / 16).toString("base64") } };
};

const picture =
  (type: string): Answer =>
  (request) => {
    textAt(request, "prompt");
    if ("image_b64" in jsonOf(request)) encodedAt(request, "image_b64");
    return { file: PICTURE, type };
  };

const classify: Answer = (request) => {
  bytesAt(request, "image");
  return {
    json: [
      { label: "[fake] TABBY", score: 0.2 },
      { label: "[fake] TIGER CAT", score: 0.7 },
    ],
  };
};

const detr: Answer = (request) => {
  bytesAt(request, "image");
  const box = { xmin: 1, ymin: 2, xmax: 11, ymax: 12 };
  return {
    json: [
      { label: "[fake] cat", score: 0.9, box },
      { label: "[fake] dog", score: 0.03, box },
    ],
  };
};

const sentiment: Answer = (request) => {
  textAt(request, "text");
  return {
    json: [
      { label: "[fake] NEGATIVE", score: 0.1 },
      { label: "[fake] POSITIVE", score: 0.9 },
    ],
  };
};

const m2m: Answer = (request) => {
  const { source_lang: from = "en" } = jsonOf(request);
  const translated = `[fake] ${textAt(request, "text")} (${from} to ${textAt(request, "target_lang")})`;
  return { json: { translated_text: translated, usage: { prompt_tokens: 12, completion_tokens: 14 } } };
};

const indic: Answer = (request) => {
  const target = textAt(request, "target_language");
  const { text } = jsonOf(request);
  const texts: readonly unknown[] = Array.isArray(text) ? text : [text];
  return { json: { translations: texts.map((one) => `[fake] ${one} (${target})`) } };
};

/** Counts of letters: what is alike in them is alike in direction. */
const embedding = (text: unknown): readonly number[] => {
  const letters = String(text).toLowerCase();
  return [..."abcdefghijklmnopqrstuvwxyz"].map((letter) => letters.split(letter).length - 1);
};

const embed: Answer = (request) => {
  const { text } = jsonOf(request);
  if (!Array.isArray(text) || text.length === 0 || text.length > 100) throw new Lacking("text: 1 to 100 texts");
  return { json: { shape: [text.length, 26], data: text.map(embedding), pooling: "mean" } };
};

const rerank: Answer = (request) => {
  const query = new Set(textAt(request, "query").toLowerCase().split(/\W+/));
  const { contexts } = jsonOf(request);
  if (!Array.isArray(contexts)) throw new Lacking("contexts");
  const response = contexts.map((context: { readonly text: string }, id) => ({
    id,
    score:
      context.text
        .toLowerCase()
        .split(/\W+/)
        .filter((word) => query.has(word)).length *
        2 -
      3,
  }));
  return { json: { response: response.toSorted((one, other) => other.score - one.score) } };
};

const moondream: Answer = (request) => {
  const json = jsonOf(request);
  if (!/^data:image\/\w+;base64,./.test(textAt(request, "image"))) throw new Lacking("image: a data URI");
  if (json.stream !== false) return { file: Buffer.from('data: {"chunk":"[fake]"}\n\n'), type: EVENTS };
  const metrics = { input_tokens: 700, output_tokens: 10, prefill_time_ms: 9, decode_time_ms: 9, ttft_ms: 9 };
  const rest = { finish_reason: "stop", metrics };
  if (json.task === "caption") return { json: { ...rest, caption: "[fake] a picture with stripes" } };
  if (json.task === "detect") {
    textAt(request, "target");
    return { json: { ...rest, objects: [{ x_min: 0.25, y_min: 0.5, x_max: 0.75, y_max: 1 }] } };
  }
  const isList = /with commas between them/.test(String(json.question));
  return { json: { ...rest, answer: isList ? "[fake] Cat, [fake] dog." : `[fake] answer to: ${json.question}` } };
};

const describe: Answer = (request) => {
  bytesAt(request, "image");
  return { json: { description: `[fake] ${jsonOf(request).prompt ?? "a picture"}` } };
};

const bart: Answer = (request) => ({ json: { summary: `[fake] ${textAt(request, "input_text").slice(0, 40)}` } });

const ANSWERS: readonly (readonly [RegExp, Answer])[] = [
  [/whisper-large-v3-turbo/, turbo],
  [/whisper/, whisper],
  [/nova-3/, nova],
  [/nemotron-speech/, nemotron],
  [/melotts/, melotts],
  [/aura-/, aura],
  [/flux-1|lucid-origin/, flux1],
  [/flux-2/, flux2],
  [/phoenix/, picture("image/jpeg")],
  [/stable-diffusion|dreamshaper/, picture("image/png")],
  [/detr-resnet/, detr],
  [/resnet-50/, classify],
  [/distilbert/, sentiment],
  [/m2m100/, m2m],
  [/indictrans2/, indic],
  [/reranker/, rerank],
  [/bge-|embeddinggemma|embedding-/, embed],
  [/moondream/, moondream],
  [/llava|uform/, describe],
  [/bart-large/, bart],
];
