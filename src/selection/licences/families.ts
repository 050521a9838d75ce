import { isListed } from "../../domain/licence-names.ts";

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
