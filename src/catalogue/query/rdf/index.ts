import type { Triple } from "../../../domain/catalogue.ts";
import type { KnownModel } from "../known.ts";
import { jsonLd } from "./json-ld.ts";
import { statementsOf } from "./statements.ts";
import { turtle } from "./turtle.ts";

/** Media types that graphs are written in besides plain JSON. */
export type RdfType = "text/turtle" | "application/ld+json";

/** Models and the edges between them as RDF. */
export function writeRdf(type: RdfType, models: readonly KnownModel[], edges: readonly Triple[]): string {
  const statements = statementsOf(models, edges);
  return type === "text/turtle" ? turtle(statements) : JSON.stringify(jsonLd(statements));
}
