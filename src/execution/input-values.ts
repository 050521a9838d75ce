import { AppError } from "../domain/errors.ts";
import type { JsonValue } from "../domain/json.ts";
import type { Resource, Value } from "../domain/resources.ts";
import type { BoundValues } from "../domain/run/bindings.ts";
import type { Inputs, InputValue } from "../providers/provider.ts";

/** The most bytes that an expert gets as one input, unless it asks for less; the whole isolate has 128 MB. */
const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;

export type OpenResource = (resource: Resource) => Promise<ReadableStream<Uint8Array>>;

/** The inputs of an expert by port; files are read only when the expert reads them. */
export function openInputs(bound: BoundValues, open: OpenResource): Inputs {
  return Object.fromEntries(
    Object.entries(bound).map(([port, values]) => [port, values.map((value) => inputValue(port, value, open))]),
  );
}

function inputValue(port: string, value: Value, open: OpenResource): InputValue {
  if (value.as === "resource") return storedValue(value.resource, open);
  const isText = value.as === "text";
  const text = isText ? value.text : JSON.stringify(value.data);
  return smallValue(port, value.kind, isText ? "text/plain" : "application/json", text);
}

function smallValue(name: string, kind: Value["kind"], mediaType: string, text: string): InputValue {
  const encoded = new TextEncoder().encode(text);
  const check = (maxBytes = DEFAULT_MAX_BYTES): void => {
    if (encoded.byteLength > maxBytes) throw tooLarge(name, encoded.byteLength, maxBytes);
  };
  return {
    kind,
    mediaType,
    name,
    size: encoded.byteLength,
    text: async (maxBytes) => {
      check(maxBytes);
      return text;
    },
    json: async (maxBytes) => {
      check(maxBytes);
      return mediaType === "application/json" ? parseJson(name, text) : text;
    },
    bytes: async (maxBytes) => {
      check(maxBytes);
      return encoded;
    },
    stream: async () => new Blob([encoded]).stream(),
  };
}

function storedValue(resource: Resource, open: OpenResource): InputValue {
  const { kind, mediaType, name, bytes: size } = resource;
  const bytes = async (maxBytes = DEFAULT_MAX_BYTES): Promise<Uint8Array> => {
    if (size > maxBytes) throw tooLarge(name, size, maxBytes);
    return new Uint8Array(await new Response(await open(resource)).arrayBuffer());
  };
  const text = (maxBytes = DEFAULT_MAX_BYTES): Promise<string> => textOfFile(resource, bytes, maxBytes);
  return {
    kind,
    mediaType,
    name,
    size,
    bytes,
    text,
    json: async (maxBytes) => parseJson(name, await text(maxBytes)),
    stream: () => open(resource),
  };
}

const tooLarge = (name: string, size: number, limit: number): AppError =>
  new AppError("resource-too-large", `${name} has ${size} bytes; this expert takes at most ${limit}`);

/** The text of a stored file: what stands in an office document or web page, and the rows of a spreadsheet as CSV. */
async function textOfFile(
  { name, mediaType }: Resource,
  bytes: (maxBytes: number) => Promise<Uint8Array>,
  maxBytes: number,
): Promise<string> {
  // Parsers that nobody needs who reads none of these.
  const { decodeText, isReadable, MAX_DOCUMENT_BYTES, textOfDocumentFile } = await import("../resources/index.ts");
  if (!isReadable(mediaType)) return decodeText(await bytes(maxBytes));
  const text = await textOfDocumentFile(await bytes(MAX_DOCUMENT_BYTES), mediaType);
  const size = new TextEncoder().encode(text).byteLength;
  if (size > maxBytes) throw tooLarge(`The text of ${name}`, size, maxBytes);
  return text;
}

function parseJson(name: string, text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw new AppError("unreadable-resource", `${name} is not JSON`, { cause });
  }
}
