import type { Raster, Size } from "../raster.ts";
import { JOINTS, type Joint } from "./movenet.ts";

type Name = (typeof JOINTS)[number] | "neck";
type Colour = readonly [red: number, green: number, blue: number];

/** The joints of OpenPose's model of the body in its order, and the colour of each (Cao et al. 2019; ControlNet's maps). */
const COLOURS: readonly (readonly [Name, Colour])[] = [
  ["nose", [255, 0, 0]],
  ["neck", [255, 85, 0]],
  ["rightShoulder", [255, 170, 0]],
  ["rightElbow", [255, 255, 0]],
  ["rightWrist", [170, 255, 0]],
  ["leftShoulder", [85, 255, 0]],
  ["leftElbow", [0, 255, 0]],
  ["leftWrist", [0, 255, 85]],
  ["rightHip", [0, 255, 170]],
  ["rightKnee", [0, 255, 255]],
  ["rightAnkle", [0, 170, 255]],
  ["leftHip", [0, 85, 255]],
  ["leftKnee", [0, 0, 255]],
  ["leftAnkle", [85, 0, 255]],
  ["rightEye", [170, 0, 255]],
  ["leftEye", [255, 0, 255]],
  ["rightEar", [255, 0, 170]],
  ["leftEar", [255, 0, 85]],
];
/** The limbs in the order of their colours, which are those of the joints. */
const LIMBS: readonly (readonly [Name, Name])[] = [
  ["neck", "rightShoulder"],
  ["neck", "leftShoulder"],
  ["rightShoulder", "rightElbow"],
  ["rightElbow", "rightWrist"],
  ["leftShoulder", "leftElbow"],
  ["leftElbow", "leftWrist"],
  ["neck", "rightHip"],
  ["rightHip", "rightKnee"],
  ["rightKnee", "rightAnkle"],
  ["neck", "leftHip"],
  ["leftHip", "leftKnee"],
  ["leftKnee", "leftAnkle"],
  ["neck", "nose"],
  ["nose", "rightEye"],
  ["rightEye", "rightEar"],
  ["nose", "leftEye"],
  ["leftEye", "leftEar"],
];
/** Limbs are darker than joints in the maps that ControlNet was trained on. */
const LIMB_BRIGHTNESS = 0.6;
/** Half the width of a limb, and a joint's radius, in a picture of 512 pixels: 4 in those maps. */
const RADIUS = 4;
const RADIUS_AT_PIXELS = 512;
/** Less sure joints are left out, with their limbs. */
export const LEAST_JOINT_SCORE = 0.3;

/** A black picture with the skeletons of people on it, as ControlNet's model for poses expects it. */
export function drawSkeletons(people: readonly (readonly Joint[])[], { width, height }: Size): Raster {
  const raster: Raster = { width, height, channels: 3, data: new Uint8Array(width * height * 3) };
  const radius = Math.max(1, (RADIUS * Math.min(width, height)) / RADIUS_AT_PIXELS);
  for (const person of people) {
    const places = placesOf(person, { width, height });
    for (const [index, [from, to]] of LIMBS.entries()) {
      const [start, end, colour] = [places.get(from), places.get(to), COLOURS[index]?.[1]];
      if (start && end && colour) drawLimb(raster, start, end, radius, darker(colour));
    }
    for (const [name, colour] of COLOURS) {
      const place = places.get(name);
      if (place) drawDisc(raster, place, radius, colour);
    }
  }
  return raster;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The joints that are sure, in pixels; the neck is between the shoulders. */
function placesOf(person: readonly Joint[], { width, height }: Size): ReadonlyMap<Name, Place> {
  const places = new Map<Name, Place>();
  for (const [index, name] of JOINTS.entries()) {
    const joint = person[index];
    if (joint && joint.score >= LEAST_JOINT_SCORE) places.set(name, { x: joint.x * width, y: joint.y * height });
  }
  const [left, right] = [places.get("leftShoulder"), places.get("rightShoulder")];
  if (left && right) places.set("neck", { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 });
  return places;
}

const darker = ([red, green, blue]: Colour): Colour => [
  red * LIMB_BRIGHTNESS,
  green * LIMB_BRIGHTNESS,
  blue * LIMB_BRIGHTNESS,
];

/** A slim ellipse from one joint to the other, as discs along it. */
function drawLimb(raster: Raster, start: Place, end: Place, radius: number, colour: Colour): void {
  const steps = Math.min(raster.width + raster.height, Math.ceil(Math.hypot(end.x - start.x, end.y - start.y)));
  for (let step = 0; step <= steps; step++) {
    const share = steps === 0 ? 0.5 : step / steps;
    const place = { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share };
    drawDisc(raster, place, radius * Math.sqrt(1 - (2 * share - 1) ** 2), colour);
  }
}

/** What lies outside the picture is left out. */
function drawDisc({ width, height, data }: Raster, { x, y }: Place, radius: number, colour: Colour): void {
  for (let row = Math.max(0, Math.ceil(y - radius)); row <= Math.min(height - 1, y + radius); row++) {
    const half = Math.sqrt(Math.max(0, radius ** 2 - (row - y) ** 2));
    for (let column = Math.max(0, Math.ceil(x - half)); column <= Math.min(width - 1, x + half); column++)
      data.set(colour, (row * width + column) * 3);
  }
}
