import type { Confidence } from "../../../domain/catalogue.ts";
import { isKnownLicence, licenceTerms, writeLicence } from "../../../domain/licences.ts";
import { type HubModel, strings, tagged } from "./hub-model.ts";

const MAX_LICENCES = 5;

export interface Licence {
  readonly name: string;
  /** Of a name that no list has, nobody can say what it allows. */
  readonly confidence: Confidence;
}

/**
 * The licence of a model. Several are joined by AND: on the Hub, a list says that each of them holds for a part of the
 * model or for what it was made of, never that one may choose. `other` gives way to the name beside it.
 */
export function readLicence(model: Pick<HubModel, "cardData" | "tags">): Licence {
  const stated = strings(model.cardData?.license, MAX_LICENCES);
  const listed = stated.length > 0 ? stated : tagged(model.tags ?? [], "license:").slice(0, MAX_LICENCES);
  const [name] = strings(model.cardData?.license_name, 1);
  const named = name === undefined ? "unknown" : writeLicence(licenceTerms(name));
  const licence = writeLicence(
    listed.flatMap((one) => {
      const terms = licenceTerms(one);
      return writeLicence(terms) === "other" && named !== "unknown" ? licenceTerms(named) : terms;
    }),
  );
  return { name: licence, confidence: isKnownLicence(licence) ? "sure" : "unsure" };
}
