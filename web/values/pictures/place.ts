export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A part of something, each number from 0 to 1 of it. */
export interface Part {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Corners in pixels from the top left. */
export interface Box {
  readonly xmin: number;
  readonly ymin: number;
  readonly xmax: number;
  readonly ymax: number;
}

const WHOLE: Part = { left: 0, top: 0, width: 1, height: 1 };
/** As the server's drawings allow between a picture and what was made of it. */
const MAX_DISTORTION = 0.05;

const isSize = ({ width, height }: Size): boolean => width > 0 && height > 0;

/** Where a picture stands in the middle of a frame that it fills as far as its shape lets it. */
export function placeIn(frame: Size, picture: Size): Part {
  if (!isSize(frame) || !isSize(picture)) return WHOLE;
  const wider = (picture.width * frame.height) / (picture.height * frame.width);
  const width = Math.min(1, wider);
  const height = Math.min(1, 1 / wider);
  return { left: (1 - width) / 2, top: (1 - height) / 2, width, height };
}

/** Where a box lies in its picture, cut at the borders; null for one outside of it, or of no numbers. */
export function partOf(box: Box, picture: Size): Part | null {
  if (!isSize(picture) || !Object.values(box).every(Number.isFinite)) return null;
  const across = stretch(box.xmin / picture.width, box.xmax / picture.width);
  const down = stretch(box.ymin / picture.height, box.ymax / picture.height);
  if (!across || !down) return null;
  return { left: across.from, top: down.from, width: across.length, height: down.length };
}

function stretch(one: number, other: number): { readonly from: number; readonly length: number } | null {
  const from = Math.max(0, Math.min(one, other));
  const to = Math.min(1, Math.max(one, other));
  return to > from ? { from, length: to - from } : null;
}

/** Whether two pictures can lie on each other: the same proportions, but for what rounding makes of them. */
export function isSameShape(one: Size, other: Size): boolean {
  if (!isSize(one) || !isSize(other)) return false;
  const across = one.width * other.height;
  const down = one.height * other.width;
  return Math.abs(across - down) <= Math.min(across, down) * MAX_DISTORTION;
}

/** The size scaled down to so many pixels. */
export function withinPixels(size: Size, pixels: number): Size {
  const scale = Math.min(1, Math.sqrt(pixels / (size.width * size.height)));
  return { width: Math.max(1, Math.floor(size.width * scale)), height: Math.max(1, Math.floor(size.height * scale)) };
}
