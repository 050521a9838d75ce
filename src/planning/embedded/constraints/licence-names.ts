/** How a licence or family is spoken of, as a pattern, and its SPDX identifier or the name of the family. */
interface SpokenLicence {
  readonly spoken: string;
  readonly name: string;
  /** The word has other everyday meanings: it tells a licence only where models or licences are spoken of. */
  readonly doubtful?: true;
}

const VERSION_4 = "[- ]?v?4(?:\\.0)?";

/** The longer names first. */
const SPOKEN: readonly SpokenLicence[] = [
  { spoken: "(?:the )?apache(?: software)?(?: licen[sc]e)?(?:,? version |[- ]?v?)2(?:\\.0)?", name: "Apache-2.0" },
  { spoken: "apache", name: "Apache-2.0", doubtful: true },
  { spoken: "mit-0", name: "MIT-0" },
  { spoken: "mit", name: "MIT", doubtful: true },
  { spoken: "bsd[- ]?3(?:[- ]?clause)?|(?:3|three)[- ]clause[- ]bsd|new bsd|modified bsd", name: "BSD-3-Clause" },
  { spoken: "bsd[- ]?2(?:[- ]?clause)?|(?:2|two)[- ]clause[- ]bsd|simplified bsd", name: "BSD-2-Clause" },
  { spoken: "0bsd", name: "0BSD" },
  { spoken: "bsd", name: "BSD", doubtful: true },
  { spoken: "isc", name: "ISC", doubtful: true },
  { spoken: "mpl(?:[- ]?v?2(?:\\.0)?)?|mozilla(?: public)?(?:[- ]2(?:\\.0)?)?", name: "MPL-2.0", doubtful: true },
  { spoken: "eupl(?:[- ]?1\\.2)?", name: "EUPL-1.2" },
  { spoken: "epl(?:[- ]?2(?:\\.0)?)?", name: "EPL-2.0" },
  { spoken: "unlicen[sc]e", name: "Unlicense" },
  { spoken: "(?:gnu )?(?:agpl|affero(?: gpl)?)[- ]?v?3(?:\\.0)?", name: "AGPL-3.0" },
  { spoken: "(?:gnu )?(?:agpl|affero(?: gpl)?)", name: "AGPL" },
  { spoken: "(?:gnu )?lgpl[- ]?v?3(?:\\.0)?", name: "LGPL-3.0" },
  { spoken: "(?:gnu )?lgpl[- ]?v?2\\.1", name: "LGPL-2.1" },
  { spoken: "(?:gnu )?(?:lgpl|lesser gpl)", name: "LGPL" },
  { spoken: "(?:gnu )?gpl[- ]?v?3(?:\\.0)?", name: "GPL-3.0" },
  { spoken: "(?:gnu )?gpl[- ]?v?2(?:\\.0)?", name: "GPL-2.0" },
  { spoken: "(?:gnu )?gpls?|gnu(?: general public)?|general public", name: "GPL" },
  { spoken: "(?:strong |weak )?copyleft(?:ed)?|viral", name: "GPL" },
  { spoken: "cc[- ]?0(?:[- ]1\\.0)?|cc[- ]zero|creative commons zero", name: "CC0-1.0" },
  { spoken: `cc[- ]by[- ]nc[- ]sa${VERSION_4}`, name: "CC-BY-NC-SA-4.0" },
  { spoken: `cc[- ]by[- ]nc[- ]nd${VERSION_4}`, name: "CC-BY-NC-ND-4.0" },
  { spoken: `cc[- ]by[- ]nc${VERSION_4}`, name: "CC-BY-NC-4.0" },
  { spoken: "cc[- ]by[- ]nc[- ]sa", name: "CC-BY-NC-SA" },
  { spoken: "cc[- ]by[- ]nc[- ]nd", name: "CC-BY-NC-ND" },
  { spoken: "cc[- ](?:by[- ])?nc|creative commons non-?commercial", name: "CC-BY-NC" },
  { spoken: `cc[- ]by[- ]sa(?:${VERSION_4})?`, name: "CC-BY-SA-4.0" },
  { spoken: `cc[- ]by[- ]nd(?:${VERSION_4})?`, name: "CC-BY-ND-4.0" },
  { spoken: `cc[- ]by(?:${VERSION_4})?|creative commons attribution`, name: "CC-BY-4.0" },
  { spoken: "creative commons|cc", name: "CC", doubtful: true },
  { spoken: "creativeml[- ]openrail(?:-?m)?", name: "CreativeML-OpenRAIL-M" },
  { spoken: "open ?rail ?(?:\\+\\+|plus plus)(?:-?m)?", name: "OpenRAIL++" },
  { spoken: "(?:bigscience[- ])?open ?rail(?:-?m)?", name: "OpenRAIL" },
  { spoken: "deep ?seek", name: "DeepSeek", doubtful: true },
  { spoken: "llama(?:[- ]?\\d(?:\\.\\d)?)?(?: community)?", name: "Llama", doubtful: true },
  { spoken: "gemma", name: "Gemma", doubtful: true },
  { spoken: "permissively|permissive", name: "permissive" },
  {
    spoken: "(?:fully |truly |really )?open[- ]?sourced?|osi[- ]approved|foss|free and open[- ]source|free software",
    name: "open-source",
  },
  { spoken: "non-?commercial(?:[- ](?:use|only))?(?:[- ]only)?|research[- ]only", name: "non-commercial" },
  { spoken: "nc", name: "non-commercial", doubtful: true },
  { spoken: "proprietary|closed[- ]?source|closed", name: "proprietary", doubtful: true },
  { spoken: "public[- ]domain", name: "public-domain" },
];

/** Matches any of the names. */
export const LICENCE_NAME = `(?:${SPOKEN.map(({ spoken }) => spoken).join("|")})(?![\\w+])(?!-(?!licen|only|compatible|style))`;

interface NamedLicences {
  readonly names: readonly string[];
  /** True when one of them can mean nothing but a licence. */
  readonly sure: boolean;
}

let finder: RegExp | undefined;
let exact: readonly (readonly [RegExp, SpokenLicence])[] | undefined;

/** The licences that a phrase names, in its order, each once. */
export function licencesIn(phrase: string): NamedLicences {
  finder ??= new RegExp(`(?<![\\w+])${LICENCE_NAME}`, "g");
  exact ??= SPOKEN.map((licence) => [new RegExp(`^(?:${licence.spoken})$`), licence] as const);
  const found = [...phrase.matchAll(finder)].flatMap(([words]) => {
    const entry = exact?.find(([spelling]) => spelling.test(words));
    return entry ? [entry[1]] : [];
  });
  return { names: [...new Set(found.map(({ name }) => name))], sure: found.some(({ doubtful }) => !doubtful) };
}
