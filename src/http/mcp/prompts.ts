import {
  type GetPromptResult,
  type Prompt,
  type PromptMessage,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { DEMO_FILES, type DemoFile, FIRST_REQUESTS, type FirstRequest } from "../../domain/first-requests.ts";
import type { AppContext } from "../context.ts";
import { blockOf, MAX_SHOWN_BYTES } from "./file-content.ts";
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
 * @throws {ProtocolError} for a prompt or a file that is not there, and for arguments that it does not take
 */
export async function getPrompt(
  c: AppContext,
  name: string,
  given: Readonly<Record<string, string>>,
): Promise<GetPromptResult> {
  const request = FIRST_REQUESTS.find((one) => one.name === name);
  if (!request) throw invalid(`There is no prompt ${name.slice(0, 100)}`);
  const taken = argumentsOf(request).map((argument) => argument.name);
  const values = new Map(Object.entries(given).filter(([, value]) => value !== ""));
  for (const [key, value] of values) {
    if (!taken.includes(key)) throw invalid(`The prompt ${name} takes no ${key.slice(0, 100)}`);
    if (value.length > MAX_VALUE_CHARS) throw invalid(`${key} is longer than ${MAX_VALUE_CHARS} characters`);
  }
  const wanted = values.get(FILE_ARGUMENT);
  const files = wanted === undefined ? request.files.map(demoFile) : [await findFile(c, wanted)];
  const replaced = new Map(Object.entries(request.words ?? {}).map(([key, before]) => [before, values.get(key)]));
  if (wanted !== undefined && request.files[0]) replaced.set(request.files[0].name, files[0]?.name);
  const text = replaceAtOnce(request.text, replaced);
  const how = `Have it done with run_request: {"text": ${JSON.stringify(text)}, "resources": ${JSON.stringify(files.map(({ uri }) => uri))}}`;
  const shown = await Promise.all(files.map((file) => messageOf(c, file)));
  return {
    description: request.title,
    messages: [...shown, { role: "user", content: { type: "text", text: `${text}\n\n${how}` } }],
  };
}

/** The text with words in place of others, which are not looked through again. */
function replaceAtOnce(text: string, words: ReadonlyMap<string, string | undefined>): string {
  if (words.size === 0) return text;
  const pattern = new RegExp([...words.keys()].map((word) => RegExp.escape(word)).join("|"), "g");
  return text.replaceAll(pattern, (word) => words.get(word) ?? word);
}

interface PromptFile {
  readonly uri: string;
  readonly name: string;
  /** Null for what lies elsewhere. */
  readonly mediaType: string | null;
  /** Null for a file of the demo, all of which are small, and for what lies elsewhere. */
  readonly bytes: number | null;
}

const demoFile = ({ name, mediaType }: DemoFile): PromptFile => ({
  ...{ uri: uriOf({ of: "demo", name }), name, mediaType, bytes: null },
});

/** The file with that id or URI, or the tenant's newest with that name, or what a URL says of itself. @throws {ProtocolError} */
async function findFile(c: AppContext, wanted: string): Promise<PromptFile> {
  const url = URL.parse(wanted);
  if (url && /^https?:$/.test(url.protocol)) {
    return { uri: wanted, name: url.pathname.split("/").at(-1) || url.hostname, mediaType: null, bytes: null };
  }
  const named = readUri(wanted);
  const ofDemo = named?.of === "demo" ? DEMO_FILES.find(({ name }) => name === named.name) : undefined;
  if (ofDemo) return demoFile(ofDemo);
  const id = named?.of === "files" ? named.name : wanted;
  const { wiring, holder } = c.var;
  const byId = await wiring.resources.head(holder.tenant, id);
  if (byId) return { ...pick(byId), uri: uriOf({ of: "files", name: id }) };
  const { files } = await pageOfFiles(c, undefined);
  const found = files.find(({ resource }) => resource.name === wanted)?.resource;
  if (!found) throw invalid(`There is no file ${wanted.slice(0, 100)} among your newest`);
  return { ...pick(found), uri: uriOf({ of: "files", name: found.id }) };
}

const pick = ({ name, mediaType, bytes }: Omit<PromptFile, "uri">): Omit<PromptFile, "uri"> => ({
  ...{ name, mediaType, bytes },
});

/** Small pictures and texts are in the message; what a language model seldom takes, and what lies elsewhere, is linked. */
async function messageOf(c: AppContext, { uri, name, mediaType, bytes }: PromptFile): Promise<PromptMessage> {
  if (mediaType === null || !/^(?:image|text)\//.test(mediaType) || (bytes ?? 0) > MAX_SHOWN_BYTES) {
    const type = mediaType === null ? {} : { mimeType: mediaType };
    return { role: "user", content: { type: "resource_link", uri, name, ...type } };
  }
  return { role: "user", content: blockOf(await readResource(c, uri), mediaType) };
}

const invalid = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
