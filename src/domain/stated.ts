import type { StatedFacts } from "./endpoints.ts";

/** Among the fields of something larger, those by which whoever names an endpoint says what its model is. */
export function statedIn(fields: StatedFacts): { readonly stated?: StatedFacts } {
  const { parameters, bytes, languages, gated, prices, sameAs, hosted } = fields;
  const stated: StatedFacts = {
    ...(parameters === undefined ? {} : { parameters }),
    ...(bytes === undefined ? {} : { bytes }),
    ...(languages === undefined ? {} : { languages }),
    ...(gated === undefined ? {} : { gated }),
    ...(prices === undefined ? {} : { prices }),
    ...(hosted === undefined ? {} : { hosted }),
    ...(sameAs === undefined ? {} : { sameAs }),
  };
  return Object.keys(stated).length === 0 ? {} : { stated };
}
