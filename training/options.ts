import type { ProfileOptions } from "./fit/profile.ts";

/**
 * How the Worker's profile is fitted; found by cross-validation on its own data. Few links are doubtful once the tasks
 * are known, so that the words need not tell roots and leaves apart.
 */
export const OPTIONS: ProfileOptions = {
  linear: { l2: 1.2, iterations: 40, minCount: 4, ends: false },
  l2: { paths: 3, arcs: 2, ranking: 3 },
};
