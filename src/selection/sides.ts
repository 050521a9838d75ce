import type { Allowed } from "../domain/constraints.ts";

/** One side of what is allowed; never both. */
export type AllowOrDeny = { readonly allow: readonly string[] } | { readonly deny: readonly string[] };

export const sidesOf = ({ allow, deny }: Allowed = {}): readonly AllowOrDeny[] => [
  ...(allow ? [{ allow }] : []),
  ...(deny ? [{ deny }] : []),
];

export const namesIn = (side: AllowOrDeny): readonly string[] => ("allow" in side ? side.allow : side.deny);
