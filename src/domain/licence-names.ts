/** SPDX identifiers in their own spelling, which SPDX's addresses need. */
const SPDX =
  "0BSD AFL-3.0 AGPL-3.0 Apache-1.1 Apache-2.0 Artistic-2.0 BlueOak-1.0.0 BSD-1-Clause BSD-2-Clause BSD-3-Clause " +
  "BSD-3-Clause-Clear BSD-4-Clause BSL-1.0 BUSL-1.1 C-UDA-1.0 CC0-1.0 CDDL-1.0 CDLA-Permissive-1.0 CDLA-Permissive-2.0 " +
  "CDLA-Sharing-1.0 CPL-1.0 ECL-2.0 EPL-1.0 EPL-2.0 etalab-2.0 EUPL-1.1 EUPL-1.2 GFDL-1.3 GPL-1.0 GPL-2.0 GPL-3.0 ISC " +
  "LGPL-2.0 LGPL-2.1 LGPL-3.0 LGPLLR LPPL-1.3c MIT MIT-0 MPL-1.1 MPL-2.0 MS-PL MS-RL NCSA ODbL-1.0 ODC-By-1.0 OFL-1.1 " +
  "OSL-3.0 PDDL-1.0 PostgreSQL PSF-2.0 Python-2.0 Unicode-3.0 Unlicense WTFPL X11 Zlib";
/** The Hub's own ids besides (huggingface.co/docs/hub/repositories-licenses). */
const OF_HUB =
  "apple-amlr apple-ascl bigcode-openrail-m bigscience-bloom-rail-1.0 bigscience-openrail-m bsd cc creativeml-openrail-m " +
  "deepfloyd-if-license fair fair-noncommercial-research-license gemma gfdl gpl grok2-community h-research " +
  "intel-research lgpl llama2 llama3 llama3.1 llama3.2 llama3.3 llama4 openmdw-1.0 openrail openrail++";

/** Licences of makers, by the `license_name` that their models carry on the Hub, whose terms are published. */
const OF_MAKERS =
  "cogvlm coqui-public-model-license creativeml-openrail++-m databricks-open-model-license deepseek deepseek-1.0 exaone " +
  "falcon-180b-license falcon-llm-license flux-1-dev-non-commercial-license health-ai-developer-foundations lfm1.0 " +
  "mistral-ai-research mit-festival mnpl mrl nvidia-open-model-license openrail-m proprietary qwen qwen-research " +
  "sam-license stable-cascade-nc-community stabilityai-ai-community tencent-hunyuan-community tongyi-qianwen";

/** What people write in place of an id; words are parted by hyphens. */
const SPELLINGS: Readonly<Record<string, string>> = {
  apache: "apache-2.0",
  "all-rights-reserved": "proprietary",
  "c-uda": "c-uda-1.0",
  "closed-source": "proprietary",
  commercial: "proprietary",
  "creative-commons": "cc",
  expat: "mit",
  flux1dev: "flux-1-dev-non-commercial-license",
  freebsd: "bsd-2-clause",
  "hai-def": "health-ai-developer-foundations",
  "lgpl-lr": "lgpllr",
  "licenseref-proprietary": "proprietary",
  "modified-bsd": "bsd-3-clause",
  "new-bsd": "bsd-3-clause",
  odbl: "odbl-1.0",
  "odc-by": "odc-by-1.0",
  pddl: "pddl-1.0",
  "revised-bsd": "bsd-3-clause",
  "simplified-bsd": "bsd-2-clause",
  "stability-ai-community": "stabilityai-ai-community",
};

