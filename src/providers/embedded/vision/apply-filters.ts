import { AppError } from "../../../domain/errors.ts";
import type { PixelWork } from "./decode/limits.ts";
import type { CropArea, Filter } from "./filters.ts";
import { turn } from "./orient.ts";
import { blur, eachSample, edgePicture, greyscale, rotated, sepia, sharpen } from "./pixel-filters.ts";
import { describeSize, fitPixels, pixelsOf, type Raster, type Size } from "./raster.ts";
import { enlarge, shrink } from "./scale.ts";

/** What filters that look at a pixel's neighbours work on, and what is as large as asked for even if it was not to begin with. */
const MAX_NEIGHBOUR_PIXELS = 1_000_000;
/** What all others work on, and what an instruction may enlarge to. Both measured in docs/experts/vision.md. */
const MAX_RESULT_PIXELS = 4_000_000;

/** What a turn by an angle makes at most, room for the corners included: twice as much takes a second. */
const MAX_TURNED_PIXELS = 2_000_000;

/** The usual blur's sigma is this share of the longer side: 5 pixels in a picture of 1,000. */
const BLUR_SHARE = 0.005;
const LOOKS_AT_NEIGHBOURS: ReadonlySet<Filter["filter"]> = new Set(["blur", "sharpen", "edges"]);

const isHeavy = (filter: Filter): boolean =>
  LOOKS_AT_NEIGHBOURS.has(filter.filter) || (filter.filter === "rotate" && filter.degrees % 90 !== 0);

/** Filters that leave a picture's size alone. */
type SameSize = Exclude<Filter, { readonly filter: "rotate" | "resize" | "fit" | "scale" | "thumbnail" | "crop" }>;

/** How large a picture may be for these filters, in pixels. */
export const workPixels = (filters: readonly Filter[]): number =>
  filters.some(isHeavy) ? MAX_NEIGHBOUR_PIXELS : MAX_RESULT_PIXELS;

/** A picture on its way through the filters. */
export interface Canvas {
  readonly raster: Raster;
  /** The size it stands for, in pixels of the picture as it was given: the raster is smaller when that is too large to work on. */
  readonly nominal: Size;
}

/**
 * Applies filters in order. `original` is the size of the picture that `raster` was scaled down from:
 * what an instruction says in pixels is about that.
 * The thread is given back between two of them. Each filter is one call, which nothing interrupts.
 * @throws {AppError} `timeout` when the attempt is over; `unsupported-input` for a crop outside the picture, `resource-too-large` for a huge result.
 */
export async function applyFilters(
  raster: Raster,
  original: Size,
  filters: readonly Filter[],
  work: PixelWork,
): Promise<Canvas> {
  let canvas: Canvas = { raster, nominal: original };
  for (const filter of filters) {
    const before = pixelsOf(canvas.raster);
    canvas = applyFilter(canvas, filter);
    await work.spend("pixels", Math.max(before, pixelsOf(canvas.raster)));
  }
  return canvas;
}

function applyFilter(canvas: Canvas, filter: Filter): Canvas {
  const { nominal } = canvas;
  // What came before may have made it larger: each turn by an angle makes room for its corners.
  const raster = isHeavy(filter)
    ? shrink(canvas.raster, fitPixels(canvas.raster, MAX_NEIGHBOUR_PIXELS))
    : canvas.raster;
  switch (filter.filter) {
    case "rotate":
      return rotate({ raster, nominal }, filter.degrees);
    case "resize": {
      const { width, height } = filter;
      const factor = width === null ? (height ?? nominal.height) / nominal.height : width / nominal.width;
      const kept = scaledBy(nominal, factor);
      return resizeTo(canvas, { width: width ?? kept.width, height: height ?? kept.height });
    }
    case "scale":
      return resizeTo(canvas, scaledBy(nominal, filter.factor));
    case "fit":
      return fitInto(canvas, filter);
    case "thumbnail":
      return fitInto(canvas, { width: filter.side, height: filter.side });
    case "crop":
      return crop(canvas, filter.to);
    default:
      return { raster: changed(raster, filter, raster.width / nominal.width), nominal };
  }
}

/** @param scale pixels of the raster for one of the picture that was given */
function changed(raster: Raster, filter: SameSize, scale: number): Raster {
  switch (filter.filter) {
    case "blur": {
      const usual = filter.strength * BLUR_SHARE * Math.max(raster.width, raster.height);
      return blur(raster, filter.pixels === null ? usual : filter.pixels * scale);
    }
    case "sharpen":
      return sharpen(raster, filter.strength);
    case "greyscale":
      return greyscale(raster);
    case "sepia":
      return sepia(raster);
    case "invert":
      return eachSample(raster, (value) => 255 - value);
    case "brightness":
      return eachSample(raster, (value) => value * filter.factor);
    case "contrast":
      return eachSample(raster, (value) => 128 + (value - 128) * filter.factor);
    case "edges":
      return edgePicture(raster);
    case "flip":
      return turn(raster, filter.axis === "horizontal" ? "mirror" : "flip");
  }
}

