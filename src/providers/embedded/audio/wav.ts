import { AppError } from "../../../domain/errors.ts";
import { joinedBytes } from "../../../domain/joined-bytes.ts";

/** How samples are written in a WAV file; frames are `channels × bytesPerSample` bytes, little-endian. */
export interface WavFormat {
  readonly encoding: "integer" | "float";
  /** Float samples have 4. One-byte integers are unsigned, wider ones signed. */
  readonly bytesPerSample: 1 | 2 | 3 | 4;
  /** At least 1. */
  readonly channels: number;
  /** Frames a second, in Hz; at least 1. */
  readonly sampleRate: number;
}

/** What stands before the samples of a WAV file. */
export interface WavHeader extends WavFormat {
  /** Offset of the first sample in the file, in bytes. */
  readonly dataOffset: number;
  /** Bytes of samples that the header promises; null when the writer streamed and could not know. */
  readonly dataBytes: number | null;
}

/** Bytes of the header that `wavHeader` writes. */
export const WAV_HEADER_BYTES = 44;
const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const FMT_CHUNK_BYTES = 16;
/** The fmt chunk of WAVE_FORMAT_EXTENSIBLE: its real encoding starts at byte 24. */
const EXTENSIBLE_FMT_BYTES = 26;
/** ffmpeg and sox write this as both sizes when they cannot seek back to fill them in. */
const UNKNOWN_SIZE = 0xffff_ffff;
const FORMAT_NAMES: Readonly<Record<number, string>> = {
  2: "ADPCM",
  6: "A-law",
  7: "μ-law",
  17: "IMA ADPCM",
  49: "GSM",
  85: "MP3",
};

const unreadable = (message: string) => new AppError("unreadable-resource", message);
const unsupported = (message: string) => new AppError("unsupported-input", message);
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const fourLetters = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));

/** The formats of sound that are not read here, or not under this media type, by how their files begin. */
function otherFormat(bytes: Uint8Array): string | undefined {
  const start = fourLetters(bytes, 0);
  if (start === "OggS") return "an Ogg file";
  if (start === "fLaC") return "a FLAC file";
  if (start === "FORM") return "an AIFF file";
  if (start === "RIFX" || start === "RF64" || start === "BW64") return `a WAV file of the ${start} variety`;
  if (fourLetters(bytes, 4) === "ftyp") return "an M4A or MP4 file";
  if (start === "\x1aE\xdf\xa3") return "a WebM or Matroska file";
  if (start.startsWith("ID3") || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0))
    return "an AAC file, or a part of an MP3";
  return undefined;
}

function parseFormat(view: DataView, at: number, size: number): WavFormat {
  if (size < FMT_CHUNK_BYTES) throw unreadable("The WAV file's format chunk is too short.");
  const outerCode = view.getUint16(at, true);
  const extensible = outerCode === 0xfffe && size >= EXTENSIBLE_FMT_BYTES;
  const code = extensible ? view.getUint16(at + 24, true) : outerCode;
  const channels = view.getUint16(at + 2, true);
  const sampleRate = view.getUint32(at + 4, true);
  const blockBytes = view.getUint16(at + 12, true);
  const bits = view.getUint16(at + 14, true);
  if (code !== 1 && code !== 3) {
    const name = FORMAT_NAMES[code] ?? `code ${code}`;
    throw unsupported(`The WAV file is encoded as ${name}; 8 to 32-bit PCM or 32-bit float is needed.`);
  }
  if (channels === 0) throw unreadable("The WAV file says that it has no channels.");
  if (sampleRate === 0) throw unreadable("The WAV file says that its sample rate is 0 Hz.");
  const bytesPerSample = bits / 8;
  const known = bytesPerSample === 1 || bytesPerSample === 2 || bytesPerSample === 3 || bytesPerSample === 4;
  if (!known || (code === 3 && bytesPerSample !== 4)) {
    throw unsupported(`The WAV file has ${bits}-bit samples; 8, 16, 24 or 32-bit PCM or 32-bit float is needed.`);
  }
  if (blockBytes !== channels * bytesPerSample) {
    throw unreadable(`The WAV file says ${blockBytes} bytes a frame, which ${channels} × ${bits} bits are not.`);
  }
  return { encoding: code === 3 ? "float" : "integer", bytesPerSample, channels, sampleRate };
}

/**
 * Reads the header of a RIFF WAVE file from its first bytes, skipping chunks it doesn't know.
 * Nothing is allocated by what a header claims, and `dataBytes` is the claim as it stands: the caller
 * knows what the file really holds.
 * @param bytes the file, or its beginning
 * @returns null when the samples start beyond `bytes`
 * @throws {AppError} `unsupported-input` for other formats and encodings, `unreadable-resource` for nonsense.
 * Source: Microsoft's "Multiple Channel Audio Data and WAVE Files" and RFC 2361.
 */