/** Spellings of a family with a version in them, as a pattern and what it stands for. */
const FAMILIES: readonly (readonly [RegExp, (...found: readonly string[]) => string])[] = [
  [
    /^apache(?:-software)?(?:-foundation)?(?:-licen[cs]e)?-?v?([12])(?:\.([01]))?$/,
    (major = "", minor = "") => `apache-${major}.${minor === "" ? "0" : minor}`,
  ],
  [
    /^(?:gnu-)?([al]?)gpl-?v?([123])(?:\.([01]))?(-only|-or-later|\+)?$/,
    (kind = "", major = "", minor = "", which = "") =>
      `${kind}gpl-${major}.${minor === "" ? "0" : minor}${which === "+" ? "-or-later" : which}`,
  ],
  [/^(?:gnu-)([al]?)gpl$/, (kind = "") => `${kind}gpl`],
  [/^bsd-?([1-4])(?:-?clauses?)?$|^([1-4])-clause-bsd$/, (after = "", before = "") => `bsd-${after || before}-clause`],
  [/^(?:bsd-?0(?:-?clause)?|0-?clause-bsd)$/, () => "0bsd"],
  [/^(?:meta-)?llama-?([234](?:\.\d)?)(?:-community)?$/, (version = "") => `llama${version.replace(/\.0$/, "")}`],
  [/^(?:cc-?0|cc-zero|creative-commons-zero)(?:-?v?1(?:\.0)?)?(?:-universal)?$/, () => "cc0-1.0"],
  [
    /^(.*?)-?open-?rail(\+\+)?(-m)?$/,
    (maker = "", more = "", m = "") =>
      `${maker}${maker === "" ? "" : "-"}openrail${more}${maker === "" && more !== "" ? "" : m}`,
  ],
  [/^gemma(?:-terms(?:-of-use)?)?$/, () => "gemma"],
];

/** Longer words first: "noncommercial" is no "commercial". */
const CREATIVE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/^creative-?commons/, "cc"],
  [/^cc-?by/, "cc-by"],
  [/attribution/, "by"],
  [/non-?commercial/, "nc"],
  [/share-?alike/, "sa"],
  [/no-?deriv(?:ative)?s?/, "nd"],
  [/-(?:international|intl|unported|generic|deed)$/, ""],
];

/** "Creative Commons Attribution-NonCommercial 4.0 International", "CC BY-SA-NC 4" → "cc-by-nc-4.0", "cc-by-nc-sa-4.0". */
function creativeCommons(name: string): string | null {
  if (!/^(?:cc|creative-?commons)/.test(name)) return null;
  const short = CREATIVE_WORDS.reduce((text, [long, letters]) => text.replace(long, letters), name);
  const found = /^cc-by((?:-?(?:nc|nd|sa)){0,3})(?:-?v?([1-4])(?:\.([05]))?)?$/.exec(short);
  if (!found) return null;
  const parts = ["nc", "nd", "sa"].filter((part) => found[1]?.includes(part)).map((part) => `-${part}`);
  return `cc-by${parts.join("")}${found[2] === undefined ? "" : `-${found[2]}.${found[3] ?? "0"}`}`;
}

/**
 * What licences are called on the lists that `licenceId` reads from: ids, and spellings that stand for one; in lower
 * case, words parted by hyphens. Creative Commons' with attribution, which a pattern tells, are not among them.
 */
export const licenceSpellings = (): readonly string[] => [...ids(), ...Object.keys(SPELLINGS)];

const ids = (): readonly string[] => `${SPDX.toLowerCase()} ${OF_HUB} ${OF_MAKERS}`.split(" ");

/** The suffixes of the GNU licences, whose ids are listed without. */
const WHICH_VERSIONS = /(?<=(?:gpl|gfdl)-\d\.\d)-(?:only|or-later)$/;

let spdxById: ReadonlyMap<string, string> | undefined;

/** A licence in SPDX's spelling: "cc-by-4.0" → "CC-BY-4.0"; null for expressions and for names not on its list. */
export function spdxId(licence: string): string | null {
  spdxById ??= new Map(SPDX.split(" ").map((id) => [id.toLowerCase(), id]));
  const id = licence.toLowerCase();
  if (/^cc-by(?:-nc)?(?:-(?:nd|sa))?-(?:[1-4]\.0|2\.5)$/.test(id)) return id.toUpperCase();
  const spelled = spdxById.get(id.replace(WHICH_VERSIONS, ""));
  return spelled === undefined ? null : `${spelled}${WHICH_VERSIONS.exec(id)?.[0] ?? ""}`;
}

