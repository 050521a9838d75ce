import type { Profiles } from "../src/planning/embedded/trained/profiles.ts";
import type { ProfileOptions } from "./fit/profile.ts";

/** How each profile is fitted; found by cross-validation on its own data. */
export const OPTIONS: Readonly<Record<keyof Profiles, ProfileOptions>> = {
  // Few links are doubtful once the tasks are known, so that the words need not tell roots and leaves apart. The wording
  // was found in TaskBench's requests, and gives nothing on people's.
  people: {
    linear: { l2: 0.3, iterations: 40, minCount: 6, ends: false, wording: false },
    l2: { paths: 3, arcs: 2, ranking: 3 },
  },
  taskbench: {
    linear: { l2: 4, iterations: 40, minCount: 4, ends: true, wording: true },
    l2: { paths: 3, arcs: 2, ranking: 3 },
  },
};
