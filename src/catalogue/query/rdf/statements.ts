import type { Score, Triple } from "../../../domain/catalogue.ts";
import type { KnownEndpoint, KnownModel } from "../tenant-catalogue.ts";
import { CLASSES, escaped, iriOf, iriOfTerm, PREDICATES, type RdfTerm } from "./vocabulary.ts";

/** An IRI, a term of a vocabulary, or a literal. */
export type RdfObject =
  | { readonly iri: string }
  | { readonly term: RdfTerm }
  | { readonly value: string; readonly datatype: RdfTerm };

/** Objects by the IRI of the subject and the predicate, each once. */
export type RdfGraph = ReadonlyMap<string, ReadonlyMap<RdfTerm, readonly RdfObject[]>>;

type Value = string | number | boolean | { readonly iri: string } | { readonly term: RdfTerm } | null;

/** States something of a subject for each value that is neither null nor empty. */
type Say = (subject: string, values: Readonly<Partial<Record<RdfTerm, Value>>>) => void;

/** The RDF graph of models and edges: first the models' own facts, then the edges. */
export function rdfGraph(models: readonly KnownModel[], edges: readonly Triple[]): RdfGraph {
  const graph = new Map<string, Map<RdfTerm, RdfObject[]>>();
  const said = new Set<string>();
  const say: Say = (subject, values) => {
    const own = graph.get(subject) ?? new Map<RdfTerm, RdfObject[]>();
    graph.set(subject, own);
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined || value === null || value === "") continue;
      const predicate = name as RdfTerm;
      const object = typeof value === "object" ? value : literal(value);
      const key = JSON.stringify([subject, predicate, object]);
      if (!said.has(key)) own.set(predicate, [...(own.get(predicate) ?? []), object]);
      said.add(key);
    }
  };
  for (const model of models) sayFacts(say, model);
  for (const edge of edges) sayEdge(say, edge);
  return graph;
}

const modelIri = (id: string): string => iriOf({ kind: "model", name: id });

function literal(value: string | number | boolean): RdfObject {
  if (typeof value === "boolean") return { value: String(value), datatype: "xsd:boolean" };
  if (typeof value === "string") return { value: value.toWellFormed(), datatype: "xsd:string" };
  const text = String(value);
  if (/^-?\d+$/.test(text)) return { value: text, datatype: "xsd:integer" };
  if (/^-?\d+\.\d+$/.test(text)) return { value: text, datatype: "xsd:decimal" };
  // As processors of JSON-LD write doubles, and make of any other spelling (JSON-LD 1.1 API, section 8.6).
  return { value: value.toExponential(15).replace(/(\d)0*e\+?/, "$1E"), datatype: "xsd:double" };
}

function sayFacts(say: Say, model: KnownModel): void {
  say(modelIri(model.id), {
    "rdf:type": { term: CLASSES.model },
    "dcterms:identifier": model.id,
    "dcterms:description": model.description,
    "schema:sameAs": model.endpoints.some(({ provider }) => provider === "huggingface")
      ? { iri: `https://huggingface.co/${escaped(model.id)}` }
      : null,
    "imp:parameters": model.parameters,
    "imp:parametersConfidence": model.parameters === null ? null : model.parametersConfidence,
    "imp:licenceConfidence": model.licence === "unknown" ? null : model.licenceConfidence,
    "imp:bytes": model.bytes,
    "imp:bytesConfidence": model.bytes === null ? null : model.bytesConfidence,
    "imp:downloads": model.downloads,
    "imp:downloadsOn": model.downloadsOn,
    "imp:likes": model.likes,
    "imp:gated": model.gated,
    "imp:library": model.library,
  });
  for (const { fact, source, asOf } of model.sources) {
    const part = partIri(modelIri(model.id), "source", [fact]);
    say(modelIri(model.id), { "imp:factSource": { iri: part } });
    say(part, {
      "rdf:type": { term: "imp:FactSource" },
      "imp:fact": fact,
      "dcterms:source": sourceOf(source),
      "imp:asOf": asOf,
    });
  }
}

function sayEdge(say: Say, { subject: id, relation, object, score, endpoint, sentence }: Triple): void {
  const [subject, predicate, target] = [modelIri(id), PREDICATES[relation], iriOf(object)];
  say(subject, { [predicate]: { iri: target } });
  say(target, { "rdf:type": { term: CLASSES[object.kind] }, "schema:name": object.name });
  if (score) sayFigure(say, subject, target, score);
  if (endpoint) sayEndpoint(say, subject, target, endpoint);
  if (sentence === undefined) return;
  // By RDF reification: which sentence of the card the edge is from.
  say(partIri(subject, "statement", [iriOfTerm(predicate), target]), {
    "rdf:type": { term: "rdf:Statement" },
    "rdf:subject": { iri: subject },
    "rdf:predicate": { term: predicate },
    "rdf:object": { iri: target },
    "imp:sentence": sentence,
  });
}

/** The IRI of a part of a model, made of its distinguishing values, so that it is the same in every snapshot. */
const partIri = (model: string, part: string, keys: readonly (string | null)[]): string =>
  `${model}#${part}/${keys.map((key) => encodeURIComponent((key ?? "").toWellFormed())).join("/")}`;

function sayFigure(say: Say, model: string, benchmark: string, score: Score): void {
  const { config, split, metric, value, higherIsBetter, source, confidence, paper } = score;
  if (paper !== null) say(benchmark, { "schema:citation": { iri: iriOf({ kind: "paper", name: paper }) } });
  const figure = partIri(model, "figure", [score.benchmark, config, split, metric, String(value)]);
  say(model, { "imp:figure": { iri: figure } });
  say(figure, {
    "rdf:type": { term: "imp:Figure" },
    "imp:benchmark": { iri: benchmark },
    "imp:config": config,
    "imp:split": split,
    "imp:metric": metric,
    "schema:value": value,
    "imp:higherIsBetter": higherIsBetter,
    "dcterms:source": sourceOf(source),
    "imp:confidence": confidence,
  });
}

function sayEndpoint(
  say: Say,
  model: string,
  provider: string,
  endpoint: NonNullable<Triple["endpoint"]> & Partial<Pick<KnownEndpoint, "here">>,
): void {
  const { via, taskType, status, standsIn, here } = endpoint;
  const iri = partIri(model, "endpoint", [endpoint.provider, via, endpoint.model, taskType]);
  say(model, { "imp:endpoint": { iri } });
  say(iri, {
    "rdf:type": { term: "imp:Endpoint" },
    "imp:provider": { iri: provider },
    "imp:servedBy": via,
    "imp:modelThere": endpoint.model,
    "imp:does": { iri: iriOf({ kind: "task", name: taskType }) },
    "imp:status": status,
    "imp:standsIn": standsIn,
    "imp:callableHere": here ?? null,
  });
}

/** A source as an IRI if it is an address, percent-encoding what Turtle forbids; any other citation as text. */
function sourceOf(source: string): Value {
  if (!/^https?:/i.test(source) || !URL.canParse(source)) return source;
  return { iri: new URL(source).href.replaceAll(/[<>"{}|^`\\]/g, encodeURIComponent) };
}