let listed: ReadonlySet<string> | undefined;

/** Whether an id, as `licenceId` writes it, is one whose terms are published under that name. */
export function isListed(id: string): boolean {
  listed ??= new Set(ids());
  const plain = id.replace(/ WITH [a-z0-9.-]+$/, "").replace(WHICH_VERSIONS, "");
  return listed.has(plain) || /^cc-by(?:-nc)?(?:-(?:nd|sa))?(?:-[1-4]\.[05])?$/.test(id);
}

/** Words that make up no name of a licence, whichever way they are combined. */
const VAGUE: ReadonlySet<string> = new Set(
  (
    "license licence licensed licensing custom other unknown undefined unspecified unlicensed none null nil na nan model " +
    "models card file readme md link url private internal personal own free open source opensource open-source tbd tba " +
    "todo yes no true false test default standard public na1 terms agreement use usage conditions"
  ).split(" "),
);
/** Words of sentences: what holds one is a remark. */
const REMARK: ReadonlySet<string> = new Set(
  (
    "a an the this that these see is are be was it its please check refer read to from same as for in on under of by my our " +
    "your we you i not dont do depends depending various varies mixed multiple follow follows following according original " +
    "originally base inherit inherits inherited ask contact here above below also but if with whatever any all each"
  ).split(" "),
);
const MAX_NAME_CHARS = 80;
const MAX_WORDS = 8;

/**
 * One licence as a person writes it → its id in lower case; a name that no list has, where it looks like one; null where
 * it says nothing: "see the model card", "custom", "n/a".
 */
export function licenceId(written: string): string | null {
  const text = written
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "-")
    .replaceAll(/^[-.]+|[-.]+$/g, "")
    .replace(/^the-/, "");
  const excepted = /^(.+)-with-([a-z0-9.-]*exception(?:-\d\.\d)?)$/.exec(text);
  if (excepted?.[1] !== undefined) {
    const id = nameOf(excepted[1]);
    return id === null ? null : `${id} WITH ${excepted[2]}`;
  }
  return nameOf(text);
}

function nameOf(name: string): string | null {
  if (name.length > MAX_NAME_CHARS) return null;
  const plain = name
    .replace(/^gnu-(affero-|lesser-|library-)?general-public-licen[cs]e/, (_, kind: string | undefined) =>
      kind === undefined ? "gpl" : kind === "affero-" ? "agpl" : "lgpl",
    )
    .replace(/^mozilla-public-licen[cs]e/, "mpl");
  const bare = plain.replace(/-licen[cs]e(?:-agreement)?(?=-?v?\d|$)/, "").replace(/-?(?:version-|v\.?-?)(?=\d)/, "-");
  const parted = bare.replace(/^([a-z]+)v?(?=\d)/, "$1-");
  for (const one of [name, plain, bare, `${bare}.0`, `${parted}.0`]) {
    const id = SPELLED.get(one) ?? creativeCommons(one) ?? ofFamily(one) ?? one;
    if (isListed(id)) return id;
  }
  return isOneName(name) ? name : null;
}

const SPELLED: ReadonlyMap<string, string> = new Map(Object.entries(SPELLINGS));

function ofFamily(name: string): string | null {
  for (const [pattern, write] of FAMILIES) {
    const found = pattern.exec(name);
    if (found) return write(...found.slice(1).map((part) => part ?? ""));
  }
  return null;
}

function isOneName(name: string): boolean {
  if (!/^[a-z0-9][a-z0-9.]*\+{0,2}(?:-[a-z0-9][a-z0-9.]*\+{0,2})*$/.test(name) || !/[a-z]{2}/.test(name)) return false;
  const words = name.split("-");
  return (
    words.length <= MAX_WORDS && !words.some((word) => REMARK.has(word)) && !words.every((word) => VAGUE.has(word))
  );
}
