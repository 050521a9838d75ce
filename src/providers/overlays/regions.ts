import { AppError } from "../../domain/errors.ts";
import { checkSize } from "../embedded/vision/decode/limits.ts";
import { decodePng, readPngHeader } from "../embedded/vision/decode/png.ts";
import { sniffImage } from "../embedded/vision/decode/sniff.ts";
import { fitPixels, pixelsOf, type Raster, type Size } from "../embedded/vision/raster.ts";
import { bySureness, type Segment } from "./detected.ts";
import { checkWanted, MAX_DRAWN_PIXELS, withDrawingMemory } from "./picture.ts";

/** The segment that each pixel belongs to. */
export interface Regions extends Size {
  /** Row by row: 0 for none, else one more than the index of the segment. */
  readonly owners: Uint8Array;
  /** All that were found, the surest first. */
  readonly segments: readonly Omit<Segment, "mask">[];
  /** So many of the first of them are drawn. */
  readonly drawn: number;
  /** Of the masks, before they were scaled down. */
  readonly original: Size;
  readonly notes: readonly string[];
}

/** As many as one byte a pixel can number; a panoptic model finds some twenty. */
const MAX_SEGMENTS = 255;
/** A hundred masks of 2 megapixels; inflating so much takes some seconds. */
const MAX_MASK_PIXELS = 200_000_000;
/** Masks may be rounded to other sizes; those that are further off belong to another picture. */
const MAX_DISTORTION = 0.05;
const IS_INSIDE = 128;

/**
 * Reads masks one after the other; where they overlap, the surer segment has the pixel. Masks smaller than the first are
 * stretched to it. It takes its share of the memory itself.
 * @throws {AppError} `provider-rejected` for no masks, for those that are no PNG and those of another shape.
 */
export function readRegions(found: readonly Segment[], signal: AbortSignal): Promise<Regions> {
  return withDrawingMemory(signal, async () => {
    const [first] = found;
    if (!first) throw new AppError("provider-rejected", "The model found nothing in the image");
    const original = sizeOf(first.mask);
    const size = fitPixels(original, MAX_DRAWN_PIXELS);
    const segments = found.toSorted(bySureness);
    const drawn = affordable(segments);
    const owners = new Uint8Array(pixelsOf(size));
    for (const [index, { mask }] of drawn.entries()) {
      checkWanted(signal);
      own(owners, size, await readMask(mask, size), index + 1);
    }
    return {
      ...size,
      owners,
      segments: segments.map(({ label, score }) => ({ label, score })),
      drawn: drawn.length,
      original,
      notes:
        drawn.length === found.length ? [] : [`Only the ${drawn.length} surest of ${found.length} segments are drawn.`],
    };
  });
}

/** The first segments, as many as may be inflated and numbered. */
function affordable(segments: readonly Segment[]): readonly Segment[] {
  let pixels = 0;
  const firstBeyond = segments.findIndex(({ mask }, index) => {
    pixels += pixelsOf(sizeOf(mask));
    return index > 0 && (index >= MAX_SEGMENTS || pixels > MAX_MASK_PIXELS);
  });
  return firstBeyond === -1 ? segments : segments.slice(0, firstBeyond);
}

const unreadable = (cause: unknown): AppError =>
  new AppError("provider-rejected", "The model's answer holds a mask that is no readable PNG", { cause });

/** @throws {AppError} `provider-rejected` */
function sizeOf(mask: Uint8Array): Size {
  try {
    if (sniffImage(mask) !== "png") throw new Error("It is another format");
    const { width, height } = readPngHeader(mask);
    checkSize({ width, height });
    return { width, height };
  } catch (cause) {
    throw unreadable(cause);
  }
}

/** @throws {AppError} `provider-rejected` */
async function readMask(mask: Uint8Array, size: Size): Promise<Raster> {
  const own = sizeOf(mask);
  if (!isSameShape(own, size)) {
    throw new AppError("provider-rejected", "The model's answer holds masks of different shapes");
  }
  const target = { width: Math.min(own.width, size.width), height: Math.min(own.height, size.height) };
  return decodePng(readPngHeader(mask), target).catch((cause: unknown) => {
    throw unreadable(cause);
  });
}

/** True where two pictures have the same proportions, up to rounding. */
export function isSameShape(one: Size, other: Size): boolean {
  const across = one.width * other.height;
  const down = one.height * other.width;
  // A pixel more or less is much of a narrow picture.
  const aPixel = Math.max(one.width, one.height, other.width, other.height);
  return Math.abs(across - down) <= Math.max(aPixel, Math.min(across, down) * MAX_DISTORTION);
}

/** Assigns the pixels of a mask that have no owner yet. */
function own(owners: Uint8Array, size: Size, mask: Raster, owner: number): void {
  const { width, channels, data } = mask;
  for (let y = 0, to = 0; y < size.height; y++) {
    const row = Math.floor((y * mask.height) / size.height) * width;
    for (let x = 0; x < size.width; x++, to++) {
      if (owners[to] !== 0) continue;
      const at = (row + Math.floor((x * width) / size.width)) * channels;
      const alpha = channels === 4 ? (data[at + 3] ?? 255) / 255 : 1;
      const brightest = Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
      if (brightest * alpha >= IS_INSIDE) owners[to] = owner;
    }
  }
}
