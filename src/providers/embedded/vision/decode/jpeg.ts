import { pixelsOf, type Raster, type Size } from "../raster.ts";
import { AreaShrinker } from "./area-shrinker.ts";
import { decodeScaled, SAMPLES } from "./jpeg-decoder.ts";
import type { JpegHeader } from "./jpeg-header.ts";
import { checkScans } from "./jpeg-scans.ts";
import { checkMemory, DECODE_BUDGET_BYTES, type PixelWork } from "./limits.ts";

/** A scale this much below the target is taken for it: the next one needs four times the memory. */
const NEAR_ENOUGH = 0.75;
/** The decoder's code, tables and stack. */
const DECODER_BYTES = 3 * 1024 * 1024;

/**
 * Decodes a JPEG to `target` size; to a smaller one when only that fits in memory.
 * The decoder is one call, which nothing interrupts: its scans are counted before.
 * @throws {AppError} `unreadable-resource`; `resource-too-large` when no scale fits in memory; `resource-too-complex`.
 */
export async function decodeJpeg(file: Uint8Array, header: JpegHeader, target: Size, work: PixelWork): Promise<Raster> {
  checkScans(file, header);
  const scaled = chooseScale(file.length, header, target);
  const raster = decodeScaled(file, header, scaled, ({ width, height, samples, format }) => {
    const size = { width: Math.min(target.width, width), height: Math.min(target.height, height) };
    const shrinker = new AreaShrinker({ width, height }, size, 3);
    const rgb = new Uint8Array(width * 3);
    const stride = width * SAMPLES[format];
    for (let y = 0; y < height; y++) {
      const row = samples.subarray(y * stride, (y + 1) * stride);
      if (format !== "rgb") toRgb(row, format, rgb);
      shrinker.push(format === "rgb" ? row : rgb);
    }
    return shrinker.result();
  });
  await work.spend("pixels", pixelsOf(header));
  return raster;
}

/** The smallest of the decoder's sizes that is about the target or above, or else the largest that fits in memory. */
function chooseScale(fileBytes: number, header: JpegHeader, target: Size): Size {
  const sizes = [1, 2, 4, 8].map((divisor) => ({
    width: Math.ceil(header.width / divisor),
    height: Math.ceil(header.height / divisor),
  }));
  const [full, ...smaller] = sizes;
  let chosen = full ?? header;
  for (const size of smaller) {
    const enough = size.width >= target.width * NEAR_ENOUGH && size.height >= target.height * NEAR_ENOUGH;
    if (enough || memoryOf(fileBytes, header, chosen) > DECODE_BUDGET_BYTES) chosen = size;
  }
  checkMemory(
    memoryOf(fileBytes, header, chosen),
    header,
    header.progressive ? "it is a progressive JPEG" : "its file is large",
  );
  return chosen;
}

/** Measured against the decoder's own memory: file, planes, pixels, and all coefficients if progressive. */
export function memoryOf(fileBytes: number, header: JpegHeader, scaled: Size): number {
  const { components } = header;
  const across = Math.max(...components.map((component) => component.across));
  const down = Math.max(...components.map((component) => component.down));
  const planes = components.reduce((sum, component) => sum + (component.across * component.down) / (across * down), 0);
  const coefficients = header.progressive ? pixelsOf(header) * planes * Int16Array.BYTES_PER_ELEMENT : 0;
  return DECODER_BYTES + fileBytes + coefficients + pixelsOf(scaled) * (planes + components.length);
}

function toRgb(row: Uint8Array, format: "grey" | "cmyk", out: Uint8Array): void {
  for (let pixel = 0, to = 0; to < out.length; pixel++, to += 3) {
    if (format === "grey") {
      out.fill(row[pixel] ?? 0, to, to + 3);
      continue;
    }
    // Without the printer's colour profile, the plain conversion that browsers use.
    const key = 255 - (row[pixel * 4 + 3] ?? 0);
    for (let channel = 0; channel < 3; channel++)
      out[to + channel] = ((255 - (row[pixel * 4 + channel] ?? 0)) * key) / 255;
  }
}
