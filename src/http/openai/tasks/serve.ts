import type * as z from "zod";
import { AppError, failure } from "../../../domain/errors.ts";
import { type Resource, UPLOAD_LIFETIME_MS } from "../../../domain/resources.ts";
import type { AppContext } from "../../context.ts";
import { InvalidRequest, problem } from "../../problem.ts";
import { readJson } from "../../read-json.ts";
import { param } from "../../route.ts";
import { answerFile } from "../../routes/downloads.ts";
import { storeForm } from "../../routes/uploads.ts";
import type { RunView, ValueView } from "../../schemas/views.ts";
import { AUDIO_FORMATS, bytesOf } from "../completion.ts";
import type { FilesQuery } from "../queries.ts";
import { namesBeside } from "../read-request.ts";
import { orRefusal } from "../serve.ts";
import { answerTasks, literal, nameIgnored, outputsOf } from "./run-tasks.ts";
import { embeddingsBody, imageBody, imageEditFields, speechBody, transcriptionFields } from "./schemas.ts";

/** Of all pictures that an answer holds, which are in memory at once as base64. */
const MAX_IMAGE_BYTES = 16 * 1024 * 1024;
/** Of a vector as JSON: some ten thousand numbers, as there may be many of them at once. */
const MAX_VECTOR_BYTES = 256 * 1024;
/** Of a transcript: a day of speech. */
const MAX_TRANSCRIPT_BYTES = 4 * 1024 * 1024;

/** Reads a text aloud; the answer is the sound. */
export const speak = (c: AppContext): Promise<Response> =>
  orRefusal(c, async () => {
    const { value: body, text: digested } = await readJson(c.req.raw, speechBody);
    const { model, input, response_format: format } = body;
    const asked = { model, type: "text-to-speech", text: `Read aloud: ${input}`, digested };
    const ignored = namesBeside(body, SPEECH_FIELDS);
    return answerTasks(c, { ...asked, args: [{ text: literal(input) }], ignored }, async (run) => {
      const made = fileIn(outputsOf(run, "audio")[0]);
      // It is made and paid for: its media type says what it is.
      const isAsWanted = !format || AUDIO_FORMATS.get(format)?.test(made.mediaType) === true;
      nameIgnored(c, isAsWanted ? ignored : [...ignored, "response_format"]);
      return answerFile(c, c.var.holder.tenant, made.id);
    });
  });
const SPEECH_FIELDS = new Set(["model", "input", "response_format"]);

/** Turns texts into vectors. */
export const embed = (c: AppContext): Promise<Response> =>
  orRefusal(c, async () => {
    const { value: body, text: digested } = await readJson(c.req.raw, embeddingsBody);
    const { model, input, encoding_format: format } = body;
    const asked = { model, type: "feature-extraction", text: `Turn ${input.length} texts into vectors`, digested };
    const ignored = namesBeside(body, EMBEDDING_FIELDS);
    const texts = [...new Set(input)];
    const args = texts.map((text) => ({ text: literal(text) }));
    return answerTasks(c, { ...asked, args, ignored }, async (run) => {
      const made = outputsOf(run, "embedding", texts.length);
      const vectors = await Promise.all(made.map(async (value) => packed(await vectorOf(c, value), format)));
      const { inputTokens = 0 } = run.usage;
      return {
        ...{ object: "list", model },
        data: input.map((text, index) => ({ object: "embedding", index, embedding: vectors[texts.indexOf(text)] })),
        usage: { prompt_tokens: inputTokens, total_tokens: inputTokens },
      };
    });
  });

const EMBEDDING_FIELDS = new Set(["model", "input", "encoding_format", "dimensions"]);

const packed = (vector: readonly number[], format: "float" | "base64"): readonly number[] | string =>
  format === "base64" ? new Uint8Array(new Float32Array(vector).buffer).toBase64() : vector;

