import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { Resampler } from "../../../../src/providers/embedded/audio/resample.ts";
import type { InputValue } from "../../../../src/providers/provider.ts";
import { humNoise, mixed, power, signalToNoise, whiteNoise } from "../../../fixtures/audio/noise.ts";
import { decodeWav, encodeWav, type Sound } from "../../../fixtures/audio/wav.ts";
import { audioOf, callExpert, failureCode, fingerprint, speech, value } from "./calls.ts";
import { ENCODINGS, wavOf, wavWith } from "./wav-files.ts";

const run = (audio: InputValue) => callExpert("audio-to-audio", { audio });
const clean = async (wav: Uint8Array): Promise<Sound> => decodeWav(await audioOf(await run(value(wav, "audio"))));
const first = (sound: Sound): Float32Array => sound.channels[0] ?? new Float32Array();

function at(samples: Float32Array, rate: number): Float32Array {
  const resampler = new Resampler(16_000, rate);
  return Float32Array.from([...resampler.push(samples), ...resampler.end()]);
}

/** Where `heard` fits `wanted` best, in samples. */
function lag(wanted: Float32Array, heard: Float32Array, farthest: number): number {
  let best = { shift: 0, fit: Number.NEGATIVE_INFINITY };
  for (let shift = -farthest; shift <= farthest; shift += 1) {
    let fit = 0;
    for (let i = 0; i < wanted.length; i += 1) fit += (wanted[i] ?? 0) * (heard[i + shift] ?? 0);
    if (fit > best.fit) best = { shift, fit };
  }
  return best.shift;
}

let spoken: Float32Array;
beforeAll(async () => {
  spoken = first(decodeWav(await speech("Please keep the receipt, since nobody can find an order by its name.")));
});

