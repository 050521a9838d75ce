import { COCO_NUMBERS, cocoName } from "../../../../words/things/coco.ts";
import type { WorkBudget } from "../../work.ts";
import type { PictureNetwork } from "../networks/network.ts";
import { type FramedPicture, framed } from "../networks/picture-numbers.ts";
import { pixelsOf, type Raster } from "../raster.ts";

/** A thing in a picture; its edges are shares of the picture's sides, from the top left. */
export interface Detection {
  readonly label: string;
  /** From 0 to 1. */
  readonly score: number;
  readonly corners: readonly [xmin: number, ymin: number, xmax: number, ymax: number];
}

/** The network looks at six maps of the picture, with so many places in all and some boxes of its own at each. */
const MAPS = 6;
const ANCHORS = 1917;
/** Of these the first is for what is nothing. */
const CLASSES = COCO_NUMBERS + 1;
/** How the detector encodes boxes (Liu et al. 2016; `scale_factors` of TensorFlow's box coder). */
const CENTRE_SCALE = 10;
const SIZE_SCALE = 5;
/** Two boxes of one kind that overlap so much (intersection over union) are of one thing. */
const SAME_KIND_OVERLAP = 0.5;
/** Boxes of two kinds that are nearly the same are one thing that was taken for two. */
const ANY_KIND_OVERLAP = 0.8;
/** Of a look, as a logit: a score of 0.1. What is less sure in both is left out anyway. */
const LEAST_LOGIT = Math.log(0.1 / 0.9);
/** The surest that are compared: each with each. */
const MAX_CANDIDATES = 300;

/**
 * What a single-shot detector sees (Liu et al. 2016, SSD; Sandler et al. 2018, SSDLite), the surest first: one box for each
 * thing, after non-maximum suppression. It looks twice, at the picture as it was trained, stretched, and with its
 * proportions kept, and is as sure of a thing as of both on average; docs/experts/vision.md has what that brings.
 * @param leastScore less sure ones are left out
 */
export async function detect(
  picture: Raster,
  network: PictureNetwork,
  work: Pick<WorkBudget, "spend">,
  leastScore: number,
): Promise<readonly Detection[]> {
  const one = await look(picture, "stretched", network, work);
  const other = await look(picture, "whole", network, work);
  return suppressed(averaged(one, other)).filter(({ score }) => score >= leastScore);
}

async function look(
  picture: Raster,
  fit: "whole" | "stretched",
  network: PictureNetwork,
  work: Pick<WorkBudget, "spend">,
): Promise<readonly Detection[]> {
  const { numbers, toPicture } = framed(picture, network.shape, fit);
  await work.spend("pixels", pixelsOf(picture));
  const outputs = await network.run(numbers, work);
  const anchors = network.constant("anchors", ANCHORS, 4);
  const found: Detection[] = [];
  let anchor = 0;
  for (let map = 0; map < MAPS; map++) {
    const boxes = outputs[`boxes${map}`] ?? new Float32Array();
    const classes = outputs[`classes${map}`] ?? new Float32Array();
    for (let place = 0; place * 4 < boxes.length; place++, anchor++) {
      for (let number = 0; number < COCO_NUMBERS; number++) {
        const logit = classes[place * CLASSES + number + 1] ?? Number.NEGATIVE_INFINITY;
        const label = logit < LEAST_LOGIT ? null : cocoName(number);
        if (label === null) continue;
        const corners = decoded(boxes.subarray(place * 4, place * 4 + 4), anchors.subarray(anchor * 4, anchor * 4 + 4));
        found.push({ label, score: 1 / (1 + Math.exp(-logit)), corners: inPicture(corners, toPicture) });
      }
    }
  }
  return suppressed(found);
}

/** What either look saw, with the mean of both scores: 0 counts for what only one saw. */
function averaged(one: readonly Detection[], other: readonly Detection[]): readonly Detection[] {
  const left = new Set(other);
  const both = one.map((seen) => {
    const [again] = [...left]
      .filter(({ label }) => label === seen.label)
      .map((candidate) => ({ candidate, share: overlap(seen, candidate) }))
      .filter(({ share }) => share > SAME_KIND_OVERLAP)
      .toSorted((a, b) => b.share - a.share);
    if (again) left.delete(again.candidate);
    return { ...seen, score: (seen.score + (again?.candidate.score ?? 0)) / 2 };
  });
  return [...both, ...[...left].map((seen) => ({ ...seen, score: seen.score / 2 }))];
}

/** A box in the network's input, from what the network says of it and from the box that it started from. */
function decoded(code: Float32Array, anchor: Float32Array): Detection["corners"] {
  const [dy = 0, dx = 0, dh = 0, dw = 0] = code;
  const [top = 0, left = 0, bottom = 0, right = 0] = anchor;
  const [height, width] = [bottom - top, right - left];
  const y = (top + bottom) / 2 + (dy / CENTRE_SCALE) * height;
  const x = (left + right) / 2 + (dx / CENTRE_SCALE) * width;
  const halfHeight = (Math.exp(dh / SIZE_SCALE) * height) / 2;
  const halfWidth = (Math.exp(dw / SIZE_SCALE) * width) / 2;
  return [x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight];
}

function inPicture(
  [left, top, right, bottom]: Detection["corners"],
  toPicture: FramedPicture["toPicture"],
): Detection["corners"] {
  const within = (at: number): number => Math.min(1, Math.max(0, at));
  const [upperLeft, lowerRight] = [toPicture(left, top), toPicture(right, bottom)];
  return [within(upperLeft[0]), within(upperLeft[1]), within(lowerRight[0]), within(lowerRight[1])];
}

/** Non-maximum suppression: of boxes that overlap much the surest, the surest first. */
export function suppressed(found: readonly Detection[]): readonly Detection[] {
  const kept: Detection[] = [];
  for (const one of found.toSorted((a, b) => b.score - a.score).slice(0, MAX_CANDIDATES)) {
    const isNew = kept.every(
      (other) => overlap(one, other) < (one.label === other.label ? SAME_KIND_OVERLAP : ANY_KIND_OVERLAP),
    );
    if (isNew) kept.push(one);
  }
  return kept;
}

/** Intersection over union. */
function overlap({ corners: one }: Detection, { corners: other }: Detection): number {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  if (width <= 0 || height <= 0) return 0;
  const area = ([left, top, right, bottom]: Detection["corners"]): number => (right - left) * (bottom - top);
  return (width * height) / (area(one) + area(other) - width * height);
}
