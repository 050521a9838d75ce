import { oneInput } from "../../inputs.ts";
import { MAX_DRAWN_PIXELS } from "../../overlays/picture.ts";
import type { CallSurroundings, EmbeddedExpert } from "../expert.ts";
import { decodeImage } from "./decode/decode-image.ts";
import { MAX_IMAGE_BYTES } from "./decode/limits.ts";
import { type Detection, detect } from "./detect/detect.ts";
import { DETECTOR_ASSET } from "./detect/find-objects.ts";
import { encodePng } from "./encode/png.ts";
import { loadNetwork } from "./networks/network.ts";
import { findJoints, type Joint } from "./pose/movenet.ts";
import { drawSkeletons, LEAST_JOINT_SCORE } from "./pose/skeleton.ts";
import { cropped, type Raster } from "./raster.ts";

/** Where `npm run build:assets` puts the network. */
const POSE_ASSET = "experts/pose.safetensors";
/** Of the detector: lower than where people are counted, as the joints tell whether it is one. */
const LEAST_PERSON_SCORE = 0.3;
/** Each takes a run of the network, of some 120 ms. */
const MAX_PEOPLE = 8;
/** With fewer joints that are sure, it is no person, or none that a map could show. */
const LEAST_JOINTS = 5;
/** The network expects people with room around them. */
const MARGIN = 0.15;

/** Draws the skeletons of the people in a picture: found one by one, then each looked at by itself. */
export const expert: EmbeddedExpert = {
  async run(call, surroundings) {
    const file = await oneInput(call.inputs, "image").bytes(MAX_IMAGE_BYTES);
    const { raster, notes } = await decodeImage(file, MAX_DRAWN_PIXELS, surroundings.work);
    const { people, more } = await findPeople(raster, surroundings);
    const map = drawSkeletons(people, raster);
    const stride = map.width * map.channels;
    const rowAt = (y: number): Uint8Array => map.data.subarray(y * stride, (y + 1) * stride);
    const bytes = await encodePng(map, map.channels, rowAt, surroundings.work);
    return {
      outputs: { image: { as: "bytes", bytes, mediaType: "image/png" } },
      notes: [
        ...notes,
        ...(people.length === 0 ? ["No person was found: the map is empty."] : []),
        ...(more > 0 ? [`Only the ${MAX_PEOPLE} surest of ${MAX_PEOPLE + more} people are drawn.`] : []),
      ],
    };
  },
};

/** The joints of each person, in shares of the picture's sides, and how many more people there are. */
async function findPeople(picture: Raster, surroundings: CallSurroundings) {
  const { work } = surroundings;
  const detector = await loadNetwork(DETECTOR_ASSET, surroundings);
  const found = (await detect(picture, detector, work, LEAST_PERSON_SCORE)).filter(({ label }) => label === "person");
  const network = await loadNetwork(POSE_ASSET, surroundings);
  const people: (readonly Joint[])[] = [];
  for (const area of found.slice(0, MAX_PEOPLE).map((person) => areaAround(person, picture))) {
    const joints = await findJoints(cropped(picture, area), network, work);
    if (joints.filter(({ score }) => score >= LEAST_JOINT_SCORE).length < LEAST_JOINTS) continue;
    people.push(
      joints.map(({ x, y, score }) => ({
        x: (area.left + x * area.width) / picture.width,
        y: (area.top + y * area.height) / picture.height,
        score,
      })),
    );
  }
  return { people, more: Math.max(0, found.length - MAX_PEOPLE) };
}

/** The person with a margin, in whole pixels within the picture. */
function areaAround({ corners: [left, top, right, bottom] }: Detection, { width, height }: Raster) {
  const margin = MARGIN * Math.max((right - left) * width, (bottom - top) * height);
  const edge = (at: number, length: number): number => Math.min(length, Math.max(0, Math.round(at)));
  const [x, y] = [edge(left * width - margin, width - 1), edge(top * height - margin, height - 1)];
  return {
    left: x,
    top: y,
    width: Math.max(1, edge(right * width + margin, width) - x),
    height: Math.max(1, edge(bottom * height + margin, height) - y),
  };
}
