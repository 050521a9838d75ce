import { bySubject, type RdfLiteral, type Statement } from "./statements.ts";
import { PREFIXES, shorten, TERMS } from "./vocabulary.ts";

/**
 * Statements as Turtle 1.1. Written here, as the libraries that write it bring Node's streams along; what reads it in
 * the tests is one of them.
 */
export function turtle(statements: readonly Statement[]): string {
  const prefixes = Object.entries(PREFIXES).map(([name, beginning]) => `@prefix ${name}: <${beginning}> .`);
  const subjects = [...bySubject(statements)].map(([subject, said]) => {
    const lines = [...said].map(([predicate, objects]) => `${verb(predicate)} ${objects.map(term).join(", ")}`);
    return `${iri(subject)} ${lines.join(" ;\n    ")} .`;
  });
  return `${[prefixes.join("\n"), ...subjects].join("\n\n")}\n`;
}

/** Of local names those that need no escape: letters, digits, `_`, `-`, and a dot between them. */
const LOCAL_NAME = /^\w[\w-]*(?:\.[\w-]+)*$/;

function iri(full: string): string {
  const short = shorten(full);
  return short && LOCAL_NAME.test(short.local) ? `${short.prefix}:${short.local}` : `<${full}>`;
}

const verb = (predicate: string): string => (predicate === TERMS.type ? "a" : iri(predicate));

/** Numbers and booleans are written as they are: their canonical forms are Turtle's own. */
function term(object: string | RdfLiteral): string {
  if (typeof object === "string") return iri(object);
  return object.datatype === `${PREFIXES.xsd}string` ? `"${escapeText(object.value)}"` : object.value;
}

const ESCAPES: Readonly<Record<string, string>> = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const escapeText = (text: string): string =>
  text.replaceAll(
    /["\\\p{Cc}]/gu,
    (character) => ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
