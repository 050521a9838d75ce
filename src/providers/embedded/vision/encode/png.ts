import { crc32 } from "node:zlib";
import { streamOf } from "../../stream-of.ts";
import { type PixelWork, pictureWork } from "../decode/limits.ts";
import { predicted } from "../decode/png.ts";
import type { Size } from "../raster.ts";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10);
const COLOUR_TYPES = { 1: 0, 3: 2, 4: 6 } as const;
/** Rows go to the compressor in batches: each write costs a turn of the event loop. */
const BATCH_BYTES = 64 * 1024;

/**
 * Encodes a PNG row by row, so that a large picture need not exist whole; compressed natively.
 * @param channels 1 grey, 3 RGB or 4 RGBA, eight bits each.
 * @param rowAt gives the samples of a row, in a buffer that it may use again.
 * @param work counts the pixels, and gives the thread back between batches of rows.
 */
export async function encodePng(
  size: Size,
  channels: 1 | 3 | 4,
  rowAt: (y: number) => Uint8Array,
  work: PixelWork = pictureWork(),
): Promise<Uint8Array<ArrayBuffer>> {
  const rows = streamOf(filteredRows(size, channels, rowAt, work));
  const body = new Uint8Array(await new Response(rows.pipeThrough(new CompressionStream("deflate"))).arrayBuffer());
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, size.width);
  view.setUint32(4, size.height);
  header.set([8, COLOUR_TYPES[channels], 0, 0, 0], 8);
  const parts = [SIGNATURE, chunk("IHDR", header), chunk("IDAT", body), chunk("IEND", new Uint8Array(0))];
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function chunk(type: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(12 + body.length);
  const view = new DataView(out.buffer);
  view.setUint32(0, body.length);
  out.set(new TextEncoder().encode(type), 4);
  out.set(body, 8);
  view.setUint32(8 + body.length, crc32(out.subarray(4, 8 + body.length)));
  return out;
}

async function* filteredRows(
  { width, height }: Size,
  channels: number,
  rowAt: (y: number) => Uint8Array,
  work: PixelWork,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const rowBytes = width * channels;
  const perBatch = Math.max(1, Math.floor(BATCH_BYTES / (rowBytes + 1)));
  const candidates = [0, 1, 2, 4].map((filter) => ({ filter, bytes: new Uint8Array(rowBytes) }));
  let above = new Uint8Array(rowBytes);
  let row = new Uint8Array(rowBytes);
  for (let y = 0; y < height; ) {
    const rows = Math.min(perBatch, height - y);
    const batch = new Uint8Array(rows * (rowBytes + 1));
    for (let to = 0; to < batch.length; to += rowBytes + 1, y++) {
      row.set(rowAt(y).subarray(0, rowBytes));
      let best = { filter: 0, bytes: row, cost: Number.POSITIVE_INFINITY };
      for (const { filter, bytes } of candidates) {
        const cost = applyFilter(filter, row, above, channels, bytes);
        if (cost < best.cost) best = { filter, bytes, cost };
      }
      batch[to] = best.filter;
      batch.set(best.bytes, to + 1);
      [above, row] = [row, above];
    }
    yield batch;
    await work.spend("pixels", rows * width);
  }
}

/** Filters a row and tells how far from flat it is: the sum of its bytes as signed numbers. */
function applyFilter(filter: number, row: Uint8Array, above: Uint8Array, pixelBytes: number, out: Uint8Array): number {
  let cost = 0;
  for (let at = 0; at < row.length; at++) {
    const left = at < pixelBytes ? 0 : (row[at - pixelBytes] ?? 0);
    const corner = at < pixelBytes ? 0 : (above[at - pixelBytes] ?? 0);
    const value = ((row[at] ?? 0) - predicted(filter, left, above[at] ?? 0, corner)) & 255;
    out[at] = value;
    cost += value < 128 ? value : 256 - value;
  }
  return cost;
}
