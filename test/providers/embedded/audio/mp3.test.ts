import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openMp3 } from "../../../../src/providers/embedded/audio/mp3.ts";
import tone from "../../../fixtures/audio/tone.mp3?inline";
import { decodeWav } from "../../../fixtures/audio/wav.ts";
import { audioOf, callExpert, failureCode, value } from "./calls.ts";

const file = new Uint8Array(await (await fetch(tone)).arrayBuffer());
const open = (bytes: Uint8Array) => openMp3(bytes, async () => {});
const mp3 = (bytes: Uint8Array) => value(bytes, "audio", { mediaType: "audio/mpeg" });
const RATE_HZ = 22_050;

/** How much of a frequency is in samples: the magnitude of their Fourier coefficient. */
function strength(samples: Float32Array, hertz: number): number {
  let [cosine, sine] = [0, 0];
  for (const [index, sample] of samples.entries()) {
    const angle = (2 * Math.PI * hertz * index) / RATE_HZ;
    cosine += sample * Math.cos(angle);
    sine += sample * Math.sin(angle);
  }
  return (2 * Math.hypot(cosine, sine)) / samples.length;
}

async function decoded(bytes: Uint8Array): Promise<Float32Array[]> {
  const { channels, blocks } = await open(bytes);
  const samples: number[][] = Array.from({ length: channels }, () => []);
  for await (const block of blocks) for (const [channel, part] of block.entries()) samples[channel]?.push(...part);
  return samples.map((channel) => Float32Array.from(channel));
}

describe("an MP3", () => {
  it("is decoded at its rate, its channels apart", async () => {
    expect(await open(file)).toMatchObject({ channels: 2, sampleRate: RATE_HZ });
    const [left = new Float32Array(), right = new Float32Array()] = await decoded(file);
    const middle = (samples: Float32Array) => samples.subarray(5_000, 35_000);
    expect(left.length).toBeGreaterThanOrEqual(2 * RATE_HZ);
    expect(strength(middle(left), 440)).toBeCloseTo(12_000 / 32_768, 1);
    expect(strength(middle(right), 440)).toBeCloseTo(6_000 / 32_768, 1);
    expect(strength(middle(left), 1_000)).toBeLessThan(0.01);
  });

  it("is cleaned and comes back as a WAV of the same rate and channels", async () => {
    const { sampleRate, channels } = decodeWav(await audioOf(await callExpert("audio-to-audio", { audio: mp3(file) })));
    expect([sampleRate, channels.length]).toEqual([RATE_HZ, 2]);
    expect(channels[0]?.length).toBe((await decoded(file))[0]?.length);
  });

  it.each([
    ["no bytes of sound", new Uint8Array(2_000)],
    ["a tag and nothing else", Uint8Array.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0])],
  ])("with %s is refused", async (_, bytes) => {
    expect(await failureCode(callExpert("audio-to-audio", { audio: mp3(bytes) }))).toBe("unreadable-resource");
  });

  it.each([
    ["nothing but the first byte of headers", new Uint8Array(1_000_000).fill(0xff)],
    ["headers and no frames", Uint8Array.from({ length: 1_000_000 }, (_, at) => [0xff, 0xfb, 0x90, 0][at % 4] ?? 0)],
  ])("that holds %s is searched in pieces", async (_, bytes) => {
    const pieces: number[] = [];
    const opened = openMp3(bytes, async (searched) => {
      pieces.push(searched);
    });
    expect(await failureCode(opened)).toBe("unreadable-resource");
    expect(pieces.length).toBeGreaterThan(10);
    expect(Math.max(...pieces)).toBeLessThan(100_000);
  });

  it("that is damaged anywhere is decoded as far as it goes, or refused", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: file.length - 1 }),
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        fc.nat({ max: file.length }),
        async (at, junk, end) => {
          const broken = file.slice(0, Math.max(end, 500));
          broken.set(junk.subarray(0, Math.max(0, broken.length - at)), Math.min(at, broken.length));
          expect(["none", "unreadable-resource"]).toContain(await failureCode(decoded(broken)));
        },
      ),
      { numRuns: 50 },
    );
  });
});
