import type { Luma } from "../raster.ts";

/** Text lines still stand apart at this size, and an angle costs a millisecond. */
const SAMPLE_SIDE = 700;
/** Beyond it a page was held askew on purpose. */
const MAX_DEGREES = 15;
const COARSE_STEP_DEGREES = 1;
const FINE_STEP_DEGREES = 0.25;
/** Lines that lie in rows make the profile this much sharper than the untouched page's. */
const MIN_GAIN = 1.15;
/** Tesseract follows smaller angles by itself. */
const MIN_DEGREES = 1;

/**
 * How far a page's lines are turned clockwise, in degrees; 0 when it is straight or has no lines. The
 * right angle is the one at which rows of ink and rows of paper alternate most sharply (Postl 1986).
 */
export function skewOf(page: Luma): number {
  const ink = inkOf(page);
  if (ink.length < 200) return 0;
  const straight = sharpness(ink, 0);
  let best = { degrees: 0, sharpness: straight };
  const consider = (degrees: number): void => {
    const value = sharpness(ink, degrees);
    if (value > best.sharpness) best = { degrees, sharpness: value };
  };
  for (let degrees = -MAX_DEGREES; degrees <= MAX_DEGREES; degrees += COARSE_STEP_DEGREES) consider(degrees);
  const coarse = best.degrees;
  for (let step = -3; step <= 3; step++) consider(coarse + step * FINE_STEP_DEGREES);
  return Math.abs(best.degrees) >= MIN_DEGREES && best.sharpness > straight * MIN_GAIN ? best.degrees : 0;
}

/** Places of dark-on-light edges from above, in a page scaled to at most SAMPLE_SIDE: edges, as shadows have none. */
function inkOf(page: Luma): Float32Array {
  const step = Math.max(1, Math.max(page.width, page.height) / SAMPLE_SIDE);
  const places: number[] = [];
  const at = (x: number, y: number): number => page.data[Math.floor(y) * page.width + Math.floor(x)] ?? 0;
  for (let y = step; y < page.height; y += step) {
    for (let x = 0; x < page.width; x += step) {
      if (Math.abs(at(x, y) - at(x, y - step)) > 48) places.push(x / step, y / step);
    }
  }
  return Float32Array.from(places);
}

function sharpness(ink: Float32Array, degrees: number): number {
  const radians = (degrees * Math.PI) / 180;
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  const rows = new Uint32Array(3 * SAMPLE_SIDE);
  for (let index = 0; index < ink.length; index += 2) {
    const row = Math.round((ink[index + 1] ?? 0) * cos - (ink[index] ?? 0) * sin) + SAMPLE_SIDE;
    rows[row] = (rows[row] ?? 0) + 1;
  }
  let sum = 0;
  for (let row = 1; row < rows.length; row++) {
    const change = (rows[row] ?? 0) - (rows[row - 1] ?? 0);
    sum += change * change;
  }
  return sum;
}
