import * as z from "zod";
import {
  type CardFact,
  type CatalogueEndpoint,
  CODE_LANGUAGES,
  CONFIDENCES,
  ENDPOINT_STATUSES,
  type FactSource,
  NODE_KINDS,
  PRICE_UNITS,
  type Price,
  RELATIONS,
  type Score,
  SOURCED_FACTS,
} from "../../domain/catalogue.ts";
import { PROVIDERS } from "../../domain/provider-names.ts";
import { components } from "./components.ts";
import { inferenceArguments } from "./plan-view.ts";
import type { Wire } from "./wire.ts";

const words = z.array(z.string());
const confidence = z
  .enum(CONFIDENCES)
  .describe("`verified` against its source, `sure`: stated by its maker, `unsure`: may be wrong.");
const SNAPSHOT = "The version of the catalogue that this was read from.";

export const score = z
  .object({
    benchmark: z.string(),
    config: z.string().nullable().describe("A part of the benchmark, such as a language."),
    split: z.string().nullable(),
    metric: z.string(),
    value: z.number().describe("Shares in per cent, all else in the metric's own unit."),
    higherIsBetter: z.boolean(),
    source: z.string().describe("An address, or a citation in words."),
    confidence,
    paper: z.string().nullable().describe("The arXiv id of the paper that published the benchmark."),
  })
  .register(components, { id: "Score" }) satisfies z.ZodType<Score>;

const price = z.object({
  usd: z.number(),
  per: z.enum(PRICE_UNITS),
  source: z.string(),
  asOf: z.iso.date(),
}) satisfies z.ZodType<Price>;

const place = {
  provider: z.enum(PROVIDERS),
  via: z.string().nullable().describe("Who serves it behind the provider; null where that is the provider itself."),
  model: z.string().describe("Its id there."),
  taskType: z.string(),
  status: z.enum(ENDPOINT_STATUSES),
  standsIn: z.boolean().describe("It is a chat model that does the task by instruction."),
};

export const endpoint = z
  .object({
    ...place,
    prices: z.array(price),
    contextTokens: z.number().nullable(),
    maxInputBytes: z.number().nullable(),
    here: z.boolean().describe("This deployment can call it now."),
    stated: z
      .object({ grade: z.enum(["full", "stand-in"]), licence: z.string(), description: z.string() })
      .nullable()
      .describe("What an endpoint of our own tells of itself; null for those of the catalogue."),
  })
  .register(components, { id: "ModelEndpoint" }) satisfies z.ZodType<CatalogueEndpoint>;
export type EndpointView = Wire<typeof endpoint>;

const cardFact = z.object({
  relation: z.enum(["knows-language", "trained-on", "intended-for", "input-limit"]),
  object: z.string(),
  sentence: z.string().describe("What it was read from, in the model's card."),
}) satisfies z.ZodType<CardFact>;

const output = z.object({ name: z.string(), kinds: words });

export const cardCode = z
  .object({
    language: z.enum(CODE_LANGUAGES),
    code: z
      .string()
      .nullable()
      .describe(
        "As it stands in the card: text to read, which nobody here has run. Null where the licence is unknown.",
      ),
    licence: z.string().describe("The model's, as its card states it."),
    function: z.object({
      name: z.string().describe("Its task type, whose inputs and outputs it has."),
      inputs: z.array(output.extend({ required: z.boolean(), many: z.boolean() })),
      outputs: z.array(output),
      defaults: inferenceArguments.describe(
        "Arguments that the code calls it with. Hugging Face's own inference is sent those that it takes, within bounds.",
      ),
    }),
  })
  .register(components, {
    id: "CardCode",
    description: "The first code of a model's card that runs it, and the function read out of it.",
  });
export type CardCodeView = Wire<typeof cardCode>;
const factSource = z
  .object({
    fact: z.enum(SOURCED_FACTS),
    source: z.string().describe("An address, or how it was come by, in words."),
    asOf: z.iso.date().describe("The day on which it was read or counted."),
  })
  .register(components, { id: "FactSource" }) satisfies z.ZodType<FactSource>;

