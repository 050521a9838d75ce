import type { Score, Triple } from "../../../domain/catalogue.ts";
import type { KnownEndpoint, KnownModel } from "../tenant-catalogue.ts";
import { CLASSES, escaped, iriOf, PREDICATES, PREFIXES, TERMS } from "./vocabulary.ts";

/** A literal, or an IRI as a string. */
export type RdfObject = string | { readonly value: string /** An IRI. */; readonly datatype: string };

/** Objects by the IRIs of subject and predicate, each once. */
export type RdfGraph = ReadonlyMap<string, ReadonlyMap<string, readonly RdfObject[]>>;

type Value = string | number | boolean;

/** States something of a subject for each value that is neither null nor empty. */
type Say = (subject: string, values: Readonly<Record<string, Value | { readonly iri: string } | null>>) => void;

/** The RDF graph of models and edges: first the models' own facts, then the edges. */
export function rdfGraph(models: readonly KnownModel[], edges: readonly Triple[]): RdfGraph {
  const graph = new Map<string, Map<string, RdfObject[]>>();
  const said = new Set<string>();
  const say: Say = (subject, values) => {
    const own = graph.get(subject) ?? new Map<string, RdfObject[]>();
    for (const [predicate, value] of Object.entries(values)) {
      if (value === null || value === "") continue;
      const object = typeof value === "object" ? value.iri : literal(value);
      const key = JSON.stringify([subject, predicate, object]);
      if (!said.has(key)) own.set(predicate, [...(own.get(predicate) ?? []), object]);
      said.add(key);
    }
    graph.set(subject, own);
  };
  for (const model of models) sayFacts(say, model);
  for (const edge of edges) sayEdge(say, edge);
  return graph;
}

const modelIri = (id: string): string => iriOf({ kind: "model", name: id });

function literal(value: Value): Exclude<RdfObject, string> {
  if (typeof value === "boolean") return { value: String(value), datatype: `${PREFIXES.xsd}boolean` };
  if (typeof value === "string") return { value: value.toWellFormed(), datatype: `${PREFIXES.xsd}string` };
  const text = String(value);
  if (/^-?\d+$/.test(text)) return { value: text, datatype: `${PREFIXES.xsd}integer` };
  if (/^-?\d+\.\d+$/.test(text)) return { value: text, datatype: `${PREFIXES.xsd}decimal` };
  // As processors of JSON-LD write doubles, and make of any other spelling (JSON-LD 1.1 API, section 8.6).
  const canonical = value.toExponential(15).replace(/(\d)0*e\+?/, "$1E");
  return { value: canonical, datatype: `${PREFIXES.xsd}double` };
}

const sayFacts = (say: Say, model: KnownModel): void =>
  say(modelIri(model.id), {
    [TERMS.type]: { iri: CLASSES.model },
    [TERMS.identifier]: model.id,
    [TERMS.description]: model.description,
    [TERMS.sameAs]: model.endpoints.some(({ provider }) => provider === "huggingface")
      ? { iri: `https://huggingface.co/${escaped(model.id)}` }
      : null,
    [TERMS.parameters]: model.parameters,
    [TERMS.parametersConfidence]: model.parameters === null ? null : model.parametersConfidence,
    [TERMS.licenceConfidence]: model.licence === "unknown" ? null : model.licenceConfidence,
    [TERMS.bytes]: model.bytes,
    [TERMS.downloads]: model.downloads,
    [TERMS.likes]: model.likes,
    [TERMS.gated]: model.gated,
    [TERMS.library]: model.library,
  });

function sayEdge(say: Say, { subject: id, relation, object, score, endpoint, sentence }: Triple): void {
  const [subject, predicate, target] = [modelIri(id), PREDICATES[relation], iriOf(object)];
  say(subject, { [predicate]: { iri: target } });
  say(target, { [TERMS.type]: { iri: CLASSES[object.kind] }, [TERMS.name]: object.name });
  if (score) sayFigure(say, subject, target, score);
  if (endpoint) sayEndpoint(say, subject, target, endpoint);
  if (sentence === undefined) return;
  // By RDF reification: which sentence of the card the edge is from.
  say(partIri(subject, "statement", [predicate, target]), {
    [TERMS.type]: { iri: TERMS.Statement },
    [TERMS.subject]: { iri: subject },
    [TERMS.predicate]: { iri: predicate },
    [TERMS.object]: { iri: target },
    [TERMS.sentence]: sentence,
  });
}

/** The IRI of a part of a model, made of its distinguishing values, so that it is the same in every snapshot. */
const partIri = (model: string, part: string, keys: readonly (string | null)[]): string =>
  `${model}#${part}/${keys.map((key) => encodeURIComponent((key ?? "").toWellFormed())).join("/")}`;

function sayFigure(say: Say, model: string, benchmark: string, score: Score): void {
  const { config, split, metric, value, higherIsBetter, source, confidence } = score;
  const figure = partIri(model, "figure", [score.benchmark, config, split, metric, String(value)]);
  say(model, { [TERMS.figure]: { iri: figure } });
  say(figure, {
    [TERMS.type]: { iri: TERMS.Figure },
    [TERMS.benchmark]: { iri: benchmark },
    [TERMS.config]: config,
    [TERMS.split]: split,
    [TERMS.metric]: metric,
    [TERMS.value]: value,
    [TERMS.higherIsBetter]: higherIsBetter,
    [TERMS.source]: sourceOf(source),
    [TERMS.confidence]: confidence,
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
  say(model, { [TERMS.endpoint]: { iri } });
  say(iri, {
    [TERMS.type]: { iri: TERMS.Endpoint },
    [TERMS.provider]: { iri: provider },
    [TERMS.servedBy]: via,
    [TERMS.modelThere]: endpoint.model,
    [PREDICATES.does]: { iri: iriOf({ kind: "task", name: taskType }) },
    [TERMS.status]: status,
    [TERMS.standsIn]: standsIn,
    [TERMS.callableHere]: here ?? null,
  });
}

/** A source as an IRI if it is an address, percent-encoding what Turtle forbids; any other citation as text. */
function sourceOf(source: string): Value | { readonly iri: string } {
  if (!/^https?:/i.test(source) || !URL.canParse(source)) return source;
  return { iri: new URL(source).href.replaceAll(/[<>"{}|^`\\]/g, encodeURIComponent) };
}
