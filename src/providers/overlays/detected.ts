import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import { type Countable, countOf } from "../../words/things/count.ts";
import { percent } from "../answers/scores.ts";
import { pixelsOf, type Size } from "../embedded/vision/raster.ts";
import { fromEncoded } from "../media/drafts.ts";
import type { PixelArea } from "./paint.ts";

/** A box in pixels from the picture's top left. */
export const PixelBox = z.object({ xmin: z.number(), ymin: z.number(), xmax: z.number(), ymax: z.number() });

/** A thing that was found in a picture. Its score is from 0 to 1; null where the model gives none. */
export const Detected = z.object({ label: z.string(), score: z.number().nullable().default(null), box: PixelBox });
export type Detected = Readonly<z.infer<typeof Detected>>;

/** A part of a picture that a model segmented. */
export interface Segment {
  readonly label: string;
  /** From 0 to 1; null where the model gives none. */
  readonly score: number | null;
  /** A PNG of the picture's size: white where the segment is. */
  readonly mask: Uint8Array;
}

/** A segment as the Hub's `image-segmentation` answers it, its mask in base64. */
export const EncodedSegment = z.object({ label: z.string(), score: z.number().nullish(), mask: z.string() });

/** Segments with their masks decoded. @throws {AppError} `provider-rejected` for a mask that is no base64. */
export const decodeSegments = (found: readonly z.infer<typeof EncodedSegment>[], name: string): readonly Segment[] =>
  found.map(({ label, score = null, mask }) => {
    const file = fromEncoded(mask);
    if (!file) throw new AppError("provider-rejected", `${name} answered with a mask that is no base64`);
    return { label, score, mask: file.bytes };
  });

/** A thing whose box is in the unit of its model: the left, top, right and bottom edge. */
export interface MeasuredDetection {
  readonly label: string;
  readonly score: number | null;
  readonly corners: readonly [xmin: number, ymin: number, xmax: number, ymax: number];
}

/**
 * The things with their boxes in pixels, within the picture; those without any extent are left out.
 * @param unit the coordinate of the right and of the lower edge of the picture; null where coordinates are pixels
 */
export function boxesInPixels(found: readonly MeasuredDetection[], { width, height }: Size, unit: number | null) {
  const edges = (one: number, other: number, length: number): readonly [number, number] => {
    const pixels = [one, other].map((at) => Math.round(unit === null ? at : (at * length) / unit));
    const [low, high] = [Math.min(...pixels), Math.max(...pixels)];
    return [Math.min(length, Math.max(0, low)), Math.min(length, Math.max(0, high))];
  };
  return found.flatMap(({ label, score, corners: [left, top, right, bottom] }) => {
    const [xmin, xmax] = edges(left, right, width);
    const [ymin, ymax] = edges(top, bottom, height);
    return xmin < xmax && ymin < ymax ? [{ label, score, box: { xmin, ymin, xmax, ymax } }] : [];
  });
}

/** A thing, and the area that its box is drawn in. */
export interface PlacedDetection {
  readonly label: string;
  readonly score: number | null;
  readonly area: PixelArea;
}

/** More boxes would hide the picture, and drawing ten thousand would take too long. */
export const MAX_DRAWN_BOXES = 300;

/** Sorts by score, best first; those without a score come last, in their order. */
export const bySureness = (one: { score: number | null }, other: { score: number | null }): number =>
  (other.score ?? -1) - (one.score ?? -1);

/**
 * The boxes as they are drawn: the surest first, at the drawing's size, within the picture. Boxes that are no
 * numbers, or lie outside, are left out.
 * @param original the size that the boxes speak of
 */
export function placeBoxes(objects: readonly Detected[], original: Size, drawing: Size): readonly PlacedDetection[] {
  if (pixelsOf(original) === 0) return [];
  const across = drawing.width / original.width;
  const down = drawing.height / original.height;
  return objects.toSorted(bySureness).flatMap(({ label, score, box }) => {
    const horizontal = stretch(box.xmin * across, box.xmax * across, drawing.width);
    const vertical = stretch(box.ymin * down, box.ymax * down, drawing.height);
    if (!horizontal || !vertical) return [];
    const area = { left: horizontal.from, right: horizontal.to, top: vertical.from, bottom: vertical.to };
    return [{ label, score, area }];
  });
}

/** The whole pixels between two places, at least one; null where they lie outside or are no numbers. */
function stretch(one: number, other: number, length: number): { from: number; to: number } | null {
  if (!Number.isFinite(one) || !Number.isFinite(other)) return null;
  const low = Math.min(one, other);
  const high = Math.max(one, other);
  if (high < 0 || low >= length) return null;
  const from = Math.min(length - 1, Math.max(0, Math.round(low)));
  return { from, to: Math.min(length, Math.max(from + 1, Math.round(high))) };
}

interface Named extends Countable {
  readonly label: string;
  /** From 0 to 1; null where the model gives none. */
  readonly score: number | null;
}

/** More are in the data. */
const MAX_TOLD_KINDS = 10;
const MAX_TOLD_SCORES = 5;

/** "2 zebras (98%, 91%), 1 person (88%)": what there is, most of it first, with the models' scores, best first. */
export function describeObjects(objects: readonly Named[]): string {
  if (objects.length === 0) return "Nothing was found in the image.";
  const kinds = [...Map.groupBy(objects, ({ label }) => label)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  const told = kinds.slice(0, MAX_TOLD_KINDS).map(([label, all]) => `${countOf(all, label)}${scores(all)}`);
  const rest = kinds.length - told.length;
  return `${told.join(", ")}${rest === 0 ? "" : ` and ${rest} more kinds`}`;
}

function scores(objects: readonly Named[]): string {
  const known = objects.flatMap(({ score }) => (score === null ? [] : [score])).toSorted((one, other) => other - one);
  if (known.length === 0) return "";
  const told = known.slice(0, MAX_TOLD_SCORES).map((score) => percent(score));
  return ` (${told.join(", ")}${known.length > told.length ? ", …" : ""})`;
}
