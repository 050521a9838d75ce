import type * as z from "zod";
import { AppError } from "../../../domain/errors.ts";
import { type Resource, UPLOAD_LIFETIME_MS } from "../../../domain/resources.ts";
import type { AppContext } from "../../context.ts";
import { InvalidRequest } from "../../problem.ts";
import { readJson } from "../../read-json.ts";
import { param } from "../../route.ts";
import { answerFile } from "../../routes/downloads.ts";
import { storeForm } from "../../routes/uploads.ts";
import type { RunView, ValueView } from "../../schemas/views.ts";
import { AUDIO_FORMATS } from "../completion.ts";
import { orRefusal } from "../serve.ts";
import { answerTasks, bytesOf, othersThan, outputsOf } from "./run-tasks.ts";
import { embeddingsBody, imageBody, imageEditFields, speechBody, transcriptionFields } from "./schemas.ts";

/** Of a picture in an answer, as base64. */
const MAX_IMAGE_BYTES = 16 * 1024 * 1024;
/** Of a vector as JSON: some hundred thousand numbers. */
const MAX_VECTOR_BYTES = 2 * 1024 * 1024;
/** Of a transcript: a day of speech. */
const MAX_TRANSCRIPT_BYTES = 4 * 1024 * 1024;

/** Reads a text aloud; the answer is the sound. */
export const speak = (c: AppContext): Promise<Response> =>
  orRefusal(c, async () => {
    const { value: body } = await readJson(c.req.raw, speechBody);
    const { model, input, response_format: format } = body;
    const asked = { model, type: "text-to-speech", text: `Read aloud: ${input}`.slice(0, MAX_ASKED_CHARS) };
    const ignored = othersThan(body, ["model", "input", "response_format"]);
    return answerTasks(c, { ...asked, args: [{ text: input }], ignored }, async (run) => {
      const made = fileIn(outputsOf(run, "audio")[0]);
      if (format && AUDIO_FORMATS.get(format)?.test(made.mediaType) !== true) {
        const message = `The speech was made as ${made.mediaType}, not as ${format}: leave \`response_format\` out, or set it to that`;
        throw new AppError("unsupported-input", message);
      }
      return answerFile(c, c.var.holder.tenant, made.id);
    });
  });
/** Of a request in words: the text is among the arguments as a whole. */
const MAX_ASKED_CHARS = 1_000;

/** Turns texts into vectors. */
export const embed = (c: AppContext): Promise<Response> =>
  orRefusal(c, async () => {
    const { value: body } = await readJson(c.req.raw, embeddingsBody);
    const { model, input, encoding_format: format } = body;
    const asked = { model, type: "feature-extraction", text: `Turn ${input.length} texts into vectors` };
    const ignored = othersThan(body, ["model", "input", "encoding_format", "dimensions"]);
    return answerTasks(c, { ...asked, args: input.map((text) => ({ text })), ignored }, async (run) => {
      const vectors = await Promise.all(outputsOf(run, "embedding").map((value) => vectorOf(c, value)));
      const { inputTokens = 0 } = run.usage;
      return {
        ...{ object: "list", model },
        data: vectors.map((vector, index) => ({
          ...{ object: "embedding", index },
          embedding: format === "base64" ? new Uint8Array(new Float32Array(vector).buffer).toBase64() : vector,
        })),
        usage: { prompt_tokens: inputTokens, total_tokens: inputTokens },
      };
    });
  });

/** Makes pictures from a description. */
export const drawImages = (c: AppContext): Promise<Response> =>
  orRefusal(c, async () => {
    const { value: body } = await readJson(c.req.raw, imageBody);
    const args = Array.from({ length: body.n ?? 1 }, () => ({ text: body.prompt }));
    const ignored = othersThan(body, IMAGE_FIELDS);
    const asked = { model: body.model, type: "text-to-image", text: `Draw: ${body.prompt}`.slice(0, MAX_ASKED_CHARS) };
    return answerTasks(c, { ...asked, args, ignored }, (run) => imagesOf(c, run, body.response_format ?? null));
  });
const IMAGE_FIELDS = ["model", "prompt", "n", "response_format"];

/** Changes a picture by an instruction. */
export const editImage = (c: AppContext): Promise<Response> =>
  orRefusal(c, async () => {
    const { fields, file } = await readFormOf(c, imageEditFields, ["image", "image[]"]);
    const args = Array.from({ length: fields.n ?? 1 }, () => ({ image: file.id, text: fields.prompt }));
    const asked = { model: fields.model, type: "image-editing", text: fields.prompt.slice(0, MAX_ASKED_CHARS) };
    const ignored = othersThan(fields, IMAGE_FIELDS);
    return answerTasks(c, { ...asked, args, resources: [file.id], ignored }, (run) =>
      imagesOf(c, run, fields.response_format ?? null),
    );
  });

