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

export interface FoundObjects {
  readonly image: DecodedImage;
  /** In pixels of the picture as it was sent, the surest first. */
  readonly objects: readonly Detected[];
}

/**
 * The things in the picture at the port `image`.
 * @throws {AppError} as `decodeImage` does; `misconfigured` without the network; `timeout`
 */
export async function findObjects({ inputs }: ExpertCall, surroundings: CallSurroundings): Promise<FoundObjects> {
  const file = await oneInput(inputs, "image").bytes(MAX_IMAGE_BYTES);
  const image = await decodeImage(file, MAX_DRAWN_PIXELS, surroundings.work);
  const network = await loadNetwork(DETECTOR_ASSET, surroundings);
  const found = await detect(image.raster, network, surroundings.work, LEAST_SCORE);
  return { image, objects: boxesInPixels(found, image.original, 1) };
}
