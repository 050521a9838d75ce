import { AppError } from "../../../../domain/errors.ts";
import { exifOrientation, type Orientation } from "../orient.ts";
import { pixelsOf } from "../raster.ts";

/** What a JPEG's segments before its first scan say (ITU-T T.81, annex B; EXIF in APP1, Adobe in APP14). */
export interface JpegHeader {
  readonly width: number;
  readonly height: number;
  readonly progressive: boolean;
  /** Sampling factors of each component: 1 to 4 of them. */
  readonly components: readonly { readonly id: number; readonly across: number; readonly down: number }[];
  readonly orientation: Orientation;
}

type Frame = Omit<JpegHeader, "orientation">;

const SOS = 0xda;
const EOI = 0xd9;
const APP1 = 0xe1;
/** Baseline, extended sequential and progressive, all Huffman-coded. */
const FRAMES = [0xc0, 0xc1, 0xc2];
/** Lossless, hierarchical and arithmetic-coded frames, which next to nobody writes. */
const RARE_FRAMES = [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
const EXIF = "Exif\0\0";

const damaged = (what: string, cause?: unknown): AppError =>
  new AppError("unreadable-resource", `The JPEG is damaged: ${what}.`, { cause });

/**
 * Reads up to the first scan; the pixels are not touched.
 * @throws {AppError} `unreadable-resource` for a broken file, `unsupported-input` for a rare coding.
 */
export function readJpegHeader(file: Uint8Array): JpegHeader {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let frame: Frame | null = null;
  let orientation: Orientation = 1;
  let at = 2;
  while (at + 4 <= file.length) {
    if (file[at] !== 0xff) throw damaged("a segment does not begin where it should");
    const marker = file[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // a fill byte
      continue;
    }
    if (marker === EOI) break;
    const length = view.getUint16(at + 2);
    const body = file.subarray(at + 4, at + 2 + length);
    if (length < 2 || body.length < length - 2) throw damaged("it ends inside its header");
    if (RARE_FRAMES.includes(marker)) {
      throw new AppError(
        "unsupported-input",
        "This JPEG is lossless, hierarchical or arithmetic-coded; save it as an ordinary JPEG or a PNG.",
      );
    }
    if (FRAMES.includes(marker)) frame = readFrame(body, marker === 0xc2);
    if (marker === APP1 && String.fromCharCode(...body.subarray(0, EXIF.length)) === EXIF)
      orientation = exifOrientation(body.subarray(EXIF.length));
    if (marker === SOS) {
      if (frame === null) throw damaged("its pixels come before its size");
      return { ...frame, orientation };
    }
    at += 2 + length;
  }
  throw damaged("it ends before its pixels");
}

function readFrame(body: Uint8Array, progressive: boolean): Frame {
  const count = body[5] ?? 0;
  if (body.length < 6 + count * 3 || count < 1 || count > 4) throw damaged("its frame header is broken");
  if (body[0] !== 8)
    throw new AppError("unsupported-input", `This JPEG has ${body[0]} bits a sample; only 8 can be read here.`);
  const components = Array.from({ length: count }, (_, index) => {
    const factors = body[7 + index * 3] ?? 0;
    return { id: body[6 + index * 3] ?? 0, across: factors >> 4, down: factors & 15 };
  });
  if (components.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4))
    throw damaged("it has impossible sampling factors");
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  return { height: view.getUint16(1), width: view.getUint16(3), progressive, components };
}

/** Blocks of 8 × 8 samples, of all scans together: a progressive photo of 22 megapixels in the usual ten scans has 5 million. */
const MAX_SCANNED_BLOCKS = 8_000_000;
const BLOCK_SAMPLES = 64;

/**
 * Refuses a JPEG whose scans go over its blocks too often: a scan of a few bytes can say that a million blocks stay as
 * they are, and a file may have as many scans as it likes.
 * @throws {AppError} `resource-too-complex`
 */
export function checkScans(file: Uint8Array, header: JpegHeader): void {
  const across = Math.max(...header.components.map((component) => component.across));
  const down = Math.max(...header.components.map((component) => component.down));
  const shares = header.components.map((component) => (component.across * component.down) / (across * down));
  let blocks = 0;
  let scans = 0;
  for (let at = file.indexOf(0xff); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at + 1)) {
    if (file[at + 1] !== SOS) continue;
    scans += 1;
    for (let entry = 0; entry < Math.min(file[at + 4] ?? 0, shares.length); entry++) {
      const id = file[at + 5 + entry * 2];
      const component = header.components.findIndex((one) => one.id === id);
      blocks += (pixelsOf(header) * (shares[component] ?? 1)) / BLOCK_SAMPLES;
    }
  }
  if (blocks <= MAX_SCANNED_BLOCKS) return;
  const [has, limit] = [Math.ceil(blocks), MAX_SCANNED_BLOCKS].map((count) => count.toLocaleString("en"));
  throw new AppError(
    "resource-too-complex",
    `The JPEG has ${scans.toLocaleString("en")} scans with ${has} blocks of pixels together; the limit is ${limit}. Save it as a baseline JPEG.`,
  );
}
