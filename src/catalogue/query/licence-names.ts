import type { TenantCatalogue } from "./known.ts";
import { lineOf, linesOf } from "./lines.ts";
import type { Licences } from "./model-query.ts";

/** What the catalogue calls a licence that nobody knows. */
const UNKNOWN: ReadonlySet<string> = new Set(["unknown", "other"]);

/** Names that mean no licence: none that is on a list, no family, and none that any model here is said to be under. */
export function unknownLicences(
  names: readonly string[],
  known: TenantCatalogue,
  { isLicenceName, isUnder }: Licences,
): readonly string[] {
  const strange = names.filter((name) => !UNKNOWN.has(name.toLowerCase()) && !isLicenceName(name));
  if (strange.length === 0) return [];
  const there = new Set(
    [...linesOf(known.snapshot), ...[...known.ours.values()].map(lineOf)].map((line) => line.licence),
  );
  return strange.filter((name) => !there.values().some((licence) => isUnder(licence, [name])));
}
