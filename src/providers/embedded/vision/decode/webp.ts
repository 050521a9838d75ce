import createDecoder from "@jsquash/webp/codec/dec/webp_dec.js";
import DECODER from "@jsquash/webp/codec/dec/webp_dec.wasm";
import { AppError } from "../../../../domain/errors.ts";
import { exifOrientation, type Orientation } from "../orient.ts";
import { pixelsOf, type Raster, type Size } from "../raster.ts";
import { AreaShrinker } from "../scale.ts";
import { checkMemory, type PixelWork } from "./limits.ts";

export interface WebpHeader {
  readonly width: number;
  readonly height: number;
  readonly alpha: boolean;
  readonly lossless: boolean;
  readonly orientation: Orientation;
}

const damaged = (what: string, cause?: unknown): AppError =>
  new AppError("unreadable-resource", `The WebP is damaged: ${what}.`, { cause });
const ANIMATION_FLAG = 0x02;
const ALPHA_FLAG = 0x10;
/** libwebp's RGBA and its copy here; lossless keeps one more. */
const LOSSY_BYTES_PER_PIXEL = 8;
const LOSSLESS_BYTES_PER_PIXEL = 12;

/**
 * Reads the chunks' headers (RFC 9649).
 * @throws {AppError} `unreadable-resource` for a broken file, `unsupported-input` for an animation.
 */
export function readWebpHeader(file: Uint8Array): WebpHeader {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let image: Omit<WebpHeader, "orientation"> | null = null;
  let alpha = false;
  let orientation: Orientation = 1;
  for (let at = 12; at + 8 <= file.length; ) {
    const type = String.fromCharCode(...file.subarray(at, at + 4));
    const length = view.getUint32(at + 4, true);
    const body = file.subarray(at + 8, at + 8 + length);
    if (body.length < length) throw damaged(`it ends inside its ${type.trim()} chunk`);
    if (type === "VP8X") {
      const flags = body[0] ?? 0;
      if ((flags & ANIMATION_FLAG) !== 0)
        throw new AppError("unsupported-input", "This WebP is an animation; send one picture of it.");
      alpha = (flags & ALPHA_FLAG) !== 0;
    } else if (type === "VP8 " && image === null) image = readLossy(body);
    else if (type === "VP8L" && image === null) image = readLossless(body);
    else if (type === "EXIF") orientation = exifOrientation(body);
    at += 8 + length + (length & 1);
  }
  if (image === null) throw damaged("it holds no picture");
  return { ...image, alpha: alpha || image.alpha, orientation };
}

function readLossy(body: Uint8Array): Omit<WebpHeader, "orientation"> {
  if (body.length < 10 || body[3] !== 0x9d || body[4] !== 0x01 || body[5] !== 0x2a)
    throw damaged("its frame header is broken");
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  return {
    width: view.getUint16(6, true) & 0x3fff,
    height: view.getUint16(8, true) & 0x3fff,
    alpha: false,
    lossless: false,
  };
}

function readLossless(body: Uint8Array): Omit<WebpHeader, "orientation"> {
  if (body.length < 5 || body[0] !== 0x2f) throw damaged("its frame header is broken");
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const bits = view.getUint32(1, true);
  return {
    width: (bits & 0x3fff) + 1,
    height: ((bits >> 14) & 0x3fff) + 1,
    alpha: ((bits >> 28) & 1) === 1,
    lossless: true,
  };
}

/**
 * Decodes a WebP to `target` size. The decoder has no scaling, so that the whole picture must fit.
 * @throws {AppError} `unreadable-resource`, or `resource-too-large`.
 */
export async function decodeWebp(file: Uint8Array, header: WebpHeader, target: Size, work: PixelWork): Promise<Raster> {
  const perPixel = header.lossless ? LOSSLESS_BYTES_PER_PIXEL : LOSSY_BYTES_PER_PIXEL;
  checkMemory(file.length * 2 + pixelsOf(header) * perPixel, header, "WebP is decoded at full size");
  let decoded: { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number } | null;
  try {
    const decoder = await freshDecoder();
    decoded = decoder.decode(new Uint8Array(file));
  } catch (cause) {
    throw damaged("its pixels cannot be decoded", cause);
  }
  if (decoded === null || decoded.width !== header.width || decoded.height !== header.height)
    throw damaged("its pixels cannot be decoded");
  const channels = header.alpha ? 4 : 3;
  const shrinker = new AreaShrinker(header, target, channels);
  const rgb = new Uint8Array(header.width * 3);
  for (let y = 0; y < header.height; y++) {
    const row = new Uint8Array(decoded.data.buffer, decoded.data.byteOffset + y * header.width * 4, header.width * 4);
    if (!header.alpha) dropAlpha(row, rgb);
    shrinker.push(header.alpha ? row : rgb);
    await work.spend("pixels", header.width);
  }
  return shrinker.result();
}

/** One per picture, as WebAssembly memory never shrinks. */
function freshDecoder(): ReturnType<typeof createDecoder> {
  const decoder = createDecoder({
    noInitialRun: true,
    instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
      const instance = new WebAssembly.Instance(DECODER, imports);
      done(instance);
      return instance.exports;
    },
  });
  // It makes a global location with no origin, from which the JSON Schema validator of MCP's library cannot start.
  Reflect.deleteProperty(globalThis, "location");
  return decoder;
}

function dropAlpha(rgba: Uint8Array, rgb: Uint8Array): void {
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
    rgb[to] = rgba[from] ?? 0;
    rgb[to + 1] = rgba[from + 1] ?? 0;
    rgb[to + 2] = rgba[from + 2] ?? 0;
  }
}
