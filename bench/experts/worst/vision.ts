import { crc32, deflateSync } from "node:zlib";
import type { WorstCase } from "./case.ts";

type Bytes = Uint8Array<ArrayBuffer>;

function chunk(type: string, body: Uint8Array): Uint8Array {
  const out = Buffer.concat([new Uint8Array(4), Buffer.from(type), body, new Uint8Array(4)]);
  out.writeUInt32BE(body.length);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + body.length)), 8 + body.length);
  return out;
}

/** A PNG of rows that `rowAt` gives with their filter. */
function png(
  { width, height, depth, colour }: Readonly<Record<"width" | "height" | "depth" | "colour", number>>,
  rowAt: (y: number) => Uint8Array,
  extra: readonly Uint8Array[] = [],
): Bytes {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, 0], 8);
  const body = deflateSync(Buffer.concat(Array.from({ length: height }, (_, y) => rowAt(y))), { level: 6 });
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10);
  const chunks = [chunk("IHDR", header), ...extra, chunk("IDAT", body), chunk("IEND", new Uint8Array(0))];
  return new Uint8Array(Buffer.concat([signature, ...chunks]));
}

/** 16 bits a sample, and the filter that takes longest. */
function deep(): Bytes {
  const row = new Uint8Array(7000 * 6 + 1);
  row[0] = 4;
  return png({ width: 7000, height: 7000, depth: 16, colour: 2 }, () => row);
}

function noise(width: number, height: number): Bytes {
  let seed = 1;
  return png({ width, height, depth: 1, colour: 0 }, () =>
    Uint8Array.from({ length: Math.ceil(width / 8) + 1 }, (_, at) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return at === 0 ? 0 : (seed >> 8) & 255;
    }),
  );
}

/** Each sample of its own, in full colour. */
function colourNoise(width: number, height: number): Bytes {
  let seed = 1;
  return png({ width, height, depth: 8, colour: 2 }, () =>
    Uint8Array.from({ length: width * 3 + 1 }, (_, at) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return at === 0 ? 0 : (seed >> 8) & 255;
    }),
  );
}

/** Squares of ink on paper, one in so many places. */
function specks(width: number, height: number, size: number, oneIn: number): Bytes {
  let seed = 1;
  let row = new Uint8Array(width + 1);
  return png({ width, height, depth: 8, colour: 0 }, (y) => {
    if (y % size > 0) return row;
    row = new Uint8Array(width + 1).fill(255);
    row[0] = 0;
    for (let x = 1; x <= width; x += size) {
      seed = (seed * 48_271) % 2_147_483_647;
      if ((seed >> 8) % oneIn === 0) row.fill(0, x, x + size);
    }
    return row;
  });
}

/** Signs like letters, `size` pixels wide, side by side. */
function print(width: number, height: number, size: number): Bytes {
  const isInk = (x: number, y: number): boolean => {
    const [across, down] = [(x % size) / size, (y % (size * 1.6)) / size];
    const isSign = across < 0.6 && down < 1.1;
    return isSign && ((across > 0.2 && across < 0.4) || (down > 0.4 && down < 0.6));
  };
  return png({ width, height, depth: 8, colour: 0 }, (y) =>
    Uint8Array.from({ length: width + 1 }, (_, at) => (at === 0 ? 0 : isInk(at - 1, y) ? 0 : 255)),
  );
}

const white = (): Bytes => png({ width: 2000, height: 1000, depth: 8, colour: 2 }, () => new Uint8Array(6001));

/** Hostile pictures. */
export const VISION_CASES: readonly WorstCase[] = [
  { taskType: "canny-control", what: "a PNG of 7000 × 7000 in 16 bits", inputs: () => ({ image: deep() }) },
  {
    taskType: "canny-control",
    what: "two million empty chunks",
    inputs: () => ({
      image: png(
        { width: 1, height: 1, depth: 8, colour: 0 },
        () => new Uint8Array(2),
        Array(2_000_000).fill(chunk("tEXt", new Uint8Array(0))),
      ),
    }),
  },
  { taskType: "barcode-reading", what: "noise of 2 megapixels", inputs: () => ({ image: noise(1414, 1414) }) },
  { taskType: "barcode-reading", what: "noise of 1 megapixel", inputs: () => ({ image: noise(1000, 1000) }) },
  {
    taskType: "optical-character-recognition",
    what: "noise of 2 megapixels",
    inputs: () => ({ image: noise(1500, 1500) }),
  },
  ...["object-detection", "pose-detection"].flatMap((taskType) => [
    { taskType, what: "a PNG of 7000 × 7000 in 16 bits", inputs: () => ({ image: deep() }) },
    { taskType, what: "colour noise of 2 megapixels", inputs: () => ({ image: colourNoise(1414, 1414) }) },
    { taskType, what: "a line of 30,000 pixels", inputs: () => ({ image: colourNoise(30_000, 1) }) },
  ]),
  {
    taskType: "visual-question-answering",
    what: "as many words as a question may have",
    inputs: () => ({ image: colourNoise(1414, 1414), question: "is there a dog or a cat ".repeat(170) }),
  },
  ...(
    [
      ["a page of small print", 1580, 1580, 20],
      ["more print than is recognised", 1580, 1580, 12],
      ["one line of 30,000 pixels", 30_000, 50, 30],
    ] as const
  ).map(([what, width, height, size]) => ({
    ...{ taskType: "optical-character-recognition", what },
    inputs: () => ({ image: print(width, height, size) }),
  })),
  ...(
    [
      [1, 8, 1580, 1580],
      [1, 80, 1580, 1580],
      [1, 300, 5000, 500],
      [2, 20, 5000, 500],
      [4, 20, 1580, 1580],
      [8, 20, 2812, 889],
    ] as const
  ).map(([size, oneIn, width, height]) => ({
    ...{ taskType: "optical-character-recognition", what: `specks of ${size}, one in ${oneIn}, ${width} × ${height}` },
    inputs: () => ({ image: specks(width, height, size, oneIn) }),
  })),
  {
    taskType: "optical-character-recognition",
    what: "a tall page of noise",
    inputs: () => ({ image: noise(632, 12_588) }),
  },
  ...[
    ...["rotate by 31 degrees", "blur", "sharpen", "detect the edges", "greyscale", "brighter", "flip horizontally"],
    ...["resize to 2000 x 2000", "resize to 900 pixels", "rotate by 90 degrees"],
  ].flatMap((text) =>
    (
      [
        [1414, 1414],
        [398, 7945],
        [7945, 398],
      ] as const
    ).map(([width, height]) => ({
      ...{ taskType: "image-editing", what: `${text}, on noise of ${width} × ${height}` },
      inputs: () => ({ image: colourNoise(width, height), text }),
    })),
  ),
  {
    taskType: "image-editing",
    what: "four filters on specks",
    inputs: () => ({
      image: specks(2818, 1413, 1, 30),
      text: "rotate by 31 degrees, blur, sharpen, then resize to 900 pixels",
    }),
  },
  {
    taskType: "image-editing",
    what: "ten turns",
    inputs: () => ({ image: white(), text: Array(10).fill("rotate by 30 degrees").join(", then ") }),
  },
  {
    taskType: "image-editing",
    what: "a turn by an angle, and a resize",
    inputs: () => ({ image: white(), text: "rotate by 45 degrees, resize to 2000 x 2000" }),
  },
];
