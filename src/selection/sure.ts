import type { ModelFacts } from "../domain/catalogue.ts";

/** The size, where that is sure: an unsure one decides nothing. */
export const sureParameters = ({ parameters, parametersConfidence }: ModelFacts): number | null =>
  parametersConfidence === "unsure" ? null : parameters;

/** The licence, where that is sure, and "unknown" where it isn't. */
export const sureLicence = ({ licence, licenceConfidence }: ModelFacts): string =>
  licenceConfidence === "unsure" ? "unknown" : licence;
