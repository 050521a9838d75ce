import { opaqueRgba, type Raster } from "../raster.ts";
import { enlarge, shrink } from "../scale.ts";
import type { TensorShape } from "./kernels.ts";

/** A picture as a network takes it. */
export interface FramedPicture {
  /** From −1 for black to 1 for white, row by row; 0 where nothing of the picture is. */
  readonly numbers: Float32Array;
  /** Turns a place in the network's input into one in the picture: shares of their sides, from the top left. */
  readonly toPicture: (x: number, y: number) => readonly [x: number, y: number];
}

/**
 * A picture as networks of the MobileNet family take it: transparency laid on white, and either scaled to fit, in the
 * middle of the network's input, or stretched to all of it.
 */
export function framed(picture: Raster, [height, width]: TensorShape, fit: "whole" | "stretched"): FramedPicture {
  const scale = Math.min(width / picture.width, height / picture.height);
  const size =
    fit === "stretched"
      ? { width, height }
      : {
          width: Math.min(width, Math.max(1, Math.round(picture.width * scale))),
          height: Math.min(height, Math.max(1, Math.round(picture.height * scale))),
        };
  const smaller = {
    width: Math.min(size.width, picture.width),
    height: Math.min(size.height, picture.height),
  };
  const rgba = opaqueRgba(enlarge(shrink(picture, smaller), size));
  const [left, top] = [(width - size.width) >> 1, (height - size.height) >> 1];
  const numbers = new Float32Array(width * height * 3);
  for (let y = 0, from = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, from += 4) {
      const to = ((top + y) * width + left + x) * 3;
      for (let channel = 0; channel < 3; channel++) numbers[to + channel] = (rgba[from + channel] ?? 0) / 127.5 - 1;
    }
  }
  return {
    numbers,
    toPicture: (x, y) => [(x * width - left) / size.width, (y * height - top) / size.height],
  };
}
