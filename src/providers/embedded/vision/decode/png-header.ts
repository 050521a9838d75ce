import { AppError } from "../../../../domain/errors.ts";
import { crc32 } from "../crc32.ts";
import { exifOrientation, type Orientation } from "./exif.ts";

/** What the chunks of a PNG before and around its pixels say (ISO/IEC 15948:2004, 11.2 and 11.3). */
export interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly depth: 1 | 2 | 4 | 8 | 16;
  readonly colour: "grey" | "rgb" | "palette" | "grey-alpha" | "rgb-alpha";
  readonly interlaced: boolean;
  /** RGB triples; empty when there is no palette. */
  readonly palette: Uint8Array;
  /** tRNS: alpha per palette entry, or the one transparent sample value as 16-bit numbers. */
  readonly transparency: Uint8Array | null;
  readonly orientation: Orientation;
  /** The compressed pixels, in order; views of the file. */
  readonly data: readonly Uint8Array[];
}

const COLOURS: Readonly<Record<number, readonly [PngHeader["colour"], readonly number[]]>> = {
  0: ["grey", [1, 2, 4, 8, 16]],
  2: ["rgb", [8, 16]],
  3: ["palette", [1, 2, 4, 8]],
  4: ["grey-alpha", [8, 16]],
  6: ["rgb-alpha", [8, 16]],
};
const DEPTHS = [1, 2, 4, 8, 16] as const;
const SIGNATURE_BYTES = 8;
/** Length, type and checksum. */
const CHUNK_OVERHEAD_BYTES = 12;
/** Chunks whose damage would show as a wrong picture rather than an error. The pixels have zlib's own checksum. */
const CHECKED = new Set(["IHDR", "PLTE", "tRNS"]);

const damaged = (what: string): AppError => new AppError("unreadable-resource", `The PNG is damaged: ${what}.`);

/**
 * Reads every chunk without inflating any.
 * @throws {AppError} `unreadable-resource` for anything but a well-formed PNG.
 */
export function readPngHeader(file: Uint8Array): PngHeader {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const data: Uint8Array[] = [];
  let header: Pick<PngHeader, "width" | "height" | "depth" | "colour" | "interlaced"> | null = null;
  let palette = new Uint8Array(0);
  let transparency: Uint8Array | null = null;
  let orientation: Orientation = 1;

  for (let at = SIGNATURE_BYTES; at + CHUNK_OVERHEAD_BYTES <= file.length; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8));
    const end = at + 8 + length;
    if (end + 4 > file.length) throw damaged(`it ends inside its ${type} chunk`);
    const body = file.subarray(at + 8, end);
    if (CHECKED.has(type) && crc32(file.subarray(at + 4, end)) !== view.getUint32(end))
      throw damaged(`the checksum of ${type} is wrong`);
    if (header === null && type !== "IHDR") throw damaged("it does not begin with a header");
    if (type === "IHDR") header = readIhdr(body);
    else if (type === "PLTE") palette = body.slice();
    else if (type === "tRNS") transparency = body.slice();
    else if (type === "eXIf") orientation = exifOrientation(body);
    else if (type === "IDAT") data.push(body);
    else if (type === "IEND") break;
    at = end + 4;
  }
  if (header === null) throw damaged("it ends before its header");
  if (data.length === 0) throw damaged("it holds no pixels");
  if (header.colour === "palette" && (palette.length === 0 || palette.length % 3 !== 0))
    throw damaged("its palette is missing or broken");
  return { ...header, palette, transparency, orientation, data };
}

function readIhdr(body: Uint8Array): Pick<PngHeader, "width" | "height" | "depth" | "colour" | "interlaced"> {
  if (body.length !== 13) throw damaged("its header has the wrong length");
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const colour = COLOURS[view.getUint8(9)];
  const depth = DEPTHS.find((candidate) => candidate === view.getUint8(8));
  if (colour === undefined || depth === undefined || !colour[1].includes(depth))
    throw damaged("it has a colour type that does not exist");
  if (view.getUint8(10) !== 0 || view.getUint8(11) !== 0 || view.getUint8(12) > 1)
    throw damaged("it uses an unknown compression, filter or interlacing");
  return {
    width: view.getUint32(0),
    height: view.getUint32(4),
    depth,
    colour: colour[0],
    interlaced: view.getUint8(12) === 1,
  };
}
