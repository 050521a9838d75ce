import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../../src/domain/errors.ts";
import { parseWavHeader } from "../../../../src/providers/embedded/audio/wav.ts";
import { decodeWav, encodeWav } from "../../../fixtures/audio/wav.ts";
import { ENCODINGS, wavOf, wavWith } from "./wav-files.ts";

const DATA = new Uint8Array(64);
const codeOf = (bytes: Uint8Array): string => {
  try {
    decodeWav(bytes);
    return "none";
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.code : String(thrown);
  }
};
const ascii = (text: string) => new TextEncoder().encode(text.padEnd(64, "\0"));

/** Half a step of each encoding, and a step at full scale, which integers cannot quite reach. */
const TOLERANCE = {
  "8-bit": 1 / 128,
  "16-bit": 1 / 32_768,
  "24-bit": 1 / 8_388_608,
  "32-bit": 1e-7,
  float: 1e-7,
} as const;
const channelsOf = (count: number, frames: number) =>
  fc.array(fc.float32Array({ min: -1, max: 1, noNaN: true, minLength: frames, maxLength: frames }), {
    minLength: count,
    maxLength: count,
  });
const sounds = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 50 }))
  .chain(([count, frames]) => channelsOf(count, frames));

describe("reading a WAV file", () => {
  it.each(ENCODINGS)("gives back what %s samples hold, plain or extensible", (encoding) => {
    fc.assert(
      fc.property(sounds, fc.integer({ min: 1, max: 192_000 }), fc.boolean(), (channels, sampleRate, extensible) => {
        const sound = decodeWav(wavOf(channels, encoding, { sampleRate, extensible }));
        expect(sound.sampleRate).toBe(sampleRate);
        expect(sound.channels).toHaveLength(channels.length);
        sound.channels.forEach((channel, index) => {
          expect(channel).toHaveLength(channels[index]?.length ?? -1);
          channel.forEach((sample, at) => {
            expect(Math.abs(sample - (channels[index]?.[at] ?? 9))).toBeLessThanOrEqual(TOLERANCE[encoding]);
          });
        });
      }),
      { numRuns: 50 },
    );
  });

  it("gives back 16-bit samples exactly as it wrote them", () => {
    const levels = fc.array(fc.integer({ min: -32_768, max: 32_767 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(levels, fc.integer({ min: 1, max: 192_000 }), (values, sampleRate) => {
        const channel = Float32Array.from(values, (level) => level / 32_768);
        const again = decodeWav(encodeWav({ sampleRate, channels: [channel, channel.toReversed()] }));
        expect(again).toEqual({ sampleRate, channels: [channel, channel.toReversed()] });
      }),
    );
  });

  it("clips what is too loud and silences what is no number", () => {
    const loud = Float32Array.of(2, -3, 0.5);
    expect(decodeWav(encodeWav({ sampleRate: 8_000, channels: [loud] })).channels[0]).toEqual(
      Float32Array.of(32_767 / 32_768, -1, 0.5),
    );
    const broken = Float32Array.of(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0.25);
    expect(decodeWav(wavOf([broken], "float")).channels[0]).toEqual(Float32Array.of(0, 0, 0, 0.25));
  });

  it("skips chunks that it doesn't know, of odd length too", () => {
    const chunks = { LIST: new Uint8Array(7), junk: new Uint8Array(300) };
    expect(decodeWav(wavWith(DATA, { chunks })).channels[0]).toHaveLength(32);
  });

  it("leaves out an unfinished last frame, and what follows the samples", () => {
    expect(decodeWav(wavWith(new Uint8Array(9), { channels: 2 })).channels[0]).toHaveLength(2);
    expect(decodeWav(wavWith(DATA, { dataBytes: 10 })).channels[0]).toHaveLength(5);
  });

  it("reads to the end where the writer streamed and left both sizes open", () => {
    const streamed = wavWith(DATA, { dataBytes: 0xffff_ffff, riffBytes: 0xffff_ffff });
    expect(parseWavHeader(streamed)?.dataBytes).toBeNull();
    expect(decodeWav(streamed).channels[0]).toHaveLength(32);
  });

  it.each([
    ["nothing at all", new Uint8Array(), "unreadable-resource"],
    ["a header cut short", wavWith(DATA).subarray(0, 30), "unreadable-resource"],
    ["a header without samples", wavWith(new Uint8Array()), "unreadable-resource"],
    ["less than it promises", wavWith(DATA, { dataBytes: 66 }), "unreadable-resource"],
    ["a promise of 4 GB", wavWith(DATA, { dataBytes: 0xffff_ffff }), "unreadable-resource"],
    ["no channels", wavWith(DATA, { channels: 0 }), "unreadable-resource"],
    ["0 Hz", wavWith(DATA, { sampleRate: 0 }), "unreadable-resource"],
    ["an odd block size", wavWith(DATA, { blockBytes: 3 }), "unreadable-resource"],
    ["samples before their format", ascii("RIFF\x40\0\0\0WAVEdata\x10\0\0\0"), "unreadable-resource"],
    ["text", ascii("Dear Sir or Madam,"), "unreadable-resource"],
    ["12-bit samples", wavWith(DATA, { bits: 12, blockBytes: 2 }), "unsupported-input"],
    ["64-bit float", wavWith(DATA, { code: 3, bits: 64 }), "unsupported-input"],
    ["ADPCM", wavWith(DATA, { code: 2, bits: 4 }), "unsupported-input"],
    ["A-law", wavWith(DATA, { code: 6, bits: 8 }), "unsupported-input"],
    ["MP3", ascii("ID3\x04"), "unsupported-input"],
    ["MP3 without tags", Uint8Array.from({ length: 64 }, (_, i) => [0xff, 0xfb, 0x90][i] ?? 0), "unsupported-input"],
    ["Ogg", ascii("OggS"), "unsupported-input"],
    ["FLAC", ascii("fLaC"), "unsupported-input"],
    ["M4A", ascii("\0\0\0\x20ftypM4A "), "unsupported-input"],
    ["AIFF", ascii("FORM\0\0\0\0AIFF"), "unsupported-input"],
    ["a big-endian WAV", ascii("RIFX"), "unsupported-input"],
  ])("refuses %s", (_name, bytes, code) => {
    expect(codeOf(bytes)).toBe(code);
  });

  it("never does anything else with a header of random bytes, or one with random faults", () => {
    const codes = ["none", "unreadable-resource", "unsupported-input"];
    const start = ascii("RIFF\0\0\0\0WAVEfmt \x10\0\0\0").subarray(0, 20);
    const random = fc.uint8Array({ maxLength: 200 }).map((bytes) => Uint8Array.of(...start, ...bytes));
    const faults = fc.array(fc.tuple(fc.nat({ max: 47 }), fc.nat({ max: 255 })), { maxLength: 6 }).map((changes) => {
      const file = wavWith(DATA);
      for (const [at, byte] of changes) file[at] = byte;
      return file;
    });
    fc.assert(
      fc.property(fc.oneof(random, faults, fc.uint8Array({ maxLength: 100 })), (file) => {
        expect(codes).toContain(codeOf(file));
        const samples =
          codeOf(file) === "none" ? decodeWav(file).channels.reduce((sum, channel) => sum + channel.length, 0) : 0;
        expect(samples).toBeLessThanOrEqual(file.length);
      }),
      { numRuns: 2_000 },
    );
  });
});
