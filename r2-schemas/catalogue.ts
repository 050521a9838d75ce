import * as z from "zod";
import {
  type CardFact,
  type CatalogueModel,
  CODE_LANGUAGES,
  CONFIDENCES,
  ENDPOINT_STATUSES,
  PRICE_UNITS,
  SOURCED_FACTS,
} from "../src/domain/catalogue.ts";
import { PROVIDERS } from "../src/domain/provider-names.ts";

/** When it was published, in UTC, and four random bytes: ids sort by time. */
export const SNAPSHOT_ID = /^\d{8}-\d{6}-[0-9a-f]{8}$/;
const snapshotId = z.string().regex(SNAPSHOT_ID);
/** Milliseconds since the epoch. */
const instant = z.int().nonnegative();

/** Four times what the Hub serves with at least one download a month and a known task. */
export const MAX_MODELS = 100_000;
/** Longer names are no names: the Hub allows 96 characters for each half of a model's id. */
export const MAX_CATALOGUE_NAME_CHARS = 300;
/** A sentence. */
export const MAX_SENTENCE_CHARS = 1000;
/** Of a model: its languages, datasets, endpoints… Cards of multilingual models list some two hundred languages. */
export const MAX_LISTED = 500;
/** Of a model, as JSON. A model with five hundred scores takes some 100 KB. */
export const MAX_MODEL_CHARS = 512 * 1024;

const name = z.string().min(1).max(MAX_CATALOGUE_NAME_CHARS);
const sentence = z.string().max(MAX_SENTENCE_CHARS);
const amount = z.number().nonnegative();
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(MAX_LISTED).readonly();

const score = z.object({
  benchmark: name,
  config: name.nullable(),
  split: name.nullable(),
  metric: name,
  value: z.number(),
  higherIsBetter: z.boolean(),
  source: sentence,
  confidence: z.enum(CONFIDENCES),
  paper: name.nullable().default(null),
});

const endpoint = z.object({
  provider: z.enum(PROVIDERS),
  via: name.nullable(),
  model: name,
  taskType: name,
  status: z.enum(ENDPOINT_STATUSES),
  standsIn: z.boolean(),
  prices: listOf(z.object({ usd: amount, per: z.enum(PRICE_UNITS), source: sentence, asOf: z.iso.date() })),
  contextTokens: amount.nullable(),
  maxInputBytes: amount.nullable(),
});

/** The relations that are read from a card's text. */
export const CARD_RELATIONS = [
  "knows-language",
  "trained-on",
  "intended-for",
  "input-limit",
] as const satisfies readonly CardFact["relation"][];

/** Of a card's code; longer code is a program, and no example of a call. */
export const MAX_CODE_CHARS = 4_000;
const MAX_ARGUMENT_CHARS = 300;
/** More than there are names of arguments. */
const MAX_ARGUMENTS = 64;

/** Arguments of a function, by name. */
export const inferenceArguments = z
  .record(z.string().regex(/^[a-z]\w{0,59}$/), z.union([z.number(), z.boolean(), z.string().max(MAX_ARGUMENT_CHARS)]))
  .refine((given) => Object.keys(given).length <= MAX_ARGUMENTS);
export const codeLanguage = z.enum(CODE_LANGUAGES);
export const cardText = z.string().max(MAX_CODE_CHARS);

const cardCode = z.object({
  language: codeLanguage,
  code: cardText.nullable(),
  licence: name,
  function: z.object({ name, defaults: inferenceArguments }),
});

/**
 * A model as the catalogue takes it in: what doesn't fit is left out, so that one model never spoils a snapshot. A field
 * with a default came later than the first snapshots, which are read with that.
 */
export const catalogueModel = z.object({
  id: name,
  organization: name.nullable(),
  licence: name,
  parameters: amount.nullable(),
  bytes: amount.nullable(),
  bytesConfidence: z.enum(CONFIDENCES).default("sure"),
  languages: listOf(name).nullable(),
  scores: listOf(score),
  downloads: amount.nullable(),
  downloadsOn: z.iso.date().nullable().default(null),
  gated: z.boolean().nullable(),
  description: sentence,
  tasks: listOf(name),
  licenceConfidence: z.enum(CONFIDENCES),
  parametersConfidence: z.enum(CONFIDENCES),
  datasets: listOf(name),
  papers: listOf(name),
  baseModels: listOf(name),
  library: name.nullable(),
  likes: amount.nullable(),
  facts: listOf(z.object({ relation: z.enum(CARD_RELATIONS), object: name, sentence })),
  cardCode: cardCode.nullable().default(null),
  sources: listOf(z.object({ fact: z.enum(SOURCED_FACTS), source: sentence, asOf: z.iso.date() })).default([]),
  endpoints: listOf(endpoint),
}) satisfies z.ZodType<CatalogueModel>;

const counts = z.object({
  models: z.int().nonnegative().max(MAX_MODELS),
  triples: z.int().nonnegative(),
  scores: z.int().nonnegative(),
  endpoints: z.int().nonnegative(),
});

export const GRAPH_FORMAT = "impresario-catalogue";
export const GRAPH_VERSION = 1;

/** The first line of `graph.jsonl`. */
export const graphHeader = z.object({
  format: z.literal(GRAPH_FORMAT),
  version: z.literal(GRAPH_VERSION),
  id: snapshotId,
  publishedAt: instant,
  counts,
});
export type GraphHeader = z.infer<typeof graphHeader>;

/**
 * Every further line of `graph.jsonl`: some models, field by field. Strings are written once in a file, in the first
 * block that needs them, and meant by their place from 1 on. The cells of a column are checked as they are read, by
 * the column, as a schema takes longer for a million cells than loading may.
 */
export const graphBlock = z.object({
  models: z.int().positive(),
  strings: z.array(z.string()),
  columns: z.record(z.string(), z.unknown()),
});

const namedModels = z.object({ count: z.int().nonnegative(), first: z.array(z.string()) });

/** `manifest.json`: what a snapshot holds, for whoever looks after the catalogue. */
export const snapshotManifest = z.object({
  id: snapshotId,
  publishedAt: instant,
  /** What it was made from. */
  source: z.string().max(MAX_SENTENCE_CHARS),
  counts,
  bytes: z.int().positive(),
  /** Models that could not be kept, with what was wrong with each. */
  leftOut: namedModels,
  /**
   * Against the snapshot that was served before, or the newest where the starter was; null for the first, and where that
   * one could not be read.
   */
  diff: z.object({ against: snapshotId, added: namedModels, removed: namedModels, changed: namedModels }).nullable(),
});
export type SnapshotManifest = z.infer<typeof snapshotManifest>;

/** What serves in the place of a snapshot's id: the catalogue that comes with the code. */
export const STARTER = "starter";
const served = z.union([snapshotId, z.literal(STARTER)]);

/** `catalogue/current`. */
export const cataloguePointer = z.object({
  version: z.literal(1),
  current: served,
  /** Snapshots that can be served, the newest first. */
  kept: z.array(z.object({ id: snapshotId, publishedAt: instant })).min(1),
  /** Where it pointed, the latest first. */
  history: z.array(z.object({ id: served, at: instant, by: z.enum(["publish", "rollback"]) })),
});
export type CataloguePointer = z.infer<typeof cataloguePointer>;
