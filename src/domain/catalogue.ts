import type { InferenceArguments } from "./inference-arguments.ts";
import type { ProviderName } from "./provider-names.ts";

/**
 * How far a fact may be relied on: `verified` was checked against its source, `sure` is what its maker states, and
 * `unsure` may be wrong and decides nothing without saying so.
 */
export const CONFIDENCES = ["verified", "sure", "unsure"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** A model's figure on a benchmark. Figures compare only where benchmark, configuration, split and metric agree. */
export interface Score {
  /** In the spelling of its source: "Common Voice 9.0". */
  readonly benchmark: string;
  /** A part of the benchmark, such as a language: "en". */
  readonly config: string | null;
  /** "test", "validation", "test-clean"; never a training split. */
  readonly split: string | null;
  /** Lower case, one name for each: "wer", "accuracy", "f1", "bleu". */
  readonly metric: string;
  /** Shares in per cent, all else in the metric's own unit. */
  readonly value: number;
  readonly higherIsBetter: boolean;
  /** An address, or a citation in words. */
  readonly source: string;
  readonly confidence: Confidence;
  /**
   * The arXiv id of the paper that published the benchmark: "2009.03300". Names differ, and the paper is one. Null where
   * nobody told it.
   */
  readonly paper: string | null;
}

/** The units of prices. Money is in US dollars throughout. */
export const PRICE_UNITS = [
  "call",
  "million-input-tokens",
  "million-output-tokens",
  "image",
  "second",
  "minute",
  "million-characters",
  "thousand-neurons",
  "compute-second",
] as const;
export type PriceUnit = (typeof PRICE_UNITS)[number];

export interface Price {
  readonly usd: number;
  readonly per: PriceUnit;
  readonly source: string;
  /** The day it was read, as YYYY-MM-DD. */
  readonly asOf: string;
}

export const ENDPOINT_STATUSES = ["live", "staging", "unknown", "gone"] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** An endpoint of a model of the catalogue. */
export interface CatalogueEndpoint {
  readonly provider: ProviderName;
  /** The inference provider behind the provider, such as Hugging Face's "fal-ai"; null if the provider serves it itself. */
  readonly via: string | null;
  /** The model's id there: "@cf/openai/whisper", "openai/whisper-large-v2". */
  readonly model: string;
  readonly taskType: string;
  readonly status: EndpointStatus;
  /** A chat or vision-language model that does the task by instruction. */
  readonly standsIn: boolean;
  readonly prices: readonly Price[];
  readonly contextTokens: number | null;
  readonly maxInputBytes: number | null;
}

/** A fact stated in the text of a model's card, with its sentence. */
export interface CardFact {
  readonly relation: "knows-language" | "trained-on" | "intended-for" | "input-limit";
  readonly object: string;
  readonly sentence: string;
}

export const CODE_LANGUAGES = ["python", "javascript"] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

/** A function that runs a model: its inputs and outputs are those of its task type. */
export interface SignedFunction {
  /** The task type. */
  readonly name: string;
  readonly defaults: InferenceArguments;
}

/** The first code of a model's card that runs it, and the function read out of it (HIVE, arXiv 2412.12839, section 3.1). */
export interface CardCode {
  readonly language: CodeLanguage;
  /** Null where its licence is not known, as nobody says then that it may be passed on. */
  readonly code: string | null;
  /** The model's, as its card states it, where that is sure; "unknown" where it isn't. */
  readonly licence: string;
  readonly function: SignedFunction;
}

/** The facts that selection judges a model by. `null` means unknown, which satisfies no constraint. */
export interface ModelFacts {
  /** "openai/whisper-large-v2". */
  readonly id: string;
  readonly organization: string | null;
  /** An SPDX expression, a name such as "llama3.3", "other", or "unknown". */
  readonly licence: string;
  /** `unsure` also for a name that is on no list, and where nothing is known. */
  readonly licenceConfidence: Confidence;
  /** Counted one by one; 0 for a program without learnt weights. */
  readonly parameters: number | null;
  /** `unsure` also where it is not known. */
  readonly parametersConfidence: Confidence;
  /** Of its weights on disk, in one of the formats that they come in. */
  readonly bytes: number | null;
  /** `unsure` also where it is not known. */
  readonly bytesConfidence: Confidence;
  /** BCP 47; "mul" for a hundred and more; empty for a model that works on no language. */
  readonly languages: readonly string[] | null;
  readonly scores: readonly Score[];
  /** In the thirty days before `downloadsOn`. */
  readonly downloads: number | null;
  /** The day on which the downloads were counted, as YYYY-MM-DD; null where that is not known. */
  readonly downloadsOn: string | null;
  /** Whether its weights are given only to those who ask. */
  readonly gated: boolean | null;
}

/** The licence, where that is sure, and "unknown" where it isn't: an unsure one decides nothing. */
export const sureLicence = ({
  licence,
  licenceConfidence,
}: Pick<ModelFacts, "licence" | "licenceConfidence">): string => (licenceConfidence === "unsure" ? "unknown" : licence);

/** The size in parameters, where that is sure. */
export const sureParameters = ({
  parameters,
  parametersConfidence,
}: Pick<ModelFacts, "parameters" | "parametersConfidence">): number | null =>
  parametersConfidence === "unsure" ? null : parameters;

/** The size on disk, where that is sure. */
export const sureBytes = ({ bytes, bytesConfidence }: Pick<ModelFacts, "bytes" | "bytesConfidence">): number | null =>
  bytesConfidence === "unsure" ? null : bytes;

/** The facts whose source a model can name. A score names its own. */
export const SOURCED_FACTS = ["licence", "parameters", "bytes", "downloads"] as const;

/** Where a fact was read. */
export interface FactSource {
  readonly fact: (typeof SOURCED_FACTS)[number];
  /** An address, or how it was come by, in words. */
  readonly source: string;
  /** The day on which it was read or counted, as YYYY-MM-DD. */
  readonly asOf: string;
}

/** A model of the catalogue with all known facts. */
export interface CatalogueModel extends ModelFacts {
  /** One sentence, without markup; empty where there is none. */
  readonly description: string;
  /** Names of task types. */
  readonly tasks: readonly string[];
  readonly datasets: readonly string[];
  /** arXiv ids. */
  readonly papers: readonly string[];
  readonly baseModels: readonly string[];
  readonly library: string | null;
  readonly likes: number | null;
  readonly facts: readonly CardFact[];
  /** Null where its card was not read, or shows none. */
  readonly cardCode: CardCode | null;
  /** Where its facts were read, each fact once at most; of a crawled fact the Hub is the source, and it is left out. */
  readonly sources: readonly FactSource[];
  readonly endpoints: readonly CatalogueEndpoint[];
}

/** Kinds of nodes of the capability graph (HIVE, arXiv 2412.12839, section 3.1). */
export const NODE_KINDS = [
  "model",
  "task",
  "licence",
  "language",
  "organization",
  "dataset",
  "benchmark",
  "paper",
  "provider",
  "domain",
  "limit",
] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

export interface GraphNode {
  readonly kind: NodeKind;
  /** Unique within its kind. */
  readonly name: string;
}

/** The relations of the graph, from a model to a node. */
export const RELATIONS = [
  "does",
  "licensed-under",
  "knows-language",
  "published-by",
  "trained-on",
  "scored-on",
  "measured-by",
  "described-in",
  "derived-from",
  "runs-at",
  "intended-for",
  "input-limit",
] as const;
export type Relation = (typeof RELATIONS)[number];

export interface Triple {
  /** A model's id. */
  readonly subject: string;
  readonly relation: Relation;
  readonly object: GraphNode;
  /** The figure of `scored-on`. */
  readonly score?: Score;
  /** The endpoint of `runs-at`. */
  readonly endpoint?: CatalogueEndpoint;
  /** The sentence it was read from, where it was read from a text. */
  readonly sentence?: string;
}
