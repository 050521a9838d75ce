import { expect, test } from "vitest";
import { loudness, toPcm16, wavFile } from "../../../../web/chat/wav.ts";

const samplesOf = (bytes: Uint8Array<ArrayBuffer>): readonly number[] => {
  const view = new DataView(bytes.buffer);
  return Array.from({ length: bytes.length / 2 }, (_, index) => view.getInt16(index * 2, true));
};

test("samples become 16-bit numbers, and what is too loud is cut off", () => {
  const samples = new Float32Array([0, 1, -1, 0.5, 7, -7, Number.NaN]);
  expect(samplesOf(toPcm16(samples))).toEqual([0, 32767, -32767, 16384, 32767, -32767, 0]);
});

test("a recording is a WAV file that says what is in it", async () => {
  const portions = [toPcm16(new Float32Array([0, 1])), toPcm16(new Float32Array([-1]))];
  const file = wavFile(portions, 48_000);
  expect(file.type).toBe("audio/wav");

  const bytes = new DataView(await file.arrayBuffer());
  const tag = (offset: number): string =>
    String.fromCharCode(...[0, 1, 2, 3].map((step) => bytes.getUint8(offset + step)));
  expect([tag(0), tag(8), tag(12), tag(36)]).toEqual(["RIFF", "WAVE", "fmt ", "data"]);
  expect(bytes.getUint32(4, true)).toBe(bytes.byteLength - 8);
  expect(bytes.getUint16(20, true)).toBe(1);
  expect(bytes.getUint16(22, true)).toBe(1);
  expect(bytes.getUint32(24, true)).toBe(48_000);
  expect(bytes.getUint32(28, true)).toBe(96_000);
  expect(bytes.getUint16(34, true)).toBe(16);
  expect(bytes.getUint32(40, true)).toBe(6);
  expect([44, 46, 48].map((offset) => bytes.getInt16(offset, true))).toEqual([0, 32767, -32767]);
});

test("a recording of nothing is a WAV file without samples", async () => {
  expect((await wavFile([], 16_000).arrayBuffer()).byteLength).toBe(44);
});

test.each([
  ["nothing", new Float32Array(0), 0],
  ["silence", new Float32Array(8), 0],
  ["full scale", new Float32Array(8).fill(1), 1],
  ["a thousandth of it, which is -60 dB", new Float32Array(8).fill(0.001), 0],
  ["a thirtieth, which is -30 dB", new Float32Array(8).fill(10 ** -1.5), 0.5],
])("the loudness of %s", (_, samples, level) => expect(loudness(samples)).toBeCloseTo(level, 4));
