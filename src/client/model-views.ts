import type {
  CardFact,
  CatalogueEndpoint,
  GraphNode,
  ModelFacts,
  Price,
  Relation,
  Score,
} from "../domain/catalogue.ts";
import type { EndpointPoll } from "../domain/own-models.ts";
import type { ProviderName } from "../domain/provider-names.ts";
import type { Page } from "./query.ts";

/** What a model has to be; every condition holds. */
export interface ModelSearch extends Page {
  /** Words that all stand in the id or the description. */
  readonly q?: string | undefined;
  /** A task type, in any of its spellings. */
  readonly task?: string | undefined;
  /** One of these licences or families, such as `MIT` or `permissive`. */
  readonly licence?: string | readonly string[] | undefined;
  readonly minParameters?: number | undefined;
  readonly maxParameters?: number | undefined;
  /** BCP 47. */
  readonly language?: string | undefined;
  readonly organization?: string | undefined;
  /** How the name of a benchmark begins, on which it has a figure. */
  readonly benchmark?: string | undefined;
  readonly provider?: ProviderName | undefined;
  /** `here`: the deployment can call it now. */
  readonly availability?: "here" | "elsewhere" | undefined;
  /** `-` before it turns it round; `benchmark` and `match` need the condition that they go by. */
  readonly order?: ModelListOrder | `-${ModelListOrder}` | undefined;
}

export type ModelListOrder = "match" | "downloads" | "likes" | "parameters" | "name" | "benchmark";

/** Null is unknown. */
export interface ModelEntry extends Omit<ModelFacts, "bytes" | "scores"> {
  readonly description: string;
  readonly tasks: readonly string[];
  readonly likes: number | null;
  readonly library: string | null;
  /** Otherwise only this deployment or tenant has it. */
  readonly inCatalogue: boolean;
  readonly providers: readonly ProviderName[];
  /** This deployment can call it now. */
  readonly here: boolean;
  /** On the benchmark that was asked for. */
  readonly figure: Score | null;
  /** The path of all that is known of it. */
  readonly url: string;
}

export interface ModelPage {
  /** The version of the catalogue. */
  readonly snapshot: string;
  /** There is a newer version than on the page before. */
  readonly changed: boolean;
  readonly models: readonly ModelEntry[];
  /** On all pages together. */
  readonly total: number;
  /** The `cursor` of the next page; null on the last. */
  readonly next: string | null;
  /** What all figures are of; null without a benchmark, or where none is known. */
  readonly measure: Pick<Score, "benchmark" | "config" | "split" | "metric" | "higherIsBetter"> | null;
}

export interface ModelDetails extends Omit<ModelEntry, "providers" | "here" | "figure" | "url">, ModelFacts {
  readonly snapshot: string;
  readonly datasets: readonly string[];
  /** arXiv ids. */
  readonly papers: readonly string[];
  readonly baseModels: readonly string[];
  /** What was read from its card. */
  readonly facts: readonly CardFact[];
  readonly endpoints: readonly ModelEndpoint[];
  /** All that the graph says of it. */
  readonly triples: readonly GraphEdge[];
  readonly snippets: readonly CodeSnippet[];
}

export interface ModelEndpoint extends CatalogueEndpoint {
  /** This deployment can call it now. */
  readonly here: boolean;
  /** What an endpoint of the deployment or of your own tells of itself. */
  readonly stated: {
    readonly grade: "full" | "stand-in";
    readonly licence: string;
    readonly description: string;
  } | null;
}

/** Code that calls a model. */
export interface CodeSnippet {
  readonly language: "python" | "javascript" | "curl";
  readonly client: string;
  /** `impresario`, or who serves the model behind Hugging Face. */
  readonly calls: string;
  readonly code: string;
}

/** Where to look in the capability graph, and how far. */
export interface GraphSearch {
  /** A node, such as `model:openai/whisper-large-v2`, `task:summarization` or `licence:mit`. */
  readonly center: string;
  /** Edges from the centre, 1 to 3; 1 when left out. */
  readonly depth?: number | undefined;
  /** Nodes, 1 to 5,000; 100 when left out. */
  readonly limit?: number | undefined;
}

/** What is near a node of the capability graph, the most downloaded models first. */
export interface CapabilityGraph {
  readonly snapshot: string;
  readonly center: string;
  readonly depth: number;
  /** `distance` in edges from the centre. */
  readonly nodes: readonly (GraphNode & { readonly id: string; readonly distance: number })[];
  readonly edges: readonly GraphEdge[];
  /** There is more within this distance than is shown. */
  readonly truncated: boolean;
}

/** What a model has to do with something, by the ids of both nodes. */
export interface GraphEdge {
  readonly from: string;
  readonly relation: Relation;
  readonly to: string;
  /** Of `scored-on`. */
  readonly score?: Score;
  /** Of `runs-at`. */
  readonly endpoint?: Omit<CatalogueEndpoint, "prices" | "contextTokens" | "maxInputBytes">;
  /** What it was read from, where it was read from a text. */
  readonly sentence?: string;
}

/** The version of the catalogue that is in use. */
export interface CatalogueVersion {
  readonly snapshot: string;
  /** Null for the one that comes with the server. */
  readonly publishedAt: string | null;
  readonly counts: {
    readonly models: number;
    readonly triples: number;
    readonly scores: number;
    readonly endpoints: number;
  };
}

type CallFormat = "json" | "multipart" | "hf-inference";

/** A model of your own, behind a URL. What is left out is unknown, and satisfies no condition. */
export interface NewOwnModel {
  readonly id: string;
  /** A task type that it does. */
  readonly task: string;
  readonly url: string;
  /** How it is spoken to; `json` when left out. */
  readonly format?: CallFormat;
  /** Sent with every call; kept sealed and never shown again. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For one that answers later. */
  readonly poll?: EndpointPoll;
  readonly description?: string;
  readonly licence?: string;
  /** The model of the catalogue that it is: what is not stated here holds as for that one. */
  readonly sameAs?: string;
  readonly parameters?: number;
  readonly bytes?: number;
  readonly languages?: readonly string[];
  readonly gated?: boolean;
  readonly prices?: readonly (Omit<Price, "source"> & { readonly source?: string })[];
}

export interface OwnModelEntry {
  readonly id: string;
  readonly task: string;
  readonly url: string;
  readonly format: CallFormat;
  /** Their names alone. */
  readonly headers: readonly string[];
  readonly poll: EndpointPoll | null;
  readonly description: string;
  readonly licence: string;
  readonly sameAs: string | null;
  readonly parameters: number | null;
  readonly bytes: number | null;
  readonly languages: readonly string[] | null;
  readonly gated: boolean | null;
  readonly prices: readonly Price[];
  readonly addedAt: string;
}
