import type { SnapshotManifest } from "../../../r2-schemas/catalogue.ts";
import type { Snapshot } from "./snapshot.ts";

/** Models that a manifest names before it only counts. */
const MAX_NAMED = 20;

type Named = SnapshotManifest["leftOut"];

/** Counts names and keeps the first few. */
export function createTally(): Named & { add(name: string): void } {
  const first: string[] = [];
  const tally = {
    count: 0,
    first,
    add(name: string): void {
      tally.count++;
      if (first.length < MAX_NAMED) first.push(name);
    },
  };
  return tally;
}

/** What became of the models from one snapshot to the next; the first few of each are the most downloaded. */
export function diffOf(before: Snapshot, after: Snapshot): NonNullable<SnapshotManifest["diff"]> {
  const [added, removed, changed] = [createTally(), createTally(), createTally()];
  for (let row = 0; row < after.counts.models; row++) {
    const model = after.at(row);
    const former = before.rowOf(model.id);
    if (former === null) added.add(model.id);
    else if (essence(before, former) !== essence(after, row)) changed.add(model.id);
  }
  for (let row = 0; row < before.counts.models; row++) {
    const { id } = before.at(row);
    if (after.rowOf(id) === null) removed.add(id);
  }
  return { against: before.id, added: plain(added), removed: plain(removed), changed: plain(changed) };
}

const plain = ({ count, first }: Named): Named => ({ count, first });

/** All that is known of a model but what is counted anew every day. */
const essence = (snapshot: Snapshot, row: number): string =>
  JSON.stringify({ ...snapshot.at(row), downloads: null, likes: null });
