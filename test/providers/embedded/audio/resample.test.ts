import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Resampler } from "../../../../src/providers/embedded/audio/resample.ts";
import { signalToNoise } from "../../../fixtures/audio/noise.ts";

const sine = (hertz: number, rate: number, samples: number): Float32Array =>
  Float32Array.from({ length: samples }, (_, i) => Math.sin((2 * Math.PI * hertz * i) / rate));

/** Resamples in pieces of the given lengths, again and again. */
function resample(
  input: Float32Array,
  from: number,
  to: number,
  lengths: readonly number[] = [input.length],
): Float32Array {
  const resampler = new Resampler(from, to);
  const output: number[] = [];
  for (let at = 0, turn = 0; at < input.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? input.length;
    output.push(...resampler.push(input.subarray(at, at + length)));
    at += length;
  }
  output.push(...resampler.end());
  return Float32Array.from(output);
}

const middle = (samples: Float32Array): Float32Array =>
  samples.subarray(Math.floor(samples.length / 4), Math.floor((samples.length * 3) / 4));

const RATES: readonly (readonly [number, number])[] = [
  [8_000, 48_000],
  [11_025, 48_000],
  [16_000, 48_000],
  [22_050, 48_000],
  [44_100, 48_000],
  [48_000, 8_000],
  [48_000, 44_100],
  [96_000, 48_000],
  [192_000, 48_000],
  [44_099, 48_000],
  [48_000, 44_099],
];

describe("the resampler", () => {
  it.each(RATES)("keeps a tone from %i to %i Hz, in its place and at its strength", (from, to) => {
    const hertz = Math.min(from, to) * 0.4;
    const output = resample(sine(hertz, from, from / 4), from, to);
    const wanted = sine(hertz, to, output.length);
    expect(signalToNoise(middle(wanted), middle(output))).toBeGreaterThan(60);
  });

  it.each([
    [48_000, 8_000, 5_000],
    [44_100, 16_000, 9_000],
    [192_000, 48_000, 30_000],
  ])(
    "from %i to %i Hz lets nothing of a tone of %i Hz through, which would come back as another",
    (from, to, hertz) => {
      const output = middle(resample(sine(hertz, from, from / 4), from, to));
      expect(Math.max(...output.map(Math.abs))).toBeLessThan(0.001);
    },
  );

  it("gives one sample for every output time before the end, however the input is cut up", () => {
    const rates = fc.integer({ min: 8_000, max: 192_000 });
    const lengths = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(rates, rates, fc.integer({ min: 1, max: 2_000 }), lengths, (from, to, samples, pieces) => {
        const input = sine(440, from, samples);
        const whole = resample(input, from, to);
        expect(whole).toHaveLength(from === to ? samples : Math.ceil((samples * to) / from));
        const again = resample(input, from, to, pieces);
        expect(again.length === whole.length && again.every((sample, i) => sample === whole[i])).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it("leaves equal rates alone", () => {
    const input = sine(1_000, 48_000, 500);
    expect(resample(input, 48_000, 48_000)).toEqual(input);
  });
});
