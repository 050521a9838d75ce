import { ade20kColour } from "./ade20k.ts";
import type { Colour } from "./colour.ts";

const BLACK: Colour = [0, 0, 0];
const WHITE: Colour = [255, 255, 255];

/** Hues that come one after another are far apart, and so are those of any few: the golden angle (Vogel 1979). */
const GOLDEN_DEGREES = 137.508;
/** Neighbouring hues of later turns differ in these. */
const LIGHTNESSES = [0.5, 0.36, 0.66] as const;
const SATURATION = 0.9;

/** A colour for each label: distinct ones, the same for the same labels in the same order. */
export function distinctColours(labels: Iterable<string>): ReadonlyMap<string, Colour> {
  const colours = new Map<string, Colour>();
  for (const label of labels) if (!colours.has(label)) colours.set(label, nthColour(colours.size));
  return colours;
}

/**
 * A colour for each label of a segmentation map: that of ADE20K where it has the label, as models that draw by such
 * maps have learnt those; a distinct one otherwise. None is black, which is what nothing covers.
 */
export function regionColours(labels: Iterable<string>): ReadonlyMap<string, Colour> {
  const distinct = [...new Set(labels)];
  const known = new Map(distinct.map((label) => [label, ade20kColour(label)]));
  const taken = new Set(Array.from(known.values(), (colour) => colour && hex(colour)));
  let next = 0;
  const unused = (): Colour => {
    const colour = nthColour(next++);
    return taken.has(hex(colour)) ? unused() : colour;
  };
  return new Map(distinct.map((label) => [label, known.get(label) ?? unused()]));
}

/** As "#9f3c00". */
export const hex = (colour: Colour): string => `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

/** Black or white, whichever is read better on the colour (ITU-R BT.601 luma). */
export const inkOn = ([red, green, blue]: Colour): Colour =>
  0.299 * red + 0.587 * green + 0.114 * blue > 140 ? BLACK : WHITE;

function nthColour(index: number): Colour {
  const lightness = LIGHTNESSES[index % LIGHTNESSES.length] ?? LIGHTNESSES[0];
  const hue = (index * GOLDEN_DEGREES) % 360;
  const chroma = SATURATION * Math.min(lightness, 1 - lightness);
  const part = (offset: number): number => {
    const turned = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - chroma * Math.max(-1, Math.min(turned - 3, 9 - turned, 1))));
  };
  return [part(0), part(8), part(4)];
}
