import { readBeginning } from "../files/read-file.ts";
import { peaksOf } from "./peaks.ts";

/** What is longer or larger has no wave drawn: it would have to be decoded as a whole. */
export const MAX_WAVE_BYTES = 20_000_000;
export const MAX_WAVE_SECONDS = 10 * 60;
export const PEAKS = 140;
/** The lowest rate that every browser decodes to; what is above it is not to be seen. */
const SAMPLE_RATE_HZ = 8_000;

/** The wave of a recording; a flat line where the browser cannot decode it. */
export async function loadPeaks(address: string, signal: AbortSignal): Promise<readonly number[]> {
  const { bytes, isWhole } = await readBeginning(address, MAX_WAVE_BYTES, signal);
  if (!isWhole) return [];
  const decoded = await new OfflineAudioContext(1, 1, SAMPLE_RATE_HZ).decodeAudioData(bytes.buffer).catch(() => null);
  return decoded ? peaksOf(decoded.getChannelData(0), PEAKS) : [];
}
