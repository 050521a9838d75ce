import type { KeyHolder } from "../domain/api-key.ts";
import { failure } from "../domain/errors.ts";
import { MAX_RESOURCE_BYTES, type Resource, type ResourceId } from "../domain/resources.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { cleanFileName } from "../resources/file-name.ts";
import type { Wiring } from "../wiring.ts";
import { storeUpload } from "./store-upload.ts";

/** As many as a message and its history may have, as each is looked up. */
const MAX_ADOPTABLE_FILES = 64;
/** A turn is seldom about more files of earlier ones, and each is copied again with each turn. */
export const MAX_COPIED_FILES = 8;
/** Of all copies together. */
const MAX_COPIED_BYTES = MAX_RESOURCE_BYTES;

export interface AdoptableFile {
  readonly id: ResourceId;
  /** Unique among these files, as far as there is room for copies. */
  readonly name: string;
}

/** Whose files they are, and where they lie. */
interface Owner {
  readonly wiring: Wiring;
  readonly holder: KeyHolder;
}

/**
 * The caller's files as uploads that a new conversation may adopt, by the ids that were asked for: uploads as they are,
 * and copies of files of earlier conversations, which may be deleted, and of uploads whose name another file has. Files
 * that are not the caller's, are gone, or exceed the limits are left out.
 * @param wanted ids, the most important first
 * @param names that are taken already; the names of these files are added
 */
export async function adoptableFiles(
  owner: Owner,
  wanted: readonly ResourceId[],
  names = new FileNames(),
): Promise<ReadonlyMap<ResourceId, AdoptableFile>> {
  const found = new Map<ResourceId, AdoptableFile>();
  let [files, room] = [MAX_COPIED_FILES, MAX_COPIED_BYTES];
  // One after the other: each holds a part of a file in memory.
  for (const id of wanted.slice(0, MAX_ADOPTABLE_FILES)) {
    const upload = await uploadOf(owner, id);
    const canStay = upload !== null && !names.has(upload.name);
    const copied = canStay || files === 0 ? null : await copy(owner, id, names, room);
    if (copied) [files, room] = [files - 1, room - copied.bytes];
    const file = copied ?? upload;
    if (!file) continue;
    names.take(file.name);
    found.set(id, file);
  }
  return found;
}

/**
 * The caller's files of other conversations as uploads, by their ids: copies of all, or none. Fails with `not-found` for
 * the first that is gone or exceeds the limits.
 */
export async function copiesOf(
  owner: Owner,
  ids: readonly ResourceId[],
): Promise<Result<ReadonlyMap<ResourceId, AdoptableFile>>> {
  const copies = await adoptableFiles(owner, ids.length > MAX_COPIED_FILES ? [] : ids);
  const missing = ids.find((id) => !copies.has(id));
  if (missing === undefined) return ok(copies);
  const { wiring, holder } = owner;
  await wiring.tenant(holder.tenant).abandonUploads([...copies.values()].map(({ id }) => id));
  const most = `${MAX_COPIED_FILES} files of other conversations may be brought, ${MAX_COPIED_BYTES / 1024 / 1024} MiB together`;
  return err(failure("not-found", `There is no resource ${missing}, or no room for it: ${most}`));
}

async function uploadOf({ wiring, holder }: Owner, id: ResourceId): Promise<Resource | null> {
  const parts = await wiring.ids.readResource(holder.tenant, id);
  return parts?.scope === null ? wiring.tenant(holder.tenant).findUpload(id) : null;
}

/** A copy of a file as an upload; null for one that is not the caller's, is gone, or is too large. */
async function copy(
  { wiring, holder }: Owner,
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
  return storeUpload(wiring, holder, facts.bytes, (made) =>
    wiring.resources.save({
      ...{ tenant, id: made, name: names.unused(stored.name), declaredType: stored.mediaType, kind: stored.kind },
      ...{ body, maxBytes: room, origin: { by: "upload" } as const },
    }),
  );
}

/** The names of the files of one dialogue, regardless of case, as plans refer to files by their names. */
export class FileNames {
  readonly #taken = new Set<string>();

  has(name: string): boolean {
    return this.#taken.has(name.toLowerCase());
  }

  take(name: string): void {
    this.#taken.add(name.toLowerCase());
  }

  /** A name that is not taken, as a file is stored under it: `a.png` → `a-2.png`. */
  unused(name: string): string {
    const clean = cleanFileName(name);
    let free = clean;
    for (let number = 2; this.has(free); number++) free = clean.replace(/(\.[^.]*)?$/, `-${number}$1`);
    return free;
  }
}
