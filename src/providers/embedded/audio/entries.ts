import type { ExpertEntry } from "../expert.ts";

const MEBIBYTE = 1024 * 1024;

/** The experts on sound that run inside the Worker. */
export const AUDIO_EXPERTS: readonly ExpertEntry[] = [
  {
    model: "flite-slt",
    taskType: "text-to-speech",
    description: "CMU Flite reads English aloud with its voice slt: understandable, clearly synthetic",
    licence: "MIT-Festival",
    grade: "stand-in",
    // The engine and its voices, in one file. What was learnt in it can't be told from the rest: no more than a
    // parameter a byte, no more than 21.5 million, whatever is asked of its size.
    stated: { parameters: 21_530_456, bytes: 21_530_456, languages: ["en"] },
    // The synthesizer on its way into its own isolate, whose memory is not ours, and the longest speech.
    memoryBytes: 48 * MEBIBYTE,
    // A piece of the script has 75 digits or more, but for a short last one, and takes some tenths of a second.
    work: { characters: { most: 5_000, perTurn: 50 } },
    available: (surroundings) => surroundings.loader !== undefined,
    load: async () => (await import("./text-to-speech.ts")).expert,
  },
  {
    model: "rnnoise",
    taskType: "audio-to-audio",
    description: "RNNoise takes steady noise out of recorded speech, in WAV or MP3",
    licence: "Apache-2.0",
    grade: "full",
    // Of version 0.1: layers of 24, 24, 48 and 96 units on 42 features (arXiv 1709.08243); the file holds the program too.
    stated: { parameters: 87_503, bytes: 112_141, languages: [] },
    // RNNoise's 16 MiB and the longest result, which is kept until it is stored.
    memoryBytes: 76 * MEBIBYTE,
    // Ten minutes at 48 kHz; an MP3's bytes, as they are searched for its frames.
    work: {
      samples: { most: 28_800_000, perTurn: 48_000 },
      bytes: { most: 8 * MEBIBYTE, perTurn: MEBIBYTE / 2 },
    },
    load: async () => (await import("./audio-to-audio.ts")).expert,
  },
];
