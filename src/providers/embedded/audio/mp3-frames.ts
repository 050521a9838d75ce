/** What the header of an MP3's frame says (ISO/IEC 11172-3, 2.4.1.3; 13818-3, and MPEG 2.5, which is no standard). */
export interface FrameHeader {
  readonly bytes: number;
  /** A channel's. */
  readonly samples: number;
  readonly sampleRate: number;
  readonly channels: number;
  /** Of MPEG: what all frames of a file have in common. */
  readonly version: number;
}

const HEADER_BYTES = 4;
/** Gone through at once, in a few milliseconds. */
const PIECE_BYTES = 64 * 1024;
const LAYER_3 = 1;
const MPEG_1 = 3;
const RESERVED_VERSION = 1;
/** In kbit/s, by the header's index from 1 to 14; 0 is a rate that it does not say, which nobody uses. */
const KBITS_1 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] as const;
const KBITS_2 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160] as const;
/** In Hz, by version and index. */
const RATES_HZ: Readonly<Record<number, readonly number[]>> = {
  0: [11_025, 12_000, 8_000],
  2: [22_050, 24_000, 16_000],
  3: [44_100, 48_000, 32_000],
};

/** The header that stands there; null where there is none of layer III. */
export function frameHeaderAt(file: Uint8Array, at: number): FrameHeader | null {
  // Asked for nearly every byte of a file that holds no sound.
  if (file[at] !== 0xff) return null;
  const [second = 0, third = 0, fourth = 0] = [file[at + 1], file[at + 2], file[at + 3]];
  const version = (second >> 3) & 3;
  if (second >> 5 !== 7 || ((second >> 1) & 3) !== LAYER_3 || version === RESERVED_VERSION) return null;
  const sampleRate = RATES_HZ[version]?.[(third >> 2) & 3];
  const kbits = (version === MPEG_1 ? KBITS_1 : KBITS_2)[(third >> 4) - 1];
  if (sampleRate === undefined || kbits === undefined) return null;
  const samples = version === MPEG_1 ? 1152 : 576;
  const bytes = Math.floor(((samples / 8) * kbits * 1000) / sampleRate) + ((third >> 1) & 1);
  return { bytes, samples, sampleRate, channels: fourth >> 6 === 3 ? 1 : 2, version };
}

/** The frames of a recording, one after the other. */
export interface Frames {
  readonly bytes: Uint8Array;
  readonly first: FrameHeader;
  readonly count: number;
}

/**
 * An MP3 without all that is no frame of its sound: tags, covers, gaps, frames that are cut off or of another rate. A frame
 * counts where another follows it, or the file ends. Takes time and memory in proportion to the file.
 * @param spend is told of the bytes that were gone through, and gives the thread back now and then
 * @returns null for a file without one
 */
export async function framesOf(file: Uint8Array, spend: (bytes: number) => Promise<void>): Promise<Frames | null> {
  const bytes = new Uint8Array(file.length);
  let first: FrameHeader | null = null;
  let filled = 0;
  let count = 0;
  let spentAt = 0;
  for (let at = afterTag(file); at + HEADER_BYTES <= file.length; ) {
    if (at - spentAt >= PIECE_BYTES) {
      await spend(at - spentAt);
      spentAt = at;
    }
    const header = frameHeaderAt(file, at);
    const end = at + (header?.bytes ?? 0);
    const isFrame =
      header && end <= file.length && (end === file.length || frameHeaderAt(file, end) || isTag(file, end));
    if (!isFrame || (first && !isAlike(header, first))) {
      at++;
      continue;
    }
    first ??= header;
    bytes.set(file.subarray(at, end), filled);
    filled += header.bytes;
    count++;
    at = end;
  }
  return first && { bytes: bytes.subarray(0, filled), first, count };
}

const isAlike = (one: FrameHeader, other: FrameHeader): boolean =>
  one.version === other.version && one.sampleRate === other.sampleRate && one.channels === other.channels;

const TAGS: ReadonlySet<string> = new Set(["TAG", "APE", "ID3", "LYR"]);

/** What programs write behind the sound. */
const isTag = (file: Uint8Array, at: number): boolean =>
  TAGS.has(String.fromCharCode(file[at] ?? 0, file[at + 1] ?? 0, file[at + 2] ?? 0));

/** Where the tag at the beginning ends, which may hold a picture (https://id3.org/id3v2.4.0-structure, 3.1). */
function afterTag(file: Uint8Array): number {
  if (String.fromCharCode(...file.subarray(0, 3)) !== "ID3") return 0;
  const [a = 0, b = 0, c = 0, d = 0] = file.subarray(6, 10);
  return 10 + (((a & 127) << 21) | ((b & 127) << 14) | ((c & 127) << 7) | (d & 127));
}
