import {
  type CataloguePointer,
  catalogueModel,
  MAX_MODEL_CHARS,
  type SnapshotManifest,
  STARTER,
  snapshotManifest,
} from "../../../r2-schemas/catalogue.ts";
import { SNAPSHOTS_PREFIX, snapshotKey } from "../../../r2-schemas/keys.ts";
import type { CatalogueModel } from "../../domain/catalogue.ts";
import { AppError } from "../../domain/errors.ts";
import { randomHex } from "../../domain/ids.ts";
import { describeFault } from "../../domain/telemetry/fault.ts";
import { type CatalogueBucket, DamagedSnapshot, hasBody, parseStored } from "./bucket.ts";
import { writeGraph } from "./graph-file.ts";
import { movePointer, openSnapshot, readPointer, withPublished } from "./pointer.ts";
import { buildSnapshot, type Models, type Snapshot } from "./snapshot.ts";

/** Files of no retained snapshot are deleted after a day; until then they may belong to one being published. */
const ORPHANED_AFTER_MS = 24 * 60 * 60 * 1000;
/** R2's limit for listing and deleting. */
const MAX_KEYS_PER_CALL = 1000;

/** Most of the models served until now would disappear, so that the new list is probably incomplete. */
export class ShrunkSnapshot extends AppError {}

interface Publishing {
  /** The source of the models, for the manifest. */
  readonly source: string;
  /** Publishes even if more than half of the models served until now would disappear. */
  readonly force?: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Publishes models as a new snapshot. Its files are written before the pointer moves, so that no reader sees an incomplete
 * one. Models that violate the schema are left out and counted.
 * @throws {AppError} `invalid-request` without any model; `conflict` when somebody else published meanwhile, in which
 *   case theirs is served
 * @throws {ShrunkSnapshot} when more than half of the models would go, and nobody insists
 */
export async function publishSnapshot(
  bucket: CatalogueBucket,
  models: Models,
  { source, now, force = false }: Publishing,
): Promise<SnapshotManifest> {
  const found = await readPointer(bucket);
  const publishedAt = now();
  const id = newSnapshotId(publishedAt);
  const leftOut: string[] = [];
  const snapshot = await buildSnapshot(
    sound(models, (model) => leftOut.push(model)),
    { id, publishedAt },
  );
  if (snapshot.counts.models === 0) throw new AppError("invalid-request", "A snapshot without models is not published");
  const graph = new Blob([...writeGraph(snapshot, publishedAt)]);
  const before = found.pointer && (await readFormer(bucket, found.pointer));
  const diff = before && diffOf(before, snapshot);
  if (!force && before && diff && diff.removed.count * 2 > before.counts.models) throw shrunk(before, diff);
  const manifest: SnapshotManifest = {
    id,
    publishedAt,
    source,
    counts: snapshot.counts,
    bytes: graph.size,
    leftOut: named(leftOut),
    diff,
  };
  await bucket.put(snapshotKey(id, "graph.jsonl"), graph, { httpMetadata: { contentType: "application/jsonl" } });
  await bucket.put(snapshotKey(id, "manifest.json"), JSON.stringify(manifest), {
    httpMetadata: { contentType: "application/json" },
  });
  const next = withPublished(found.pointer, id, publishedAt);
  await movePointer(bucket, found, next);
  await sweep(bucket, new Set(next.kept.map((kept) => kept.id)), publishedAt);
  return manifest;
}

/** Reads the manifest of a published snapshot. @throws {DamagedSnapshot} */
export async function readManifest(bucket: CatalogueBucket, id: string): Promise<SnapshotManifest> {
  const object = await bucket.get(snapshotKey(id, "manifest.json"));
  if (!object || !hasBody(object)) throw new DamagedSnapshot(`Snapshot ${id} has no manifest.json`);
  return parseStored(object, snapshotManifest, `The manifest of snapshot ${id} is damaged`);
}

/** A new id, of a snapshot or a crawl, that begins with the time in UTC: "20261122-142501-9f86d081". */
export const newSnapshotId = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-")}-${randomHex(4)}`;

/** Yields the models that satisfy the schema. */
async function* sound(models: Models, leaveOut: (model: string) => void): AsyncGenerator<CatalogueModel> {
  for await (const model of models) {
    const parsed = catalogueModel.safeParse(model);
    if (parsed.success && JSON.stringify(parsed.data).length <= MAX_MODEL_CHARS) yield parsed.data;
    else leaveOut(String(model.id).slice(0, 300));
  }
}

const shrunk = (before: Snapshot, { removed }: NonNullable<SnapshotManifest["diff"]>): ShrunkSnapshot =>
  new ShrunkSnapshot(
    "conflict",
    `${removed.count} of the ${before.counts.models} models of ${before.id} would go (${removed.first.slice(0, 3).join(", ")} …)`,
  );

/**
 * The snapshot served until now, or the newest one if the starter is served. Null if it cannot be read, which must not
 * prevent publishing the next.
 */
async function readFormer(bucket: CatalogueBucket, { current, kept }: CataloguePointer): Promise<Snapshot | null> {
  const id = current === STARTER ? kept[0]?.id : current;
  if (id === undefined) return null;
  try {
    return await openSnapshot(bucket, id);
  } catch (thrown) {
    console.warn("The snapshot before could not be compared with:", describeFault(thrown));
    return null;
  }
}

/** Deletes snapshots that are no longer retained, and what failed publishers left behind. */
async function sweep(bucket: CatalogueBucket, kept: ReadonlySet<string>, now: number): Promise<void> {
  try {
    const { objects } = await bucket.list({ prefix: SNAPSHOTS_PREFIX, limit: MAX_KEYS_PER_CALL });
    const orphans = objects.filter(
      ({ key, uploaded }) =>
        uploaded.getTime() < now - ORPHANED_AFTER_MS &&
        !kept.has(key.slice(SNAPSHOTS_PREFIX.length).split("/", 1)[0] ?? ""),
    );
    if (orphans.length > 0) await bucket.delete(orphans.map(({ key }) => key));
  } catch (thrown) {
    console.warn("Old snapshots could not be deleted:", describeFault(thrown));
  }
}

/** Models that a manifest names; further ones are only counted. */
const MAX_NAMED = 20;

const named = (models: readonly string[]): SnapshotManifest["leftOut"] => ({
  count: models.length,
  first: models.slice(0, MAX_NAMED),
});

/** The models added, removed and changed between two snapshots, with the most downloaded of each by name. */
function diffOf(before: Snapshot, after: Snapshot): NonNullable<SnapshotManifest["diff"]> {
  const idsOf = (models: readonly CatalogueModel[]): readonly string[] => models.map(({ id }) => id);
  const isChanged = (model: CatalogueModel): boolean => {
    const former = before.byId.get(model.id);
    return former !== undefined && essence(former) !== essence(model);
  };
  return {
    against: before.id,
    added: named(idsOf(after.models).filter((id) => !before.byId.has(id))),
    removed: named(idsOf(before.models).filter((id) => !after.byId.has(id))),
    changed: named(idsOf(after.models.filter(isChanged))),
  };
}

/** A model as JSON without downloads and likes, which change every day. */
const essence = (model: CatalogueModel): string =>
  JSON.stringify({ ...model, downloads: null, downloadsOn: null, likes: null });
