export type Colour = readonly [red: number, green: number, blue: number];

/** More than a byte a pixel can tell apart. */
export const MAX_REGIONS = 255;
/** Browsers that guard against fingerprinting change the pixels they give by this much. */
const TOLERANCE = 6;
const OPACITY = 0.5;
const LIT_OPACITY = 0.72;
const DIMMED_OPACITY = 0.18;

/** "#9f3c00" as its parts; null for what is no such colour. */
export function readColour(text: string): Colour | null {
  const [, red, green, blue] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return null;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

/** Which region each pixel of a map belongs to: 0 for none, else one more than its place. @param pixels as RGBA */
export function ownersOf(pixels: Uint8ClampedArray, regions: readonly Colour[]): Uint8Array {
  const owners = new Uint8Array(pixels.length / 4);
  const known = new Map<number, number>();
  for (let at = 0, pixel = 0; at < pixels.length; at += 4, pixel++) {
    const red = pixels[at] ?? 0;
    const green = pixels[at + 1] ?? 0;
    const blue = pixels[at + 2] ?? 0;
    const key = (red << 16) | (green << 8) | blue;
    const owner = known.get(key) ?? ownerOf([red, green, blue], regions);
    known.set(key, owner);
    owners[pixel] = owner;
  }
  return owners;
}

const ownerOf = (colour: Colour, regions: readonly Colour[]): number =>
  1 +
  regions.findIndex((region) => region.every((part, channel) => Math.abs(part - (colour[channel] ?? 0)) <= TOLERANCE));

export interface Look {
  /** The places of the regions that are switched off. */
  readonly hidden: ReadonlySet<number>;
  /** The place of the one that stands out; null for none. */
  readonly lit: number | null;
}

/** The regions as RGBA, to lie over the picture. */
export function paintRegions(
  owners: Uint8Array,
  regions: readonly Colour[],
  { hidden, lit }: Look,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(owners.length * 4);
  const opacities = regions.map((_, place) => {
    if (hidden.has(place)) return 0;
    if (lit === null || hidden.has(lit)) return OPACITY;
    return lit === place ? LIT_OPACITY : DIMMED_OPACITY;
  });
  for (const [pixel, owner] of owners.entries()) {
    const colour = regions[owner - 1];
    if (colour) pixels.set([...colour, 255 * (opacities[owner - 1] ?? 0)], pixel * 4);
  }
  return pixels;
}
