import type { Snapshot } from "./snapshot/snapshot.ts";

type RowsByModel = ReadonlyMap<string, number>;

/** Models that Workers AI serves under ids of its own; made once for each snapshot, when first asked for. */
const twins = new WeakMap<Snapshot, RowsByModel>();

/** The row of a model under its id, or under the one that Workers AI gave it: "@cf/openai/whisper". */
export function findRow(snapshot: Snapshot, id: string): number | null {
  const row = snapshot.rowOf(id);
  // All of Workers AI's ids begin so, and none of the Hub's.
  if (row !== null || !id.startsWith("@")) return row;
  return twinsIn(snapshot).get(id) ?? null;
}

/** Whether a model is meant, by its id or by Workers AI's. Thousands are asked, which takes milliseconds. */
export function hasModel(snapshot: Snapshot, isMeant: (id: string) => boolean): boolean {
  for (let row = 0; row < snapshot.counts.models; row++) if (isMeant(snapshot.idAt(row))) return true;
  return twinsIn(snapshot).keys().some(isMeant);
}

function twinsIn(snapshot: Snapshot): RowsByModel {
  const rows = twins.get(snapshot) ?? rowsAtWorkersAi(snapshot);
  twins.set(snapshot, rows);
  return rows;
}

/** Where two models share an id, the more downloaded has it. */
function rowsAtWorkersAi(snapshot: Snapshot): RowsByModel {
  const rows = new Map<string, number>();
  for (const row of snapshot.linkedTo({ kind: "provider", name: "workers-ai" })) {
    for (const { provider, model } of snapshot.at(row).endpoints) {
      if (provider === "workers-ai" && !rows.has(model)) rows.set(model, row);
    }
  }
  return rows;
}