export function parseWavHeader(bytes: Uint8Array): WavHeader | null {
  if (bytes.length < RIFF_HEADER_BYTES) return null;
  if (fourLetters(bytes, 0) !== "RIFF" || fourLetters(bytes, 8) !== "WAVE") {
    const other = otherFormat(bytes);
    throw other
      ? unsupported(`This is ${other}; WAV and MP3 files are read here.`)
      : unreadable("This is not a WAV file.");
  }
  const view = viewOf(bytes);
  let format: WavFormat | undefined;
  let at = RIFF_HEADER_BYTES;
  while (at + CHUNK_HEADER_BYTES <= bytes.length) {
    const id = fourLetters(bytes, at);
    const size = view.getUint32(at + 4, true);
    const body = at + CHUNK_HEADER_BYTES;
    if (id === "data") {
      if (!format) throw unreadable("The WAV file has its samples before their format.");
      const streamed = size === UNKNOWN_SIZE && view.getUint32(4, true) === UNKNOWN_SIZE;
      return { ...format, dataOffset: body, dataBytes: streamed ? null : size };
    }
    if (id === "fmt ") {
      if (body + Math.min(size, EXTENSIBLE_FMT_BYTES) > bytes.length) return null;
      format = parseFormat(view, body, size);
    }
    at = body + size + (size % 2);
  }
  return null;
}

/** Reads sample `at` bytes into the view, full scale at ±1. */
function sampleReader(format: WavFormat): (view: DataView, at: number) => number {
  if (format.encoding === "float") {
    return (view, at) => {
      const sample = view.getFloat32(at, true);
      return Number.isFinite(sample) ? sample : 0;
    };
  }
  switch (format.bytesPerSample) {
    case 1:
      return (view, at) => (view.getUint8(at) - 128) / 128;
    case 2:
      return (view, at) => view.getInt16(at, true) / 32_768;
    case 3:
      return (view, at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 8_388_608;
    case 4:
      return (view, at) => view.getInt32(at, true) / 2_147_483_648;
  }
}

/**
 * Decodes whole frames; bytes of an unfinished last frame are left out, and float samples that are
 * no number become silence.
 * @returns one array a channel
 */
export function decodeFrames(format: WavFormat, bytes: Uint8Array): Float32Array[] {
  const read = sampleReader(format);
  const frameBytes = format.channels * format.bytesPerSample;
  const frames = Math.floor(bytes.length / frameBytes);
  const view = viewOf(bytes);
  return Array.from({ length: format.channels }, (_, channel) => {
    const samples = new Float32Array(frames);
    let at = channel * format.bytesPerSample;
    for (let frame = 0; frame < frames; frame += 1, at += frameBytes) samples[frame] = read(view, at);
    return samples;
  });
}

/** Samples as interleaved 16-bit PCM, clipped at full scale. Channels are of one length. */
export function encodePcm16(channels: readonly Float32Array[]): Uint8Array {
  const frames = channels[0]?.length ?? 0;
  const samples = new Int16Array(frames * channels.length);
  channels.forEach((channel, offset) => {
    for (let frame = 0, at = offset; frame < frames; frame += 1, at += channels.length) {
      samples[at] = Math.max(-32_768, Math.min(32_767, Math.round((channel[frame] ?? 0) * 32_768)));
    }
  });
  // Typed arrays have the machine's byte order, which is little-endian wherever workerd runs.
  return new Uint8Array(samples.buffer);
}

/** The 44 bytes before `dataBytes` bytes of 16-bit PCM. @param dataBytes below 4 GiB − 36 */
export function wavHeader(channels: number, sampleRate: number, dataBytes: number): Uint8Array {
  const header = new Uint8Array(WAV_HEADER_BYTES);
  const view = viewOf(header);
  const letters = (text: string, at: number) => header.set(new TextEncoder().encode(text), at);
  letters("RIFF", 0);
  view.setUint32(4, WAV_HEADER_BYTES - CHUNK_HEADER_BYTES + dataBytes, true);
  letters("WAVEfmt ", 8);
  view.setUint32(16, FMT_CHUNK_BYTES, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * channels * 2, true);
  view.setUint16(32, channels * 2, true);
  view.setUint16(34, 16, true);
  letters("data", 36);
  view.setUint32(40, dataBytes, true);
  return header;
}

/** A whole WAV file of 16-bit PCM, from parts of its samples in that form. */
export function wavFile(channels: number, sampleRate: number, parts: readonly Uint8Array[]): Uint8Array {
  const dataBytes = parts.reduce((sum, part) => sum + part.length, 0);
  return joinedBytes([wavHeader(channels, sampleRate, dataBytes), ...parts]);
}
