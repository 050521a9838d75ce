import type { Resource, ResourceId } from "../../domain/resources.ts";
import { MAX_RESOURCE_BYTES } from "../../resources/limits.ts";
import type { AppContext } from "../context.ts";

/** A turn is seldom about more, and each is copied with each turn. */
const MAX_BROUGHT_FILES = 8;
/** Of all of them together. */
const MAX_BROUGHT_BYTES = MAX_RESOURCE_BYTES;

export interface BroughtFile {
  readonly id: ResourceId;
  /** No other of these has it. */
  readonly name: string;
}

/**
 * Files of the caller's as uploads that a new conversation may adopt: uploads as they are, and a copy of what an earlier
 * conversation made, as that may be deleted. What is not the caller's, is gone, or is past the limits is left out.
 * @param wanted ids, those that matter most first
 */
export async function bringFiles(
  c: AppContext,
  wanted: readonly ResourceId[],
): Promise<ReadonlyMap<ResourceId, BroughtFile>> {
  const brought = new Map<ResourceId, BroughtFile>();
  const names = new Set<string>();
  let room = MAX_BROUGHT_BYTES;
  // One after the other: each holds a part of a file in memory.
  for (const id of wanted.slice(0, MAX_BROUGHT_FILES)) {
    const file = await bring(c, id, names, room);
    if (!file) continue;
    room -= file.bytes;
    names.add(file.name);
    brought.set(id, file);
  }
  return brought;
}

async function bring(
  c: AppContext,
  id: ResourceId,
  names: ReadonlySet<string>,
  room: number,
): Promise<Resource | null> {
  const { wiring, holder } = c.var;
  const { tenant } = holder;
  const parts = await wiring.ids.readResource(tenant, id);
  if (!parts) return null;
  const upload = parts.scope === null ? await wiring.tenant(tenant).findUpload(id) : null;
  if (upload && !names.has(upload.name)) return upload;

  const facts = await wiring.resources.head(tenant, id);
  if (!facts || facts.bytes > room) return null;
  const stored = await wiring.resources.open(tenant, id);
  if (!stored?.body) return null;
  const copy = await wiring.ids.newResource(tenant, null);
  await wiring.tenant(tenant).announceUpload(copy);
  const resource = await wiring.resources.save({
    ...{ tenant, id: copy, name: unlike(names, stored.name), declaredType: stored.mediaType, kind: stored.kind },
    ...{ body: stored.body, maxBytes: room, origin: { by: "upload" } as const },
  });
  await wiring.tenant(tenant).recordUpload(resource);
  return resource;
}

/** The name, with a number before its extension where another file has it: a plan tells files by their names. */
function unlike(names: ReadonlySet<string>, name: string): string {
  let unlikely = name;
  for (let number = 2; names.has(unlikely); number++) unlikely = name.replace(/(\.[^.]*)?$/, `-${number}$1`);
  return unlikely;
}
