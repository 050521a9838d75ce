import type { GraphNode, NodeKind, Relation } from "../../../domain/catalogue.ts";

/** Prefixes by which IRIs are shortened. */
export const PREFIXES = {
  imp: "urn:impresario:vocabulary:",
  schema: "https://schema.org/",
  dcterms: "http://purl.org/dc/terms/",
  rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
  xsd: "http://www.w3.org/2001/XMLSchema#",
  spdx: "https://spdx.org/licenses/",
} as const;

const { imp, schema, dcterms, rdf } = PREFIXES;

/** The predicate of each relation: of a public vocabulary if there is one, otherwise our own. */
export const PREDICATES: Readonly<Record<Relation, string>> = {
  does: `${imp}does`,
  "licensed-under": `${dcterms}license`,
  "knows-language": `${schema}inLanguage`,
  "published-by": `${dcterms}publisher`,
  "trained-on": `${imp}trainedOn`,
  "scored-on": `${imp}scoredOn`,
  "described-in": `${schema}citation`,
  "derived-from": `${schema}isBasedOn`,
  "runs-at": `${imp}runsAt`,
  "intended-for": `${imp}intendedFor`,
  "input-limit": `${imp}inputLimit`,
};

export const CLASSES: Readonly<Record<NodeKind, string>> = {
  model: `${imp}Model`,
  task: `${imp}TaskType`,
  licence: `${dcterms}LicenseDocument`,
  language: `${schema}Language`,
  organization: `${schema}Organization`,
  dataset: `${schema}Dataset`,
  benchmark: `${imp}Benchmark`,
  paper: `${schema}ScholarlyArticle`,
  provider: `${imp}Provider`,
  domain: `${imp}Domain`,
  limit: `${imp}InputLimit`,
};

/** Terms for facts of a model besides its edges, and for scores, endpoints and sentences. */
export const TERMS = {
  type: `${rdf}type`,
  name: `${schema}name`,
  identifier: `${dcterms}identifier`,
  description: `${dcterms}description`,
  source: `${dcterms}source`,
  sameAs: `${schema}sameAs`,
  parameters: `${imp}parameters`,
  parametersConfidence: `${imp}parametersConfidence`,
  licenceConfidence: `${imp}licenceConfidence`,
  bytes: `${imp}bytes`,
  downloads: `${imp}downloads`,
  likes: `${imp}likes`,
  gated: `${imp}gated`,
  library: `${imp}library`,
  figure: `${imp}figure`,
  Figure: `${imp}Figure`,
  benchmark: `${imp}benchmark`,
  config: `${imp}config`,
  split: `${imp}split`,
  metric: `${imp}metric`,
  value: `${schema}value`,
  higherIsBetter: `${imp}higherIsBetter`,
  confidence: `${imp}confidence`,
  endpoint: `${imp}endpoint`,
  Endpoint: `${imp}Endpoint`,
  provider: `${imp}provider`,
  servedBy: `${imp}servedBy`,
  modelThere: `${imp}modelThere`,
  status: `${imp}status`,
  standsIn: `${imp}standsIn`,
  callableHere: `${imp}callableHere`,
  Statement: `${rdf}Statement`,
  subject: `${rdf}subject`,
  predicate: `${rdf}predicate`,
  object: `${rdf}object`,
  sentence: `${imp}sentence`,
} as const;

/** The IRI of a node: SPDX's for known licences, arXiv's for papers, otherwise one of our own. */
export function iriOf({ kind, name }: GraphNode): string {
  if (kind === "licence") {
    const spdx = spdxId(name);
    if (spdx !== null) return `${PREFIXES.spdx}${spdx}`;
  }
  if (kind === "paper") return `https://arxiv.org/abs/${escaped(name)}`;
  return `urn:impresario:${kind}:${escaped(name)}`;
}

/** Splits an IRI into prefix and local name; null if it has none of the prefixes. */
export function shorten(iri: string): { readonly prefix: string; readonly local: string } | null {
  const found = Object.entries(PREFIXES).find(([, beginning]) => iri.startsWith(beginning));
  return found ? { prefix: found[0], local: iri.slice(found[1].length) } : null;
}

/** A name as part of an IRI: percent-encoded, except for slashes, colons, `@` and `+`. */
export const escaped = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(/%(?:2F|3A|40|2B)/g, decodeURIComponent);

/** The identifiers of the SPDX licence list that occur among models. */
const SPDX_IDENTIFIERS =
  "0BSD AFL-3.0 AGPL-3.0-only AGPL-3.0-or-later Apache-2.0 Artistic-2.0 BSD-2-Clause BSD-3-Clause BSD-3-Clause-Clear " +
  "BSL-1.0 C-UDA-1.0 CC-BY-2.0 CC-BY-2.5 CC-BY-3.0 CC-BY-4.0 CC-BY-NC-2.0 CC-BY-NC-3.0 CC-BY-NC-4.0 CC-BY-NC-ND-3.0 " +
  "CC-BY-NC-ND-4.0 CC-BY-NC-SA-2.0 CC-BY-NC-SA-3.0 CC-BY-NC-SA-4.0 CC-BY-ND-4.0 CC-BY-SA-3.0 CC-BY-SA-4.0 CC0-1.0 " +
  "CDLA-Permissive-1.0 CDLA-Permissive-2.0 CDLA-Sharing-1.0 ECL-2.0 EPL-1.0 EPL-2.0 EUPL-1.1 EUPL-1.2 " +
  "GFDL-1.3-only GPL-2.0-only GPL-2.0-or-later GPL-3.0-only GPL-3.0-or-later ISC LGPL-2.1-only LGPL-2.1-or-later " +
  "LGPL-3.0-only LGPL-3.0-or-later LPPL-1.3c MIT MIT-0 MPL-2.0 MS-PL NCSA ODbL-1.0 ODC-By-1.0 OFL-1.1 OSL-3.0 " +
  "PDDL-1.0 PostgreSQL Unlicense WTFPL Zlib";
/** Deprecated identifiers without "-only" or "-or-later", as cards have them. */
const DEPRECATED_SPDX_IDENTIFIERS = "AGPL-3.0 GPL-2.0 GPL-3.0 LGPL-2.1 LGPL-3.0";

let spdxByName: ReadonlyMap<string, string> | undefined;

/** The identifier in SPDX's spelling, which its addresses need; null for expressions and for names not on the list. */
function spdxId(licence: string): string | null {
  spdxByName ??= new Map(
    `${SPDX_IDENTIFIERS} ${DEPRECATED_SPDX_IDENTIFIERS}`.split(" ").map((id) => [id.toLowerCase(), id]),
  );
  return spdxByName.get(licence.toLowerCase()) ?? null;
}
