import { AppError } from "../../../../domain/errors.ts";

export type ImageFormat = "png" | "jpeg" | "webp";

/** What the embedded experts read; part of every refusal, so that the caller knows what to send. */
export const SUPPORTED_IMAGES = "PNG, JPEG and WebP images";

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
const PNG_SIGNATURE = "\x89PNG\r\n\x1a\n";
const startsWith = (text: string) => (bytes: Uint8Array) => ascii(bytes, 0, text.length) === text;

/** Formats that people do send and that cannot be read here: the refusal names them. */
const FOREIGN: readonly (readonly [name: string, is: (bytes: Uint8Array) => boolean])[] = [
  ["a GIF", startsWith("GIF8")],
  ["a BMP", startsWith("BM")],
  ["a TIFF", (bytes) => ["II*\0", "MM\0*"].includes(ascii(bytes, 0, 4))],
  [
    "a HEIC or AVIF picture",
    (bytes) => ascii(bytes, 4, 8) === "ftyp" && /^(hei|hev|mif1|msf1|avi[fs])/.test(ascii(bytes, 8, 12)),
  ],
  ["a JPEG XL picture", (bytes) => startsWith("\xff\x0a")(bytes) || ascii(bytes, 4, 8) === "JXL "],
  ["a JPEG 2000 picture", (bytes) => ascii(bytes, 4, 8) === "jP  "],
  ["a Photoshop file", startsWith("8BPS")],
  ["a PDF", startsWith("%PDF-")],
  ["an Office document or a ZIP archive", startsWith("PK\x03\x04")],
  [
    "an SVG drawing",
    (bytes) =>
      /^\s*(<\?xml[^>]*>\s*|<!--[^>]*-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]/i.test(
        new TextDecoder().decode(bytes.subarray(0, 1024)),
      ),
  ],
];

/** The format, by content: names and declared media types lie. Null for anything that is not read here. */
export function imageFormat(bytes: Uint8Array): ImageFormat | null {
  if (startsWith(PNG_SIGNATURE)(bytes)) return "png";
  if (startsWith("\xff\xd8\xff")(bytes)) return "jpeg";
  return startsWith("RIFF")(bytes) && ascii(bytes, 8, 12) === "WEBP" ? "webp" : null;
}

/** @throws {AppError} `unsupported-input` for another known format, `unreadable-resource` for anything else. */
export function sniffImage(bytes: Uint8Array): ImageFormat {
  if (bytes.length === 0) throw new AppError("unreadable-resource", "The image is empty: it has no bytes.");
  const format = imageFormat(bytes);
  if (format !== null) return format;
  const foreign = FOREIGN.find(([, is]) => is(bytes));
  if (foreign !== undefined) {
    throw new AppError("unsupported-input", `This is ${foreign[0]}; the embedded experts read ${SUPPORTED_IMAGES}.`);
  }
  throw new AppError(
    "unreadable-resource",
    `This is not an image that can be read here: its content is none of ${SUPPORTED_IMAGES}.`,
  );
}
