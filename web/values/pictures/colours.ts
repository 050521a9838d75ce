/** Hues that come one after another are far apart: the golden angle (Vogel 1979). */
const GOLDEN_DEGREES = 137.508;

/** A colour for what was found first, second, and so on; seen on pictures both light and dark. */
export const nthColour = (index: number): string => `hsl(${((index * GOLDEN_DEGREES) % 360).toFixed(1)} 95% 52%)`;

/** A colour for each label: distinct ones, the same for the same label. */
export function labelColours(labels: Iterable<string>): ReadonlyMap<string, string> {
  const colours = new Map<string, string>();
  for (const label of labels) if (!colours.has(label)) colours.set(label, nthColour(colours.size));
  return colours;
}
