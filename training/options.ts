import type { ProfileOptions } from "./fit/profile.ts";

/** How each profile is fitted; found by cross-validation on its own data. */
export const OPTIONS: Readonly<Record<"people" | "taskbench", ProfileOptions>> = {
  // Few links are doubtful once the tasks are known, so that the words need not tell roots and leaves apart.
  people: {
    linear: { l2: 0.3, iterations: 40, minCount: 5, ends: false },
    l2: { paths: 3, arcs: 2, ranking: 3 },
  },
  taskbench: {
    linear: { l2: 4, iterations: 40, minCount: 3, ends: true },
    l2: { paths: 3, arcs: 2, ranking: 3 },
  },
};
