import { decodeImage } from "../decode/decode-image.ts";
import type { PixelWork } from "../decode/limits.ts";
import { type Luma, lumaOf, type Size } from "../raster.ts";
import { MAX_PAGE_PIXELS } from "./read-page.ts";

/**
 * A picture as the engine needs it. A function of its own, so that the colours are garbage before the
 * engine needs their memory.
 * @throws {AppError} as `decodeImage` does.
 */
export async function decodePage(
  file: Uint8Array,
  work?: PixelWork,
): Promise<{ readonly luma: Luma; readonly original: Size; readonly notes: readonly string[] }> {
  const { raster, original, notes } = await decodeImage(file, MAX_PAGE_PIXELS, work);
  return { luma: lumaOf(raster), original, notes };
}
