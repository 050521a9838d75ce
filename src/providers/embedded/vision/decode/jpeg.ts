import { AppError } from "../../../../domain/errors.ts";
import { pixelsOf, type Raster, type Size } from "../raster.ts";
import { AreaShrinker } from "../scale.ts";
import DECODER from "./imagescript/jpeg.wasm";
import { checkScans, type JpegHeader } from "./jpeg-header.ts";
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

/**
 * ImageScript's build of the Rust crate jpeg-decoder: it scales by 1/2, 1/4 or 1/8 while it decodes, so
 * that a 12-megapixel photo takes 18 MB. (jpeg-js, under image-js, takes some 25 bytes a pixel: 300 MB.)
 */
interface Decoder {
  readonly memory: WebAssembly.Memory;
  walloc(bytes: number): number;
  /** Length of what the last call returned. */
  wlen(): number;
  /** Takes the file over, and decodes it to the smallest scale that is at least width × height; 0 or 1 when it cannot. */
  decode(file: number, bytes: number, width: number, height: number): number;
  decode_width(image: number): number;
  decode_height(image: number): number;
  decode_format(image: number): number;
  decode_buffer(image: number): number;
  decode_free(image: number): void;
}

export type SampleFormat = "grey" | "rgb" | "cmyk";

export interface Decoded extends Size {
  readonly format: SampleFormat;
  /** Row by row; a view of the decoder's memory, gone with it. */
  readonly samples: Uint8Array;
}

const FORMATS: Readonly<Record<number, SampleFormat>> = { 0: "grey", 1: "rgb", 2: "cmyk" };
export const SAMPLES = { grey: 1, rgb: 3, cmyk: 4 } as const;

/** WebAssembly memory never shrinks: a decoder that grew beyond this is not used again. */
const KEEP_DECODER_BYTES = 32 * 1024 * 1024;
/** Kept for the next picture, as long as nothing else needs its memory. */
let kept: WeakRef<Decoder> | undefined;

const damaged = (cause?: unknown): AppError =>
  new AppError("unreadable-resource", "The JPEG is damaged: its pixels cannot be decoded.", { cause });

/**
 * Decodes a JPEG to one of its scales and hands the samples to `use`.
 * @param full the size in the file's header, which the result must keep to.
 * @throws {AppError} `unreadable-resource`; a decoder that trapped is not used again.
 */
export function decodeScaled<T>(file: Uint8Array, full: Size, scaled: Size, use: (decoded: Decoded) => T): T {
  const decoder = kept?.deref() ?? (new WebAssembly.Instance(DECODER).exports as unknown as Decoder);
  kept = undefined;
  try {
    const start = decoder.walloc(file.length);
    new Uint8Array(decoder.memory.buffer, start, file.length).set(file);
    const image = decoder.decode(start, file.length, scaled.width, scaled.height);
    if (image < 2) throw damaged();
    const result = use(checked(decoder, image, full));
    decoder.decode_free(image);
    if (decoder.memory.buffer.byteLength <= KEEP_DECODER_BYTES) kept = new WeakRef(decoder);
    return result;
  } catch (cause) {
    throw cause instanceof AppError ? cause : damaged(cause);
  }
}

function checked(decoder: Decoder, image: number, full: Size): Decoded {
  const width = decoder.decode_width(image);
  const height = decoder.decode_height(image);
  const format = FORMATS[decoder.decode_format(image)];
  const samples = new Uint8Array(decoder.memory.buffer, decoder.decode_buffer(image), decoder.wlen());
  const fits = width >= 1 && height >= 1 && width <= full.width && height <= full.height;
  if (format === undefined || !fits || samples.length !== width * height * SAMPLES[format]) throw damaged();
  return { width, height, format, samples };
}
