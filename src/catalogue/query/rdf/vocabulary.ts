import type { GraphNode, NodeKind, Relation } from "../../../domain/catalogue.ts";
import { spdxId } from "../../../domain/licence-names.ts";

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
