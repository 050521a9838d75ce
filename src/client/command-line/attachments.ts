import { openAsBlob } from "node:fs";
import { access, constants, readFile, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { JsonObject, JsonValue } from "../../domain/json.ts";
import { looksLikeResourceId } from "../../domain/resources.ts";
import type { ResourceView } from "../../http/schemas/views.ts";
import type { Client } from "../client.ts";
import type { CliSession } from "./command.ts";
import { isObject, UsageError } from "./option-values.ts";

import { size } from "./words.ts";

/** Stands for what comes in by the standard input. */
export const STANDARD_INPUT = "-";

/** What a server takes, so that nobody waits for an upload that is refused at its end. */
export const MAX_FILE_BYTES = 95 * 1024 * 1024;
/** A plan holds 256 tasks at most; a larger file is something else. */
const MAX_JSON_BYTES = 1024 * 1024;

/** What goes along with a request, as the command line names it. */
interface Given {
  readonly files: readonly string[];
  readonly plan: string | undefined;
  readonly conversation: string | undefined;
}

/**
 * Uploads the files, and reads the plan. @returns what the server takes, and the names of the conversation's resources
 * and of the files by id
 * @throws {UsageError} for what is no file or no plan, before anything is sent.
 */
export async function gather(client: Client, { files, plan, conversation }: Given, session: CliSession) {
  const { folder, signal } = session;
  if (files.filter((file) => file === STANDARD_INPUT).length > 1) {
    throw new UsageError("The standard input can be one file only");
  }
  const found = await Promise.all(files.map((file) => findFile(folder, file)));
  const attachments: { resources?: string[]; plan?: JsonValue } = {};
  if (plan !== undefined) attachments.plan = await readJsonFile(folder, plan);
  const known = conversation === undefined ? [] : (await client.conversation(conversation, { signal })).resources;
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const resources: string[] = [];
  for (const file of found) {
    if (file.at === "server") resources.push(file.reference);
    else {
      const { id, name } = await send(client, file, session);
      names.set(id, name);
      resources.push(id);
    }
  }
  if (resources.length > 0) attachments.resources = resources;
  return { attachments, names };
}

/** Puts a file of this machine on the server. @throws {UsageError} where nothing or too much comes in */
export async function send(client: Client, file: LocalFile, { signal, readInput }: CliSession): Promise<ResourceView> {
  if (file.at === "disk") {
    return client.upload(await openAsBlob(file.path), { name: basename(file.path) }, { signal });
  }
  const content = await readInput();
  if (content.size === 0) throw new UsageError("The standard input is empty");
  checkSize("The standard input", content.size);
  return client.upload(content, { name: "standard-input" }, { signal });
}

function checkSize(name: string, bytes: number): void {
  if (bytes <= MAX_FILE_BYTES) return;
  throw new UsageError(`${name} is too large: it has ${size(bytes)}, and a file may have ${size(MAX_FILE_BYTES)}`);
}

type LocalFile = { readonly at: "disk"; readonly path: string } | { readonly at: "input" };

export type AttachedFile = { readonly at: "server"; readonly reference: string } | LocalFile;

/** @throws {UsageError} for a path that leads to no file, before anything is sent. */
export async function findFile(folder: string, file: string): Promise<AttachedFile> {
  if (/^https?:\/\//.test(file) || looksLikeResourceId(file)) return { at: "server", reference: file };
  if (file === STANDARD_INPUT) return { at: "input" };
  if (file.trim() === "") throw new UsageError("A file needs a name");
  const path = resolve(folder, file);
  const found = await stat(path).catch(() => null);
  if (!found) throw new UsageError(`There is no file ${file}`);
  if (!found.isFile()) throw new UsageError(`${file} is no file`);
  checkSize(file, found.size);
  // Said here, as the call that is to send it would say that nobody answers.
  await access(path, constants.R_OK).catch(() => {
    throw new UsageError(`${file} may not be read`);
  });
  return { at: "disk", path };
}

/** @throws {UsageError} for what is no JSON file */
export async function readJsonFile(folder: string, file: string): Promise<JsonValue> {
  const path = resolve(folder, file);
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new UsageError(`${file} is no file`);
  if (found.size > MAX_JSON_BYTES) throw new UsageError(`${file} is too large: ${MAX_JSON_BYTES} bytes at most`);
  try {
    const value: JsonValue = JSON.parse(await readFile(path, "utf8"));
    return value;
  } catch {
    throw new UsageError(`${file} is not JSON`);
  }
}

/** @throws {UsageError} for what is no JSON file, or holds something else */
export async function readJsonObject(folder: string, file: string): Promise<JsonObject> {
  const value = await readJsonFile(folder, file);
  if (isObject(value)) return value;
  throw new UsageError(`${file} holds no JSON object`);
}
