import { crc32, deflateSync } from "node:zlib";

/** A PNG of red and white stripes, as on a tape that keeps people away, with "[fake]" in its comment. */
export function fakePicture(width: number, height: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([
      0,
      ...Array.from({ length: width }, (__, x) => ((x + y) >> 3) % 2).flatMap((red) =>
        red ? [200, 0, 0] : [255, 255, 255],
      ),
    ]),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("tEXt", Buffer.from("Comment\0[fake]", "latin1")),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

const SIDE_PIXELS = 64;
/** Where nobody says how large it should be. */
export const PICTURE = fakePicture(SIDE_PIXELS, SIDE_PIXELS);

/** Bytes of a frame of MPEG-1 layer III at 128 kbit/s and 44.1 kHz, which lasts 26 ms. */
const FRAME_BYTES = 417;
/** Half a second of them. */
const FRAMES = 20;

/** An MP3 of silence. */
export const MP3 = Buffer.concat(
  Array.from({ length: FRAMES }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64])], FRAME_BYTES)),
);

/** A tenth of a second of silence: 16 kHz, 16 bits, one channel. */
export const WAV = silence(1_600);

function silence(samples: number): Buffer {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples * 2, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(16_000, 24);
  header.writeUInt32LE(32_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples * 2, 40);
  return Buffer.concat([header, Buffer.alloc(samples * 2)]);
}

/** The box that begins an MP4 file, and an empty one. */
export const MP4 = Buffer.concat([
  Buffer.from([0, 0, 0, 20]),
  Buffer.from("ftypisom"),
  Buffer.from([0, 0, 2, 0]),
  Buffer.from("isom"),
  Buffer.from([0, 0, 0, 8]),
  Buffer.from("free"),
]);

/** A mask of one pixel, which is all there is of the picture that it is for. */
export const MASK = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
