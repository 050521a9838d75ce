/** SPDX identifiers that ask for no more than a notice. Lower case, as all here. */
const PERMISSIVE =
  "mit mit-0 mit-festival apache-2.0 apache-1.1 bsd-1-clause bsd-2-clause bsd-3-clause bsd-3-clause-clear 0bsd isc zlib unlicense cc0-1.0 cc-by-4.0 cc-by-3.0 cc-by-2.0 bsl-1.0 ms-pl python-2.0 psf-2.0 ncsa postgresql wtfpl x11 unicode-3.0 afl-3.0 artistic-2.0 ecl-2.0 blueoak-1.0.0 odc-by pddl-1.0 cdla-permissive-1.0 cdla-permissive-2.0";
/** Approved by the Open Source Initiative, besides permissive ones of code and the GPL family. */
const OTHER_OPEN_SOURCE = "mpl-2.0 mpl-1.1 epl-1.0 epl-2.0 eupl-1.1 eupl-1.2 cddl-1.0 osl-3.0 ms-rl cpl-1.0";
/** Permissive, but of works and data: not approved for software. */
const NOT_OSI = "cc0-1.0 cc-by-4.0 cc-by-3.0 cc-by-2.0 wtfpl odc-by pddl-1.0 cdla-permissive-1.0 cdla-permissive-2.0";
/** Licences of models whose names don't tell that they forbid commercial use. */
const NON_COMMERCIAL =
  "cc-by-nc deepfloyd-if-license fair fair-noncommercial-research-license mistral-ai-research cogvlm";

const set = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** One licence of an expression, in lower case: does it belong to the family? */
type Member = (licence: string) => boolean;

let families: ReadonlyMap<string, Member> | undefined;

function familiesByName(): ReadonlyMap<string, Member> {
  if (families) return families;
  const [permissive, other, notOsi, nonCommercial] = [PERMISSIVE, OTHER_OPEN_SOURCE, NOT_OSI, NON_COMMERCIAL].map(set);
  const isGpl: Member = (licence) => /^(?:a|l)?gpl(?:-|$)/.test(licence);
  const isPermissive: Member = (licence) => permissive?.has(licence) ?? false;
  families = new Map<string, Member>([
    ["permissive", isPermissive],
    [
      "open-source",
      (licence) => (isPermissive(licence) && !notOsi?.has(licence)) || isGpl(licence) || (other?.has(licence) ?? false),
    ],
    ["gpl", isGpl],
    [
      "non-commercial",
      (licence) =>
        /(?:^|-)nc(?:-|$)|non-?commercial|research-only/.test(licence) || (nonCommercial?.has(licence) ?? false),
    ],
    ["public-domain", (licence) => ["cc0-1.0", "unlicense", "pddl-1.0"].includes(licence)],
    ["proprietary", (licence) => /^(?:proprietary|licenseref-proprietary|commercial)$/.test(licence)],
    ["openrail++", (licence) => /^(?:openrail\+\+|creativeml-openrail\+\+)/.test(licence)],
    ["openrail", (licence) => /(?:^|-)openrail(?!\+\+)/.test(licence)],
  ]);
  return families;
}

/** GPL-3.0 is what SPDX now writes as GPL-3.0-only or GPL-3.0-or-later. */
const bare = (licence: string): string => licence.toLowerCase().replace(/\+$|-only$|-or-later$/, "");

/** One licence and one name of a constraint: an identifier, a family, or the beginning of identifiers such as "BSD", "DeepSeek". */
function isOf(licence: string, name: string): boolean {
  const family = familiesByName().get(name.toLowerCase());
  if (family) return family(bare(licence));
  const [left, right] = [bare(licence), bare(name)];
  return left === right || (!/\d/.test(right) && left.startsWith(`${right}-`));
}

/** A licence expression as terms that all apply, each a choice: "Apache-2.0 AND (MIT OR BSD-2-Clause)". */
const termsOf = (expression: string): readonly (readonly string[])[] =>
  expression
    .replaceAll(/[()]/g, " ")
    .split(/\s+and\s+/i)
    .map((term) =>
      term
        .split(/\s+or\s+/i)
        .map((licence) => licence.trim())
        .filter((licence) => licence !== ""),
    )
    .filter((term) => term.length > 0);

/** What nobody stated satisfies no constraint. */
export const isUnknown = (expression: string): boolean =>
  /^(?:unknown|noassertion|none|other|)$/i.test(expression.trim());

/** Does every licence that applies belong to one of the names? */
export const isUnder = (expression: string, names: readonly string[]): boolean => {
  const terms = termsOf(expression);
  return terms.length > 0 && terms.every((term) => term.some((licence) => names.some((name) => isOf(licence, name))));
};

/** Does a licence that cannot be chosen away belong to one of the names? */
export const touches = (expression: string, names: readonly string[]): boolean =>
  termsOf(expression).some((term) => term.every((licence) => names.some((name) => isOf(licence, name))));
