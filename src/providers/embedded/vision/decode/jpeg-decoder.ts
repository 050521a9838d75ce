import { AppError } from "../../../../domain/errors.ts";
import type { Size } from "../raster.ts";
import DECODER from "./imagescript/jpeg.wasm";

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
