import { access, constants, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { looksLikeResourceId } from "../../domain/resources.ts";
import type { ResourceView } from "../../http/schemas/views.ts";
import type { Client } from "../client.ts";
import { UsageError } from "./option-values.ts";
import { cleanLine } from "./terminal.ts";

export interface SavedFile {
  readonly id: string;
  readonly name: string;
  readonly path: string;
}

/** Longest file name that every common file system takes, with room for a number. */
const MAX_NAME_BYTES = 200;
/** Looked at before anything costlier is done with a name. */
const MAX_NAME_CHARS = 1_000;
const MAX_SAME_NAMES = 1_000;

/** A server's or a model's name for a file as one that stays inside its folder, on any system. */
export function safeFileName(name: string): string {
  const line = cleanLine(name.slice(0, MAX_NAME_CHARS))
    .replaceAll(/[/\\:*?"<>|]/g, "_")
    .replace(/^\.+/, "")
    .replace(/[. ]+$/, "");
  const dot = line.lastIndexOf(".");
  const extension = dot > 0 && line.length - dot <= 10 ? line.slice(dot) : "";
  let stem = line.slice(0, line.length - extension.length);
  while (Buffer.byteLength(stem + extension) > MAX_NAME_BYTES) stem = stem.slice(0, -1);
  const safe = stem.toWellFormed().replaceAll("\ufffd", "_") + extension;
  return safe === "" || /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(safe) ? `file-${safe}` : safe;
}

/** Makes the folder that files are to be saved in, before anything is done that would be in vain. @throws {UsageError} */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (cause) {
    const why = cause instanceof Error && "code" in cause ? ` (${cause.code})` : "";
    throw new UsageError(`Nothing can be saved in ${folder}${why}`, { cause });
  }
}

/** Downloads files into a folder, which is made when it is not there. Never writes over a file. */
export async function saveFiles(
  client: Client,
  files: readonly Pick<ResourceView, "id" | "name">[],
  folder: string,
  signal?: AbortSignal,
): Promise<readonly SavedFile[]> {
  await mkdir(folder, { recursive: true });
  const saved: SavedFile[] = [];
  for (const { id, name } of files) {
    const { body } = await client.download(id, { signal });
    const path = await writeNew(folder, safeFileName(name), body);
    saved.push({ id, name, path });
  }
  return saved;
}

/** A save that fails leaves no file. @returns the path written to: the name, or the name with a number when there is such a file already. */
export async function writeNew(
  folder: string,
  name: string,
  content: AsyncIterable<Uint8Array> | string,
): Promise<string> {
  const dot = name.lastIndexOf(".");
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  for (let number = 1; number <= MAX_SAME_NAMES; number++) {
    const path = join(folder, number === 1 ? name : `${stem}-${number}${extension}`);
    const file = await open(path, "wx").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return null;
      throw error;
    });
    if (!file) continue;
    try {
      await file.writeFile(content);
      await file.close();
      return path;
    } catch (error) {
      // Half a file would be taken for the whole. It may be closed already, or the disk may refuse even that.
      await file.close().catch(() => {});
      await rm(path, { force: true });
      throw error;
    }
  }
  throw new Error(`${folder} holds ${MAX_SAME_NAMES} files named ${name} already`);
}

const FILE_PATH = /^\/v1\/resources\/(\w+)(?:\?|$)/;
/** The id of the file that a path of the API leads to; null for any other address. */
export function fileOf(href: string): string | null {
  const id = FILE_PATH.exec(href)?.[1];
  return id !== undefined && looksLikeResourceId(id) ? id : null;
}
