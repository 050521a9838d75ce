/** A recording quieter than this is shown as quiet, and not as loud as all others. */
const QUIETEST_FULL_SCALE = 0.05;

/** The loudest of each of so many equal parts of a recording, from 0 to 1 of the loudest of all. */
export function peaksOf(samples: Float32Array, count: number): readonly number[] {
  if (samples.length === 0 || count <= 0) return [];
  const peaks = Array.from({ length: count }, (_, part) => {
    const from = Math.floor((part * samples.length) / count);
    const to = Math.max(from + 1, Math.floor(((part + 1) * samples.length) / count));
    let peak = 0;
    for (let at = from; at < to; at++) peak = Math.max(peak, Math.abs(samples[at] ?? 0) || 0);
    return peak;
  });
  const scale = Math.max(QUIETEST_FULL_SCALE, ...peaks);
  return peaks.map((peak) => peak / scale);
}

/** Silence is seen as a thin line. */
const THINNEST = 0.03;

/** Peaks as the bars of an SVG path, one unit wide each and two high around a middle line of 1. */
export const wavePath = (peaks: readonly number[]): string =>
  peaks
    .map((peak, place) => {
      const half = Math.max(THINNEST, Math.min(1, peak)) * 0.94;
      return `M${place + 0.2} ${(1 - half).toFixed(3)}h.6v${(half * 2).toFixed(3)}h-.6z`;
    })
    .join("");
