import type { Resource as McpResource } from "@modelcontextprotocol/server";
import { DEMO_FILES } from "../../../domain/first-requests.ts";
import type { Resource } from "../../../domain/resources.ts";
import type { ConversationIndexEntry } from "../../../rpc/registry.ts";
import type { AppContext } from "../../context.ts";
import { InvalidRequest } from "../../problem.ts";
import { rfc3339 } from "../../views.ts";
import { uriOf } from "./uris.ts";

/** Conversations of one page: each is asked for its files. */
const PAGE_CONVERSATIONS = 10;
/** Files of one conversation in a list, the newest; a long one may have hundreds. */
const MAX_LISTED = 100;
/** Uploads that no conversation has adopted yet. */
const MAX_UPLOADS = 100;

/** A file as it is listed, and as prompts and completions look for it. */
export interface ListedFile {
  readonly resource: Resource;
  /** The title of its conversation; null for an upload that no conversation has adopted. */
  readonly conversation: string | null;
}

export interface FilePage {
  readonly files: readonly ListedFile[];
  /** The page after this one; null for the last. */
  readonly next: string | null;
}

/** The tenant's files: uploads and then those of conversations, the newest first, a page at a time. */
export async function pageOfFiles(c: AppContext, cursor: string | undefined): Promise<FilePage> {
  const { wiring, holder } = c.var;
  const tenant = wiring.tenant(holder.tenant);
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) {
    throw new InvalidRequest("This cursor is none that a list gave");
  }
  const before = cursor === undefined ? null : Number(cursor);
  const [entries, uploads] = await Promise.all([
    tenant.listConversations(PAGE_CONVERSATIONS, before),
    before === null ? tenant.listUploads(MAX_UPLOADS, null, "unadopted") : [],
  ]);
  const lists = await Promise.all(entries.map((entry) => filesOf(c, entry)));
  const files = [...uploads.map((resource) => ({ resource, conversation: null })), ...lists.flat()];
  const last = entries.at(-1);
  return {
    // An upload may be in several conversations.
    files: [...new Map(files.map((file) => [file.resource.id, file])).values()],
    next: entries.length === PAGE_CONVERSATIONS && last ? String(last.place) : null,
  };
}

async function filesOf(c: AppContext, { id, title }: ConversationIndexEntry): Promise<readonly ListedFile[]> {
  const record = await recordOf(c, id);
  const newest = record?.resources.slice(-MAX_LISTED).toReversed() ?? [];
  return newest.map((resource) => ({ resource, conversation: title }));
}

/** Null for a conversation without a message. */
async function recordOf(c: AppContext, id: string) {
  const { wiring, holder } = c.var;
  const part = await wiring.ids.readConversation(holder.tenant, id);
  const read = part === null ? null : await wiring.conversation(holder.tenant, part).read();
  return read?.ok ? read.value : null;
}

/** The ids of the newest runs, as far as the newest conversations have any. */
export async function recentRuns(c: AppContext): Promise<readonly string[]> {
  const { wiring, holder } = c.var;
  const entries = await wiring.tenant(holder.tenant).listConversations(PAGE_CONVERSATIONS, null);
  const records = await Promise.all(entries.map(({ id }) => recordOf(c, id)));
  return records.flatMap((record) => record?.runs.map(({ id }) => id).toReversed() ?? []);
}

/** The page as MCP lists it; the files of the demo come last of all. */
export async function listResources(
  c: AppContext,
  cursor: string | undefined,
): Promise<{ resources: McpResource[]; nextCursor?: string }> {
  const { files, next } = await pageOfFiles(c, cursor);
  const resources = [...files.map(showFile), ...(next === null ? DEMO : [])];
  return { resources, ...(next === null ? {} : { nextCursor: next }) };
}

const showFile = ({ resource, conversation }: ListedFile): McpResource => ({
  uri: uriOf({ of: "files", name: resource.id }),
  name: resource.name,
  description: conversation === null ? "Uploaded, and not used yet" : `In the conversation “${conversation}”`,
  mimeType: resource.mediaType,
  size: resource.bytes,
  annotations: { lastModified: rfc3339(resource.createdAt) },
});

const DEMO: readonly McpResource[] = DEMO_FILES.map(({ name, mediaType }) => ({
  uri: uriOf({ of: "demo", name }),
  name,
  description: "A file of the demo",
  mimeType: mediaType,
}));
