import { crc32, deflateSync } from "node:zlib";

const SIDE = 64;

/** A grey square with "fake" in its comment. */
export function fakePng(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  // Eight bits of grey; what follows is 0.
  header[8] = 8;
  const rows = Buffer.concat(Array.from({ length: SIDE }, () => Buffer.from([0, ...Array<number>(SIDE).fill(128)])));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("tEXt", Buffer.from("Comment\0fake", "latin1")),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** Of MPEG-1 Layer III at 128 kbit/s and 44.1 kHz. */
const FRAME_BYTES = 417;
const FRAME_HEADER = [0xff, 0xfb, 0x90, 0x64];
/** A second of it. */
const FRAMES = 38;

/** Silence. */
export function fakeMp3(): Buffer {
  const frame = Buffer.alloc(FRAME_BYTES);
  frame.set(FRAME_HEADER);
  return Buffer.concat(Array.from({ length: FRAMES }, () => frame));
}
