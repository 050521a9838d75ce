import { loadGraph, writeGraph } from "../../src/catalogue/snapshot/graph-file.ts";
import { buildSnapshot } from "../../src/catalogue/snapshot/snapshot.ts";
import { generateCatalogue, LARGEST_TASK_TYPE } from "./generate.ts";

const ID = "20261122-000000-00000000";
const CHUNK_BYTES = 64 * 1024;

/** Megabytes that are still held after a snapshot was loaded, and after the largest task type's entries were made. */
export async function measureMemory(
  collect: () => void,
): Promise<{ readonly loaded: number; readonly entries: number }> {
  const bytes = await generatedGraph();
  const before = heldMegabytes(collect);
  const snapshot = await loadGraph(chunksOf(bytes), ID);
  const loaded = heldMegabytes(collect) - before;
  const { length } = snapshot.modelsFor(LARGEST_TASK_TYPE);
  const entries = heldMegabytes(collect) - before - loaded;
  if (length === 0 || snapshot.counts.models === 0) throw new Error("There is nothing to measure");
  return { loaded, entries };
}

async function generatedGraph(): Promise<Uint8Array> {
  const snapshot = await buildSnapshot(generateCatalogue(), { id: ID, publishedAt: 0 });
  return new Blob([...writeGraph(snapshot, 0)]).bytes();
}

/** As R2 gives it, so that not all of the text is there at once. */
const chunksOf = (bytes: Uint8Array): ReadableStream<Uint8Array> => {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + CHUNK_BYTES));
      at += CHUNK_BYTES;
    },
  });
};

/** The heap, and the typed arrays that lie outside of it. */
function heldMegabytes(collect: () => void): number {
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}
