import fc from "fast-check";
import { CARD_RELATIONS } from "../../../r2-schemas/catalogue.ts";
import {
  type CardCode,
  type CatalogueEndpoint,
  type CatalogueModel,
  CODE_LANGUAGES,
  CONFIDENCES,
  ENDPOINT_STATUSES,
  PRICE_UNITS,
  type Score,
  SOURCED_FACTS,
} from "../../../src/domain/catalogue.ts";
import { PROVIDERS } from "../../../src/domain/provider-names.ts";

/** A model of which little is known. */
export const model = (id: string, more: Partial<CatalogueModel> = {}): CatalogueModel => ({
  id,
  organization: null,
  licence: "unknown",
  parameters: null,
  bytes: null,
  bytesConfidence: "sure",
  languages: null,
  scores: [],
  downloads: null,
  downloadsOn: null,
  gated: null,
  description: "",
  tasks: [],
  licenceConfidence: "sure",
  parametersConfidence: "sure",
  datasets: [],
  papers: [],
  baseModels: [],
  library: null,
  likes: null,
  facts: [],
  cardCode: null,
  sources: [],
  endpoints: [],
  ...more,
});

export const endpoint = (
  provider: CatalogueEndpoint["provider"],
  name: string,
  taskType: string,
  more: Partial<CatalogueEndpoint> = {},
): CatalogueEndpoint => ({
  provider,
  via: null,
  model: name,
  taskType,
  status: "live",
  standsIn: false,
  prices: [],
  contextTokens: null,
  maxInputBytes: null,
  ...more,
});

export const score = (benchmark: string, value: number, more: Partial<Score> = {}): Score => ({
  benchmark,
  config: null,
  split: "test",
  metric: "accuracy",
  value,
  higherIsBetter: true,
  source: "https://example.com/",
  confidence: "sure",
  paper: null,
  ...more,
});

/** Few enough to meet again; and whatever else text may be. */
const name = fc.oneof(
  fc.constantFrom("a/b", "en", "de", "mit", "summarization", "translation", "__proto__", "10"),
  fc.string({ unit: "binary", minLength: 1, maxLength: 12 }),
);
const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });
const names = fc.array(name, { maxLength: 4 });
/** JSON knows one zero only. */
const withoutNegativeZero = (value: number): number => value + 0;
const amount = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map(withoutNegativeZero);
const day = fc.constantFrom("2026-11-22", "2025-01-01");

const anyScore = fc.record<Score>({
  benchmark: name,
  config: orNull(name),
  split: orNull(name),
  metric: name,
  value: fc.double({ noNaN: true, noDefaultInfinity: true }).map(withoutNegativeZero),
  higherIsBetter: fc.boolean(),
  source: fc.string(),
  confidence: fc.constantFrom(...CONFIDENCES),
  paper: orNull(name),
});

const anyEndpoint = fc.record<CatalogueEndpoint>({
  provider: fc.constantFrom(...PROVIDERS),
  via: orNull(name),
  model: name,
  taskType: name,
  status: fc.constantFrom(...ENDPOINT_STATUSES),
  standsIn: fc.boolean(),
  prices: fc.array(fc.record({ usd: amount, per: fc.constantFrom(...PRICE_UNITS), source: fc.string(), asOf: day }), {
    maxLength: 2,
  }),
  contextTokens: orNull(amount),
  maxInputBytes: orNull(amount),
});

const anyCode = fc.record<CardCode>({
  language: fc.constantFrom(...CODE_LANGUAGES),
  code: orNull(fc.string({ unit: "binary", maxLength: 60 })),
  licence: name,
  function: fc.record({
    name,
    defaults: fc.dictionary(
      fc.constantFrom("num_beams", "do_sample", "hypothesis_template", "constructor"),
      fc.oneof(fc.integer(), fc.boolean(), fc.string({ maxLength: 30 })),
    ),
  }),
});

export const anyModel = fc.record<CatalogueModel>({
  id: name,
  organization: orNull(name),
  licence: name,
  parameters: orNull(amount),
  bytes: orNull(amount),
  bytesConfidence: fc.constantFrom(...CONFIDENCES),
  languages: orNull(names),
  scores: fc.array(anyScore, { maxLength: 3 }),
  downloads: orNull(amount),
  downloadsOn: orNull(day),
  gated: orNull(fc.boolean()),
  description: fc.string({ unit: "binary" }),
  tasks: names,
  licenceConfidence: fc.constantFrom(...CONFIDENCES),
  parametersConfidence: fc.constantFrom(...CONFIDENCES),
  datasets: names,
  papers: names,
  baseModels: names,
  library: orNull(name),
  likes: orNull(amount),
  facts: fc.array(fc.record({ relation: fc.constantFrom(...CARD_RELATIONS), object: name, sentence: fc.string() }), {
    maxLength: 3,
  }),
  cardCode: orNull(anyCode),
  sources: fc.array(fc.record({ fact: fc.constantFrom(...SOURCED_FACTS), source: fc.string(), asOf: day }), {
    maxLength: 2,
  }),
  endpoints: fc.array(anyEndpoint, { maxLength: 3 }),
});

/** Models with an id of their own each. */
export const anyModels = fc.uniqueArray(anyModel, { selector: ({ id }) => id, maxLength: 80 });
