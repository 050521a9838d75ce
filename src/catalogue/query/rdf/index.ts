import type { Triple } from "../../../domain/catalogue.ts";
import type { JsonValue } from "../../../domain/json.ts";
import type { KnownModel } from "../tenant-catalogue.ts";
import { type RdfGraph, type RdfObject, rdfGraph } from "./statements.ts";
import { PREFIXES, shorten, TERMS } from "./vocabulary.ts";

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
      ([predicate, objects]) => `${turtlePredicate(predicate)} ${objects.map(turtleTerm).join(", ")}`,
    );
    return `${turtleIri(subject)} ${lines.join(" ;\n    ")} .`;
  });
  return `${[prefixes.join("\n"), ...subjects].join("\n\n")}\n`;
}

/** Local names that need no escapes: letters, digits, `_`, `-`, and dots in between. */
const LOCAL_NAME = /^\w[\w-]*(?:\.[\w-]+)*$/;

function turtleIri(full: string): string {
  const short = shorten(full);
  return short && LOCAL_NAME.test(short.local) ? `${short.prefix}:${short.local}` : `<${full}>`;
}

const turtlePredicate = (predicate: string): string => (predicate === TERMS.type ? "a" : turtleIri(predicate));

/** An object as Turtle writes it. Numbers and booleans stay as they are: their canonical forms are Turtle's. */
function turtleTerm(object: RdfObject): string {
  if (typeof object === "string") return turtleIri(object);
  return object.datatype === `${PREFIXES.xsd}string` ? `"${escapeText(object.value)}"` : object.value;
}

const ESCAPES: Readonly<Record<string, string>> = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const escapeText = (text: string): string =>
  text.replaceAll(
    /["\\\p{Cc}]/gu,
    (character) => ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** A graph as a JSON-LD 1.1 document: one object per subject, with names shortened by the context. */
const jsonLd = (graph: RdfGraph): JsonValue => ({
  "@context": PREFIXES,
  "@graph": [...graph].map(([subject, said]) => ({
    "@id": subject,
    ...Object.fromEntries([...said].map(([predicate, objects]) => jsonLdProperty(predicate, objects))),
  })),
});

const jsonLdProperty = (predicate: string, objects: readonly RdfObject[]): [string, JsonValue] =>
  predicate === TERMS.type
    ? ["@type", objects.flatMap((object) => (typeof object === "string" ? jsonLdName(object) : []))]
    : [jsonLdName(predicate), objects.map(jsonLdTerm)];

/** An object as JSON-LD writes it. All literals but strings carry their type, as JSON numbers would lose digits. */
function jsonLdTerm(object: RdfObject): JsonValue {
  if (typeof object === "string") return { "@id": object };
  if (object.datatype === `${PREFIXES.xsd}string`) return object.value;
  return { "@value": object.value, "@type": jsonLdName(object.datatype) };
}

function jsonLdName(iri: string): string {
  const short = shorten(iri);
  return short ? `${short.prefix}:${short.local}` : iri;
}
