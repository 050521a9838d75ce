import type { Resource, ResourceId } from "../domain/resources.ts";
import { MAX_RESOURCE_BYTES } from "../domain/resources.ts";
import type { AppContext } from "./context.ts";
import { FileNames } from "./file-names.ts";
import { storeUpload } from "./store-upload.ts";

/** Each is looked up; a message and its history may have as many. */
const MAX_BROUGHT_FILES = 64;
/** A turn is seldom about more files of earlier ones, and each is copied anew with each turn. */
export const MAX_COPIED_FILES = 8;
/** Of all copies together. */
const MAX_COPIED_BYTES = MAX_RESOURCE_BYTES;

export interface BroughtFile {
  readonly id: ResourceId;
  /** No other of these has it, as far as there is room for copies. */
  readonly name: string;
}

/**
 * Files of the caller's as uploads that a new conversation may adopt: uploads as they are, and a copy of what an earlier
 * conversation made, as that may be deleted, and of an upload with the name of another. What is not the caller's, is
 * gone, or is past the limits is left out.
 * @param wanted ids, those that matter most first
 * @param names that are taken already; theirs are added
 */
export async function bringFiles(
  c: AppContext,
  wanted: readonly ResourceId[],
  names = new FileNames(),
): Promise<ReadonlyMap<ResourceId, BroughtFile>> {
  const brought = new Map<ResourceId, BroughtFile>();
  let [files, room] = [MAX_COPIED_FILES, MAX_COPIED_BYTES];
  // One after the other: each holds a part of a file in memory.
  for (const id of wanted.slice(0, MAX_BROUGHT_FILES)) {
    const upload = await uploadOf(c, id);
    const isFine = upload !== null && !names.has(upload.name);
    const copied = isFine || files === 0 ? null : await copy(c, id, names, room);
    if (copied) [files, room] = [files - 1, room - copied.bytes];
    const file = copied ?? upload;
    if (!file) continue;
    names.take(file.name);
    brought.set(id, file);
  }
  return brought;
}

async function uploadOf({ var: { wiring, holder } }: AppContext, id: ResourceId): Promise<Resource | null> {
  const parts = await wiring.ids.readResource(holder.tenant, id);
  return parts?.scope === null ? wiring.tenant(holder.tenant).findUpload(id) : null;
}

/** Null for what is not the caller's, is gone, or has no room. */
async function copy(
  { var: { wiring, holder } }: AppContext,
  id: ResourceId,
  names: FileNames,
  room: number,
): Promise<Resource | null> {
  const { tenant } = holder;
  if (!(await wiring.ids.readResource(tenant, id))) return null;
  const facts = await wiring.resources.head(tenant, id);
  if (!facts || facts.bytes > room) return null;
  const stored = await wiring.resources.open(tenant, id);
  if (!stored?.body) return null;
  const { body } = stored;
  const resource = await storeUpload(wiring, holder, facts.bytes, (made) =>
    wiring.resources.save({
      ...{ tenant, id: made, name: names.unlike(stored.name), declaredType: stored.mediaType, kind: stored.kind },
      ...{ body, maxBytes: room, origin: { by: "upload" } as const },
    }),
  );
  await wiring.tenant(tenant).recordUpload(resource);
  return resource;
}
