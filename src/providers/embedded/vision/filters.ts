import type { Size } from "./raster.ts";

/** What an image filter can do. Pixels are those of the picture as it was given. */
export type Filter =
  /** `strength` 1 is the usual one; `pixels` is a radius that was asked for. */
  | { readonly filter: "blur"; readonly strength: number; readonly pixels: number | null }
  | { readonly filter: "sharpen"; readonly strength: number }
  | { readonly filter: "greyscale" }
  | { readonly filter: "sepia" }
  | { readonly filter: "invert" }
  | { readonly filter: "edges" }
  /** 1 changes nothing, 2 is twice as bright. */
  | { readonly filter: "brightness"; readonly factor: number }
  | { readonly filter: "contrast"; readonly factor: number }
  /** Clockwise, over 0 and under 360. */
  | { readonly filter: "rotate"; readonly degrees: number }
  /** `horizontal` exchanges left and right. */
  | { readonly filter: "flip"; readonly axis: "horizontal" | "vertical" }
  /** A side that is null follows from the other. */
  | { readonly filter: "resize"; readonly width: number | null; readonly height: number | null }
  /** Made smaller, its proportions kept, until it is no larger; a side that is null has no bound. */
  | { readonly filter: "fit"; readonly width: number | null; readonly height: number | null }
  | { readonly filter: "scale"; readonly factor: number }
  | { readonly filter: "thumbnail"; readonly side: number }
  | { readonly filter: "crop"; readonly to: CropArea };

interface Sides {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export type CropArea =
  /** Fractions of the sides, from the top left. */
  | ({ readonly as: "part" } & Sides)
  /** Cut off at each side. */
  | ({ readonly as: "margins" } & Sides)
  /** Centred where there is no corner. */
  | ({ readonly as: "rectangle"; readonly corner: { readonly x: number; readonly y: number } | null } & Size)
  | { readonly as: "square" };

/** For refusals: what an instruction may ask for. */
export const WHAT_FILTERS_DO =
  "blur, sharpen, greyscale, sepia, invert, brighter or darker, more or less contrast, rotate, flip, resize, crop, thumbnail and edge detection, several in one instruction and in order, for the whole image";

/** "rotate by 90 degrees", for notes. */
export function describeFilter(filter: Filter): string {
  switch (filter.filter) {
    case "blur":
      return filter.pixels === null ? "blur" : `blur with a radius of ${filter.pixels} pixels`;
    case "brightness":
    case "contrast":
      return `${filter.filter} × ${filter.factor}`;
    case "rotate":
      return `rotate clockwise by ${filter.degrees} degrees`;
    case "flip":
      return `flip ${filter.axis}ly`;
    case "resize":
      if (filter.height === null) return `resize to ${filter.width} pixels wide`;
      return filter.width === null
        ? `resize to ${filter.height} pixels high`
        : `resize to ${filter.width} × ${filter.height}`;
    case "fit":
      if (filter.height === null) return `fit into ${filter.width} pixels across`;
      return filter.width === null
        ? `fit into ${filter.height} pixels down`
        : `fit into ${filter.width} × ${filter.height}`;
    case "scale":
      return `scale by ${filter.factor}`;
    case "thumbnail":
      return `thumbnail of ${filter.side} pixels`;
    case "crop":
      if (filter.to.as === "rectangle") return `crop to ${filter.to.width} × ${filter.to.height}`;
      return filter.to.as === "square" ? "crop to a square" : "crop";
    case "edges":
      return "edge detection";
    default:
      return filter.filter;
  }
}

/** What a picture is after a filter, for the names of files. */
const MADE: Readonly<Record<Filter["filter"], string>> = {
  blur: "blurred",
  sharpen: "sharpened",
  greyscale: "grey",
  sepia: "sepia",
  invert: "inverted",
  edges: "edges",
  brightness: "brighter",
  contrast: "contrast",
  rotate: "rotated",
  flip: "flipped",
  resize: "resized",
  fit: "resized",
  scale: "resized",
  thumbnail: "thumbnail",
  crop: "cropped",
};
/** More in one name say nothing to anybody. */
const MAX_MADE = 3;

/** "grey-rotated": what a picture is after these filters. */
export const madeBy = (filters: readonly Filter[]): string =>
  [...new Set(filters.map((filter) => (isDarker(filter) ? "darker" : MADE[filter.filter])))]
    .slice(0, MAX_MADE)
    .join("-");

const isDarker = (filter: Filter): boolean => filter.filter === "brightness" && filter.factor < 1;
