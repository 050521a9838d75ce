import { AppError } from "../../domain/errors.ts";
import { type DecodedImage, decodeImage } from "../embedded/vision/decode/decode-image.ts";
import { DECODE_BUDGET_BYTES, MAX_IMAGE_BYTES } from "../embedded/vision/decode/limits.ts";
import { memoryPermits } from "../memory-permits.ts";
import type { InputValue } from "../provider.ts";

/** An image file, or the input that holds it, which is read once there is memory for it. */
export type PictureInput = Uint8Array | Pick<InputValue, "bytes">;

/** An image file that was drawn. */
export interface Drawn {
  readonly bytes: Uint8Array;
  readonly mediaType: "image/png" | "image/jpeg";
  /** Remarks on the picture: "Scaled from …", "Only the 300 surest … are drawn." */
  readonly notes: readonly string[];
}

/** Large photos are drawn on at this size: enough to see everything, and their pixels take 8 MB at most. */
export const MAX_DRAWN_PIXELS = 2_000_000;

/** The decoder's whole budget, as a hostile picture may use it, and what is drawn on. */
const DRAWING_BYTES = DECODE_BUDGET_BYTES + 4 * 1024 * 1024;
/** Runs `draw` once there is memory for it. The caller must hold no share of the memory, or both may wait for ever. */
export const withDrawingMemory = <T>(signal: AbortSignal, draw: () => Promise<T>): Promise<T> =>
  memoryPermits.run(DRAWING_BYTES, signal, draw);

/**
 * Asked before each long stretch of computing, which nothing can interrupt.
 * @throws {AppError} `timeout` when the attempt is over
 */
export function checkWanted(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError("timeout", "The attempt was over before it was done", { retryable: true });
}

/**
 * The picture's pixels, scaled down where it is large.
 * @throws {AppError} `unreadable-resource`, `unsupported-input` or `resource-too-large`; `timeout` when nobody waits.
 */
export async function openPicture(picture: PictureInput, signal: AbortSignal): Promise<DecodedImage> {
  const file = picture instanceof Uint8Array ? picture : await picture.bytes(MAX_IMAGE_BYTES);
  const decoded = await decodeImage(file, MAX_DRAWN_PIXELS);
  checkWanted(signal);
  return decoded;
}
