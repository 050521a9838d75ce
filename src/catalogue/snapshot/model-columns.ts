import { CARD_RELATIONS } from "../../../r2-schemas/catalogue.ts";
import {
  type CardFact,
  type CatalogueEndpoint,
  type CatalogueModel,
  CONFIDENCES,
  ENDPOINT_STATUSES,
  PRICE_UNITS,
  type Price,
  type Score,
} from "../../domain/catalogue.ts";
import { PROVIDERS } from "../../domain/provider-names.ts";
import {
  choice,
  type Fields,
  flag,
  list,
  number,
  optionalFlag,
  optionalList,
  optionalNumber,
  optionalText,
  record,
  type Strings,
  text,
} from "./columns.ts";

export type ModelColumns = ReturnType<typeof createModelColumns>;

/** Empty columns for models: one for each field of a `CatalogueModel` (`fields`), and all of them as one (`models`). */
export function createModelColumns(strings: Strings) {
  const names = () => list(text(strings));
  const confidence = () => choice(strings, CONFIDENCES);
  const fields = {
    id: text(strings),
    organization: optionalText(strings),
    licence: text(strings),
    parameters: optionalNumber(),
    bytes: optionalNumber(),
    languages: optionalList(text(strings)),
    scores: list(
      record<Score>({
        benchmark: text(strings),
        config: optionalText(strings),
        split: optionalText(strings),
        metric: text(strings),
        value: number(),
        higherIsBetter: flag(),
        source: text(strings),
        confidence: confidence(),
      }),
    ),
    downloads: optionalNumber(),
    gated: optionalFlag(),
    description: text(strings),
    tasks: names(),
    licenceConfidence: confidence(),
    parametersConfidence: confidence(),
    datasets: names(),
    papers: names(),
    baseModels: names(),
    library: optionalText(strings),
    likes: optionalNumber(),
    facts: list(
      record<CardFact>({
        relation: choice(strings, CARD_RELATIONS),
        object: text(strings),
        sentence: text(strings),
      }),
    ),
    endpoints: list(
      record<CatalogueEndpoint>({
        provider: choice(strings, PROVIDERS),
        via: optionalText(strings),
        model: text(strings),
        taskType: text(strings),
        status: choice(strings, ENDPOINT_STATUSES),
        standsIn: flag(),
        prices: list(
          record<Price>({
            usd: number(),
            per: choice(strings, PRICE_UNITS),
            source: text(strings),
            asOf: text(strings),
          }),
        ),
        contextTokens: optionalNumber(),
        maxInputBytes: optionalNumber(),
      }),
    ),
  } satisfies Fields<CatalogueModel>;
  return { fields, models: record<CatalogueModel>(fields) };
}
