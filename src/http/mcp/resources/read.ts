import {
  type BlobResourceContents,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type TextResourceContents,
} from "@modelcontextprotocol/server";
import { DEMO_FILES } from "../../../domain/first-requests.ts";
import type { AppContext } from "../../context.ts";
import { MAX_INLINE_CALL_BYTES } from "../attachments.ts";
import { summaryOf } from "../run-answer.ts";
import { readUri, uriOf } from "./uris.ts";

export type Contents = TextResourceContents | BlobResourceContents;

/** What is sent as text; all else goes as base64. */
const TEXT = /^(?:text\/|application\/(?:json|xml|x-ndjson)$|image\/svg\+xml$)/;

/**
 * The content of a resource.
 * @throws {ProtocolError} for one that is not there, is another tenant's, or is longer than a call may be
 */
export async function readResource(c: AppContext, uri: string): Promise<Contents> {
  const named = readUri(uri);
  switch (named?.of) {
    case "files":
      return readFile(c, named.name);
    case "demo":
      return readDemoFile(c, named.name);
    case "runs":
      return readRun(c, named.name);
    default:
      throw new ResourceNotFoundError(uri);
  }
}

/** A file of the tenant's, by its id. @throws {ProtocolError} as `readResource` */
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

async function readDemoFile(c: AppContext, name: string): Promise<Contents> {
  const uri = uriOf({ of: "demo", name });
  const file = DEMO_FILES.find((one) => one.name === name);
  if (!file) throw new ResourceNotFoundError(uri);
  return contentsOf(uri, file.mediaType, await new Response(await c.var.wiring.asset(file.path)).bytes());
}

async function readRun(c: AppContext, run: string): Promise<Contents> {
  const { wiring, holder, views } = c.var;
  const uri = uriOf({ of: "runs", name: run });
  const parts = await wiring.ids.readRun(holder.tenant, run);
  const record = parts && (await wiring.conversation(holder.tenant, parts.conversation).run(run));
  if (!record?.ok) throw new ResourceNotFoundError(uri);
  const { structured } = await summaryOf(c, await views.run(record.value), true);
  return { uri, mimeType: "application/json", text: JSON.stringify(structured, null, 2) };
}

const contentsOf = (uri: string, mimeType: string, bytes: Uint8Array): Contents =>
  TEXT.test(mimeType)
    ? { uri, mimeType, text: new TextDecoder().decode(bytes) }
    : { uri, mimeType, blob: bytes.toBase64() };
