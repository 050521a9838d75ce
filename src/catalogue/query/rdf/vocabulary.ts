import type { GraphNode, NodeKind, Relation } from "../../../domain/catalogue.ts";
import { spdxId } from "../../../domain/licence-names.ts";

/** Prefixes by which terms are shortened: a public vocabulary if it has the term, otherwise our own. */
export const PREFIXES = {
  imp: "urn:impresario:vocabulary:",
  schema: "https://schema.org/",
  dcterms: "http://purl.org/dc/terms/",
  rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
  xsd: "http://www.w3.org/2001/XMLSchema#",
  spdx: "https://spdx.org/licenses/",
} as const;

/** A shortened IRI of a vocabulary: "schema:name". */
export type RdfTerm = `${keyof typeof PREFIXES}:${string}`;

/** A term as an IRI. */
export const iriOfTerm = (term: RdfTerm): string =>
  term.replace(/^(\w+):/, (_, prefix: keyof typeof PREFIXES) => PREFIXES[prefix]);

export const PREDICATES: Readonly<Record<Relation, RdfTerm>> = {
  does: "imp:does",
  "licensed-under": "dcterms:license",
  "knows-language": "schema:inLanguage",
  "published-by": "dcterms:publisher",
  "trained-on": "imp:trainedOn",
  "scored-on": "imp:scoredOn",
  "measured-by": "imp:measuredBy",
  "described-in": "schema:citation",
  "derived-from": "schema:isBasedOn",
  "runs-at": "imp:runsAt",
  "intended-for": "imp:intendedFor",
  "input-limit": "imp:inputLimit",
};

export const CLASSES: Readonly<Record<NodeKind, RdfTerm>> = {
  model: "imp:Model",
  task: "imp:TaskType",
  licence: "dcterms:LicenseDocument",
  language: "schema:Language",
  organization: "schema:Organization",
  dataset: "schema:Dataset",
  benchmark: "imp:Benchmark",
  paper: "schema:ScholarlyArticle",
  provider: "imp:Provider",
  domain: "imp:Domain",
  limit: "imp:InputLimit",
};

/** The IRI of a node: SPDX's for known licences, arXiv's for papers, otherwise one of our own. */
export function iriOf({ kind, name }: GraphNode): string {
  const spdx = kind === "licence" ? spdxId(name) : null;
  if (spdx !== null) return `${PREFIXES.spdx}${spdx}`;
  if (kind === "paper") return `https://arxiv.org/abs/${escaped(name)}`;
  return `urn:impresario:${kind}:${escaped(name)}`;
}

/** A name as part of an IRI: percent-encoded, except for slashes, colons, `@` and `+`. */
export const escaped = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(/%(?:2F|3A|40|2B)/g, decodeURIComponent);
