import { licenceId, licenceSpellings } from "../../../domain/licence-names.ts";
import { wordSet } from "../read/word-set.ts";

/** What is said for a licence or family instead of a name that the domain lists, as a pattern, and how a constraint calls it. */
const WORDED: readonly (readonly [spoken: string, name: string])[] = [
  ["(?:3|three)[- ]clause[- ]bsd", "BSD-3-Clause"],
  ["(?:2|two)[- ]clause[- ]bsd", "BSD-2-Clause"],
  ["mozilla(?: public)?(?:[- ]2(?:\\.0)?)?", "MPL-2.0"],
  ["affero(?: gpl)?", "AGPL"],
  ["lesser gpl", "LGPL"],
  ["gpls|gnu(?: general public)?(?! [al]?gpl)|general public|(?:strong |weak )?copyleft(?:ed)?|viral", "GPL"],
  ["creative commons zero", "CC0-1.0"],
  ["cc[- ]nc|creative commons non-?commercial", "CC-BY-NC"],
  ["creative commons attribution", "CC-BY"],
  ["open ?rail ?(?:\\+\\+|plus plus)(?:-?m)?", "OpenRAIL++"],
  ["open ?rail(?:-?m)?", "OpenRAIL"],
  ["deep ?seek", "DeepSeek"],
  ["permissively|permissive", "permissive"],
  [
    "(?:fully |truly |really )?open[- ]?sourced?|osi(?:[- ]approved)?|fl?oss|free licen[sc]es?|free and open[- ]source|free software",
    "open-source",
  ],
  ["non-?commercial(?:[- ](?:use|only))?(?:[- ]only)?|research[- ]only|nc", "non-commercial"],
  ["proprietary|closed(?:[- ](?:source|weights?))?", "proprietary"],
  ["share-?alike", "CC-BY-SA"],
  ["public[- ]domain", "public-domain"],
  ["unlicence", "Unlicense"],
];

const VERSION = "(?: software)?(?: licen[sc]e)?(?:,? version |[- ]?v?)";
/** What the domain tells by a pattern, and not by a list. */
const PATTERNED: readonly string[] = [
  `(?:gnu )?[al]?gpl(?:${VERSION}[123](?:\\.[01])?(?:-only|-or-later|\\+)?)?`,
  "cc[- ]?0|cc[- ]zero",
  "(?:creative commons|cc)(?:[- ]by(?:[- ](?:nc|nd|sa)){0,2}(?:[- ]?v?[1-4](?:\\.[05])?)?)?",
  "bsd[- ]?[1-4](?:[- ]?clauses?)?",
  "(?:meta )?llama(?:[- ]?[234](?:\\.\\d)?)?(?: community)?",
];

/** "Unicode licence": with these the word itself has to stand, as they are mostly something else. */
const OTHER_THINGS = wordSet("artistic cogvlm exaone expat fair freebsd postgresql psf python qwen unicode x11");
/** Said of models that are sold. */
const NO_LICENCE: ReadonlySet<string> = new Set(["commercial"]);
/** The domain's spellings, each without its versions; longer ones first, since one may begin with another. */
function listedNames(): readonly string[] {
  const names = new Set<string>();
  const versioned = new Set<string>();
  for (const spelling of licenceSpellings().filter((one) => !NO_LICENCE.has(one))) {
    const [, stem] = /^([a-z-]*[a-z]{2})-?\d+(?:\.\d)*$/.exec(spelling) ?? [];
    if (stem !== undefined) versioned.add(stem);
    else if (!versioned.has(spelling)) names.add(spelling);
  }
  const oneOf = (all: ReadonlySet<string>): string =>
    [...all]
      .toSorted((one, other) => other.length - one.length)
      .map((name) => {
        const alone = OTHER_THINGS.has(name) ? `(?=(?:${VERSION}\\d(?:\\.\\d)?)? (?:software )?licen[sc])` : "";
        return name.replaceAll(/[.+]/g, "\\$&").replaceAll("-", "[- ]") + alone;
      })
      .join("|");
  return [`(?:${oneOf(versioned)})(?:${VERSION}\\d(?:\\.\\d)?)?`, oneOf(names)];
}

let anyName: string | undefined;
/** A pattern that matches any of the names. */
export function licenceName(): string {
  anyName ??= `(?:${[...WORDED.map(([spoken]) => spoken), ...PATTERNED, ...listedNames()].join("|")})(?![\\w+])(?!-(?!licen|only|compatible|style|free))`;
  return anyName;
}

let finder: RegExp | undefined;
let worded: readonly (readonly [RegExp, string])[] | undefined;

/** The licences that a phrase names, in its order, each once. */
export function licencesIn(phrase: string): readonly string[] {
  finder ??= new RegExp(`(?<![\\w+])${licenceName()}`, "g");
  const found = phrase.match(finder) ?? [];
  return [...new Set(found.flatMap((words) => nameOf(words) ?? []))];
}

function nameOf(words: string): string | null {
  worded ??= WORDED.map(([spoken, name]) => [new RegExp(`^(?:${spoken})$`), name] as const);
  const name = worded.find(([spelling]) => spelling.test(words))?.[1];
  if (name !== undefined) return name;
  const id = licenceId(words.replaceAll(",", "").replace(/ community$/, ""));
  return id === null ? null : asWritten(id);
}

/** How parts of ids are written, where not in capitals throughout. */
const CAPITALS: Readonly<Record<string, string>> = {
  apache: "Apache",
  clause: "Clause",
  creativeml: "CreativeML",
  gemma: "Gemma",
  later: "later",
  llama: "Llama",
  m: "M",
  only: "only",
  openrail: "OpenRAIL",
  or: "or",
  unlicense: "Unlicense",
  zlib: "Zlib",
};
const INITIALS = wordSet(
  "afl agpl bsd by cc cddl epl eupl gfdl gpl isc lgpl mit mpl nc ncsa nd odbl odc ofl osl pddl sa wtfpl",
);

/** An id in the letters that people know it by, "Apache-2.0"; one of other words as it is, "nvidia-open-model-license". */
function asWritten(id: string): string {
  const parts = id.match(/[a-z]+/g) ?? [];
  return parts.every((part) => INITIALS.has(part) || Object.hasOwn(CAPITALS, part))
    ? id.replaceAll(/[a-z]+/g, (part) => CAPITALS[part] ?? part.toUpperCase())
    : id;
}