export const edge = z
  .object({
    from: z.string(),
    relation: z.enum(RELATIONS),
    to: z.string(),
    score: score.exactOptional().describe("Of `scored-on`."),
    endpoint: z.object(place).exactOptional().describe("Of `runs-at`."),
    sentence: z.string().exactOptional().describe("What it was read from, where it was read from a text."),
  })
  .register(components, { id: "Edge" });

const facts = {
  id: z.string(),
  description: z.string(),
  organization: z.string().nullable(),
  tasks: words,
  licence: z.string(),
  licenceConfidence: confidence,
  parameters: z.number().nullable(),
  parametersConfidence: confidence,
  languages: words.nullable().describe("BCP 47; `mul` for a hundred and more; empty where it works on none."),
  downloads: z.number().nullable().describe("In the thirty days before `downloadsOn`."),
  downloadsOn: z.iso.date().nullable().describe("The day on which they were counted; null where nobody tells."),
  likes: z.number().nullable(),
  gated: z.boolean().nullable(),
  library: z.string().nullable(),
  inCatalogue: z.boolean().describe("Otherwise only this deployment or tenant has it."),
};

export const modelSummary = z
  .object({
    ...facts,
    providers: z.array(z.enum(PROVIDERS)),
    here: z.boolean().describe("This deployment can call it now."),
    figure: score.nullable().describe("On the benchmark that was asked for."),
    url: z.string().describe("All that is known of it."),
  })
  .register(components, { id: "ModelSummary", description: "What is null or unsure satisfies no condition." });
export type ModelSummary = Wire<typeof modelSummary>;

export const modelListView = z
  .object({
    snapshot: z.string().describe(SNAPSHOT),
    changed: z.boolean().describe("There is a newer one than on the page before: models may have moved meanwhile."),
    models: z.array(modelSummary),
    total: z.int().describe("On all pages together."),
    next: z.string().nullable().describe("The `cursor` of the next page."),
    measure: score
      .pick({ benchmark: true, config: true, split: true, metric: true, higherIsBetter: true })
      .nullable()
      .describe("What all figures of the list are of; null without a benchmark, or where none is known."),
  })
  .register(components, { id: "ModelList" });
export type ModelListView = Wire<typeof modelListView>;

export const snippet = z
  .object({
    language: z.enum(["python", "javascript", "curl"]),
    client: z.string(),
    calls: z.string().describe("`impresario`, or who serves the model behind Hugging Face."),
    code: z.string(),
  })
  .register(components, { id: "Snippet" });

export type SnippetView = Wire<typeof snippet>;

export const modelView = z
  .object({
    ...facts,
    snapshot: z.string().describe(SNAPSHOT),
    bytes: z.number().nullable().describe("Of its weights on disk, in one of their formats."),
    bytesConfidence: confidence,
    datasets: words,
    papers: words.describe("arXiv ids."),
    baseModels: words,
    scores: z.array(score),
    facts: z.array(cardFact),
    cardCode: cardCode.nullable().describe("Null where its card was not read, or shows none."),
    sources: z.array(factSource).describe("Where facts were read, but for those of a crawl, whose source is the Hub."),
    endpoints: z.array(endpoint),
    triples: z.array(edge).describe("All that the graph says of it."),
    snippets: z.array(snippet).describe("Code that calls it. Tokens are read from the environment."),
  })
  .register(components, { id: "Model" });
export type ModelView = Wire<typeof modelView>;
export type EdgeView = Wire<typeof edge>;

export const graphView = z
  .object({
    snapshot: z.string().describe(SNAPSHOT),
    center: z.string(),
    depth: z.int(),
    nodes: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(NODE_KINDS),
        name: z.string(),
        distance: z.int().describe("Edges from the centre."),
      }),
    ),
    edges: z.array(edge),
    truncated: z.boolean().describe("There is more within this distance than is shown."),
  })
  .register(components, { id: "Graph" });
export type GraphView = Wire<typeof graphView>;

export const catalogueView = z
  .object({
    snapshot: z.string(),
    publishedAt: z.iso.datetime().nullable().describe("Null for the one that comes with the code."),
    counts: z.object({ models: z.int(), triples: z.int(), scores: z.int(), endpoints: z.int() }),
  })
  .register(components, { id: "Catalogue" });
export type CatalogueView = Wire<typeof catalogueView>;
