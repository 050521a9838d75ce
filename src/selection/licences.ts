import { FifoCache } from "../domain/caches.ts";
import { isListed, licenceId } from "../domain/licence-names.ts";
import { type LicenceTerms, licenceTerms, saysNothing } from "../domain/licences.ts";

/** Parsed expressions that are remembered: the catalogue has some dozens of licences. */
const MAX_EXPRESSIONS = 500;
const expressions = new FifoCache<LicenceTerms>(MAX_EXPRESSIONS);
const termsOf = (expression: string): LicenceTerms => expressions.get(expression, () => licenceTerms(expression));

/** Whether a licence, an id as `licenceTerms` writes it, is what a name means; null where that cannot be told. */
type LicenceMatcher = (licence: string) => boolean | null;

/** By the list of names: lists are short, and each is held against many licences. */
const matchers = new WeakMap<readonly string[], readonly LicenceMatcher[]>();
function matchersOf(names: readonly string[]): readonly LicenceMatcher[] {
  const known = matchers.get(names);
  if (known) return known;
  const made = names.map(licenceNamed);
  matchers.set(names, made);
  return made;
}

/** Whether nothing is known of a licence, or of a part of it that always applies. Such a licence satisfies no constraint. */
export const isUnknown = (expression: string): boolean => saysNothing(termsOf(expression));

/** Whether a model can be used under the named licences alone: "MIT OR GPL-3.0" under MIT. False where that cannot be told. */
export function isUnder(expression: string, names: readonly string[]): boolean {
  const meant = matchersOf(names);
  return termsOf(expression).every((term) => term.some((id) => meant.some((matches) => matches(id) === true)));
}

/** Whether one of the named licences applies whichever alternative is chosen. True where that cannot be told. */
export function touches(expression: string, names: readonly string[]): boolean {
  const meant = matchersOf(names);
  return termsOf(expression).some((term) => term.every((id) => meant.some((matches) => matches(id) !== false)));
}

/** Whether some single licence satisfies `isLeft`: one of every family, or one of those named. */
export function someLicence(names: readonly string[], isLeft: (licence: string) => boolean): boolean {
  return [...examples(), ...names.flatMap((name) => licenceId(name) ?? [])].some(isLeft);
}

/** Beginnings of ids that stand for all versions of a licence. */
const VERSIONED: ReadonlySet<string> = new Set(
  "afl agpl artistic bsd cddl cdla epl eupl gfdl gpl lgpl mpl ms odbl osl".split(" "),
);
/** Beginnings that stand for all licences of a maker or of a family of models. */
const OF_MODELS: ReadonlySet<string> = new Set(
  "deepseek exaone falcon gemma llama mistral-ai nvidia qwen stabilityai-ai stabilityai tencent-hunyuan".split(" "),
);

const isCreativeCommons = (id: string): boolean => /^cc(?:-by(?:-[a-z]{2})*)?$/.test(id);

/** The licences that a name means: a family ("permissive"), all versions of one ("GPL"), or a single one ("GPL-3.0"). */
function licenceNamed(name: string): LicenceMatcher {
  const family = familyNamed(name);
  if (family) return (licence) => family(plain(licence));
  const id = licenceId(name);
  if (id === null) return unlessListed;
  const meant = plain(id);
  return (licence) => {
    const known = plain(licence);
    if (known === meant || isVersionOf(meant, known)) return true;
    return mayBe(meant, known) ? null : unlessListed(known);
  };
}

/** Whether a name means any licence or family that is known here. */
export function isLicenceName(name: string): boolean {
  if (familyNamed(name)) return true;
  const id = licenceId(name);
  return id !== null && (isListed(id) || isStem(plain(id)));
}

/** Matches no listed licence; one on no list may be anything. */
const unlessListed: LicenceMatcher = (licence) => (isListed(licence) ? false : null);

/** An id without what makes no difference here: GPL-3.0-only and GPL-3.0-or-later → GPL-3.0, and no exception. */
const plain = (id: string): string => id.replace(/ WITH .*$/, "").replace(/-(?:only|or-later)$/, "");

const isStem = (id: string): boolean => VERSIONED.has(id) || OF_MODELS.has(id) || isCreativeCommons(id);

function isVersionOf(stem: string, licence: string): boolean {
  if (!licence.startsWith(stem)) return false;
  const rest = licence.slice(stem.length);
  if (OF_MODELS.has(stem)) return /^[-\d]/.test(rest);
  if (isCreativeCommons(stem)) return /^-\d\.\d$/.test(rest);
  return VERSIONED.has(stem) && /^-\d/.test(rest);
}

/** Whether an id is too vague to tell: "Llama 3" may mean llama3.1, "CC-BY" cc-by-nc-4.0, and a model under "cc" may be under any. */
const mayBe = (meant: string, licence: string): boolean =>
  (licence.startsWith(meant) && /^[-.\d]/.test(licence.slice(meant.length))) ||
  (isStem(licence) && meant.startsWith(licence));

/** Software licences that ask for no more than a notice, approved by the Open Source Initiative. */
const PERMISSIVE_OSI =
  "0bsd afl-3.0 apache-1.1 apache-2.0 artistic-2.0 blueoak-1.0.0 bsd-1-clause bsd-2-clause bsd-3-clause bsd-3-clause-clear bsl-1.0 ecl-2.0 isc mit mit-0 ms-pl ncsa postgresql psf-2.0 python-2.0 unicode-3.0 unlicense x11 zlib";
