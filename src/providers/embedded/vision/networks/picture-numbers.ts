import { opaqueRgba, type Raster } from "../raster.ts";
import { enlarge, shrink } from "../scale.ts";
import type { Shape } from "./kernels.ts";

/**
 * A picture as networks of the MobileNet family take it: stretched to their size, −1 for black to 1 for white, transparency
 * laid on white.
 */
export function toNumbers(picture: Raster, [height, width]: Shape): Float32Array {
  const smaller = shrink(picture, { width: Math.min(width, picture.width), height: Math.min(height, picture.height) });
  const rgba = opaqueRgba(enlarge(smaller, { width, height }));
  const numbers = new Float32Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++)
    for (let channel = 0; channel < 3; channel++)
      numbers[pixel * 3 + channel] = (rgba[pixel * 4 + channel] ?? 0) / 127.5 - 1;
  return numbers;
}
