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
  const isNonCommercial: Member = (licence) =>
    /(?:^|-)nc(?:-|$)|non-?commercial|research-only/.test(licence) || (nonCommercial?.has(licence) ?? false);
  families = new Map<string, Member>([
    ["permissive", isPermissive],
    [
      "open-source",
      (licence) => (isPermissive(licence) && !notOsi?.has(licence)) || isGpl(licence) || (other?.has(licence) ?? false),
    ],
    ["gpl", isGpl],
    ["non-commercial", isNonCommercial],
    ["non-commercial-excluded", (licence) => !isNonCommercial(licence)],
    ["public-domain", (licence) => ["cc0-1.0", "unlicense", "pddl-1.0"].includes(licence)],
    ["proprietary", (licence) => /^(?:proprietary|licenseref-proprietary|commercial)$/.test(licence)],
    ["openrail++", (licence) => /^(?:openrail\+\+|creativeml-openrail\+\+)/.test(licence)],
    ["openrail", (licence) => /(?:^|-)openrail(?!\+\+)/.test(licence)],
  ]);
  return families;
}

/** GPL-3.0 is what SPDX now writes as GPL-3.0-only or GPL-3.0-or-later, and wrote as GPL-3.0+; OpenRAIL++ is a name. */
const bare = (licence: string): string => licence.toLowerCase().replace(/(?<!\+)\+$|-only$|-or-later$/, "");
/** As a person writes it: "Apache 2.0", "non-commercial excluded". */
const asNamed = (name: string): string => name.trim().toLowerCase().replaceAll(/\s+/g, "-");

/** One licence and one name of a constraint: an identifier, a family, or the beginning of identifiers such as "BSD", "Llama". */
function isOf(licence: string, name: string): boolean {
  const family = familiesByName().get(asNamed(name));
  if (family) return family(bare(licence));
  const [left, right] = [bare(licence), bare(asNamed(name))];
  if (left === right) return true;
  return right !== "" && !/\d/.test(right) && left.startsWith(right) && /[-\d]/.test(left.charAt(right.length));
}

/** What says nothing of what is allowed. */
const saysNothing = (licence: string): boolean => /^(?:unknown|noassertion|none|other|)$/i.test(licence);

/**
 * A licence expression as terms that all apply, each a choice among the licences that are known:
 * "Apache-2.0 AND (MIT OR BSD-2-Clause)". Brackets within a choice are read more strictly than they are meant.
 */
const termsOf = (expression: string): readonly (readonly string[])[] =>
  expression
    .replaceAll(/[()]/g, " ")
    .split(/\s+and\s+/i)
    .map((term) =>
      term
        .split(/\s+or\s+/i)
        .map((licence) => licence.trim())
        .filter((licence) => !saysNothing(licence)),
    );

/** Is there nothing known of what is allowed, or of a part that applies as well? Such a licence satisfies no constraint. */
export const isUnknown = (expression: string): boolean => termsOf(expression).some((term) => term.length === 0);

/** Does every licence that applies belong to one of the names? Never where one is not known. */
export const isUnder = (expression: string, names: readonly string[]): boolean =>
  termsOf(expression).every((term) => term.some((licence) => names.some((name) => isOf(licence, name))));

/** Does a licence that cannot be chosen away belong to one of the names? Always where one is not known. */
export const touches = (expression: string, names: readonly string[]): boolean =>
  termsOf(expression).some((term) => term.every((licence) => names.some((name) => isOf(licence, name))));

/** What the families know by pattern alone, one example of each. */
const BY_PATTERN = "gpl-3.0 lgpl-3.0 agpl-3.0 cc-by-nc-4.0 proprietary openrail++ creativeml-openrail-m";

/** Is there a single licence that two lists leave, those asked for by name among them? */
export function someLicence(names: readonly string[], isLeft: (licence: string) => boolean): boolean {
  const known = [PERMISSIVE, OTHER_OPEN_SOURCE, NON_COMMERCIAL, BY_PATTERN].flatMap((list) => list.split(" "));
  return [...known, ...names.map(asNamed)].some(isLeft);
}
