import type { Direction, Point } from "./layout.ts";

/** A smooth line through points, which runs in the picture's direction at each of them; an SVG path. */
export function pathThrough(points: readonly Point[], direction: Direction): string {
  const [first, ...rest] = points;
  if (!first) return "";
  let before = first;
  const curves = rest.map((point) => {
    const middle = { x: round((before.x + point.x) / 2), y: round((before.y + point.y) / 2) };
    const bend =
      direction === "right"
        ? `${middle.x},${round(before.y)} ${middle.x},${round(point.y)}`
        : `${round(before.x)},${middle.y} ${round(point.x)},${middle.y}`;
    before = point;
    return `C${bend} ${round(point.x)},${round(point.y)}`;
  });
  return [`M${round(first.x)},${round(first.y)}`, ...curves].join("");
}

const round = (value: number): number => Math.round(value * 10) / 10;
