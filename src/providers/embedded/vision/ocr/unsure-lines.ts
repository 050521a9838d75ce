import type { WordedLine } from "./rows.ts";

/** What the engine makes of leaves and wallpaper is less sure. */
const MIN_LINE_CONFIDENCE = 0.3;
/** Of the median height of what was read: an unsure line of another size is a mark or a stain, no lost print. */
const LIKE_PRINT = { from: 0.5, to: 2 };

/** The lines that are worth telling, and a note of those left out that look like print: amounts may be among them. */
export function withoutUnsure(lines: readonly WordedLine[]): {
  readonly lines: readonly WordedLine[];
  readonly notes: readonly string[];
} {
  const sure = lines.filter((line) => line.confidence >= MIN_LINE_CONFIDENCE);
  const heights = sure.map(heightOf).sort((a, b) => a - b);
  const median = heights[heights.length >> 1] ?? 0;
  const lost = lines.filter(
    (line) =>
      line.confidence < MIN_LINE_CONFIDENCE &&
      heightOf(line) >= median * LIKE_PRINT.from &&
      heightOf(line) <= median * LIKE_PRINT.to,
  ).length;
  // Without sure print to compare with, a picture's own patterns would be taken for lost lines.
  if (sure.length === 0 || lost === 0) return { lines: sure, notes: [] };
  const [what, were] = lost === 1 ? ["One line", "was"] : [`${lost} lines`, "were"];
  return { lines: sure, notes: [`${what} could not be read with any certainty and ${were} left out.`] };
}

const heightOf = ({ firstWord }: WordedLine): number => firstWord.ymax - firstWord.ymin;