/** Makes pictures from a description. */
export const drawImages = (c: AppContext): Promise<Response> =>
  orRefusal(c, async () => {
    const { value: body, text: digested } = await readJson(c.req.raw, imageBody);
    const { model, prompt } = body;
    const args = Array.from({ length: body.n ?? 1 }, () => ({ text: literal(prompt) }));
    const ignored = namesBeside(body, IMAGE_FIELDS);
    const asked = { model, type: "text-to-image", text: `Draw: ${prompt}`, digested };
    return answerTasks(c, { ...asked, args, ignored }, (run) => imagesOf(c, run, body));
  });
const IMAGE_FIELDS = new Set(["model", "prompt", "n", "response_format", "stream"]);

/** Changes a picture by an instruction. */
export const editImage = (c: AppContext): Promise<Response> =>
  orRefusal(c, async () => {
    const { fields, file, digested } = await readFormOf(c, imageEditFields, ["image", "image[]"]);
    const { model, prompt } = fields;
    const one = { image: { from: "resource", resource: file.id }, text: literal(prompt) } as const;
    const args = Array.from({ length: fields.n ?? 1 }, () => one);
    const asked = { model, type: "image-editing", text: prompt, resources: [file.id], digested };
    const ignored = namesBeside(fields, IMAGE_FIELDS);
    return answerTasks(c, { ...asked, args, ignored }, (run) => imagesOf(c, run, fields));
  });

/** Writes down what is said in a recording. */
export const transcribe = (c: AppContext): Promise<Response> =>
  orRefusal(c, async () => {
    const { fields, file, digested } = await readFormOf(c, transcriptionFields, ["file"]);
    const { model } = fields;
    const asked = { model, type: "automatic-speech-recognition", text: `Write down ${file.name}`, digested };
    const ignored = namesBeside(fields, TRANSCRIPTION_FIELDS);
    const args = [{ audio: { from: "resource", resource: file.id } }] as const;
    return answerTasks(c, { ...asked, args, resources: [file.id], ignored }, async (run) => {
      const [value] = outputsOf(run, "text");
      const text = value && "text" in value ? value.text : await textOf(c, value);
      return fields.response_format === "text" ? c.text(text) : { text };
    });
  });

const TRANSCRIPTION_FIELDS = new Set(["model", "response_format", "stream"]);

/** Keeps a file for a day, to be named by its id. */
export const uploadFile = (c: AppContext): Promise<Response> =>
  orRefusal(c, async () => {
    let purpose = "user_data";
    const [stored] = await storeForm(c, c.req.header("content-type") ?? "", {
      tell: (field, value) => {
        if (field === "purpose") purpose = value.slice(0, 50);
      },
    });
    if (!stored) throw new InvalidRequest("The form holds no file");
    return c.json(fileView(stored.resource, purpose));
  });

/** What is known of a file. @throws {AppError} `not-found` for one that is not the caller's, or is gone */
export const readFile = async (c: AppContext): Promise<Response> =>
  c.json(fileView(await uploadOf(c, param(c, "id")), "user_data"));

async function uploadOf(c: AppContext, id: string): Promise<Resource> {
  const resource = await c.var.wiring.tenant(c.var.holder.tenant).findUpload(id);
  if (!resource) throw new AppError("not-found", `There is no file ${id.slice(0, 100)}`);
  return resource;
}

/** A page of the files that were uploaded, the newest first. */
export async function listFiles(c: AppContext, { after, limit }: FilesQuery): Promise<Response> {
  const tenant = c.var.wiring.tenant(c.var.holder.tenant);
  const [...files] = await tenant.listUploads(limit + 1, after ?? null);
  const data = files.slice(0, limit).map((resource) => fileView(resource, "user_data"));
  const asked = c.req.query();
  nameIgnored(c, namesBeside(asked, asked.order === "desc" ? new Set([...LIST_FIELDS, "order"]) : LIST_FIELDS));
  const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
  return c.json({ object: "list", data, ...ends, has_more: files.length > limit });
}

const LIST_FIELDS: ReadonlySet<string> = new Set(["limit", "after"]);

/** Deletes a file that no conversation or goal has. @throws {AppError} `not-found`, as above */
export async function deleteFile(c: AppContext): Promise<Response> {
  const id = param(c, "id");
  const tenant = c.var.wiring.tenant(c.var.holder.tenant);
  await uploadOf(c, id);
  await tenant.abandonUploads([id]);
  if (!(await tenant.findUpload(id))) return c.json({ id, object: "file", deleted: true });
  // Clients of OpenAI's try again what conflicts.
  c.header("X-Should-Retry", "false");
  return problem(c, failure("conflict", "A conversation or goal has this file, and it is deleted with that"));
}

