import { crc32 } from "node:zlib";
import { AppError } from "../../../../domain/errors.ts";
import { streamOf } from "../../stream-of.ts";
import { exifOrientation, type Orientation } from "../orient.ts";
import { pixelsOf, type Raster, type Size } from "../raster.ts";
import { AreaShrinker, shrink } from "../scale.ts";
import { checkMemory, type PixelWork, pictureWork } from "./limits.ts";

interface Ihdr extends Size {
  readonly depth: number;
  readonly colour: "grey" | "rgb" | "palette" | "grey-alpha" | "rgb-alpha";
  /** Of each pixel. */
  readonly samples: number;
  readonly interlaced: boolean;
}

/** What the chunks of a PNG before and around its pixels say (ISO/IEC 15948:2004, 11.2 and 11.3). */
export interface PngHeader extends Ihdr {
  /** RGB triples; empty when there is no palette. */
  readonly palette: Uint8Array;
  /** tRNS: alpha per palette entry, or the one transparent sample value as 16-bit numbers. */
  readonly transparency: Uint8Array | null;
  readonly orientation: Orientation;
  /** The compressed pixels, in order; views of the file. */
  readonly data: readonly Uint8Array[];
}

/** By number: samples a pixel, and how many bits each may have. */
const COLOURS: Readonly<Record<number, readonly [Ihdr["colour"], samples: number, depths: readonly number[]]>> = {
  0: ["grey", 1, [1, 2, 4, 8, 16]],
  2: ["rgb", 3, [8, 16]],
  3: ["palette", 1, [1, 2, 4, 8]],
  4: ["grey-alpha", 2, [8, 16]],
  6: ["rgb-alpha", 4, [8, 16]],
};
const SIGNATURE_BYTES = 8;
/** Length, type and checksum. */
const CHUNK_OVERHEAD_BYTES = 12;
/** Chunks whose damage would show as a wrong picture rather than an error. The pixels have zlib's own checksum. */
const CHECKED = new Set(["IHDR", "PLTE", "tRNS"]);

const damaged = (what: string, cause?: unknown): AppError =>
  new AppError("unreadable-resource", `The PNG is damaged: ${what}.`, { cause });

/**
 * Reads every chunk without inflating any.
 * @throws {AppError} `unreadable-resource` for anything but a well-formed PNG.
 */
export function readPngHeader(file: Uint8Array): PngHeader {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const data: Uint8Array[] = [];
  let header: Ihdr | null = null;
  let palette = new Uint8Array(0);
  let transparency: Uint8Array | null = null;
  let orientation: Orientation = 1;

  for (let at = SIGNATURE_BYTES; at + CHUNK_OVERHEAD_BYTES <= file.length; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8));
    const end = at + 8 + length;
    if (end + 4 > file.length) throw damaged(`it ends inside its ${type} chunk`);
    const body = file.subarray(at + 8, end);
    if (CHECKED.has(type) && crc32(file.subarray(at + 4, end)) !== view.getUint32(end))
      throw damaged(`the checksum of ${type} is wrong`);
    if (header === null && type !== "IHDR") throw damaged("it does not begin with a header");
    if (type === "IHDR") header = readIhdr(body);
    else if (type === "PLTE") palette = body.slice();
    else if (type === "tRNS") transparency = body.slice();
    else if (type === "eXIf") orientation = exifOrientation(body);
    else if (type === "IDAT") data.push(body);
    else if (type === "IEND") break;
    at = end + 4;
  }
  if (header === null) throw damaged("it ends before its header");
  if (data.length === 0) throw damaged("it holds no pixels");
  if (header.colour === "palette" && (palette.length === 0 || palette.length % 3 !== 0))
    throw damaged("its palette is missing or broken");
  return { ...header, palette, transparency, orientation, data };
}

function readIhdr(body: Uint8Array): Ihdr {
  if (body.length !== 13) throw damaged("its header has the wrong length");
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const [depth = 0, kind = 0, ...methods] = body.subarray(8);
  const [colour, samples, depths] = COLOURS[kind] ?? [];
  if (colour === undefined || samples === undefined || !depths?.includes(depth))
    throw damaged("it has a colour type that does not exist");
  const [compression, filter, interlacing = 0] = methods;
  if (compression !== 0 || filter !== 0 || interlacing > 1)
    throw damaged("it uses an unknown compression, filter or interlacing");
  return { width: view.getUint32(0), height: view.getUint32(4), depth, colour, samples, interlaced: interlacing === 1 };
}

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
  const bits = header.samples * header.depth;
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
      if (filter > 4) throw damaged("a row has a filter that does not exist");
      unfilter(filter, row, above, Math.max(1, bits >> 3));
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
  throw damaged("it ends before its last row");
}

