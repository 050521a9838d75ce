import { crc32 } from "../crc32.ts";
import { type PixelWork, pictureWork } from "../decode/limits.ts";
import { paeth } from "../decode/png-rows.ts";
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
  const rows = new ReadableStream<Uint8Array<ArrayBuffer>>(filteredRows(size, channels, rowAt, work));
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

function filteredRows(
  { width, height }: Size,
  channels: number,
  rowAt: (y: number) => Uint8Array,
  work: PixelWork,
): UnderlyingSource<Uint8Array<ArrayBuffer>> {
  const rowBytes = width * channels;
  const perBatch = Math.max(1, Math.floor(BATCH_BYTES / (rowBytes + 1)));
  const candidates = [0, 1, 2, 4].map((filter) => ({ filter, bytes: new Uint8Array(rowBytes) }));
  let above = new Uint8Array(rowBytes);
  let row = new Uint8Array(rowBytes);
  let y = 0;
  return {
    async pull(controller) {
      const rows = Math.min(perBatch, height - y);
      if (rows === 0) {
        controller.close();
        return;
      }
      const batch = new Uint8Array(rows * (rowBytes + 1));
      for (let index = 0; index < rows; index++, y++) {
        row.set(rowAt(y).subarray(0, rowBytes));
        let best = { filter: 0, bytes: row, cost: Number.POSITIVE_INFINITY };
        for (const { filter, bytes } of candidates) {
          const cost = applyFilter(filter, row, above, channels, bytes);
          if (cost < best.cost) best = { filter, bytes, cost };
        }
        batch[index * (rowBytes + 1)] = best.filter;
        batch.set(best.bytes, index * (rowBytes + 1) + 1);
        [above, row] = [row, above];
      }
      controller.enqueue(batch);
      await work.spend("pixels", rows * width);
    },
  };
}

/** Filters a row (ISO/IEC 15948:2004, 9.2) and tells how far from flat it is: the sum of its bytes as signed numbers. */
function applyFilter(filter: number, row: Uint8Array, above: Uint8Array, pixelBytes: number, out: Uint8Array): number {
  let cost = 0;
  for (let at = 0; at < row.length; at++) {
    const left = at < pixelBytes ? 0 : (row[at - pixelBytes] ?? 0);
    const up = above[at] ?? 0;
    const corner = at < pixelBytes ? 0 : (above[at - pixelBytes] ?? 0);
    const predicted = filter === 0 ? 0 : filter === 1 ? left : filter === 2 ? up : paeth(left, up, corner);
    const value = ((row[at] ?? 0) - predicted) & 255;
    out[at] = value;
    cost += value < 128 ? value : 256 - value;
  }
  return cost;
}