/** Writes down what is said in a recording. */
export const transcribe = (c: AppContext): Promise<Response> =>
  orRefusal(c, async () => {
    const { fields, file } = await readFormOf(c, transcriptionFields, ["file"]);
    const asked = { model: fields.model, type: "automatic-speech-recognition", text: `Write down ${file.name}` };
    const ignored = othersThan(fields, ["model", "response_format"]);
    return answerTasks(c, { ...asked, args: [{ audio: file.id }], resources: [file.id], ignored }, async (run) => {
      const [value] = outputsOf(run, "text");
      const text = value && "text" in value ? value.text : await textOf(c, value);
      return fields.response_format === "text" ? c.text(text) : { text };
    });
  });

/** Keeps a file for a day, to be named by its id. */
export const uploadFile = (c: AppContext): Promise<Response> =>
  orRefusal(c, async () => {
    let purpose = "user_data";
    const [stored] = await storeForm(c, c.req.header("content-type") ?? "", (field, value) => {
      if (field === "purpose") purpose = value.slice(0, 50);
    });
    if (!stored) throw new InvalidRequest("The form holds no file");
    return c.json(fileView(stored.resource, purpose));
  });

/** What is known of a file. @throws {AppError} `not-found` for one that is not the caller's, or is gone */
export async function readFile(c: AppContext): Promise<Response> {
  const id = param(c, "id");
  const resource = await c.var.wiring.tenant(c.var.holder.tenant).findUpload(id);
  if (!resource) throw new AppError("not-found", `There is no file ${id.slice(0, 100)}`);
  return c.json(fileView(resource, "user_data"));
}

/** The bytes of a file. */
export const readFileContent = (c: AppContext): Promise<Response> => answerFile(c, c.var.holder.tenant, param(c, "id"));

const fileView = ({ id, name, bytes, createdAt }: Resource, purpose: string) => ({
  ...{ id, object: "file", bytes, filename: name, purpose, status: "processed" },
  created_at: Math.floor(createdAt / 1000),
  expires_at: Math.floor((createdAt + UPLOAD_LIFETIME_MS) / 1000),
});

/** The one file of a form, which is stored, and its other fields. @throws {InvalidRequest} for a form that lacks either */
async function readFormOf<Schema extends z.ZodType>(
  c: AppContext,
  schema: Schema,
  names: readonly string[],
): Promise<{ readonly fields: z.output<Schema>; readonly file: Resource }> {
  const given: [string, string][] = [];
  const files = await storeForm(c, c.req.header("content-type") ?? "", (field, value) => given.push([field, value]));
  const [first, other] = files;
  const read = schema.safeParse(Object.fromEntries(given));
  const isAlone = first !== undefined && other === undefined && names.includes(first.field);
  if (read.success && isAlone) return { fields: read.data, file: first.resource };
  await c.var.wiring.tenant(c.var.holder.tenant).abandonUploads(files.map(({ resource }) => resource.id));
  if (!read.success) throw InvalidRequest.from("body", read.error);
  throw new InvalidRequest(`The form must have one file, as \`${names[0]}\``);
}

function fileIn(value: ValueView | undefined) {
  if (!value || !("resource" in value)) throw new AppError("provider-rejected", "The model made no file");
  return value.resource;
}

async function imagesOf(c: AppContext, run: RunView, format: "url" | "b64_json" | null): Promise<object> {
  const data = await Promise.all(
    outputsOf(run, "image")
      .map(fileIn)
      .map(async (file) => ({
        ...(format === "b64_json" ? {} : { url: file.url }),
        ...(format === "url" ? {} : { b64_json: (await bytesOf(c, file, MAX_IMAGE_BYTES)).toBase64() }),
      })),
  );
  return { created: Math.floor(Date.parse(run.createdAt) / 1000), data };
}

async function vectorOf(c: AppContext, value: ValueView): Promise<readonly number[]> {
  const data =
    "data" in value
      ? value.data
      : JSON.parse(new TextDecoder().decode(await bytesOf(c, fileIn(value), MAX_VECTOR_BYTES)));
  if (Array.isArray(data) && data.every((one) => typeof one === "number")) return data;
  throw new AppError("provider-rejected", "The model gave something else than a vector");
}

const textOf = async (c: AppContext, value: ValueView | undefined): Promise<string> =>
  new TextDecoder().decode(await bytesOf(c, fileIn(value), MAX_TRANSCRIPT_BYTES));
