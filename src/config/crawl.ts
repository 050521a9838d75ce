import * as z from "zod";
import { address, key, variable } from "./variables.ts";

const HUB_URL = "https://huggingface.co";

/** The variables that configure the scheduled crawl of the catalogue. */
export const crawlVariables = {
  CATALOGUE_CRAWL: variable
    .pipe(z.enum(["on", "off"]).default("off"))
    .describe('set it to "on" for a catalogue that is brought up to date every week, or leave it out'),
  HF_HUB_URL: address.describe("leave it out, or set it to the address of a mirror of huggingface.co"),
  HF_TOKEN: key.describe("set it to a token with the right to read (`wrangler secret put HF_TOKEN`)"),
};

export interface CrawlConfig {
  /** True where the cron trigger crawls. */
  readonly isOn: boolean;
  /** Without a slash at its end. */
  readonly hub: string;
  /** Hugging Face's token; null to crawl without one, at half the rate. */
  readonly token: string | null;
}

export const toCrawl = (variables: z.output<z.ZodObject<typeof crawlVariables>>): CrawlConfig => ({
  isOn: variables.CATALOGUE_CRAWL === "on",
  hub: (variables.HF_HUB_URL ?? HUB_URL).replace(/\/+$/, ""),
  token: variables.HF_TOKEN ?? null,
});
