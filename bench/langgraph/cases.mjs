import { z } from "zod";

/** A graph to measure: `tasks` tasks that each wait `taskMs` milliseconds, one after another or side by side. */
const Case = z.strictObject({
  shape: z.enum(["chain", "fan-out"]),
  // One node a task: past a thousand, building the graph takes longer than running it.
  tasks: z.int().min(1).max(1_000),
  taskMs: z.int().min(0).max(10_000),
});

const Cases = z.array(Case).min(1).max(50);

/** Chains of no wait at all show the engine's own time; the others what a user would see. */
export const DEFAULT_CASES = [
  { shape: "chain", tasks: 20, taskMs: 0 },
  { shape: "chain", tasks: 20, taskMs: 10 },
  { shape: "chain", tasks: 50, taskMs: 10 },
  { shape: "fan-out", tasks: 10, taskMs: 100 },
  { shape: "fan-out", tasks: 50, taskMs: 100 },
  { shape: "fan-out", tasks: 200, taskMs: 100 },
];

/**
 * Reads the cases from JSON text: one case or a list of them.
 *
 * @param {string} text
 * @returns {z.infer<typeof Cases>}
 * @throws {Error} saying what is wrong with the text
 */
export function parseCases(text) {
  const value = JSON.parse(text);
  const parsed = Cases.safeParse(Array.isArray(value) ? value : [value]);
  if (!parsed.success) throw new Error(`not a list of cases:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
