const BYTES_PER_SAMPLE = 2;
const HEADER_BYTES = 44;
const PCM = 1;
const MONO = 1;
const MAX_SAMPLE = 0x7fff;

/** Samples from -1 to 1 as 16-bit little-endian PCM; what is louder is cut off. */
export function toPcm16(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(samples.length * BYTES_PER_SAMPLE);
  const view = new DataView(bytes.buffer);
  samples.forEach((sample, index) => {
    const held = Math.max(-1, Math.min(1, Number.isNaN(sample) ? 0 : sample));
    view.setInt16(index * BYTES_PER_SAMPLE, Math.round(held * MAX_SAMPLE), true);
  });
  return bytes;
}

/** The header of a WAV file (RIFF, 16-bit PCM, one channel) before so many bytes of samples. */
export function wavHeader(dataBytes: number, sampleRate: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  const write = (offset: number, tag: string): void => bytes.set(new TextEncoder().encode(tag), offset);
  write(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, PCM, true);
  view.setUint16(22, MONO, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * BYTES_PER_SAMPLE, true);
  view.setUint16(32, BYTES_PER_SAMPLE, true);
  view.setUint16(34, BYTES_PER_SAMPLE * 8, true);
  write(36, "data");
  view.setUint32(40, dataBytes, true);
  return bytes;
}

/** A WAV file of portions as `toPcm16` makes them. */
export function wavFile(portions: readonly Uint8Array<ArrayBuffer>[], sampleRate: number): Blob {
  const dataBytes = portions.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return new Blob([wavHeader(dataBytes, sampleRate), ...portions], { type: "audio/wav" });
}

/** How loud a portion is, from 0 to 1: its root mean square, on a scale on which speech is in the middle. */
export function loudness(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const meanSquare = sum / samples.length;
  // Silence stands at -60 dB.
  const decibels = meanSquare > 0 ? 10 * Math.log10(meanSquare) : Number.NEGATIVE_INFINITY;
  return Math.max(0, Math.min(1, (decibels + 60) / 60));
}
