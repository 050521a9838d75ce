import {
  type GetPromptResult,
  type Prompt,
  type PromptMessage,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { FIRST_REQUESTS, type FirstRequest } from "../../domain/first-requests.ts";
import type { AppContext } from "../context.ts";
import { pageOfFiles } from "./resources/list.ts";
import { readResource } from "./resources/read.ts";
import { readUri, uriOf } from "./resources/uris.ts";

/** The argument that replaces the file of a prompt. */
export const FILE_ARGUMENT = "file";
/** Of a value that takes the place of words or of a file. */
const MAX_VALUE_CHARS = 2_000;

/** The requests of the demo, as prompts. */
export const listPrompts = (): Prompt[] =>
  FIRST_REQUESTS.map((request) => ({
    ...{ name: request.name, title: request.title, description: request.text, arguments: argumentsOf(request) },
  }));

function argumentsOf({ files, words = {} }: FirstRequest): NonNullable<Prompt["arguments"]> {
  const [only, ...more] = files;
  const inPlace = (name: string, of: string) => ({ name, description: `In place of ${of}`, required: false });
  return [
    ...(only && more.length === 0
      ? [inPlace(FILE_ARGUMENT, `${only.name}: the name or id of a file of yours, or a URL`)]
      : []),
    ...Object.entries(words).map(([name, text]) => inPlace(name, `“${text}”`)),
  ];
}

/**
 * The messages of a prompt: its files, and the request with what `run_request` is to be called with.
 * @throws {ProtocolError} for a prompt or a file that is not there
 */
export async function getPrompt(
  c: AppContext,
  name: string,
  given: Readonly<Record<string, string>>,
): Promise<GetPromptResult> {
  const request = FIRST_REQUESTS.find((one) => one.name === name);
  if (!request) throw invalid(`There is no prompt ${name.slice(0, 100)}`);
  const values = Object.fromEntries(Object.entries(given).map(([key, text]) => [key, text.slice(0, MAX_VALUE_CHARS)]));
  const own = values[FILE_ARGUMENT] ? await findFile(c, values[FILE_ARGUMENT]) : null;
  const files = own ? [own] : request.files.map((file) => ({ uri: uriOf({ of: "demo", name: file.name }), ...file }));
  let { text } = request;
  for (const [word, before] of Object.entries(request.words ?? {}))
    text = text.replace(before, () => values[word] ?? before);
  if (own && request.files[0]) text = text.replace(request.files[0].name, () => own.name);
  const how = `Have it done with run_request: {"text": ${JSON.stringify(text)}, "resources": ${JSON.stringify(files.map(({ uri }) => uri))}}`;
  const shown = await Promise.all(files.map((file) => messageOf(c, file)));
  return {
    description: request.title,
    messages: [...shown, { role: "user", content: { type: "text", text: `${text}\n\n${how}` } }],
  };
}

interface PromptFile {
  readonly uri: string;
  readonly name: string;
  readonly mediaType: string | null;
}

/** The tenant's newest file with that name or id, or what a URL says of itself. @throws {ProtocolError} */
async function findFile(c: AppContext, wanted: string): Promise<PromptFile> {
  const url = URL.parse(wanted);
  if (url && /^https?:$/.test(url.protocol)) {
    return { uri: wanted, name: url.pathname.split("/").at(-1) || url.hostname, mediaType: null };
  }
  const id = readUri(wanted)?.name ?? wanted;
  const { files } = await pageOfFiles(c, undefined);
  const found = files.find(({ resource }) => resource.id === id || resource.name === id)?.resource;
  if (!found) throw invalid(`There is no file ${wanted.slice(0, 100)} among your newest`);
  return { uri: uriOf({ of: "files", name: found.id }), name: found.name, mediaType: found.mediaType };
}

/** Pictures and texts are in the message; what a language model seldom takes, and what lies elsewhere, is linked. */
async function messageOf(c: AppContext, { uri, name, mediaType }: PromptFile): Promise<PromptMessage> {
  const isShown = mediaType !== null && /^(?:image|text)\//.test(mediaType);
  const contents = isShown ? await readResource(c, uri) : null;
  if (!contents) {
    const type = mediaType === null ? {} : { mimeType: mediaType };
    return { role: "user", content: { type: "resource_link", uri, name, ...type } };
  }
  const content =
    "blob" in contents && mediaType?.startsWith("image/")
      ? ({ type: "image", data: contents.blob, mimeType: mediaType } as const)
      : ({ type: "resource", resource: contents } as const);
  return { role: "user", content };
}

const invalid = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
