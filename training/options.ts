import type { ProfileOptions } from "./fit/profile.ts";

/**
 * How the Worker's profile is fitted. The strengths were chosen by cross-validation with the linear features that stood
 * where the network stands now, and kept: none was tried with the network.
 */
export const OPTIONS: ProfileOptions = { paths: 3, arcs: 2, ranking: 3 };
