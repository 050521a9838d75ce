import type { WorkBudget } from "../../work.ts";
import type { PictureNetwork } from "../networks/network.ts";
import { framed } from "../networks/picture-numbers.ts";
import { pixelsOf, type Raster } from "../raster.ts";

/** The joints that MoveNet tells, in its order: those of COCO. Left and right are the person's own. */
export const JOINTS = [
  ...["nose", "leftEye", "rightEye", "leftEar", "rightEar", "leftShoulder", "rightShoulder", "leftElbow", "rightElbow"],
  ...["leftWrist", "rightWrist", "leftHip", "rightHip", "leftKnee", "rightKnee", "leftAnkle", "rightAnkle"],
] as const;

/** Where a joint is, in shares of the picture's sides from the top left; it may lie a little outside. */
export interface Joint {
  readonly x: number;
  readonly y: number;
  /** From 0 to 1. */
  readonly score: number;
}

/** The network looks at so many places a side. */
const SIDE = 48;
/** Added to distances in places before they divide (`dist_y_x + 1.8` of the published graph): what lies near weighs most. */
const NEAR = 1.8;

/**
 * The joints of the person in the middle of a picture, in the order of `JOINTS` (MoveNet: Votel and Li 2021). The network
 * always answers: where there is no person, scores are low.
 */
export async function findJoints(
  picture: Raster,
  network: PictureNetwork,
  work: Pick<WorkBudget, "spend">,
): Promise<readonly Joint[]> {
  const { numbers, toPicture } = framed(picture, network.shape, "whole");
  await work.spend("pixels", pixelsOf(picture));
  const {
    heatmap = new Float32Array(),
    centre = new Float32Array(),
    regression = new Float32Array(),
    offset = new Float32Array(),
  } = await network.run(numbers, work);
  const middle = likeliest((place) => sigmoid(centre[place]) / (distance(place, SIDE / 2, SIDE / 2) + NEAR));
  return JOINTS.map((_, joint) => {
    // The person's centre says about where each joint is, and the joint's own map where exactly.
    const aboutY = rowOf(middle) + (regression[middle * 2 * JOINTS.length + 2 * joint] ?? 0);
    const aboutX = columnOf(middle) + (regression[middle * 2 * JOINTS.length + 2 * joint + 1] ?? 0);
    const scoreAt = (place: number): number => sigmoid(heatmap[place * JOINTS.length + joint]);
    const place = likeliest((one) => scoreAt(one) / (distance(one, aboutY, aboutX) + NEAR));
    const y = rowOf(place) + (offset[place * 2 * JOINTS.length + 2 * joint] ?? 0);
    const x = columnOf(place) + (offset[place * 2 * JOINTS.length + 2 * joint + 1] ?? 0);
    const [shareX, shareY] = toPicture(x / SIDE, y / SIDE);
    return { x: shareX, y: shareY, score: scoreAt(place) };
  });
}

const rowOf = (place: number): number => Math.floor(place / SIDE);
const columnOf = (place: number): number => place % SIDE;
const distance = (place: number, y: number, x: number): number => Math.hypot(rowOf(place) - y, columnOf(place) - x);
const sigmoid = (logit = Number.NEGATIVE_INFINITY): number => 1 / (1 + Math.exp(-logit));

/** The place with the highest value. */
function likeliest(valueAt: (place: number) => number): number {
  let [best, highest] = [0, Number.NEGATIVE_INFINITY];
  for (let place = 0; place < SIDE * SIDE; place++) {
    const value = valueAt(place);
    if (value > highest) [best, highest] = [place, value];
  }
  return best;
}
