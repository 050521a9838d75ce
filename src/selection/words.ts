import type { Price } from "../domain/catalogue.ts";
import { countInWords, moneyInWords, perUnit, timeInWords } from "../domain/describe-constraints.ts";
import { endpointKey } from "../domain/endpoints.ts";
import type { Expert, Health } from "../domain/experts.ts";
import type { Evidence } from "./benchmark/evidence.ts";

/** Models that a sentence or a list names before it only counts. */
export const MAX_NAMED = 5;
/** Languages that a sentence names before it only counts. */
const MAX_TAGS = 6;

/** "custom:a, custom:b and 3 more", where the names are the first of so many. */
export function listed(names: readonly string[], count: number): string {
  const told = names.slice(0, MAX_NAMED);
  return `${told.join(", ")}${count > told.length ? ` and ${count - told.length} more` : ""}`;
}

export const keyOf = ({ endpoint }: Expert): string => endpointKey(endpoint);

export const languagesFact = ({ facts: { languages } }: Expert): string => {
  if (languages === null) return "languages not known";
  if (languages.length === 0) return "no language";
  if (languages.includes("mul")) return "a hundred languages or more";
  return languages.length > MAX_TAGS ? `${languages.length} languages` : `languages ${languages.join(", ")}`;
};

/** "7 billion parameters (unsure)" */
export function sizeFact({ facts: { parameters, parametersConfidence } }: Expert): string {
  if (parameters === null) return "size not known";
  const size = parameters === 0 ? "no learnt weights" : `${countInWords(parameters)} parameters`;
  return parametersConfidence === "unsure" ? `${size} (unsure)` : size;
}

/** "licence GPL-3.0-only" */
export const licenceFact = ({ facts: { licence, licenceConfidence } }: Expert): string =>
  `licence ${licence}${licenceConfidence === "unsure" && licence !== "unknown" ? " (unsure)" : ""}`;

/** "0.01 dollars per image", or "free". */
export const pricesInWords = (prices: readonly Price[]): string =>
  prices.every(({ usd }) => usd === 0)
    ? "free"
    : prices.map(({ usd, per }) => `${moneyInWords(usd)} dollars ${perUnit(per)}`).join(", ");

/** "ahead of 83 % of the others on 3 benchmarks" */
export const evidenceInWords = ({ ahead, benchmarks }: Evidence): string =>
  `ahead of ${Math.round(ahead * 100)} % of the others on ${benchmarks === 1 ? "one benchmark" : `${benchmarks} benchmarks`}`;

/** "38 of its last 40 calls succeeded, 1.2 seconds in the median" */
export function healthInWords({ calls, failures, medianMs }: Health): string {
  const went =
    calls === 1
      ? `its last call ${failures === 0 ? "succeeded" : "failed"}`
      : `${calls - failures} of its last ${calls} calls succeeded`;
  if (medianMs === null) return went;
  return `${went}, ${timeInWords(Math.round(medianMs))}${calls - failures === 1 ? "" : " in the median"}`;
}
