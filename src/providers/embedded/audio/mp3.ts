import { Decoder } from "minimp3-wasm";
import DECODER from "minimp3-wasm/dist/decoder.opt.wasm";
import { AppError } from "../../../domain/errors.ts";
import { framesOf } from "./mp3-frames.ts";
import type { Sound } from "./sound.ts";

/** Decoded at a time, and then worked on: a piece of work that the thread can be given back after. */
const BLOCK_SECONDS = 0.25;

/**
 * Opens an MP3 with minimp3, as WebAssembly whose memory is let go with the recording. It gets whole frames and nothing
 * else: between them it may search for ever. A frame whose content is broken is decoded as silence or noise, as players do.
 * @param spend counts the bytes that were searched for frames, and gives the thread back now and then
 * @throws {AppError} `unreadable-resource` for a file without a frame of sound
 */
export async function openMp3(file: Uint8Array, spend: (bytes: number) => Promise<void>): Promise<Sound> {
  const frames = await framesOf(file, spend);
  if (!frames) throw new AppError("unreadable-resource", "The MP3 file holds no sound.");
  const { channels, sampleRate, samples } = frames.first;
  const { exports } = new WebAssembly.Instance(DECODER, {});
  const decoder = new Decoder(exports, frames.bytes);
  return {
    channels,
    sampleRate,
    frames: frames.count * samples,
    // As it came, its frames alone, and these in the decoder's memory.
    heldBytes: 3 * file.length,
    blocks: decoded(decoder, frames.count, channels),
    close: async () => {},
  };
}

async function* decoded(decoder: Decoder, frames: number, channels: number): AsyncGenerator<Float32Array[]> {
  // It gives some frames at a time, and at least one until there are none left.
  for (let left = frames; left > 0; left--) {
    const { pcm, numSamples } = decoder.decode(BLOCK_SECONDS);
    if (numSamples === 0) return;
    yield Array.from({ length: channels }, (_, channel) => channelOf(pcm, channel, channels));
  }
}

/** One of the interleaved channels, full scale at ±1. */
function channelOf(pcm: Int16Array, channel: number, channels: number): Float32Array {
  const samples = new Float32Array(Math.floor(pcm.length / channels));
  for (let frame = 0, at = channel; frame < samples.length; frame++, at += channels) {
    samples[frame] = (pcm[at] ?? 0) / 32_768;
  }
  return samples;
}
