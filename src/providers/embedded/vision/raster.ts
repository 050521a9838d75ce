/**
 * Decoded pixels, row by row from the top left, eight bits a sample: RGB, or RGBA (not premultiplied)
 * when the file has an alpha channel. Greyscale is expanded, so that no filter has to know it.
 */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Uint8Array<ArrayBuffer>;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const pixelsOf = (size: Size): number => size.width * size.height;

/** `size` scaled down to at most `maxPixels`, its proportions kept; at least one pixel each way. */
export function fitPixels(size: Size, maxPixels: number): Size {
  if (pixelsOf(size) <= maxPixels) return { width: size.width, height: size.height };
  const factor = Math.sqrt(maxPixels / pixelsOf(size));
  return {
    width: Math.max(1, Math.min(size.width, Math.floor(size.width * factor))),
    height: Math.max(1, Math.min(size.height, Math.floor(size.height * factor))),
  };
}

/** "12.2 megapixels (4032 × 3024)", for notes and errors. */
export const describeSize = (size: Size): string =>
  `${(pixelsOf(size) / 1_000_000).toFixed(1)} megapixels (${size.width} × ${size.height})`;

/** The pixels of a rectangle that lies within the picture. */
export function cropped(raster: Raster, area: Size & { readonly left: number; readonly top: number }): Raster {
  const { channels, data } = raster;
  const { width, height } = area;
  const out = new Uint8Array(width * height * channels);
  for (let row = 0; row < height; row++) {
    const from = ((area.top + row) * raster.width + area.left) * channels;
    out.set(data.subarray(from, from + width * channels), row * width * channels);
  }
  return { width, height, channels, data: out };
}

/** RGBA with everything transparent laid on white, as a reader of print expects. */
export function opaqueRgba(raster: Raster): Uint8ClampedArray<ArrayBuffer> {
  const { data, channels } = raster;
  const pixels = pixelsOf(raster);
  const out = new Uint8ClampedArray(pixels * 4);
  for (let pixel = 0, from = 0, to = 0; pixel < pixels; pixel++, from += channels, to += 4) {
    const alpha = channels === 4 ? (data[from + 3] ?? 255) / 255 : 1;
    const white = 255 * (1 - alpha);
    out[to] = (data[from] ?? 0) * alpha + white;
    out[to + 1] = (data[from + 1] ?? 0) * alpha + white;
    out[to + 2] = (data[from + 2] ?? 0) * alpha + white;
    out[to + 3] = 255;
  }
  return out;
}

/** Brightness of every pixel, row by row from the top left: all that print and edges need, in a third of the memory. */
export interface Luma extends Size {
  readonly data: Uint8Array<ArrayBuffer>;
}

/** Eight-bit luma (ITU-R BT.601), transparency laid on white. */
export function lumaOf(raster: Raster): Luma {
  const { data, channels } = raster;
  const pixels = pixelsOf(raster);
  const out = new Uint8Array(pixels);
  for (let pixel = 0, from = 0; pixel < pixels; pixel++, from += channels) {
    const luma = 0.299 * (data[from] ?? 0) + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0);
    const alpha = channels === 4 ? (data[from + 3] ?? 255) / 255 : 1;
    out[pixel] = Math.round(luma * alpha + 255 * (1 - alpha));
  }
  return { width: raster.width, height: raster.height, data: out };
}

/** The same in grey, for what wants colours. */
export function greyRaster({ width, height, data }: Luma): Raster {
  const out = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < data.length; pixel++) out.fill(data[pixel] ?? 0, pixel * 3, pixel * 3 + 3);
  return { width, height, channels: 3, data: out };
}
