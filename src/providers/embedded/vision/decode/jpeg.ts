import DECODER from "imagescript/wasm/any/jpeg.wasm";
import { AppError } from "../../../../domain/errors.ts";
import { pixelsOf, type Raster, type Size } from "../raster.ts";
import { AreaShrinker } from "./area-shrinker.ts";
import type { JpegHeader } from "./jpeg-header.ts";
import { checkMemory, DECODE_BUDGET_BYTES } from "./limits.ts";

/**
 * ImageScript's build of the Rust crate jpeg-decoder: it scales by 1/2, 1/4 or 1/8 while it decodes, so
 * that a 12-megapixel photo takes 18 MB. (jpeg-js, under image-js, takes some 25 bytes a pixel: 300 MB.)
 * A fresh instance per picture gives the memory back, and a trap spoils nothing.
 */
interface Decoder {
  readonly memory: WebAssembly.Memory;
  walloc(bytes: number): number;
  /** Length of what the last call returned. */
  wlen(): number;
  /** Decodes to the smallest scale that is at least width × height; 0 or 1 when it cannot. */
  decode(file: number, bytes: number, width: number, height: number): number;
  decode_width(image: number): number;
  decode_height(image: number): number;
  decode_format(image: number): number;
  decode_buffer(image: number): number;
}

const PIXEL_FORMATS: Readonly<Record<number, "grey" | "rgb" | "cmyk">> = { 0: "grey", 1: "rgb", 2: "cmyk" };
const SAMPLES = { grey: 1, rgb: 3, cmyk: 4 } as const;
/** A scale this much below the target is taken for it: the next one needs four times the memory. */
const NEAR_ENOUGH = 0.75;
/** The decoder's code, tables and stack. */
const DECODER_BYTES = 3 * 1024 * 1024;

const damaged = (cause?: unknown): AppError =>
  new AppError("unreadable-resource", "The JPEG is damaged: its pixels cannot be decoded.", { cause });

/**
 * Decodes a JPEG to `target` size; to a smaller one when only that fits in memory.
 * @throws {AppError} `unreadable-resource`, or `resource-too-large` when no scale fits in memory.
 */
export function decodeJpeg(file: Uint8Array, header: JpegHeader, target: Size): Raster {
  const scaled = chooseScale(file.length, header, target);
  const { width, height, samples, format } = decodeScaled(file, scaled, header);
  const shrinker = new AreaShrinker(
    { width, height },
    { width: Math.min(target.width, width), height: Math.min(target.height, height) },
    3,
  );
  const rgb = new Uint8Array(width * 3);
  const stride = width * SAMPLES[format];
  for (let y = 0; y < height; y++) {
    const row = samples.subarray(y * stride, (y + 1) * stride);
    if (format !== "rgb") toRgb(row, format, rgb);
    shrinker.push(format === "rgb" ? row : rgb);
  }
  return shrinker.result();
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

interface Decoded extends Size {
  readonly format: "grey" | "rgb" | "cmyk";
  /** A view of the decoder's memory. */
  readonly samples: Uint8Array;
}

function decodeScaled(file: Uint8Array, scaled: Size, header: JpegHeader): Decoded {
  const decoded = runDecoder(file, scaled);
  const { width, height, samples, format } = decoded;
  const fits = width >= 1 && height >= 1 && width <= header.width && height <= header.height;
  if (!fits || samples.length !== width * height * SAMPLES[format]) throw damaged();
  return decoded;
}

function runDecoder(file: Uint8Array, scaled: Size): Decoded {
  const decoder = new WebAssembly.Instance(DECODER).exports as unknown as Decoder;
  try {
    const start = decoder.walloc(file.length);
    new Uint8Array(decoder.memory.buffer, start, file.length).set(file);
    const image = decoder.decode(start, file.length, scaled.width, scaled.height);
    const format = image < 2 ? undefined : PIXEL_FORMATS[decoder.decode_format(image)];
    if (format === undefined) throw damaged();
    const pixels = decoder.decode_buffer(image);
    const samples = new Uint8Array(decoder.memory.buffer, pixels, decoder.wlen());
    return { width: decoder.decode_width(image), height: decoder.decode_height(image), format, samples };
  } catch (cause) {
    throw cause instanceof AppError ? cause : damaged(cause);
  }
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
