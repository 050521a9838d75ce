import { AppError } from "../../domain/errors.ts";
import { type BaseKind, baseKind } from "../../domain/kinds.ts";
import type { TaskType } from "../../domain/task-types/index.ts";
import type { Inputs, InputValue, OutputDraft, Outputs } from "../provider.ts";
import type { ProviderResponse } from "./format.ts";
import { encodedMemoryBytes, type WireFormat, type WireRequest } from "./format.ts";
import { isFileKind, MAX_STREAMED_INPUT_BYTES } from "./hf-inference-format.ts";
import { noOutputs, readJsonOutputs, readPorts, writeJson } from "./json-format.ts";

/** The part with everything that is no file, in the shape of the `json` format. No port can have this name. */
const JSON_PART = "_json";
/** All files of a request: they pass through without being held, and few servers take more. */
const MAX_FORM_BYTES = 64 * 1024 * 1024;

const isFile = ({ kind }: InputValue): boolean => isFileKind(kind);

/**
 * Files as they are: a form with a part for each, named after its port, and `_json` with `{task, model, inputs}` for the
 * rest. The answer is such a form, with `{outputs}` in `_json`, or JSON as in the `json` format, or one file or text
 * alone, for the first output port of its kind.
 */
export const multipartFormat: WireFormat = {
  memoryBytes: (inputs) => {
    checkFiles(Object.values(inputs).flat().filter(isFile));
    const plain = Object.entries(inputs).filter(([, values]) => !values.some(isFile));
    return encodedMemoryBytes(Object.fromEntries(plain));
  },

  async write(call, type) {
    const json = await writeJson(call, type, (values) => !values.some(isFile));
    const files = type.inputs.flatMap(({ name }): readonly FormPart[] => {
      const values = call.inputs[name] ?? [];
      return values.some(isFile) ? values.map((file) => ({ name, file })) : [];
    });
    const form = await multipartBody([{ name: JSON_PART, text: json, mediaType: "application/json" }, ...files]);
    return { ...form, headers: { ...form.headers, accept: "multipart/form-data, application/json, */*" } };
  },

  async read(response, type) {
    const { mediaType } = response;
    if (mediaType === "application/json") {
      return { outputs: await response.whole((body) => readJsonOutputs(body, type)) };
    }
    if (mediaType === "multipart/form-data") {
      return { outputs: await response.whole((body) => readForm(body, response, type)) };
    }
    return { outputs: await readAlone(response, type) };
  },
};

/** @throws {AppError} `resource-too-large` */
function checkFiles(files: Inputs[string]): void {
  const large = files.find(({ size }) => size > MAX_STREAMED_INPUT_BYTES);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (!large && total <= MAX_FORM_BYTES) return;
  const what = large ? `${large.name} has ${large.size} bytes` : `The inputs have ${total} bytes`;
  const most = large ? MAX_STREAMED_INPUT_BYTES : MAX_FORM_BYTES;
  throw new AppError("resource-too-large", `${what}; this endpoint is sent at most ${most}`);
}

async function readForm(
  body: Uint8Array<ArrayBuffer>,
  { headers }: ProviderResponse,
  type: TaskType,
): Promise<Outputs> {
  const form = await new Response(body, { headers: { "content-type": headers.get("content-type") ?? "" } })
    .formData()
    .catch((cause: unknown) => {
      throw new AppError("provider-rejected", "The endpoint's answer is no readable form", { cause });
    });
  const json = form.get(JSON_PART);
  const plain = typeof json === "string" ? new TextEncoder().encode(json) : await json?.bytes();
  const outputs: Record<string, OutputDraft> = plain ? { ...readPorts(plain, type) } : {};
  for (const { name, kinds } of type.outputs) {
    const part = form.get(name);
    const kind = kinds[0] ?? "data";
    if (part === null) continue;
    if (isFileKind(kind)) {
      if (typeof part === "string") {
        throw new AppError(
          "provider-rejected",
          `The part "${name}" of the endpoint's answer is no file; give it a filename`,
        );
      }
      outputs[name] = { as: "bytes", bytes: await part.bytes(), mediaType: part.type || "application/octet-stream" };
    } else if (baseKind(kind) === "text") {
      outputs[name] = { as: "text", text: typeof part === "string" ? part : await part.text() };
    }
  }
  if (Object.keys(outputs).length === 0) throw noOutputs(type);
  return outputs;
}

/** The kind of a body by its media type; null for one that could be anything. */
function kindOf(mediaType: string): BaseKind | null {
  const [base = ""] = mediaType.split("/");
  if (base === "image" || base === "audio" || base === "video") return base;
  if (mediaType === "application/pdf") return "document";
  return mediaType === "text/plain" ? "text" : null;
}

async function readAlone(response: ProviderResponse, type: TaskType): Promise<Outputs> {
  const { mediaType } = response;
  const kind = kindOf(mediaType);
  const port = type.outputs.find(({ kinds }) => kind !== null && baseKind(kinds[0] ?? "data") === kind);
  if (!port) {
    await response.stream().stream.cancel();
    const what = mediaType === "" ? "something without a media type" : mediaType.slice(0, 100);
    throw new AppError("provider-rejected", `The endpoint answered ${type.name} with ${what}`);
  }
  if (kind !== "text") return { [port.name]: { as: "stream", ...response.stream(), mediaType } };
  const text = await response.whole((body) => new TextDecoder().decode(body));
  return { [port.name]: { as: "text", text } };
}

/** A part of a form (RFC 7578): a file as it is, or text. */
type FormPart =
  | { readonly name: string; readonly file: InputValue }
  | { readonly name: string; readonly text: string; readonly mediaType: string };

/**
 * A form that is sent as its files are read, so that none is ever held. Its length is declared, as model servers seldom
 * take chunked bodies.
 */
async function multipartBody(parts: readonly FormPart[]): Promise<WireRequest> {
  const boundary = `part-${crypto.randomUUID()}`;
  const encoder = new TextEncoder();
  const pieces = parts.flatMap((part): readonly Piece[] => [
    encoder.encode(`--${boundary}\r\n${headersOf(part)}\r\n\r\n`),
    "file" in part ? part.file : encoder.encode(part.text),
    encoder.encode("\r\n"),
  ]);
  const all = [...pieces, encoder.encode(`--${boundary}--\r\n`)];
  const length = all.reduce((sum, piece) => sum + (piece instanceof Uint8Array ? piece.byteLength : piece.size), 0);
  return {
    body: streamOf(all).pipeThrough(new FixedLengthStream(length)),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}

type Piece = Uint8Array | InputValue;

function headersOf(part: FormPart): string {
  if ("text" in part) return `content-disposition: form-data; name="${part.name}"\r\ncontent-type: ${part.mediaType}`;
  const { mediaType, name } = part.file;
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(mediaType) ? mediaType : "application/octet-stream";
  return `content-disposition: form-data; name="${part.name}"; filename="${escaped(name)}"\r\ncontent-type: ${type}`;
}

/** As HTML's forms write names (https://html.spec.whatwg.org/#multipart-form-data). */
const escaped = (name: string): string => name.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll('"', "%22");

/** Streams the pieces one after the other; each file is opened when its turn comes. */
function streamOf(pieces: readonly Piece[]): ReadableStream<Uint8Array> {
  const left = [...pieces];
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        for (;;) {
          const read = await reader?.read();
          if (read && !read.done) return controller.enqueue(read.value);
          reader = null;
          const next = left.shift();
          if (!next) return controller.close();
          if (next instanceof Uint8Array) return controller.enqueue(next);
          reader = (await next.stream()).getReader();
        }
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
