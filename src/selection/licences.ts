import { FifoCache } from "../domain/caches.ts";
import { isListed, licenceId } from "../domain/licence-names.ts";
import { type LicenceTerms, licenceTerms, saysNothing } from "../domain/licences.ts";

/** Expressions taken apart lately: the catalogue has some dozens of licences. */
const MAX_EXPRESSIONS = 500;
const expressions = new FifoCache<LicenceTerms>(MAX_EXPRESSIONS);
const termsOf = (expression: string): LicenceTerms => expressions.get(expression, () => licenceTerms(expression));

/** Lists of names are short, and asked of many licences. */
const lists = new WeakMap<readonly string[], readonly IsMeant[]>();
function meantBy(names: readonly string[]): readonly IsMeant[] {
  const known = lists.get(names);
  if (known) return known;
  const meant = names.map(licenceNamed);
  lists.set(names, meant);
  return meant;
}

/** Is there nothing known of what is allowed, or of a part that applies as well? Such a licence satisfies no constraint. */
export const isUnknown = (expression: string): boolean => saysNothing(termsOf(expression));

/** Does every licence that applies belong to one of the names? Never where that cannot be told. */
export function isUnder(expression: string, names: readonly string[]): boolean {
  const meant = meantBy(names);
  return termsOf(expression).every((term) => term.some((id) => meant.some((isMeant) => isMeant(id) === true)));
}

/** Does a licence that cannot be chosen away belong to one of the names? Always where that cannot be told. */
export function touches(expression: string, names: readonly string[]): boolean {
  const meant = meantBy(names);
  return termsOf(expression).some((term) => term.every((id) => meant.some((isMeant) => isMeant(id) !== false)));
}

/** Is there a single licence that two lists leave, those asked for by name among them? */
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

