import { oneInput } from "../../../inputs.ts";
import { boxesInPixels, type Detected } from "../../../overlays/detected.ts";
import { MAX_DRAWN_PIXELS } from "../../../overlays/picture.ts";
import type { ExpertCall } from "../../../provider.ts";
import type { CallSurroundings } from "../../expert.ts";
import { type DecodedImage, decodeImage } from "../decode/decode-image.ts";
import { MAX_IMAGE_BYTES } from "../decode/limits.ts";
import { loadNetwork } from "../networks/network.ts";
import { detect } from "./detect.ts";

/** Where `npm run build:assets` puts the network. */
export const DETECTOR_ASSET = "experts/detector.safetensors";
/**
 * Less sure detections are left out: below, precision falls and little more is found. docs/experts/vision.md has the figures,
 * and bench/experts/detector.ts prints them.
 */
export const LEAST_SCORE = 0.5;

/** From here on a thing that is left out makes a count one of "at least". docs/experts/vision.md says how often that is. */
const LEAST_FAINT_SCORE = 0.25;

/** A thing, and how many more of its kind were seen less surely and are not counted. */
export interface CountedObject extends Detected {
  readonly fainter: number;
}

export interface FoundObjects {
  readonly image: DecodedImage;
  /** In pixels of the picture as it was sent, the surest first. */
  readonly objects: readonly CountedObject[];
}

/** The sure ones of things that were seen, each with how many of its kind there might be besides. */
export const sureObjects = (seen: readonly Detected[]): readonly CountedObject[] => {
  const isSure = ({ score }: Detected): boolean => (score ?? 1) >= LEAST_SCORE;
  return seen.filter(isSure).map((one) => ({
    ...one,
    fainter: seen.filter((other) => other.label === one.label && !isSure(other)).length,
  }));
};

/**
 * The things in the picture at the port `image`.
 * @throws {AppError} as `decodeImage` does; `misconfigured` without the network; `timeout`
 */
export async function findObjects({ inputs }: ExpertCall, surroundings: CallSurroundings): Promise<FoundObjects> {
  const file = await oneInput(inputs, "image").bytes(MAX_IMAGE_BYTES);
  const image = await decodeImage(file, MAX_DRAWN_PIXELS, surroundings.work);
  const network = await loadNetwork(DETECTOR_ASSET, surroundings);
  const found = await detect(image.raster, network, surroundings.work, LEAST_FAINT_SCORE);
  return { image, objects: sureObjects(boxesInPixels(found, image.original, 1)) };
}