describe("audio-to-audio", () => {
  it.each([
    ["white noise", 8_000, 5, 4],
    ["white noise", 16_000, 5, 4],
    ["white noise", 48_000, 5, 5],
    ["white noise", 48_000, 0, 7],
    ["hum", 16_000, 0, 4],
  ])("takes %s out of speech: at %i Hz and %i dB, at least %i dB are gained", async (kind, rate, ratio, gain) => {
    const wanted = at(spoken, rate).map((sample) => sample / 2);
    const noise = kind === "hum" ? humNoise(wanted.length, rate) : whiteNoise(wanted.length, 7);
    const noisy = mixed(wanted, noise, ratio);
    const cleaned = first(await clean(encodeWav({ sampleRate: rate, channels: [noisy] })));
    expect(signalToNoise(wanted, cleaned)).toBeGreaterThan(signalToNoise(wanted, noisy) + gain);
  });

  it.each([8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000, 192_000])(
    "at %i Hz leaves clean speech in its place and mostly as it was",
    async (rate) => {
      const wanted = at(spoken.subarray(0, 24_000), rate);
      const cleaned = first(await clean(encodeWav({ sampleRate: rate, channels: [wanted] })));
      expect(signalToNoise(wanted, cleaned)).toBeGreaterThan(8);
      expect(Math.abs(lag(wanted, cleaned, 40))).toBeLessThanOrEqual(Math.ceil(rate / 16_000));
    },
  );

  it("makes little of noise without speech", async () => {
    const hiss = whiteNoise(32_000, 3).map((sample) => sample / 50);
    const cleaned = first(await clean(encodeWav({ sampleRate: 16_000, channels: [hiss] })));
    expect(power(cleaned.subarray(16_000))).toBeLessThan(power(hiss) / 100);
  });

  it("cleans the two channels of a stereo recording each by itself", async () => {
    const other = spoken.toReversed();
    const both = await clean(encodeWav({ sampleRate: 16_000, channels: [spoken, other] }));
    const left = await clean(encodeWav({ sampleRate: 16_000, channels: [spoken] }));
    const right = await clean(encodeWav({ sampleRate: 16_000, channels: [other] }));
    expect(both.channels).toEqual([first(left), first(right)]);
  });

  it("makes the same of every encoding, up to its precision", async () => {
    const wanted = first(await clean(wavOf([spoken], "float")));
    for (const encoding of ENCODINGS) {
      for (const extensible of [false, true]) {
        const cleaned = first(await clean(wavOf([spoken], encoding, { extensible })));
        expect(signalToNoise(wanted, cleaned)).toBeGreaterThan(encoding === "8-bit" ? 8 : 40);
      }
    }
  });

  it("keeps rate, channels and length, however short the recording and however it arrives", async () => {
    const rates = fc.oneof(
      fc.constantFrom(8_000, 16_000, 44_100, 48_000, 192_000),
      fc.integer({ min: 8_000, max: 192_000 }),
    );
    await fc.assert(
      fc.asyncProperty(
        rates,
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 1, max: 2 }),
        fc.integer({ min: 1, max: 3_000 }),
        async (sampleRate, frames, count, pieceBytes) => {
          const channels = Array.from({ length: count }, (_, seed) => whiteNoise(frames, seed));
          const file = encodeWav({ sampleRate, channels });
          const result = await audioOf(await run(value(file, "audio", { pieceBytes })));
          expect(result.length).toBe(file.length);
          expect(result.subarray(0, 44)).toEqual(file.subarray(0, 44));
          expect(await fingerprint(result)).toBe(await fingerprint(await audioOf(await run(value(file, "audio")))));
        },
      ),
      { numRuns: 20 },
    );
  });

  it("is not derailed by samples that are no numbers or far too loud", async () => {
    const wild = Float32Array.from(
      spoken,
      (sample, i) => (i < 500 ? [Number.NaN, 3e38, -3e38, Number.POSITIVE_INFINITY][i % 4] : sample) ?? 0,
    );
    const cleaned = first(await clean(wavOf([wild], "float")));
    expect(signalToNoise(spoken.subarray(16_000), cleaned.subarray(16_000))).toBeGreaterThan(8);
  });

  it("takes a streamed WAV whose sizes were left open", async () => {
    const levels = encodeWav({ sampleRate: 16_000, channels: [spoken] }).subarray(44);
    const cleaned = await clean(wavWith(levels, { dataBytes: 0xffff_ffff, riffBytes: 0xffff_ffff }));
    expect(first(cleaned)).toHaveLength(spoken.length);
  });

  const data = new Uint8Array(4_000);
  it.each([
    ["nothing", new Uint8Array(), "unreadable-resource"],
    ["a header without sound", wavWith(new Uint8Array()), "unreadable-resource"],
    ["a file cut short", wavWith(data).subarray(0, 3_000), "unreadable-resource"],
    ["a promise of 4 GB", wavWith(data, { dataBytes: 0xffff_fffe }), "unreadable-resource"],
    ["no channels", wavWith(data, { channels: 0 }), "unreadable-resource"],
    ["0 Hz", wavWith(data, { sampleRate: 0 }), "unreadable-resource"],
    ["an odd block size", wavWith(data, { blockBytes: 5 }), "unreadable-resource"],
    [
      "a megabyte of notes before the sound",
      wavWith(data, { chunks: { junk: new Uint8Array(1_300_000) } }),
      "unreadable-resource",
    ],
    ["six channels", wavWith(data, { channels: 6 }), "unsupported-input"],
    ["65,535 channels", wavWith(data, { channels: 65_535, bits: 8 }), "unsupported-input"],
    ["4 kHz", wavWith(data, { sampleRate: 4_000 }), "unsupported-input"],
    ["4 GHz", wavWith(data, { sampleRate: 0xffff_ffff }), "unsupported-input"],
    ["an MP3", new TextEncoder().encode("ID3\u0004".padEnd(100)), "unsupported-input"],
  ])("refuses %s, its size known or not", async (_name, file, code) => {
    expect(await failureCode(run(value(file, "audio")))).toBe(code);
    expect(await failureCode(run(value(file, "audio", { size: 0 })))).toBe(code);
  });

  it("refuses what is too long or too large before it reads it", async () => {
    const untouched = (file: Uint8Array, size: number): InputValue => value(file, "audio", { size });
    const eleven = wavWith(data, { sampleRate: 8_000, dataBytes: 11 * 60 * 16_000 });
    expect(await failureCode(run(untouched(eleven, 44 + 11 * 60 * 16_000)))).toBe("resource-too-large");
    const stereo = wavWith(data, { sampleRate: 8_000, channels: 2, dataBytes: 6 * 60 * 32_000 });
    expect(await failureCode(run(untouched(stereo, 44 + 6 * 60 * 32_000)))).toBe("resource-too-large");
    expect(await failureCode(run(untouched(wavWith(data), 61_000_000)))).toBe("resource-too-large");
  });

  it("does nothing else with a header that has random faults", async () => {
    const file = encodeWav({ sampleRate: 16_000, channels: [spoken.subarray(0, 1_000)] });
    const faults = fc.array(fc.tuple(fc.nat({ max: 43 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(faults, fc.boolean(), async (changes, sized) => {
        const broken = file.slice();
        for (const [place, byte] of changes) broken[place] = byte;
        const code = await failureCode(run(value(broken, "audio", sized ? {} : { size: 0 })).then(audioOf));
        expect(["none", "unreadable-resource", "unsupported-input", "resource-too-large"]).toContain(code);
      }),
      { numRuns: 150 },
    );
  });

  it("stops when it is cancelled", async () => {
    const signal = AbortSignal.abort(new Error("cancelled"));
    const audio = value(encodeWav({ sampleRate: 16_000, channels: [spoken] }), "audio");
    await expect(callExpert("audio-to-audio", { audio }, { signal })).rejects.toThrow("cancelled");
  });

  it("tells how far it is with a long recording", async () => {
    const fractions: (number | undefined)[] = [];
    const audio = value(
      encodeWav({ sampleRate: 8_000, channels: [whiteNoise(8_000 * 16, 1).map((sample) => sample / 100)] }),
      "audio",
    );
    await callExpert("audio-to-audio", { audio }, { progress: (_note, fraction) => void fractions.push(fraction) });
    expect(fractions.length).toBeGreaterThan(1);
    expect(fractions).toEqual(fractions.toSorted());
  });
});