function rotate({ raster, nominal }: Canvas, degrees: number): Canvas {
  const swapped = { width: nominal.height, height: nominal.width };
  if (degrees === 90 || degrees === 270) return { raster: turn(raster, degrees), nominal: swapped };
  if (degrees === 180) return { raster: turn(raster, 180), nominal };
  // What is long and thin needs a picture many times its size to stand in at an angle.
  const room = rotatedSize(raster, degrees);
  const factor = Math.min(1, Math.sqrt(MAX_TURNED_PIXELS / pixelsOf(room)));
  const fitting = shrink(raster, {
    width: Math.max(1, Math.floor(raster.width * factor)),
    height: Math.max(1, Math.floor(raster.height * factor)),
  });
  const turned = rotated(fitting, degrees);
  const scale = nominal.width / fitting.width;
  return {
    raster: turned,
    nominal: { width: Math.round(turned.width * scale), height: Math.round(turned.height * scale) },
  };
}

/** The box around a picture that is turned by an angle. */
function rotatedSize({ width, height }: Size, degrees: number): Size {
  const radians = (degrees * Math.PI) / 180;
  const [across, down] = [Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))];
  return { width: width * across + height * down, height: width * down + height * across };
}

const scaledBy = ({ width, height }: Size, factor: number): Size => ({
  width: Math.max(1, Math.round(width * factor)),
  height: Math.max(1, Math.round(height * factor)),
});

const fitInto = (
  canvas: Canvas,
  { width, height }: { readonly width: number | null; readonly height: number | null },
): Canvas => {
  const { nominal } = canvas;
  const factor = Math.min(1, (width ?? nominal.width) / nominal.width, (height ?? nominal.height) / nominal.height);
  return resizeTo(canvas, scaledBy(nominal, factor));
};

function resizeTo({ raster, nominal }: Canvas, size: Size): Canvas {
  const grows = size.width > nominal.width || size.height > nominal.height;
  if (grows && pixelsOf(size) > MAX_RESULT_PIXELS) {
    throw new AppError(
      "resource-too-large",
      `The result would have ${describeSize(size)}; filters make at most ${MAX_RESULT_PIXELS / 1_000_000} megapixels.`,
    );
  }
  const target = fitPixels(size, MAX_RESULT_PIXELS);
  // Averaged where it gets smaller, interpolated where it gets larger, each side by itself.
  const smaller = shrink(raster, {
    width: Math.min(target.width, raster.width),
    height: Math.min(target.height, raster.height),
  });
  return { raster: enlarge(smaller, target), nominal: size };
}

function crop({ raster, nominal }: Canvas, to: CropArea): Canvas {
  const box = cropBox(nominal, to);
  const left = Math.max(0, Math.round(box.left));
  const top = Math.max(0, Math.round(box.top));
  const right = Math.min(nominal.width, Math.round(box.right));
  const bottom = Math.min(nominal.height, Math.round(box.bottom));
  if (right <= left || bottom <= top) {
    throw new AppError(
      "unsupported-input",
      `Nothing would be left: the crop lies outside the image, which is ${nominal.width} × ${nominal.height} pixels.`,
    );
  }
  const scale = { x: raster.width / nominal.width, y: raster.height / nominal.height };
  const x = Math.min(Math.floor(left * scale.x), raster.width - 1);
  const y = Math.min(Math.floor(top * scale.y), raster.height - 1);
  const width = Math.max(1, Math.min(Math.round((right - left) * scale.x), raster.width - x));
  const height = Math.max(1, Math.min(Math.round((bottom - top) * scale.y), raster.height - y));
  const stride = raster.width * raster.channels;
  const data = new Uint8Array(width * height * raster.channels);
  for (let row = 0; row < height; row++) {
    const from = (y + row) * stride + x * raster.channels;
    data.set(raster.data.subarray(from, from + width * raster.channels), row * width * raster.channels);
  }
  const asked = { width: right - left, height: bottom - top };
  const cut: Raster = { width, height, channels: raster.channels, data };
  // A small piece of a large photo, which was scaled down to work on, is as large as it was in the photo.
  return { raster: pixelsOf(asked) <= MAX_NEIGHBOUR_PIXELS ? enlarge(cut, asked) : cut, nominal: asked };
}

function cropBox({ width, height }: Size, to: CropArea): { left: number; top: number; right: number; bottom: number } {
  switch (to.as) {
    case "part":
      return { left: to.left * width, top: to.top * height, right: to.right * width, bottom: to.bottom * height };
    case "margins":
      return { left: to.left, top: to.top, right: width - to.right, bottom: height - to.bottom };
    case "square": {
      const side = Math.min(width, height);
      return {
        left: (width - side) / 2,
        top: (height - side) / 2,
        right: (width + side) / 2,
        bottom: (height + side) / 2,
      };
    }
    case "rectangle": {
      const left = to.corner?.x ?? Math.max(0, (width - to.width) / 2);
      const top = to.corner?.y ?? Math.max(0, (height - to.height) / 2);
      return { left, top, right: left + to.width, bottom: top + to.height };
    }
  }
}
