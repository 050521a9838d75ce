import { STARTER } from "../../../r2-schemas/catalogue.ts";
import { CATALOGUE_POINTER_KEY } from "../../../r2-schemas/keys.ts";
import { once } from "../../domain/once.ts";
import { describeFault } from "../../domain/telemetry/fault.ts";
import { within } from "../../waiting.ts";
import { type CatalogueBucket, hasBody } from "./bucket.ts";
import type { Snapshot } from "./snapshot.ts";

/** How often R2 is asked for a new snapshot, which is therefore served everywhere within this time. */
const LOOK_AGAIN_AFTER_MS = 60_000;
/** Loading a new graph takes a fifth of a second; the request that started it may have been cancelled since. */
const MAX_WAIT_MS = 10_000;

export interface SnapshotSource {
  /** The newest snapshot as of at most a minute ago, or the starter if none is published. Throws only if loading the starter does. */
  current(): Promise<Snapshot>;
}

export interface SourceParts {
  readonly bucket: CatalogueBucket;
  /** Loads the catalogue that comes with the code. */
  readonly starter: () => Promise<Snapshot>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly maxWaitMs?: number;
}

interface Published {
  /** Null if the pointer names the starter. */
  readonly snapshot: Snapshot | null;
  /** The pointer's etag. */
  readonly etag: string;
}

/** A check of R2 for a new snapshot, shared by concurrent callers. */
interface Look {
  readonly since: number;
  readonly done: Promise<void>;
  /** Whether it is done, or nobody waits for it any longer. */
  isOver: boolean;
}

/** Holds the current snapshot of one isolate; once a minute one of the callers checks R2 for a new one. */
export function createSnapshotSource(parts: SourceParts): SnapshotSource {
  const { bucket, now, maxWaitMs = MAX_WAIT_MS } = parts;
  let published: Published | null = null;
  let latest: Look | null = null;

  function look(since: number): Look {
    const found = newest(bucket, published);
    const started: Look = { since, done: found.then(take, keep), isOver: false };
    function take(newer: Published | null): void {
      started.isOver = true;
      // One that took longer than a minute may know less than the one after it.
      if (latest === started) published = newer;
    }
    function keep(thrown: unknown): void {
      started.isOver = true;
      console.warn(
        "The newest snapshot of the catalogue could not be read; the one before is served on:",
        describeFault(thrown),
      );
    }
    return started;
  }

  const starter = once(parts.starter);

  return {
    async current() {
      const at = now();
      const isDue = !latest || at - latest.since >= LOOK_AGAIN_AFTER_MS;
      if (isDue || !latest) latest = look(at);
      const current = latest;
      // One caller a minute waits for the look; the others have what is there, unless there is nothing yet.
      if ((isDue || !published) && !current.isOver) {
        await within(current.done, Math.max(0, maxWaitMs - (at - current.since)));
        // Nobody else waits for what has not come by now; what it finds in the end is served all the same.
        current.isOver = true;
      }
      return published?.snapshot ?? starter();
    },
  };
}

/** The snapshot that the pointer names: `before` if the pointer has not changed, null if there is none. */
async function newest(bucket: CatalogueBucket, before: Published | null): Promise<Published | null> {
  const object = await bucket.get(
    CATALOGUE_POINTER_KEY,
    before ? { onlyIf: { etagDoesNotMatch: before.etag } } : undefined,
  );
  if (!object) return null;
  if (!hasBody(object)) return before;
  // Loaded with the first pointer there is, as the schemas take a while to build.
  const { openSnapshot, parsePointer } = await import("./pointer.ts");
  const { current } = await parsePointer(object);
  if (current === STARTER) return { snapshot: null, etag: object.etag };
  // A rollback may lead to what is held already.
  const snapshot = before?.snapshot?.id === current ? before.snapshot : await openSnapshot(bucket, current);
  return { snapshot, etag: object.etag };
}