/** The inflated bytes as they come; leaving the loop early stops the inflating. */
async function* inflated(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  try {
    yield* streamOf(pieces(parts)).pipeThrough(new DecompressionStream("deflate"));
  } catch (cause) {
    throw damaged("its pixels cannot be decompressed", cause);
  }
}

function* pieces(parts: readonly Uint8Array[]): Generator<Uint8Array<ArrayBuffer>> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += PIECE_BYTES) yield part.slice(at, at + PIECE_BYTES);
  }
}

/** One of the reduced images that a PNG's rows belong to: the only one, or one of Adam7's seven. */
interface Pass extends Size {
  readonly left: number;
  readonly top: number;
  readonly stepX: number;
  readonly stepY: number;
}

/** ISO/IEC 15948:2004, 8.2: left, top, column step, row step. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** The passes that have pixels, in the order of the file. */
const passesOf = ({ width, height, interlaced }: PngHeader): readonly Pass[] =>
  (interlaced ? ADAM7 : ([[0, 0, 1, 1]] as const))
    .map(([left, top, stepX, stepY]) => ({
      ...{ left, top, stepX, stepY },
      width: Math.ceil((width - left) / stepX),
      height: Math.ceil((height - top) / stepY),
    }))
    .filter((pass) => pass.width > 0 && pass.height > 0);

const channelsOf = ({ transparency, samples }: PngHeader): 3 | 4 =>
  transparency !== null || samples % 2 === 0 ? 4 : 3;

/** What a filter expects a byte to be (ISO/IEC 15948:2004, 9.2), by those to its left, above it and between them. */
export function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Undoes a row's filter in place; `above` is the row before it, unfiltered. */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array, pixelBytes: number): void {
  if (filter === 0) return;
  for (let at = 0; at < row.length; at++) {
    const left = at < pixelBytes ? 0 : (row[at - pixelBytes] ?? 0);
    const corner = at < pixelBytes ? 0 : (above[at - pixelBytes] ?? 0);
    row[at] = (row[at] ?? 0) + predicted(filter, left, above[at] ?? 0, corner);
  }
}

/**
 * Makes the function that turns an unfiltered row of `width` pixels into 8-bit RGB or RGBA. Sixteen-bit
 * samples keep their high byte, smaller ones are stretched to 255.
 */
function rowUnpacker(header: PngHeader): (row: Uint8Array, width: number, out: Uint8Array) => void {
  const { depth, colour, samples, palette, transparency } = header;
  const channels = channelsOf(header);
  if (depth === 8 && channels === samples) return (row, width, out) => out.set(row.subarray(0, width * samples));
  const sampleAt = (row: Uint8Array, index: number): number => {
    if (depth === 8) return row[index] ?? 0;
    if (depth === 16) return ((row[index * 2] ?? 0) << 8) | (row[index * 2 + 1] ?? 0);
    const bit = index * depth;
    return ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
  };
  const toByte = (sample: number): number => (depth === 16 ? sample >> 8 : (sample * 255) / ((1 << depth) - 1));
  const keyed = (index: number): number => sampleOf16(transparency, index);
  return (row, width, out) => {
    for (let x = 0, to = 0; x < width; x++, to += channels) {
      const first = x * samples;
      const red = sampleAt(row, first);
      if (colour === "palette") {
        for (let channel = 0; channel < 3; channel++) out[to + channel] = palette[red * 3 + channel] ?? 0;
        if (channels === 4) out[to + 3] = transparency?.[red] ?? 255;
        continue;
      }
      const green = samples < 3 ? red : sampleAt(row, first + 1);
      const blue = samples < 3 ? red : sampleAt(row, first + 2);
      out[to] = toByte(red);
      out[to + 1] = toByte(green);
      out[to + 2] = toByte(blue);
      if (samples % 2 === 0) out[to + 3] = toByte(sampleAt(row, first + samples - 1));
      else if (channels === 4)
        out[to + 3] = red === keyed(0) && (samples < 3 || (green === keyed(1) && blue === keyed(2))) ? 0 : 255;
    }
  };
}

const sampleOf16 = (bytes: Uint8Array | null, index: number): number =>
  ((bytes?.[index * 2] ?? 0) << 8) | (bytes?.[index * 2 + 1] ?? 0);