/** What somebody's name of a licence means: a family, all versions of one, or a single one. */
export function licenceNamed(name: string): IsMeant {
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

/** Whether a name says anything: one that doesn't is the same as none. */
export function isLicenceName(name: string): boolean {
  if (familyNamed(name)) return true;
  const id = licenceId(name);
  return id !== null && (isListed(id) || isStem(plain(id)));
}

/** It is none that is listed under another name; what is on no list may be anything. */
const unlessListed: IsMeant = (licence) => (isListed(licence) ? false : null);

/** GPL-3.0-only and -or-later are both GPL-3.0, and an exception takes nothing away. */
const plain = (id: string): string => id.replace(/ WITH .*$/, "").replace(/-(?:only|or-later)$/, "");

const isStem = (id: string): boolean => VERSIONED.has(id) || OF_MODELS.has(id) || isCreativeCommons(id);

function isVersionOf(stem: string, licence: string): boolean {
  if (!licence.startsWith(stem)) return false;
  const rest = licence.slice(stem.length);
  if (OF_MODELS.has(stem)) return /^[-\d]/.test(rest);
  if (isCreativeCommons(stem)) return /^-\d\.\d$/.test(rest);
  return VERSIONED.has(stem) && /^-\d/.test(rest);
}

/** "llama3.1" may be meant by "Llama 3", "cc-by-nc-4.0" by "CC-BY", and "cc", which leaves all open, by each of them. */
const mayBe = (meant: string, licence: string): boolean =>
  (licence.startsWith(meant) && /^[-.\d]/.test(licence.slice(meant.length))) ||
  (isStem(licence) && meant.startsWith(licence));

/** Whether a licence, an id as `licenceTerms` writes it, is what a name means; null where that cannot be told. */
export type IsMeant = (licence: string) => boolean | null;

/** Of software, with approval by the Open Source Initiative; they ask for no more than a notice. */
const PERMISSIVE_OSI =
  "0bsd afl-3.0 apache-1.1 apache-2.0 artistic-2.0 blueoak-1.0.0 bsd-1-clause bsd-2-clause bsd-3-clause bsd-3-clause-clear bsl-1.0 ecl-2.0 isc mit mit-0 ms-pl ncsa postgresql psf-2.0 python-2.0 unicode-3.0 unlicense x11 zlib";
/** As permissive, without it. */
const PERMISSIVE_OTHERS =
  "bsd bsd-4-clause cc-by cc0-1.0 cdla-permissive-1.0 cdla-permissive-2.0 etalab-2.0 mit-festival odc-by-1.0 openmdw-1.0 pddl-1.0 wtfpl";
/** Approved, and neither permissive nor of the GPL family. */
const OTHER_OSI = "cddl-1.0 cpl-1.0 epl-1.0 epl-2.0 eupl-1.1 eupl-1.2 mpl-1.1 mpl-2.0 ms-rl ofl-1.1 osl-3.0";
/** What allows commercial use besides all these, be it under conditions of another kind. */
const OTHER_COMMERCIAL =
  "bigcode-openrail-m bigscience-bloom-rail-1.0 bigscience-openrail-m cc-by-nd cc-by-sa cdla-sharing-1.0 creativeml-openrail++-m creativeml-openrail-m databricks-open-model-license deepseek deepseek-1.0 gemma gfdl gfdl-1.3 llama2 llama3 llama3.1 llama3.2 llama3.3 llama4 lppl-1.3c nvidia-open-model-license odbl-1.0 openrail openrail++ openrail-m qwen tongyi-qianwen";
/** What forbids commercial use, where the name doesn't tell. */
const NON_COMMERCIAL =
  "apple-amlr cogvlm coqui-public-model-license deepfloyd-if-license exaone h-research intel-research mistral-ai-research mnpl mrl nvidia-source-code-license qwen-research";

const NO_MORE = /$^/;
const GPL = /^(?:[al]?gpl(?:-|$)|lgpllr$)/;
const NOT_FOR_MONEY = /(?:^|-)nc(?:-|$)|non-?commercial|non-?production|research-only/;

const all = (...lists: readonly string[]): string => lists.join(" ");

/** Of a family are those that are listed for it, and those that a pattern tells; whether one that is on no list is, nobody knows. */
function among(list: string, pattern: RegExp = NO_MORE): IsMeant {
  const members = new Set(list.split(" "));
  return (licence) => {
    // Creative Commons' licences say the same in each of their versions.
    const plain = licence.startsWith("cc-by") ? licence.replace(/-\d\.\d$/, "") : licence;
    if (members.has(plain) || pattern.test(plain)) return true;
    return isListed(licence) ? false : null;
  };
}

/** A licence that is neither known to allow commercial use nor known to forbid it may do either. */
function commercial(): IsMeant {
  const allows = among(all(PERMISSIVE_OSI, PERMISSIVE_OTHERS, OTHER_OSI, OTHER_COMMERCIAL), GPL);
  const forbids = among(NON_COMMERCIAL, NOT_FOR_MONEY);
  return (licence) => {
    if (allows(licence)) return true;
    return forbids(licence) ? false : null;
  };
}

const not =
  (isMeant: IsMeant): IsMeant =>
  (licence) => {
    const verdict = isMeant(licence);
    return verdict === null ? null : !verdict;
  };

/** Every OpenRAIL++ is an OpenRAIL of a kind: whether it is meant by the name of the other cannot be told. */
const openRail: IsMeant = (licence) => {
  if (licence.includes("openrail++")) return null;
  return among("", /(?:^|-)openrail(?:-m)?$/)(licence);
};

/** By what they are called in a constraint, without blanks and hyphens. */
const FAMILIES: readonly (readonly [spellings: string, make: () => IsMeant])[] = [
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

let families: ReadonlyMap<string, IsMeant> | undefined;

/** The family that a name of a constraint means, as people write it: "non commercial", "Open Source licence". */
export function familyNamed(name: string): IsMeant | undefined {
  families ??= new Map(
    FAMILIES.flatMap(([spellings, make]) => {
      const isMeant = make();
      return spellings.split(" ").map((spelling) => [spelling, isMeant] as const);
    }),
  );
  const compact = name.toLowerCase().replaceAll(/[\s_-]+/g, "");
  return families.get(compact.replace(/(?<=.)licen[cs]e[ds]?$/, ""));
}

/** Some of every family: where none of them is left, none is. */
export const examples = (): readonly string[] =>
  all(
    ...[PERMISSIVE_OSI, PERMISSIVE_OTHERS, OTHER_OSI, OTHER_COMMERCIAL, NON_COMMERCIAL],
    "gpl-3.0 lgpl-3.0 agpl-3.0 cc-by-4.0 cc-by-nc-4.0 cc-by-sa-4.0 proprietary",
  ).split(" ");
