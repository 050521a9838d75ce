import type { RnnoiseModule } from "@jitsi/rnnoise-wasm/dist/rnnoise.js";
import { AppError } from "../../../domain/errors.ts";
import type { ExpertCall, ExpertResult } from "../../provider.ts";
import type { EmbeddedExpert } from "../expert.ts";
import { streamOf } from "../stream-of.ts";
import type { WorkBudget } from "../work.ts";
import { openSound } from "./open-sound.ts";
import { Resampler } from "./resample.ts";
import { loadRnnoise, RNNOISE_RATE_HZ, SpeechDenoiser } from "./rnnoise.ts";
import type { Sound } from "./sound.ts";
import { encodePcm16, WAV_HEADER_BYTES, wavHeader } from "./wav.ts";

/** The result is held until it is stored, in an isolate of 128 MB, beside what is held of the recording. */
const MAX_BYTES = 60_000_000;
/** Keeps the work of one call near ten seconds: channels are cleaned one by one. */
const MAX_CHANNEL_SECONDS = 600;
const MIN_RATE_HZ = 8_000;
const MAX_RATE_HZ = 192_000;
const MAX_CHANNELS = 2;
/** Sound worked on before watchers hear of progress again. */
const TOLD_SECONDS = 5;

const tooLong = () =>
  new AppError(
    "resource-too-large",
    "The recording is too long: 10 minutes of mono, or 5 of stereo, can be cleaned at once.",
  );
const tooLarge = () =>
  new AppError("resource-too-large", `The recording is too large: ${MAX_BYTES / 1_000_000} MB can be cleaned.`);

/** Refuses by its head alone what cannot be cleaned. */
function check({ channels, sampleRate, frames }: Sound): void {
  if (channels > MAX_CHANNELS) {
    throw new AppError("unsupported-input", `The recording has ${channels} channels; mono or stereo is needed.`);
  }
  if (sampleRate < MIN_RATE_HZ || sampleRate > MAX_RATE_HZ) {
    throw new AppError(
      "unsupported-input",
      `The recording has ${sampleRate} samples a second; 8,000 to 192,000 are needed.`,
    );
  }
  if (frames !== null && (frames / sampleRate) * channels > MAX_CHANNEL_SECONDS) throw tooLong();
}

/** One channel's way: up to RNNoise's rate, through it, and back. */
class ChannelCleaner {
  readonly #up: Resampler;
  readonly #denoiser: SpeechDenoiser;
  readonly #down: Resampler;

  constructor(rnnoise: RnnoiseModule, rateHz: number) {
    this.#up = new Resampler(rateHz, RNNOISE_RATE_HZ);
    this.#denoiser = new SpeechDenoiser(rnnoise);
    this.#down = new Resampler(RNNOISE_RATE_HZ, rateHz);
  }

  push(samples: Float32Array): Float32Array {
    return this.#down.push(this.#denoiser.push(this.#up.push(samples)));
  }

  end(): Float32Array {
    const parts = [
      this.#down.push(this.#denoiser.push(this.#up.end())),
      this.#down.push(this.#denoiser.end()),
      this.#down.end(),
    ];
    const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  dispose(): void {
    this.#denoiser.dispose();
  }
}

/** Cleans an open recording block by block. @returns 16-bit samples in pieces, as many frames as came in */
async function clean(
  { channels, sampleRate, frames: expectedFrames, heldBytes, blocks }: Sound,
  rnnoise: RnnoiseModule,
  call: ExpertCall,
  work: WorkBudget,
): Promise<Uint8Array[]> {
  const cleaners = Array.from({ length: channels }, () => new ChannelCleaner(rnnoise, sampleRate));
  const parts: Uint8Array[] = [];
  let frames = 0;
  let givenFrames = 0;
  let nextTold = TOLD_SECONDS * sampleRate;
  const give = (cleaned: readonly Float32Array[]) => {
    givenFrames += cleaned[0]?.length ?? 0;
    parts.push(encodePcm16(cleaned));
  };
  try {
    for await (const block of blocks) {
      call.signal.throwIfAborted();
      frames += block[0]?.length ?? 0;
      if ((frames / sampleRate) * channels > MAX_CHANNEL_SECONDS) throw tooLong();
      if (frames * channels * 2 + heldBytes > MAX_BYTES) throw tooLarge();
      give(cleaners.map((cleaner, channel) => cleaner.push(block[channel] ?? new Float32Array())));
      await work.spend("samples", ((block[0]?.length ?? 0) * channels * RNNOISE_RATE_HZ) / sampleRate);
      if (frames < nextTold) continue;
      nextTold = frames + TOLD_SECONDS * sampleRate;
      call.progress("Taking the noise out", expectedFrames ? Math.min(1, frames / expectedFrames) : undefined);
    }
    if (frames === 0) throw new AppError("unreadable-resource", "The file holds no sound.");
    // Where the rates don't divide, the way there and back may end a sample later than the recording did.
    const missing = frames - givenFrames;
    give(cleaners.map((cleaner) => cleaner.end().subarray(0, missing)));
    return parts.filter((part) => part.length > 0);
  } finally {
    for (const cleaner of cleaners) cleaner.dispose();
  }
}

function result({ channels, sampleRate }: Sound, parts: readonly Uint8Array[]): ExpertResult {
  const dataBytes = parts.reduce((sum, part) => sum + part.length, 0);
  // One by one: joining them would hold the recording twice.
  const stream = streamOf([wavHeader(channels, sampleRate, dataBytes), ...parts]);
  return {
    outputs: {
      audio: { as: "stream", stream, length: WAV_HEADER_BYTES + dataBytes, mediaType: "audio/wav", made: "denoised" },
    },
    notes: sampleRate > RNNOISE_RATE_HZ ? ["Sound above 24 kHz was left out: the denoiser works at 48 kHz."] : [],
  };
}

/** Takes the noise out of speech with RNNoise. In: WAV or MP3; out: WAV of the same rate, channels and length, 16 bits. */
export const expert: EmbeddedExpert = {
  async run(call, { work }): Promise<ExpertResult> {
    const [input] = call.inputs.audio ?? [];
    if (!input) throw new AppError("invalid-request", "audio-to-audio needs a recording.");
    if (input.size > MAX_BYTES) throw tooLarge();
    const sound = await openSound(input, work);
    try {
      check(sound);
      const parts = await clean(sound, await loadRnnoise(), call, work);
      return result(sound, parts);
    } finally {
      await sound.close();
    }
  },
};