/** As permissive, without that approval. */
const PERMISSIVE_OTHERS =
  "bsd bsd-4-clause cc-by cc0-1.0 cdla-permissive-1.0 cdla-permissive-2.0 etalab-2.0 mit-festival odc-by-1.0 openmdw-1.0 pddl-1.0 wtfpl";
/** Approved, and neither permissive nor of the GPL family. */
const OTHER_OSI = "cddl-1.0 cpl-1.0 epl-1.0 epl-2.0 eupl-1.1 eupl-1.2 mpl-1.1 mpl-2.0 ms-rl ofl-1.1 osl-3.0";
/** Others that allow commercial use, be it under conditions of another kind. */
const OTHER_COMMERCIAL =
  "bigcode-openrail-m bigscience-bloom-rail-1.0 bigscience-openrail-m cc-by-nd cc-by-sa cdla-sharing-1.0 creativeml-openrail++-m creativeml-openrail-m databricks-open-model-license deepseek deepseek-1.0 gemma gfdl gfdl-1.3 llama2 llama3 llama3.1 llama3.2 llama3.3 llama4 lppl-1.3c nvidia-open-model-license odbl-1.0 openrail openrail++ openrail-m qwen tongyi-qianwen";
/** Those that forbid commercial use and whose names don't tell. */
const NON_COMMERCIAL =
  "apple-amlr cogvlm coqui-public-model-license deepfloyd-if-license exaone h-research intel-research mistral-ai-research mnpl mrl nvidia-source-code-license qwen-research";

const NOTHING_ELSE = /$^/;
const GPL = /^(?:[al]?gpl(?:-|$)|lgpllr$)/;
const NON_COMMERCIAL_NAME = /(?:^|-)nc(?:-|$)|non-?commercial|non-?production|research-only/;

const all = (...lists: readonly string[]): string => lists.join(" ");

/** A family: the licences of a list and those that a pattern matches. Of a licence on no list nothing is known. */
function among(list: string, pattern: RegExp = NOTHING_ELSE): LicenceMatcher {
  const members = new Set(list.split(" "));
  return (licence) => {
    // The versions of a Creative Commons licence say the same.
    const unversioned = licence.startsWith("cc-by") ? licence.replace(/-\d\.\d$/, "") : licence;
    if (members.has(unversioned) || pattern.test(unversioned)) return true;
    return isListed(licence) ? false : null;
  };
}

/** Licences that allow commercial use; null for one that is known neither to allow nor to forbid it. */
function commercial(): LicenceMatcher {
  const allows = among(all(PERMISSIVE_OSI, PERMISSIVE_OTHERS, OTHER_OSI, OTHER_COMMERCIAL), GPL);
  const forbids = among(NON_COMMERCIAL, NON_COMMERCIAL_NAME);
  return (licence) => {
    if (allows(licence)) return true;
    return forbids(licence) ? false : null;
  };
}

const not =
  (matches: LicenceMatcher): LicenceMatcher =>
  (licence) => {
    const matched = matches(licence);
    return matched === null ? null : !matched;
  };

/** OpenRAIL++ is a variant of OpenRAIL, so it cannot be told whether "OpenRAIL" means it too. */
const openRail: LicenceMatcher = (licence) => {
  if (licence.includes("openrail++")) return null;
  return among("", /(?:^|-)openrail(?:-m)?$/)(licence);
};

/** Spellings are in lower case, without blanks, hyphens and underscores. */
const FAMILIES: readonly (readonly [spellings: string, make: () => LicenceMatcher])[] = [
  ["permissive permissively", () => among(all(PERMISSIVE_OSI, PERMISSIVE_OTHERS))],
  ["opensource opensourced osiapproved foss freesoftware", () => among(all(PERMISSIVE_OSI, OTHER_OSI), GPL)],
  ["gpl gnu gnugpl gplfamily copyleft", () => among("", GPL)],
  ["noncommercial noncommercialuse noncommercialonly nc researchonly", () => not(commercial())],
  ["noncommercialexcluded commercialuse commercialuseallowed", commercial],
  ["publicdomain", () => among("cc0-1.0 pddl-1.0 unlicense")],
  ["proprietary closed closedsource", () => among("proprietary")],
  ["openrail++ openrail++m", () => among("", /(?:^|-)openrail\+\+(?:-m)?$/)],
  ["openrail", () => openRail],
];

let families: ReadonlyMap<string, LicenceMatcher> | undefined;

/** The family that a name means as people write it: "non commercial", "Open Source licence"; undefined for none. */
function familyNamed(name: string): LicenceMatcher | undefined {
  families ??= new Map(
    FAMILIES.flatMap(([spellings, make]) => {
      const matches = make();
      return spellings.split(" ").map((spelling) => [spelling, matches] as const);
    }),
  );
  const compact = name.toLowerCase().replaceAll(/[\s_-]+/g, "");
  return families.get(compact.replace(/(?<=.)licen[cs]e[ds]?$/, ""));
}

/** Licences of every family, so that a condition that none of them satisfies is satisfied by none. */
const examples = (): readonly string[] =>
  all(
    ...[PERMISSIVE_OSI, PERMISSIVE_OTHERS, OTHER_OSI, OTHER_COMMERCIAL, NON_COMMERCIAL],
    "gpl-3.0 lgpl-3.0 agpl-3.0 cc-by-4.0 cc-by-nc-4.0 cc-by-sa-4.0 proprietary",
  ).split(" ");
