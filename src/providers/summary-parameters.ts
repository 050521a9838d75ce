import { tokensFor, wishedLength } from "../words/wished-length.ts";

interface SummaryParameters {
  readonly parameters?: { readonly generate_parameters: { readonly min_length: number; readonly max_length: number } };
}

/**
 * A wished length as the generation parameters of Hugging Face's API, in tokens; nothing where no number is wished. The least is sent
 * too, as many models have one of their own, and reject a request for less.
 */
export function summaryParameters(length: string | null): SummaryParameters {
  const wished = length === null ? null : wishedLength(length);
  const most = wished === null ? null : tokensFor(wished);
  return most === null ? {} : { parameters: { generate_parameters: { min_length: 1, max_length: most } } };
}
