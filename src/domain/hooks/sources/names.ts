/** The kinds of senders, each with its own way of signing. */
export const SOURCE_NAMES = ["github", "slack", "standard", "shared-secret"] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];
