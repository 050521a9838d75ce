/** What to write into a WAV file, true or not. */
export interface WavFields {
  readonly code?: number;
  readonly channels?: number;
  readonly sampleRate?: number;
  readonly bits?: number;
  /** Bytes a frame, where it is to differ from channels × bits / 8. */
  readonly blockBytes?: number;
  /** The size that the data chunk claims, where it is to differ from the truth. */
  readonly dataBytes?: number;
  readonly riffBytes?: number;
  /** Wraps the format in WAVE_FORMAT_EXTENSIBLE. */
  readonly extensible?: boolean;
  /** Chunks between format and data, by id. */
  readonly chunks?: Readonly<Record<string, Uint8Array>>;
}

const number = (value: number, bytes: 2 | 4): number[] =>
  Array.from({ length: bytes }, (_, i) => Math.floor(value / 2 ** (8 * i)) % 256);
const letters = (text: string): number[] => [...new TextEncoder().encode(text)];

/** A WAV file with any header, over the bytes of `data`. */
export function wavWith(data: Uint8Array, fields: WavFields = {}): Uint8Array {
  const { code = 1, channels = 1, sampleRate = 16_000, bits = 16, extensible = false } = fields;
  const blockBytes = fields.blockBytes ?? (channels * bits) / 8;
  const subformat = [...number(code, 2), 0, 0, 0, 0, 16, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71];
  const format = [
    ...number(extensible ? 0xfffe : code, 2),
    ...number(channels, 2),
    ...number(sampleRate, 4),
    ...number(sampleRate * blockBytes, 4),
    ...number(blockBytes, 2),
    ...number(bits, 2),
    ...(extensible ? [...number(22, 2), ...number(bits, 2), ...number(0, 4), ...subformat] : []),
  ];
  const between = Object.entries(fields.chunks ?? {}).flatMap(([id, bytes]) => [
    ...letters(id),
    ...number(bytes.length, 4),
    ...bytes,
    ...(bytes.length % 2 ? [0] : []),
  ]);
  const body = [
    ...letters("WAVEfmt "),
    ...number(format.length, 4),
    ...format,
    ...between,
    ...letters("data"),
    ...number(fields.dataBytes ?? data.length, 4),
  ];
  const head = [...letters("RIFF"), ...number(fields.riffBytes ?? body.length + data.length, 4), ...body];
  const file = new Uint8Array(head.length + data.length);
  file.set(head);
  file.set(data, head.length);
  return file;
}

type Encoding = "8-bit" | "16-bit" | "24-bit" | "32-bit" | "float";
export const ENCODINGS: readonly Encoding[] = ["8-bit", "16-bit", "24-bit", "32-bit", "float"];
const BITS = { "8-bit": 8, "16-bit": 16, "24-bit": 24, "32-bit": 32, float: 32 } as const;

/** A true WAV file of the given samples (full scale ±1) in any encoding, written independently of the codec under test. */
export function wavOf(samples: readonly Float32Array[], encoding: Encoding, fields: WavFields = {}): Uint8Array {
  const bytes = BITS[encoding] / 8;
  const frames = samples[0]?.length ?? 0;
  const view = new DataView(new ArrayBuffer(frames * samples.length * bytes));
  for (let frame = 0; frame < frames; frame += 1) {
    for (const [index, channel] of samples.entries()) {
      const at = (frame * samples.length + index) * bytes;
      const sample = channel[frame] ?? 0;
      if (encoding === "float") {
        view.setFloat32(at, sample, true);
        continue;
      }
      const scale = 2 ** (BITS[encoding] - 1);
      const level = Math.max(-scale, Math.min(scale - 1, Math.round(sample * scale)));
      const stored = encoding === "8-bit" ? level + 128 : level;
      for (let byte = 0; byte < bytes; byte += 1) view.setUint8(at + byte, Math.floor(stored / 256 ** byte) & 255);
    }
  }
  const code = encoding === "float" ? 3 : 1;
  return wavWith(new Uint8Array(view.buffer), { code, bits: BITS[encoding], channels: samples.length, ...fields });
}
