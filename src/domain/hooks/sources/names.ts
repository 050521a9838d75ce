/** Who sends: each signs in a way of its own. */
export const SOURCE_NAMES = ["github", "slack", "standard", "shared-secret"] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];
