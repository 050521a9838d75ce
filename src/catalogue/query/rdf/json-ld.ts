import type { JsonValue } from "../../../domain/json.ts";
import { bySubject, type RdfLiteral, type Statement } from "./statements.ts";
import { PREFIXES, shorten, TERMS } from "./vocabulary.ts";

/** Statements as a JSON-LD 1.1 document: one object a subject, with names shortened by its context. */
export const jsonLd = (statements: readonly Statement[]): JsonValue => ({
  "@context": PREFIXES,
  "@graph": [...bySubject(statements)].map(([subject, said]) => ({
    "@id": subject,
    ...Object.fromEntries([...said].map(([predicate, objects]) => property(predicate, objects))),
  })),
});

const property = (predicate: string, objects: readonly (string | RdfLiteral)[]): [string, JsonValue] =>
  predicate === TERMS.type
    ? ["@type", objects.flatMap((object) => (typeof object === "string" ? shortened(object) : []))]
    : [shortened(predicate), objects.map(term)];

/** Strings as they are; all else with its type, as JSON's numbers would lose their digits. */
function term(object: string | RdfLiteral): JsonValue {
  if (typeof object === "string") return { "@id": object };
  if (object.datatype === `${PREFIXES.xsd}string`) return object.value;
  return { "@value": object.value, "@type": shortened(object.datatype) };
}

function shortened(iri: string): string {
  const short = shorten(iri);
  return short ? `${short.prefix}:${short.local}` : iri;
}
