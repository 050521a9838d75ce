import { wavFile, wavHeader } from "../../../src/providers/embedded/audio/wav.ts";
import type { WorstCase } from "./case.ts";

const noise = (bytes: number): Uint8Array => Uint8Array.from({ length: bytes }, (_, at) => (at * 48_271) >> 7);

/** A megabyte of empty chunks before the samples. */
function manyChunks(): Uint8Array<ArrayBuffer> {
  const header = wavHeader(1, 48_000, 96_000);
  const chunks = new Uint8Array(1_000_000);
  return new Uint8Array(Buffer.concat([header.subarray(0, 36), chunks, header.subarray(36), noise(96_000)]));
}

const wav = (rate: number, seconds: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(wavFile(1, rate, [noise(rate * seconds * 2)]));

/** Hostile texts and recordings. */
export const AUDIO_CASES: readonly WorstCase[] = [
  { taskType: "text-to-speech", what: "5,000 digits", inputs: () => ({ text: "9".repeat(5_000) }) },
  { taskType: "text-to-speech", what: "numbers", inputs: () => ({ text: "777,777 ".repeat(625) }) },
  { taskType: "audio-to-audio", what: "ten minutes at 48 kHz", inputs: () => ({ audio: wav(48_000, 600) }) },
  { taskType: "audio-to-audio", what: "an odd rate", inputs: () => ({ audio: wav(191_999, 150) }) },
  {
    taskType: "audio-to-audio",
    what: "an MP3 of 8 MB that is all headers and no frame",
    mediaType: "audio/mpeg",
    inputs: () => ({ audio: Uint8Array.from({ length: 8_000_000 }, (_, at) => [0xff, 0xfb, 0x90, 0][at % 4] ?? 0) }),
  },
  {
    taskType: "audio-to-audio",
    what: "an MP3 of 8 MB of the first byte of a header",
    mediaType: "audio/mpeg",
    inputs: () => ({ audio: new Uint8Array(8_000_000).fill(0xff) }),
  },
  { taskType: "audio-to-audio", what: "a megabyte of empty chunks", inputs: () => ({ audio: manyChunks() }) },
];
