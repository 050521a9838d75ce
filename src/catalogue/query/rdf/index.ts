import type { Triple } from "../../../domain/catalogue.ts";
import type { JsonValue } from "../../../domain/json.ts";
import type { KnownModel } from "../tenant-catalogue.ts";
import { type RdfGraph, type RdfObject, rdfGraph } from "./statements.ts";
import { PREFIXES, type RdfTerm } from "./vocabulary.ts";

/** The media types of graphs, besides plain JSON. */
export type RdfType = "text/turtle" | "application/ld+json";

/** Serialises models and the edges between them as RDF. */
export function writeRdf(type: RdfType, models: readonly KnownModel[], edges: readonly Triple[]): string {
  const graph = rdfGraph(models, edges);
  return type === "text/turtle" ? turtle(graph) : JSON.stringify(jsonLd(graph));
}

/**
 * Serialises a graph as Turtle 1.1. No library is used, as those that write Turtle need Node's streams; the tests read
 * the result with one of them.
 */
function turtle(graph: RdfGraph): string {
  const prefixes = Object.entries(PREFIXES).map(([name, beginning]) => `@prefix ${name}: <${beginning}> .`);
  const subjects = [...graph].map(([subject, said]) => {
    const lines = [...said].map(
      ([predicate, objects]) => `${predicate === "rdf:type" ? "a" : predicate} ${objects.map(turtleTerm).join(", ")}`,
    );
    return `${turtleIri(subject)} ${lines.join(" ;\n    ")} .`;
  });
  return `${[prefixes.join("\n"), ...subjects].join("\n\n")}\n`;
}

/** Of all subjects and objects, only licences have ids that fit behind a prefix. */
const turtleIri = (iri: string): string =>
  iri.startsWith(PREFIXES.spdx) ? `spdx:${iri.slice(PREFIXES.spdx.length)}` : `<${iri}>`;

/** An object as Turtle writes it. Numbers and booleans stay as they are: their canonical forms are Turtle's. */
function turtleTerm(object: RdfObject): string {
  if ("iri" in object) return turtleIri(object.iri);
  if ("term" in object) return object.term;
  return object.datatype === "xsd:string" ? `"${escapeText(object.value)}"` : object.value;
}

const ESCAPES: Readonly<Record<string, string>> = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const escapeText = (text: string): string =>
  text.replaceAll(
    /["\\\p{Cc}]/gu,
    (character) => ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** A graph as a JSON-LD 1.1 document: one object per subject, with terms shortened by the context. */
const jsonLd = (graph: RdfGraph): JsonValue => ({
  "@context": PREFIXES,
  "@graph": [...graph].map(([subject, said]) => ({
    "@id": subject,
    ...Object.fromEntries([...said].map(([predicate, objects]) => jsonLdProperty(predicate, objects))),
  })),
});

const jsonLdProperty = (predicate: RdfTerm, objects: readonly RdfObject[]): [string, JsonValue] =>
  predicate === "rdf:type"
    ? ["@type", objects.flatMap((object) => ("term" in object ? object.term : []))]
    : [predicate, objects.map(jsonLdTerm)];

/** An object as JSON-LD writes it. All literals but strings carry their type, as JSON numbers would lose digits. */
function jsonLdTerm(object: RdfObject): JsonValue {
  if ("iri" in object) return { "@id": object.iri };
  if ("term" in object) return { "@id": object.term };
  return object.datatype === "xsd:string" ? object.value : { "@value": object.value, "@type": object.datatype };
}
