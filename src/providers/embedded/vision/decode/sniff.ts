import { AppError } from "../../../../domain/errors.ts";

export type ImageFormat = "png" | "jpeg" | "webp";

/** What the embedded experts read; part of every refusal, so that the caller knows what to send. */
export const SUPPORTED_IMAGES = "PNG, JPEG and WebP images";

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
const PNG_SIGNATURE = "\x89PNG\r\n\x1a\n";
const startsWith = (text: string) => (bytes: Uint8Array) => ascii(bytes, 0, text.length) === text;

/** Formats that people do send and that cannot be read here: the refusal names them, and says what to do where that is known. */
const FOREIGN: readonly (readonly [name: string, is: (bytes: Uint8Array) => boolean, instead?: string])[] = [
  ["a GIF", startsWith("GIF8")],
  ["a BMP", startsWith("BM")],
  ["a TIFF", (bytes) => ["II*\0", "MM\0*"].includes(ascii(bytes, 0, 4))],
  ["an AVIF picture", (bytes) => ascii(bytes, 4, 8) === "ftyp" && /^avi[fs]/.test(ascii(bytes, 8, 12))],
  [
    "a HEIC picture",
    (bytes) => ascii(bytes, 4, 8) === "ftyp" && /^(hei|hev|mif1|msf1)/.test(ascii(bytes, 8, 12)),
    "Export it as JPEG; an iPhone takes JPEG itself with Settings > Camera > Formats > Most Compatible.",
  ],
  ["a JPEG XL picture", (bytes) => startsWith("\xff\x0a")(bytes) || ascii(bytes, 4, 8) === "JXL "],
  ["a JPEG 2000 picture", (bytes) => ascii(bytes, 4, 8) === "jP  "],
  ["a Photoshop file", startsWith("8BPS")],
  ["a PDF", startsWith("%PDF-")],
  ["a ZIP archive", startsWith("PK\x03\x04"), "Send the files in it one by one."],
  [
    "an Office file of before 2007",
    startsWith("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
    "Save it as .docx, .xlsx or .pptx, or as PDF.",
  ],
  ["an RTF document", startsWith("{\\rtf"), "Save it as .docx, .odt or PDF."],
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
    const [name, , instead] = foreign;
    throw new AppError(
      "unsupported-input",
      `This is ${name}; the embedded experts read ${SUPPORTED_IMAGES}.${instead === undefined ? "" : ` ${instead}`}`,
    );
  }
  throw new AppError(
    "unreadable-resource",
    `This is not an image that can be read here: its content is none of ${SUPPORTED_IMAGES}.`,
  );
}
