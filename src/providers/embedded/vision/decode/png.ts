import { AppError } from "../../../../domain/errors.ts";
import { pixelsOf, type Raster, type Size } from "../raster.ts";
import { AreaShrinker, shrink } from "./area-shrinker.ts";
import { checkMemory, type PixelWork, pictureWork } from "./limits.ts";
import type { PngHeader } from "./png-header.ts";
import { bitsPerPixel, channelsOf, type Pass, passesOf, rowUnpacker, unfilter } from "./png-rows.ts";

/** What is inflated at a time: of a bomb, 64 MB at most before the last row is reached. */
const PIECE_BYTES = 64 * 1024;

/**
 * Decodes a PNG to `target` size, row by row as it is inflated, so that memory is the target's and not
 * the picture's, and no more is inflated than the header promised. (fast-png, under image-js, inflates
 * without a bound, skews 1-bit rows whose width is no multiple of eight, and fails on 2 and 4 bits.)
 * Only an interlaced picture has to be held whole.
 * @throws {AppError} `unreadable-resource`, or `resource-too-large` for an interlaced one.
 */
export async function decodePng(header: PngHeader, target: Size, work: PixelWork = pictureWork()): Promise<Raster> {
  const channels = channelsOf(header);
  if (header.interlaced) {
    const bytes = pixelsOf(header) * channels;
    checkMemory(bytes, header, "it is interlaced");
    const whole = { width: header.width, height: header.height, channels, data: new Uint8Array(bytes) };
    await readRows(header, work, (pass, y, row) => scatter(whole, pass, y, row));
    return shrink(whole, target);
  }
  const shrinker = new AreaShrinker(header, target, channels);
  await readRows(header, work, (_pass, _y, row) => shrinker.push(row));
  return shrinker.result();
}

/** Writes a row of a pass to the places of its pixels. */
function scatter(whole: Raster, pass: Pass, y: number, row: Uint8Array): void {
  const { channels, data } = whole;
  let to = ((pass.top + y * pass.stepY) * whole.width + pass.left) * channels;
  for (let x = 0, from = 0; x < pass.width; x++, to += pass.stepX * channels) {
    for (let channel = 0; channel < channels; channel++) data[to + channel] = row[from++] ?? 0;
  }
}

/** Inflates the pixels and hands over every row in the order of the file, as 8-bit RGB or RGBA. */
async function readRows(
  header: PngHeader,
  work: PixelWork,
  take: (pass: Pass, y: number, row: Uint8Array) => void,
): Promise<void> {
  const bits = bitsPerPixel(header);
  const unpack = rowUnpacker(header);
  const unpacked = new Uint8Array(header.width * channelsOf(header));
  const passes = passesOf(header)[Symbol.iterator]();
  let pass = passes.next().value;
  let y = 0;
  let above = new Uint8Array(0);
  let row = new Uint8Array(0);
  let filter = -1;
  let filled = 0;
  let unspent = 0;
  const startRow = (first: boolean): void => {
    const bytes = pass === undefined ? 0 : Math.ceil((pass.width * bits) / 8);
    [above, row] = first ? [new Uint8Array(bytes), new Uint8Array(bytes)] : [row, above];
    filter = -1;
    filled = 0;
  };
  startRow(true);

  for await (const chunk of inflated(header.data)) {
    for (let at = 0; at < chunk.length && pass !== undefined; ) {
      if (filter < 0) {
        filter = chunk[at++] ?? 0;
        continue;
      }
      const part = chunk.subarray(at, at + row.length - filled);
      row.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < row.length) continue;
      if (!unfilter(filter, row, above, Math.max(1, bits >> 3)))
        throw new AppError("unreadable-resource", "The PNG is damaged: a row has a filter that does not exist.");
      unpack(row, pass.width, unpacked);
      take(pass, y, unpacked.subarray(0, pass.width * channelsOf(header)));
      y += 1;
      unspent += pass.width;
      const ended = y === pass.height;
      if (ended) {
        pass = passes.next().value;
        y = 0;
      }
      startRow(ended);
    }
    if (pass === undefined) return;
    // Once a chunk of some kilobytes: awaited at each row, a picture one pixel wide would take longer than its pixels.
    await work.spend("pixels", unspent);
    unspent = 0;
  }
  throw new AppError("unreadable-resource", "The PNG is damaged: it ends before its last row.");
}

/** The inflated bytes as they come; leaving the loop early stops the inflating. */
async function* inflated(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  const queue = parts
    .flatMap((part) =>
      Array.from({ length: Math.ceil(part.length / PIECE_BYTES) }, (_, index) =>
        part.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES),
      ),
    )
    [Symbol.iterator]();
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const next = queue.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value.slice());
    },
  });
  try {
    for await (const chunk of source.pipeThrough(new DecompressionStream("deflate"))) yield chunk;
  } catch (cause) {
    throw new AppError("unreadable-resource", "The PNG is damaged: its pixels cannot be decompressed.", { cause });
  }
}
