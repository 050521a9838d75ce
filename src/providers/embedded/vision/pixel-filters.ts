import { edgeRows, MAX_EDGE_PIXELS } from "./canny-control.ts";
import { fromImage, toImage } from "./image-js.ts";
import { fitPixels, pixelsOf, type Raster } from "./raster.ts";
import { enlarge, shrink } from "./scale.ts";

/** A wider blur is done on a smaller copy, which looks the same and costs far less. */
const MAX_SIGMA_PIXELS = 6;
const SHARPEN_SIGMA_PIXELS = 1.2;
const PAPER_WHITE = 255;

/** Changes red, green and blue by a table; alpha stays. */
export function eachSample(raster: Raster, change: (value: number) => number): Raster {
  const table = Uint8Array.from({ length: 256 }, (_, value) => Math.min(255, Math.max(0, Math.round(change(value)))));
  const { channels } = raster;
  return {
    ...raster,
    data: raster.data.map((value, at) => (channels === 4 && at % 4 === 3 ? value : (table[value] ?? 0))),
  };
}

/** How much of red, green and blue there is in one colour of the result. */
type Mix = readonly [red: number, green: number, blue: number];

const LUMA: Mix = [0.299, 0.587, 0.114];
/** Filter Effects Module Level 1, 9.1.2, at its full amount. */
const SEPIA: readonly [Mix, Mix, Mix] = [
  [0.393, 0.769, 0.189],
  [0.349, 0.686, 0.168],
  [0.272, 0.534, 0.131],
];

export const greyscale = (raster: Raster): Raster => mixed(raster, [LUMA, LUMA, LUMA]);

export const sepia = (raster: Raster): Raster => mixed(raster, SEPIA);

/** Makes each pixel's colours of all three of them; alpha stays. */
function mixed(raster: Raster, mixes: readonly [Mix, Mix, Mix]): Raster {
  const { channels } = raster;
  const data = raster.data.slice();
  for (let at = 0; at < data.length; at += channels) {
    const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    for (const [colour, mix] of mixes.entries())
      data[at + colour] = Math.min(255, Math.round(mix[0] * red + mix[1] * green + mix[2] * blue));
  }
  return { ...raster, data };
}

export function blur(raster: Raster, sigma: number): Raster {
  // A kernel wider than the picture has nothing to average but its own reflection.
  const wanted = Math.min(sigma, (Math.min(raster.width, raster.height) - 1) / 4);
  if (wanted < 0.2) return raster;
  if (wanted <= MAX_SIGMA_PIXELS) return fromImage(toImage(raster).gaussianBlur({ sigma: wanted }));
  const factor = MAX_SIGMA_PIXELS / wanted;
  const small = shrink(raster, {
    width: Math.max(1, Math.round(raster.width * factor)),
    height: Math.max(1, Math.round(raster.height * factor)),
  });
  return enlarge(fromImage(toImage(small).gaussianBlur({ sigma: MAX_SIGMA_PIXELS })), raster);
}

/** Unsharp mask: what a little blur takes away is added instead. */
export function sharpen(raster: Raster, strength: number): Raster {
  const soft = blur(raster, SHARPEN_SIGMA_PIXELS);
  const { channels } = raster;
  return {
    ...raster,
    data: raster.data.map((value, at) =>
      channels === 4 && at % 4 === 3
        ? value
        : Math.min(255, Math.max(0, Math.round(value + strength * (value - (soft.data[at] ?? value))))),
    ),
  };
}

export function edgePicture(raster: Raster): Raster {
  const rowAt = edgeRows(shrink(raster, fitPixels(raster, MAX_EDGE_PIXELS)), raster);
  const data = new Uint8Array(pixelsOf(raster) * 3);
  for (let y = 0, to = 0; y < raster.height; y++) {
    for (const edge of rowAt(y)) {
      data.fill(edge, to, to + 3);
      to += 3;
    }
  }
  return { width: raster.width, height: raster.height, channels: 3, data };
}

/** Turned clockwise by any angle, with room for all of it; the corners that appear are white, like paper. */
export function rotated(raster: Raster, degrees: number): Raster {
  return fromImage(
    toImage(raster).transformRotate(-degrees, {
      fullImage: true,
      borderType: "constant",
      borderValue: PAPER_WHITE,
      interpolationType: "bilinear",
    }),
  );
}
