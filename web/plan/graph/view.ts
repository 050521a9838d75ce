import type { Box, Density, Direction, Layout } from "./layout.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** How a picture is moved and magnified: `screen = zoom * picture + x`. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** Around the picture, in pixels of the screen. */
const MARGIN = 20;
/** Smaller than this, words are no pleasure to read any more. */
const LEAST_LEGIBLE = 0.75;
/** As small as words may become for a small plan to be seen whole. */
const LEAST_WHOLE = 0.55;
/** Smaller plans are seen at a glance, and need no map. */
export const MAP_FROM_TASKS = 24;

/** The rectangle that holds all boxes. */
export function boundsOf({ nodes }: Layout): Box {
  const boxes = [...nodes.values()];
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return boxes.length === 0 ? { x: 0, y: 0, width: 0, height: 0 } : { x, y, width: right - x, height: bottom - y };
}

/** How far a picture is magnified, at most as it is, where all of it is to be seen. */
export function wholeAt(layout: Layout, size: Size): number {
  const { width, height } = boundsOf(layout);
  return Math.min(1, (size.width - 2 * MARGIN) / Math.max(width, 1), (size.height - 2 * MARGIN) / Math.max(height, 1));
}

/** What is seen at first: all of it where that can be read, which may be harder for a small plan, else the beginning. */
export function firstView(layout: Layout, size: Size, direction: Direction): View {
  const bounds = boundsOf(layout);
  const whole = wholeAt(layout, size);
  const least = layout.nodes.size < MAP_FROM_TASKS ? LEAST_WHOLE : LEAST_LEGIBLE;
  if (whole >= least) return centred(bounds, size, whole);

  const zoom = LEAST_LEGIBLE;
  const [first] = layout.nodes.values();
  const start = centred(first ?? bounds, size, zoom);
  return direction === "right"
    ? { zoom, x: MARGIN - bounds.x * zoom, y: filling(start.y, bounds.y * zoom, bounds.height * zoom, size.height) }
    : { zoom, x: filling(start.x, bounds.x * zoom, bounds.width * zoom, size.width), y: MARGIN - bounds.y * zoom };
}

/** Moves a stretch of a picture as is wanted, but leaves no room empty that it could fill; one that fits stands in the middle. */
function filling(wanted: number, from: number, length: number, room: number): number {
  if (length <= room - 2 * MARGIN) return (room - length) / 2 - from;
  return Math.min(MARGIN - from, Math.max(room - MARGIN - length - from, wanted));
}

const centred = (box: Box, size: Size, zoom: number): View => ({
  zoom,
  x: (size.width - box.width * zoom) / 2 - box.x * zoom,
  y: (size.height - box.height * zoom) / 2 - box.y * zoom,
});

/** Whether a box is seen whole. */
export const isSeen = (box: Box, { x, y, zoom }: View, { width, height }: Size): boolean =>
  box.x * zoom + x >= 0 &&
  box.y * zoom + y >= 0 &&
  (box.x + box.width) * zoom + x <= width &&
  (box.y + box.height) * zoom + y <= height;

/** A plan turns round only for so much more to be seen, so that a drawer that opens beside it leaves it as it was. */
const WORTH_TURNING = 1.4;

/** The direction in which more of a plan can be seen. @param before the present one, which is kept unless it is much worse */
export function directionFor(
  layouts: Readonly<Record<Direction, Layout>>,
  size: Size,
  before: Direction | null = null,
): Direction {
  const [right, down] = [wholeAt(layouts.right, size), wholeAt(layouts.down, size)];
  if (before === "right") return down > right * WORTH_TURNING ? "down" : "right";
  if (before === "down") return right > down * WORTH_TURNING ? "right" : "down";
  return right >= down ? "right" : "down";
}

/** The direction of a plan that is seen whole in neither: along the longer side. @param before the present one, which is kept */
export const directionOfLarge = ({ width, height }: Size, before: Direction | null = null): Direction =>
  before ?? (width >= height ? "right" : "down");

/** How a plan is laid out. */
export interface Fit {
  readonly direction: Direction;
  readonly density: Density;
}

/**
 * How most of a plan is seen at a size at which it can be read. A small one that has not enough room is laid out
 * compactly, and stays so until it has room in plenty. @param before the present one, which is kept unless it is much worse
 */
export function fitFor(
  layouts: Readonly<Record<Density, Readonly<Record<Direction, Layout>>>>,
  size: Size,
  before: Fit | null = null,
): Fit {
  const direction = directionFor(layouts.roomy, size, before?.direction);
  const roomy = layouts.roomy[direction];
  const enough = before?.density === "compact" ? 1 : LEAST_LEGIBLE;
  if (roomy.nodes.size >= MAP_FROM_TASKS || wholeAt(roomy, size) >= enough) return { direction, density: "roomy" };
  return { direction: directionFor(layouts.compact, size, before?.direction), density: "compact" };
}

const SIDES = ["left", "right", "top", "bottom"] as const;
/** Less than this of a picture is its border, and nothing that one would look for. */
const LEAST_BEYOND = 4;

/** The sides beyond which more of a picture follows, each a word. */
export function beyond(layout: Layout, { x, y, zoom }: View, { width, height }: Size): string {
  const bounds = boundsOf(layout);
  const past = {
    left: -(bounds.x * zoom + x),
    right: (bounds.x + bounds.width) * zoom + x - width,
    top: -(bounds.y * zoom + y),
    bottom: (bounds.y + bounds.height) * zoom + y - height,
  };
  return SIDES.filter((side) => past[side] > LEAST_BEYOND).join(" ");
}
