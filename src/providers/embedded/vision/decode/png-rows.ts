import type { PngHeader } from "./png-header.ts";

/** One of the reduced images that a PNG's rows belong to: the only one, or one of Adam7's seven. */
export interface Pass {
  readonly left: number;
  readonly top: number;
  readonly stepX: number;
  readonly stepY: number;
  readonly width: number;
  readonly height: number;
}

/** ISO/IEC 15948:2004, 8.2: left, top, column step, row step. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** The passes that have pixels, in the order of the file. */
export function passesOf(header: PngHeader): readonly Pass[] {
  const { width, height } = header;
  if (!header.interlaced) return [{ left: 0, top: 0, stepX: 1, stepY: 1, width, height }];
  return ADAM7.map(([left, top, stepX, stepY]) => ({
    left,
    top,
    stepX,
    stepY,
    width: Math.ceil((width - left) / stepX),
    height: Math.ceil((height - top) / stepY),
  })).filter((pass) => pass.width > 0 && pass.height > 0);
}

const SAMPLES: Readonly<Record<PngHeader["colour"], number>> = {
  grey: 1,
  rgb: 3,
  palette: 1,
  "grey-alpha": 2,
  "rgb-alpha": 4,
};

export const bitsPerPixel = (header: PngHeader): number => SAMPLES[header.colour] * header.depth;

export const channelsOf = (header: PngHeader): 3 | 4 =>
  header.transparency !== null || header.colour === "grey-alpha" || header.colour === "rgb-alpha" ? 4 : 3;

/**
 * Undoes a row's filter in place (ISO/IEC 15948:2004, 9.2); `above` is the row before it, unfiltered.
 * @returns false for a filter that does not exist.
 */
export function unfilter(filter: number, row: Uint8Array, above: Uint8Array, pixelBytes: number): boolean {
  switch (filter) {
    case 0:
      return true;
    case 1:
      for (let at = pixelBytes; at < row.length; at++) row[at] = (row[at] ?? 0) + (row[at - pixelBytes] ?? 0);
      return true;
    case 2:
      for (let at = 0; at < row.length; at++) row[at] = (row[at] ?? 0) + (above[at] ?? 0);
      return true;
    case 3:
      for (let at = 0; at < row.length; at++) {
        const left = at < pixelBytes ? 0 : (row[at - pixelBytes] ?? 0);
        row[at] = (row[at] ?? 0) + ((left + (above[at] ?? 0)) >> 1);
      }
      return true;
    case 4:
      for (let at = 0; at < row.length; at++) {
        const left = at < pixelBytes ? 0 : (row[at - pixelBytes] ?? 0);
        const corner = at < pixelBytes ? 0 : (above[at - pixelBytes] ?? 0);
        row[at] = (row[at] ?? 0) + paeth(left, above[at] ?? 0, corner);
      }
      return true;
    default:
      return false;
  }
}

/** Of left, above and the corner between them, the one nearest to left + above − corner. */
export function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/**
 * Makes the function that turns an unfiltered row of `width` pixels into 8-bit RGB or RGBA. Sixteen-bit
 * samples keep their high byte, smaller ones are stretched to 255.
 */
export function rowUnpacker(header: PngHeader): (row: Uint8Array, width: number, out: Uint8Array) => void {
  const { depth, colour, palette, transparency } = header;
  const channels = channelsOf(header);
  const samples = SAMPLES[colour];
  const bytes = depth === 16 ? 2 : 1;
  const sampleAt = (row: Uint8Array, index: number): number => {
    if (depth === 8) return row[index] ?? 0;
    if (depth === 16) return ((row[index * 2] ?? 0) << 8) | (row[index * 2 + 1] ?? 0);
    const bit = index * depth;
    return ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
  };
  const toByte = (sample: number): number =>
    depth === 16 ? sample >> 8 : depth === 8 ? sample : (sample * 255) / ((1 << depth) - 1);
  const keyed = (index: number): number =>
    ((transparency?.[index * 2] ?? 0) << 8) | (transparency?.[index * 2 + 1] ?? 0);

  if (colour === "palette") {
    return (row, width, out) => {
      for (let x = 0, to = 0; x < width; x++, to += channels) {
        const entry = sampleAt(row, x);
        for (let channel = 0; channel < 3; channel++) out[to + channel] = palette[entry * 3 + channel] ?? 0;
        if (channels === 4) out[to + 3] = transparency?.[entry] ?? 255;
      }
    };
  }
  const grey = samples < 3;
  const hasAlpha = colour === "grey-alpha" || colour === "rgb-alpha";
  if (depth === 8 && channels === samples) return (row, width, out) => out.set(row.subarray(0, width * samples));
  return (row, width, out) => {
    for (let x = 0, to = 0; x < width; x++, to += channels) {
      const first = x * samples;
      const red = sampleAt(row, first);
      const green = grey ? red : sampleAt(row, first + 1);
      const blue = grey ? red : sampleAt(row, first + 2);
      out[to] = toByte(red);
      out[to + 1] = toByte(green);
      out[to + 2] = toByte(blue);
      if (hasAlpha) out[to + 3] = row[(first + samples - 1) * bytes] ?? 255;
      else if (channels === 4)
        out[to + 3] = red === keyed(0) && (grey || (green === keyed(1) && blue === keyed(2))) ? 0 : 255;
    }
  };
}
