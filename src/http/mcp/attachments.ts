import * as z from "zod";
import { MAX_ADDRESS_CHARS } from "../../domain/addresses.ts";
import { MAX_ATTACHED_RESOURCES } from "../../domain/conversation.ts";
import { AppError } from "../../domain/errors.ts";
import type { ResourceId } from "../../domain/resources.ts";
import type { AppContext } from "../context.ts";
import { type InlineFile, isDataUrl, readBase64, readDataUrl, storeInline } from "../inline-files.ts";
import { readDemoFile } from "./resources/demo.ts";
import { type ResourceName, readUri, uriOf } from "./resources/uris.ts";

/** Of the files inside one call together, as its body, their base64 and their content are in memory at once. */
export const MAX_INLINE_CALL_BYTES = 8 * 1024 * 1024;

const base64Chars = (bytes: number): number => 4 * Math.ceil(bytes / 3);
const MAX_BASE64_CHARS = base64Chars(MAX_INLINE_CALL_BYTES) + 1_000;

const inlineFile = z.strictObject({
  name: z.string().min(1).max(200),
  mediaType: z.string().max(100).exactOptional().describe("Told from the content where it is left out."),
  data: z.string().min(1).max(MAX_BASE64_CHARS).describe("Base64."),
});

/** A file as a tool takes it: its id, its URL or its content. */
export const attachment = z
  .union([
    z
      .string()
      .min(1)
      .max(MAX_BASE64_CHARS)
      .refine((text) => isDataUrl(text) || text.length <= MAX_ADDRESS_CHARS, "is longer than an address may be")
      .describe("The id of a file, its `impresario:` URI, a URL to fetch, or a base64 data URL."),
    inlineFile,
  ])
  .describe("A file: its id, a URL, or its content. Large files are uploaded to /v1/resources first.");
export type Attachment = z.output<typeof attachment>;

export const attachments = z.array(attachment).max(MAX_ATTACHED_RESOURCES);

/** Stores the files inside one call, within `MAX_INLINE_CALL_BYTES` together. */
export interface AttachmentStore {
  /** The id of a file, or its URL unchanged. */
  store(given: Attachment): Promise<string>;
}

/** The ids or URLs of files, which are stored one after the other. */
export async function storeAll(store: AttachmentStore, given: readonly Attachment[]): Promise<string[]> {
  const ids: string[] = [];
  for (const one of given) ids.push(await store.store(one));
  return ids;
}

/** @param stored gets the ids of what was inside the call */
export function createAttachmentStore(c: AppContext, stored: ResourceId[] = []): AttachmentStore {
  let left = MAX_INLINE_CALL_BYTES;
  let count = 0;
  return {
    store: async (given) => {
      const named = typeof given === "string" ? readUri(given) : null;
      if (named?.of === "files") return named.name;
      if (typeof given === "string" && !named && !isDataUrl(given)) return given;
      count += 1;
      const file = named ? await demoFile(c, named) : contentOf(given, count);
      left -= file.bytes.byteLength;
      if (left < 0) {
        const most = `${MAX_INLINE_CALL_BYTES / 1024 / 1024} MiB`;
        throw new AppError(
          "resource-too-large",
          `The files inside a call may hold ${most} together; upload larger ones`,
        );
      }
      const { id } = await storeInline(c, file);
      stored.push(id);
      return id;
    },
  };
}

async function demoFile(c: AppContext, named: ResourceName): Promise<InlineFile> {
  const file = named.of === "demo" ? await readDemoFile(c, named.name) : null;
  if (!file) throw new AppError("not-found", `There is no file ${uriOf(named)}`);
  return file;
}

function contentOf(given: Attachment, place: number): InlineFile {
  if (typeof given === "string") return { name: `file-${place}`, ...readDataUrl(given) };
  const { name, mediaType = null, data } = given;
  return { name, mediaType, bytes: readBase64(data) };
}
