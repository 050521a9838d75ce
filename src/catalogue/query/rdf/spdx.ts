/** Identifiers of the SPDX licence list that models are published under. */
const IDENTIFIERS =
  "0BSD AFL-3.0 AGPL-3.0-only AGPL-3.0-or-later Apache-2.0 Artistic-2.0 BSD-2-Clause BSD-3-Clause BSD-3-Clause-Clear " +
  "BSL-1.0 C-UDA-1.0 CC-BY-2.0 CC-BY-2.5 CC-BY-3.0 CC-BY-4.0 CC-BY-NC-2.0 CC-BY-NC-3.0 CC-BY-NC-4.0 CC-BY-NC-ND-3.0 " +
  "CC-BY-NC-ND-4.0 CC-BY-NC-SA-2.0 CC-BY-NC-SA-3.0 CC-BY-NC-SA-4.0 CC-BY-ND-4.0 CC-BY-SA-3.0 CC-BY-SA-4.0 CC0-1.0 " +
  "CDLA-Permissive-1.0 CDLA-Permissive-2.0 CDLA-Sharing-1.0 ECL-2.0 EPL-1.0 EPL-2.0 EUPL-1.1 EUPL-1.2 " +
  "GFDL-1.3-only GPL-2.0-only GPL-2.0-or-later GPL-3.0-only GPL-3.0-or-later ISC LGPL-2.1-only LGPL-2.1-or-later " +
  "LGPL-3.0-only LGPL-3.0-or-later LPPL-1.3c MIT MIT-0 MPL-2.0 MS-PL NCSA ODbL-1.0 ODC-By-1.0 OFL-1.1 OSL-3.0 " +
  "PDDL-1.0 PostgreSQL Unlicense WTFPL Zlib";
/** Names without version or "only", as cards have them, that leave no doubt. */
const DEPRECATED = "AGPL-3.0 GPL-2.0 GPL-3.0 LGPL-2.1 LGPL-3.0";

let byName: ReadonlyMap<string, string> | undefined;

/** The identifier as SPDX spells it, which its addresses need; null for an expression, and for what is not on the list. */
export function spdxId(licence: string): string | null {
  byName ??= new Map(`${IDENTIFIERS} ${DEPRECATED}`.split(" ").map((id) => [id.toLowerCase(), id]));
  return byName.get(licence.toLowerCase()) ?? null;
}
