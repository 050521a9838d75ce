import type { CatalogueEndpoint, Price } from "../domain/catalogue.ts";

/**
 * Hugging Face bills its own inference by the time that a machine works on a call, and documents the rate of one machine,
 * with a GPU, in an example. That no call costs more is not certain, but likely: one counts as the longest that it may
 * last, which few come near to.
 */
const HF_INFERENCE: readonly Price[] = [
  {
    usd: 0.000_12,
    per: "compute-second",
    source: "https://huggingface.co/docs/inference-providers/pricing (of a machine in an example there: unsure)",
    asOf: "2026-11-22",
  },
];
/** Its name among the inference providers. */
const OWN = "hf-inference";

/** What a place of the catalogue asks: its own prices, or what those who serve it document for all that they serve. */
export const pricesAt = ({ provider, via, prices }: CatalogueEndpoint): readonly Price[] =>
  prices.length === 0 && provider === "huggingface" && via === OWN ? HF_INFERENCE : prices;
