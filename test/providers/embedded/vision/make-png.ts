import { crc32 } from "node:zlib";

export interface PngParts {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** The number in the header: 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA. */
  readonly colour: number;
  readonly interlaced?: boolean;
}

const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10);

export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function chunk(type: string, body: Uint8Array): Uint8Array {
  const out = concat([new Uint8Array(4), new TextEncoder().encode(type), body, new Uint8Array(4)]);
  const view = new DataView(out.buffer);
  view.setUint32(0, body.length);
  view.setUint32(8 + body.length, crc32(out.subarray(4, 8 + body.length)));
  return out;
}

export const deflate = async (raw: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await new Response(new Blob([raw]).stream().pipeThrough(new CompressionStream("deflate"))).arrayBuffer(),
  );

/** A PNG with this header and these already compressed pixels, however little the two agree. */
export function pngFile(parts: PngParts, compressed: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, parts.width);
  view.setUint32(4, parts.height);
  header.set([parts.depth, parts.colour, 0, 0, parts.interlaced === true ? 1 : 0], 8);
  return concat([PNG_SIGNATURE, chunk("IHDR", header), chunk("IDAT", compressed), chunk("IEND", new Uint8Array(0))]);
}
