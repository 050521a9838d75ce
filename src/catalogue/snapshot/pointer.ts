import { type CataloguePointer, cataloguePointer, STARTER } from "../../../r2-schemas/catalogue.ts";
import { CATALOGUE_POINTER_KEY, snapshotKey } from "../../../r2-schemas/keys.ts";
import { AppError } from "../../domain/errors.ts";
import { describeFault } from "../../domain/telemetry/fault.ts";
import { type BucketObject, type CatalogueBucket, DamagedSnapshot, hasBody, parseStored } from "./bucket.ts";
import { loadGraph } from "./graph-file.ts";
import type { Snapshot } from "./snapshot.ts";

/** Snapshots retained for a rollback: two months of weekly crawls. */
export const MAX_KEPT_SNAPSHOTS = 10;
const MAX_HISTORY = 50;

/** The pointer as it was read, with its etag for a conditional write. */
export interface FoundPointer {
  /** Null if there is none yet, or it cannot be read. */
  readonly pointer: CataloguePointer | null;
  /** Null if there is none yet. */
  readonly etag: string | null;
}

/** Reads the pointer: the snapshot served, those retained, and the history. */
export async function readPointer(bucket: CatalogueBucket): Promise<FoundPointer> {
  const object = await bucket.get(CATALOGUE_POINTER_KEY);
  if (!object || !hasBody(object)) return { pointer: null, etag: null };
  try {
    return { pointer: await parsePointer(object), etag: object.etag };
  } catch (thrown) {
    if (!(thrown instanceof DamagedSnapshot)) throw thrown;
    // A pointer that nobody can read must not keep the next snapshot from being published.
    console.warn("The catalogue's pointer is damaged:", describeFault(thrown));
    return { pointer: null, etag: object.etag };
  }
}

/** @throws {DamagedSnapshot} */
export const parsePointer = (object: BucketObject): Promise<CataloguePointer> =>
  parseStored(object, cataloguePointer, `${CATALOGUE_POINTER_KEY} is not a pointer`);

/**
 * Replaces the pointer atomically.
 * @throws {AppError} `conflict` when the pointer has moved since it was found
 */
export async function movePointer(bucket: CatalogueBucket, found: FoundPointer, next: CataloguePointer): Promise<void> {
  const written = await bucket.put(CATALOGUE_POINTER_KEY, JSON.stringify(next), {
    onlyIf: found.etag === null ? { etagDoesNotMatch: "*" } : { etagMatches: found.etag },
    httpMetadata: { contentType: "application/json" },
  });
  if (!written) {
    throw new AppError("conflict", "The catalogue was changed by somebody else meanwhile", { retryable: true });
  }
}

/** The pointer after publishing a snapshot. The one served until now is retained, however old it is. */
export function withPublished(before: CataloguePointer | null, id: string, at: number): CataloguePointer {
  const kept = [{ id, publishedAt: at }, ...(before?.kept ?? [])];
  const dispensable = kept.filter((snapshot) => snapshot.id !== id && snapshot.id !== before?.current);
  const dropped = new Set(dispensable.slice(MAX_KEPT_SNAPSHOTS - 2).map((snapshot) => snapshot.id));
  return {
    version: 1,
    current: id,
    kept: kept.filter((snapshot) => !dropped.has(snapshot.id)),
    history: withEntry(before, { id, at, by: "publish" }),
  };
}

/**
 * Switches to the snapshot `to`, or to the one before that served now (after the oldest, the starter). Nothing is deleted,
 * so that one can switch forward again.
 * @returns the id of the snapshot that is served now
 * @throws {AppError} `not-found` where there is no such snapshot, `conflict` as `movePointer`
 * @throws {DamagedSnapshot} where that one cannot be read; the pointer stays then
 */
export async function rollback(
  bucket: CatalogueBucket,
  { to, now }: { readonly to?: string; readonly now: () => number },
): Promise<string> {
  const found = await readPointer(bucket);
  if (!found.pointer) throw new AppError("not-found", "No snapshot of the catalogue was published yet");
  const ids = [...found.pointer.kept.map((snapshot) => snapshot.id), STARTER];
  const id = to ?? ids[ids.indexOf(found.pointer.current) + 1];
  if (id === undefined) throw new AppError("not-found", "Nothing is older than the starter catalogue, which is served");
  if (!ids.includes(id)) throw new AppError("not-found", `No snapshot ${id} is kept; there is ${ids.join(", ")}`);
  if (id !== STARTER) await openSnapshot(bucket, id);
  const history = withEntry(found.pointer, { id, at: now(), by: "rollback" });
  await movePointer(bucket, found, { ...found.pointer, current: id, history });
  return id;
}

const withEntry = (
  before: CataloguePointer | null,
  entry: CataloguePointer["history"][number],
): CataloguePointer["history"] => [entry, ...(before?.history ?? [])].slice(0, MAX_HISTORY);

/** Loads a published snapshot. @throws {DamagedSnapshot} */
export async function openSnapshot(bucket: CatalogueBucket, id: string): Promise<Snapshot> {
  const object = await bucket.get(snapshotKey(id, "graph.jsonl"));
  if (!object || !hasBody(object)) throw new DamagedSnapshot(`Snapshot ${id} has no graph.jsonl`);
  return loadGraph(object.body, id);
}
