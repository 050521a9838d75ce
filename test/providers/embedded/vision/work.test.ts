import { expect, test } from "vitest";
import { decodeImage } from "../../../../src/providers/embedded/vision/decode/decode-image.ts";
import { PICTURE_WORK } from "../../../../src/providers/embedded/vision/decode/limits.ts";
import { encodePng } from "../../../../src/providers/embedded/vision/encode/png.ts";
import { WorkBudget } from "../../../../src/providers/embedded/work.ts";
import { callExpert } from "./call-expert.ts";
import { fixture } from "./fixtures.ts";
import { concat, deflate, pngFile } from "./make-png.ts";

/** A budget whose rests are counted, and which is over after so many of them. */
function counted(most = Number.POSITIVE_INFINITY): { readonly work: WorkBudget; readonly rests: () => number } {
  const over = new AbortController();
  let rests = 0;
  const work = new WorkBudget(PICTURE_WORK, over.signal, async () => {
    rests += 1;
    if (rests >= most) over.abort();
  });
  return { work, rests: () => rests };
}

/** One and a half megapixels of 16 bits a sample. */
const deepPng = async (interlaced: boolean): Promise<Uint8Array> =>
  pngFile(
    { width: 1500, height: 1000, depth: 16, colour: 0, interlaced },
    await deflate(new Uint8Array((1500 * 2 + 1) * 1000 + 4000)),
  );

test.each([false, true])("a PNG gives the thread back between its rows (interlaced: %s)", async (interlaced) => {
  const { work, rests } = counted();
  await decodeImage(await deepPng(interlaced), 250_000, work);
  expect(rests()).toBeGreaterThanOrEqual(4);
});

test("the decoding of a PNG ends at the next rest once its attempt is over", async () => {
  const { work, rests } = counted(2);
  await expect(decodeImage(await deepPng(false), 250_000, work)).rejects.toMatchObject({ code: "timeout" });
  expect(rests()).toBe(2);
});

test("the encoding of a PNG gives the thread back between batches of rows", async () => {
  const { work, rests } = counted();
  const row = new Uint8Array(2000);
  await encodePng({ width: 2000, height: 1000 }, 1, () => row, work);
  expect(rests()).toBeGreaterThanOrEqual(4);
});

/** A JPEG with the last of its scans once more, so many times. */
async function withScans(name: string, copies: number): Promise<Uint8Array<ArrayBuffer>> {
  const file = await fixture(name);
  let last = -1;
  for (let at = 0; at + 1 < file.length; at++) if (file[at] === 0xff && file[at + 1] === 0xda) last = at;
  const scan = file.subarray(last, -2);
  // As large as its header says, which is all that is known before it is decoded.
  const frame = file.findIndex((byte, at) => byte === 0xff && file[at + 1] === 0xc2);
  file.set([0x0b, 0xb8, 0x0b, 0xb8], frame + 5);
  return concat([file.subarray(0, last), ...Array.from({ length: copies }, () => scan), file.subarray(-2)]);
}

test("a JPEG whose scans go over its blocks too often is refused before it is decoded", async () => {
  await expect(decodeImage(await withScans("decode/progressive.jpg", 1_000), 250_000)).rejects.toMatchObject({
    code: "resource-too-complex",
    message: expect.stringContaining("8,000,000"),
  });
});

test("noise is not searched for codes at two megapixels", async () => {
  let seed = 1;
  const random = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed;
  };
  const noise = await encodePng({ width: 1100, height: 1000 }, 1, () =>
    Uint8Array.from({ length: 1100 }, () => ((random() >> 8) & 1) * 255),
  );
  await expect(callExpert("barcode-reading", { image: noise })).rejects.toMatchObject({ code: "resource-too-complex" });
});

test.each([
  ["dust", 1, 8],
  ["grains of two by two", 2, 20],
])("a page of %s, whose layout takes the engine seconds, is given up", async (_, size, oneIn) => {
  let seed = 1;
  const isMark = Uint8Array.from({ length: 1580 * 1580 }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return (seed >> 8) % oneIn === 0 ? 0 : 255;
  });
  const page = await encodePng({ width: 1580, height: 1580 }, 1, (y) =>
    Uint8Array.from({ length: 1580 }, (_, x) => isMark[Math.floor(y / size) * 1580 + Math.floor(x / size)] ?? 255),
  );
  const reading = callExpert("optical-character-recognition", { image: page });
  await expect(reading).rejects.toMatchObject({
    code: "resource-too-complex",
    message: expect.stringContaining("200,000,000 steps"),
  });
  // The engine that was stopped in the middle is not asked again.
  const next = await callExpert("optical-character-recognition", { image: await fixture("note-12px.png") });
  expect(next.outputs.text).toMatchObject({ as: "text", text: expect.stringMatching(/\w/) });
});
