import jsQR from "jsqr";
import { AppError } from "../../../domain/errors.ts";
import type { WorkBudget } from "../work.ts";
import { fitPixels, lumaOf, opaqueRgba, pixelsOf, type Raster, type Size } from "./raster.ts";
import { shrink } from "./scale.ts";

/** A code that is sharp in less is found at once; a small one in a large photo needs more. */
export const SEARCH_PIXELS = [250_000, 1_000_000, 2_000_000] as const;
/** A code of two pixels a module is found when it is enlarged. */
const ENLARGE_BELOW_PIXELS = 250_000;
/**
 * Of all neighbours in a row: a code of two pixels a module, as large as the picture, has a quarter. jsQR compares every
 * place that looks like a corner with every other, which takes seconds where noise has tens of thousands of them.
 */
const MAX_ALTERNATION = 0.28;
/** Where more than this alternates so much, it is not searched. At half a megapixel noise takes two thirds of a second. */
const MAX_NOISY_PIXELS = 500_000;
/** Each costs a search of the whole picture. */
const MAX_CODES = 8;

/** A QR code. */
export interface Code {
  readonly text: string;
  /** From the code's top left, clockwise. */
  readonly corners: readonly { readonly x: number; readonly y: number }[];
}

/**
 * The QR codes at the first size that shows any, in pixels of `raster`.
 * @param sizes the most pixels that it is searched at, one after the other
 * @throws {AppError} `resource-too-complex` for noise at more than half a megapixel
 */
export async function findCodes(
  raster: Raster,
  work: Pick<WorkBudget, "spend">,
  sizes: readonly number[] = SEARCH_PIXELS,
): Promise<readonly Code[]> {
  for (const pixels of sizes) {
    const small = shrink(raster, fitPixels(raster, pixels));
    if (pixelsOf(small) > MAX_NOISY_PIXELS && alternation(small) > MAX_ALTERNATION) {
      throw new AppError(
        "resource-too-complex",
        `In this picture more than ${Math.round(MAX_ALTERNATION * 100)} % of all neighbouring pixels alternate between light and dark; a picture of such noise is searched at ${MAX_NOISY_PIXELS / 1_000_000} megapixels at most, and has no code there.`,
      );
    }
    const found = await searchAll(opaqueRgba(small), small, work);
    if (found.length > 0) return scaled(found, raster.width / small.width);
    if (small.width === raster.width) break;
  }
  if (pixelsOf(raster) > ENLARGE_BELOW_PIXELS) return [];
  const { rgba, size } = tripled(raster);
  return scaled(await searchAll(rgba, size, work), 1 / 3);
}

const scaled = (codes: readonly Code[], by: number): readonly Code[] =>
  codes.map(({ text, corners }) => ({ text, corners: corners.map(({ x, y }) => ({ x: x * by, y: y * by })) }));

/** jsQR finds one code at a time: each is painted over and the next looked for. */
async function searchAll(
  rgba: Uint8ClampedArray,
  { width, height }: Size,
  work: Pick<WorkBudget, "spend">,
): Promise<readonly Code[]> {
  const codes: Code[] = [];
  while (codes.length < MAX_CODES) {
    const found = jsQR(rgba, width, height, { inversionAttempts: "attemptBoth" });
    await work.spend("pixels", width * height);
    if (found === null || found.data === "") break;
    const { topLeftCorner, topRightCorner, bottomRightCorner, bottomLeftCorner } = found.location;
    const corners = [topLeftCorner, topRightCorner, bottomRightCorner, bottomLeftCorner];
    codes.push({ text: found.data, corners });
    paintOver(rgba, { width, height }, corners);
  }
  return codes;
}

function paintOver(rgba: Uint8ClampedArray, { width, height }: Size, corners: Code["corners"]): void {
  const within = (value: number, most: number): number => Math.min(Math.max(Math.round(value), 0), most);
  const xs = corners.map(({ x }) => within(x, width));
  const ys = corners.map(({ y }) => within(y, height));
  for (let y = Math.min(...ys); y < Math.max(...ys); y++)
    rgba.fill(255, (y * width + Math.min(...xs)) * 4, (y * width + Math.max(...xs)) * 4);
}

/** Three times the size with hard edges, and a white margin, which a cropped code lacks. */
function tripled(raster: Raster): { readonly rgba: Uint8ClampedArray; readonly size: Size } {
  const source = opaqueRgba(raster);
  const margin = 24;
  const size = { width: raster.width * 3 + 2 * margin, height: raster.height * 3 + 2 * margin };
  const rgba = new Uint8ClampedArray(pixelsOf(size) * 4).fill(255);
  for (let y = 0; y < raster.height * 3; y++) {
    for (let x = 0; x < raster.width * 3; x++) {
      const from = (Math.floor(y / 3) * raster.width + Math.floor(x / 3)) * 4;
      rgba.set(source.subarray(from, from + 4), ((y + margin) * size.width + x + margin) * 4);
    }
  }
  return { rgba, size };
}

/** What lies this near together is compared with its own mean, as jsQR does with its blocks. */
const SEGMENT_PIXELS = 8;
/** A segment with less between its darkest and brightest pixel is flat: grain, not print. */
const MIN_RANGE = 12;

/** The share of neighbours in a row of which one is lighter and one is darker than what lies around: 0.5 in noise. */
function alternation(raster: Raster): number {
  const { width, height, data } = lumaOf(raster);
  let changes = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x += SEGMENT_PIXELS) {
      const segment = data.subarray(y * width + x, y * width + Math.min(x + SEGMENT_PIXELS, width));
      let [low, high, sum] = [255, 0, 0];
      for (const value of segment) {
        if (value < low) low = value;
        if (value > high) high = value;
        sum += value;
      }
      if (high - low < MIN_RANGE) continue;
      const mean = sum / segment.length;
      for (let at = 1; at < segment.length; at++) {
        if ((segment[at] ?? 0) > mean !== (segment[at - 1] ?? 0) > mean)
          changes += SEGMENT_PIXELS / (SEGMENT_PIXELS - 1);
      }
    }
  }
  return changes / (width * height);
}

/** A network's fields, each ended by a semicolon; what is meant as it stands has a backslash before it (ZXing's format). */
const WIFI_FIELD = /([TSPH]):((?:\\.|[^\\;])*);/g;

/** What a code says, in words where it is a Wi-Fi network's. */
export function wordsOfCode(text: string): string {
  if (!/^WIFI:/i.test(text)) return text;
  const fields = new Map(
    [...text.slice("WIFI:".length).matchAll(WIFI_FIELD)].map(
      ([, key = "", value = ""]) => [key, value.replaceAll(/\\(.)/g, "$1")] as const,
    ),
  );
  const [network, password] = [fields.get("S"), fields.get("P")];
  if (!network) return text;
  return password ? `Wi-Fi network: ${network}, Wi-Fi password: ${password}` : `Wi-Fi network: ${network}, no password`;
}