/** The bytes of a file. */
export const readFileContent = (c: AppContext): Promise<Response> => answerFile(c, c.var.holder.tenant, param(c, "id"));

const fileView = ({ id, name, bytes, createdAt }: Resource, purpose: string) => ({
  ...{ id, object: "file", bytes, filename: name, purpose, status: "processed" },
  created_at: Math.floor(createdAt / 1000),
  expires_at: Math.floor((createdAt + UPLOAD_LIFETIME_MS) / 1000),
});

/** Of a field beside the file: the longest prompt, in UTF-8. */
const MAX_FIELD_BYTES = 4 * 32_000;

/** The one file of a form, which is stored, and its other fields. @throws {InvalidRequest} for a form that lacks either */
async function readFormOf<Schema extends z.ZodType>(
  c: AppContext,
  schema: Schema,
  names: readonly string[],
): Promise<{ readonly fields: z.output<Schema>; readonly file: Resource; readonly digested: string }> {
  const given: [string, string][] = [];
  const files = await storeForm(c, c.req.header("content-type") ?? "", {
    maxBytes: MAX_FIELD_BYTES,
    tell: (field, value) => given.push([field, value]),
  });
  const [first, other] = files;
  const read = schema.safeParse(Object.fromEntries(given));
  const isAlone = first !== undefined && other === undefined && names.includes(first.field);
  if (read.success && isAlone) {
    const { sha256, name } = first.resource;
    return { fields: read.data, file: first.resource, digested: JSON.stringify([given, name, sha256]) };
  }
  await c.var.wiring.tenant(c.var.holder.tenant).abandonUploads(files.map(({ resource }) => resource.id));
  if (!read.success) throw InvalidRequest.from("body", read.error);
  throw new InvalidRequest(`The form must have one file, as \`${names[0]}\``);
}

function fileIn(value: ValueView | undefined) {
  if (!value || !("resource" in value)) throw new AppError("provider-rejected", "The model made no file");
  return value.resource;
}

/** Links to the pictures; the pictures themselves where they are asked for. */
async function imagesOf(
  c: AppContext,
  run: RunView,
  { n, response_format: format }: Pick<z.output<typeof imageBody>, "n" | "response_format">,
): Promise<object> {
  const files = outputsOf(run, "image", n ?? 1).map(fileIn);
  const created = Math.floor(Date.parse(run.createdAt) / 1000);
  if (format !== "b64_json") return { created, data: files.map(({ url }) => ({ url })) };
  const data: object[] = [];
  let roomBytes = MAX_IMAGE_BYTES;
  for (const file of files) {
    const bytes = await wholeOf(c, file, roomBytes);
    roomBytes -= bytes.byteLength;
    data.push({ b64_json: bytes.toBase64() });
  }
  return { created, data };
}

/** @throws {AppError} where it is gone, or more than an answer may hold */
async function wholeOf(c: AppContext, { id }: { readonly id: string }, maxBytes: number): Promise<Uint8Array> {
  const bytes = await bytesOf(c, id, maxBytes);
  if (bytes) return bytes;
  throw new AppError(
    "resource-too-large",
    `What was made is gone, or has more than ${maxBytes} bytes: GET /v1/resources/${id}`,
  );
}

async function vectorOf(c: AppContext, value: ValueView): Promise<readonly number[]> {
  const data =
    "data" in value
      ? value.data
      : JSON.parse(new TextDecoder().decode(await wholeOf(c, fileIn(value), MAX_VECTOR_BYTES)));
  if (Array.isArray(data) && data.every((one) => typeof one === "number")) return data;
  throw new AppError("provider-rejected", "The model gave something else than a vector");
}

const textOf = async (c: AppContext, value: ValueView | undefined): Promise<string> =>
  new TextDecoder().decode(await wholeOf(c, fileIn(value), MAX_TRANSCRIPT_BYTES));
