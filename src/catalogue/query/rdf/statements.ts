import type { Score, Triple } from "../../../domain/catalogue.ts";
import type { KnownEndpoint, KnownModel } from "../tenant-catalogue.ts";
import { CLASSES, escaped, iriOf, PREDICATES, PREFIXES, TERMS } from "./vocabulary.ts";

export interface RdfLiteral {
  readonly value: string;
  /** An IRI. */
  readonly datatype: string;
}

/** One RDF triple; its subject, predicate and an object that is a string are IRIs. */
export interface Statement {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string | RdfLiteral;
}

type Value = string | number | boolean;

/** The RDF statements of models and edges, without duplicates: first the models' own facts, then the edges. */
export function statementsOf(models: readonly KnownModel[], edges: readonly Triple[]): readonly Statement[] {
  const said = new Map<string, Statement>();
  const say = (statements: readonly Statement[]): void => {
    for (const one of statements) said.set(JSON.stringify([one.subject, one.predicate, one.object]), one);
  };
  for (const model of models) say(factsOf(model));
  for (const edge of edges) say(edgeOf(edge));
  return [...said.values()];
}

type Said = ReadonlyMap<string, readonly (string | RdfLiteral)[]>;

/** Groups objects by subject and predicate, in the order of their first occurrence. */
export function bySubject(statements: readonly Statement[]): ReadonlyMap<string, Said> {
  return new Map(
    [...Map.groupBy(statements, ({ subject }) => subject)].map(([subject, own]) => [
      subject,
      new Map(
        [...Map.groupBy(own, ({ predicate }) => predicate)].map(([predicate, same]) => [
          predicate,
          same.map(({ object }) => object),
        ]),
      ),
    ]),
  );
}

const modelIri = (id: string): string => iriOf({ kind: "model", name: id });

/** Statements about a subject, one for each value that is neither null nor empty. */
const about = (subject: string, values: Readonly<Record<string, Value | { iri: string } | null>>): Statement[] =>
  Object.entries(values).flatMap(([predicate, value]) => {
    if (value === null || value === "") return [];
    return [{ subject, predicate, object: typeof value === "object" ? value.iri : literal(value) }];
  });

function literal(value: Value): RdfLiteral {
  if (typeof value === "boolean") return { value: String(value), datatype: `${PREFIXES.xsd}boolean` };
  if (typeof value === "string") return { value: value.toWellFormed(), datatype: `${PREFIXES.xsd}string` };
  const text = String(value);
  if (/^-?\d+$/.test(text)) return { value: text, datatype: `${PREFIXES.xsd}integer` };
  if (/^-?\d+\.\d+$/.test(text)) return { value: text, datatype: `${PREFIXES.xsd}decimal` };
  // As processors of JSON-LD write doubles, and make of any other spelling (JSON-LD 1.1 API, section 8.6).
  const canonical = value.toExponential(15).replace(/(\d)0*e\+?/, "$1E");
  return { value: canonical, datatype: `${PREFIXES.xsd}double` };
}

const factsOf = (model: KnownModel): readonly Statement[] =>
  about(modelIri(model.id), {
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

function edgeOf({ subject: id, relation, object, score, endpoint, sentence }: Triple): readonly Statement[] {
  const [subject, predicate, target] = [modelIri(id), PREDICATES[relation], iriOf(object)];
  return [
    { subject, predicate, object: target },
    ...about(target, { [TERMS.type]: { iri: CLASSES[object.kind] }, [TERMS.name]: object.name }),
    ...(score ? figureOf(subject, target, score) : []),
    ...(endpoint ? endpointOf(subject, target, endpoint) : []),
    ...(sentence === undefined ? [] : sentenceOf({ subject, predicate, object: target }, sentence)),
  ];
}

/** The IRI of a part of a model, made of its distinguishing values, so that it is the same in every snapshot. */
const partIri = (model: string, part: string, keys: readonly (string | null)[]): string =>
  `${model}#${part}/${keys.map((key) => encodeURIComponent((key ?? "").toWellFormed())).join("/")}`;

function figureOf(model: string, benchmark: string, score: Score): readonly Statement[] {
  const { config, split, metric, value, higherIsBetter, source, confidence } = score;
  const figure = partIri(model, "figure", [score.benchmark, config, split, metric, String(value)]);
  return [
    { subject: model, predicate: TERMS.figure, object: figure },
    ...about(figure, {
      [TERMS.type]: { iri: TERMS.Figure },
      [TERMS.benchmark]: { iri: benchmark },
      [TERMS.config]: config,
      [TERMS.split]: split,
      [TERMS.metric]: metric,
      [TERMS.value]: value,
      [TERMS.higherIsBetter]: higherIsBetter,
      [TERMS.source]: sourceOf(source),
      [TERMS.confidence]: confidence,
    }),
  ];
}

function endpointOf(
  model: string,
  provider: string,
  endpoint: NonNullable<Triple["endpoint"]> & Partial<Pick<KnownEndpoint, "here">>,
): readonly Statement[] {
  const { via, taskType, status, standsIn, here } = endpoint;
  const iri = partIri(model, "endpoint", [endpoint.provider, via, endpoint.model, taskType]);
  return [
    { subject: model, predicate: TERMS.endpoint, object: iri },
    ...about(iri, {
      [TERMS.type]: { iri: TERMS.Endpoint },
      [TERMS.provider]: { iri: provider },
      [TERMS.servedBy]: via,
      [TERMS.modelThere]: endpoint.model,
      [PREDICATES.does]: { iri: iriOf({ kind: "task", name: taskType }) },
      [TERMS.status]: status,
      [TERMS.standsIn]: standsIn,
      [TERMS.callableHere]: here ?? null,
    }),
  ];
}

/** States which sentence of the card a statement is from, by RDF reification. */
function sentenceOf({ subject, predicate, object }: Statement & { readonly object: string }, sentence: string) {
  const statement = partIri(subject, "statement", [predicate, object]);
  return about(statement, {
    [TERMS.type]: { iri: TERMS.Statement },
    [TERMS.subject]: { iri: subject },
    [TERMS.predicate]: { iri: predicate },
    [TERMS.object]: { iri: object },
    [TERMS.sentence]: sentence,
  });
}

/** A source as an IRI if it is an address, percent-encoding what Turtle forbids; any other citation as text. */
function sourceOf(source: string): Value | { readonly iri: string } {
  if (!/^https?:/i.test(source) || !URL.canParse(source)) return source;
  return { iri: new URL(source).href.replaceAll(/[<>"{}|^`\\]/g, encodeURIComponent) };
}
