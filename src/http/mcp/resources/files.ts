import {
  type BlobResourceContents,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type TextResourceContents,
} from "@modelcontextprotocol/server";
import type { AppContext } from "../../context.ts";
import { TEXT_TYPES } from "../../routes/downloads.ts";
import { MAX_INLINE_CALL_BYTES } from "../attachments.ts";
import { uriOf } from "./uris.ts";

export type Contents = TextResourceContents | BlobResourceContents;

/** A file of the tenant's, by its id. @throws {ProtocolError} for one that is not there, is another tenant's, or is longer than a call may be */
export async function readFile(c: AppContext, id: string): Promise<Contents> {
  const { wiring, holder } = c.var;
  const uri = uriOf({ of: "files", name: id });
  const facts = await wiring.resources.head(holder.tenant, id);
  if (facts && facts.bytes > MAX_INLINE_CALL_BYTES) {
    const most = `${MAX_INLINE_CALL_BYTES / 1024 / 1024} MiB`;
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `resource-too-large: The file is larger than ${most}; GET /v1/resources/${id} has it`,
    );
  }
  const stored = facts && (await wiring.resources.open(holder.tenant, id));
  if (!stored?.body) throw new ResourceNotFoundError(uri);
  return contentsOf(uri, stored.mediaType, await new Response(stored.body).bytes());
}

/** Text as text; all else as base64, and text of another encoding than UTF-8, which would be lost. */
export function contentsOf(uri: string, mimeType: string, bytes: Uint8Array): Contents {
  const text = TEXT_TYPES.test(mimeType) ? readUtf8(bytes) : null;
  return text === null ? { uri, mimeType, blob: bytes.toBase64() } : { uri, mimeType, text };
}

function readUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
