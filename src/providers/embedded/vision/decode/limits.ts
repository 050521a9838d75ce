import { AppError } from "../../../../domain/errors.ts";
import { type WorkBounds, WorkBudget } from "../../work.ts";
import { describeSize, pixelsOf, type Size } from "../raster.ts";

/**
 * An isolate has 128 MB for everything. A picture's file and its decoder must fit beside the bundle and
 * what the expert makes of the pixels; measured in docs/experts/vision.md.
 */
export const DECODE_BUDGET_BYTES = 72 * 1024 * 1024;

/** A 48-megapixel phone photo passes; more is a scan for a bigger machine, or a decompression bomb. */
export const MAX_IMAGE_PIXELS = 50_000_000;

/**
 * Of a picture as it is in its file, and of what is made of it. The slowest kind, 16 bits a sample and every row filtered,
 * decodes some 5 million pixels a second.
 */
export const PICTURE_WORK = { pixels: { most: MAX_IMAGE_PIXELS, perTurn: 250_000 } } as const satisfies WorkBounds;

/** What reads and writes pictures counts its pixels in. */
export type PixelWork = Pick<WorkBudget, "spend">;

/** For who reads or writes a picture outside a call of an expert: the thread is given back as often, and nothing ends it. */
export const pictureWork = (): PixelWork => new WorkBudget(PICTURE_WORK, new AbortController().signal);

/** Rows are buffered: a picture of 50 million × 1 pixels is within the area and still not one. */
const MAX_SIDE_PIXELS = 32_768;

/** An image file is held whole while it is read: a 12-megapixel photo is 25 MB as a PNG, 3 as a JPEG. */
export const MAX_IMAGE_BYTES = 25 * 1024 * 1024;

/** @throws {AppError} `unreadable-resource` without pixels, `resource-too-large` with too many. */
export function checkSize(size: Size): void {
  if (size.width < 1 || size.height < 1)
    throw new AppError("unreadable-resource", "The image's header says it has no pixels.");
  if (pixelsOf(size) > MAX_IMAGE_PIXELS || Math.max(size.width, size.height) > MAX_SIDE_PIXELS) {
    const limit = `${MAX_IMAGE_PIXELS / 1_000_000} megapixels and ${MAX_SIDE_PIXELS} pixels a side`;
    throw new AppError("resource-too-large", `The image has ${describeSize(size)}; the limit is ${limit}.`);
  }
}

/** @throws {AppError} `resource-too-large` when reading the file would need more than the budget. */
export function checkMemory(bytes: number, size: Size, why: string): void {
  if (bytes <= DECODE_BUDGET_BYTES) return;
  const megabytes = (count: number) => Math.ceil(count / 1024 / 1024);
  throw new AppError(
    "resource-too-large",
    `Reading this image of ${describeSize(size)} takes about ${megabytes(bytes)} MB of memory, as ${why}; the limit is ${megabytes(DECODE_BUDGET_BYTES)} MB. Send it smaller.`,
  );
}
