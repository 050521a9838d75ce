import * as z from "zod";
import { PRICE_UNITS } from "../domain/catalogue.ts";
import { HOSTED } from "../domain/endpoints.ts";

/** Ten times what the largest models published have. */
const MAX_PARAMETERS = 1e14;
/** The same with ten bytes each. */
const MAX_BYTES = 1e15;
/** More than any model is known to know; whoever has more says "mul". */
const MAX_LANGUAGES = 300;
const MAX_PRICE_USD = 1_000_000;

/** A BCP 47 tag of at most four parts: "en", "pt-BR", "zh-Hant-TW", "mul". */
const language = z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/, 'a language tag such as "en" or "pt-BR"');

const price = z.strictObject({
  usd: z.number().min(0).max(MAX_PRICE_USD),
  per: z.enum(PRICE_UNITS),
  source: z.string().min(1).max(300).default("stated with the endpoint"),
  asOf: z.iso.date().describe("The day the price was read."),
});

/** One price for each unit that is charged for. */
const prices = z
  .array(price)
  .max(PRICE_UNITS.length)
  .refine((all) => new Set(all.map(({ per }) => per)).size === all.length, "a unit may be priced once");

/** The fields by which whoever names an endpoint says what its model is; what is left out stays unknown. */
export const statedFields = {
  parameters: z.int().min(0).max(MAX_PARAMETERS).exactOptional().describe("Counted one by one; 0 for a program."),
  bytes: z.int().min(0).max(MAX_BYTES).exactOptional().describe("On disk."),
  languages: z
    .array(language)
    .max(MAX_LANGUAGES)
    .exactOptional()
    .describe('BCP 47; ["mul"] for a hundred and more, [] for a model that works on no language.'),
  gated: z.boolean().exactOptional().describe("Whether its weights are given only to those who ask."),
  prices: prices.exactOptional(),
} as const;

/** What only the deployment itself can vouch for: with "local only", its requests go there. */
export const vouchedFields = {
  hosted: z
    .enum(HOSTED)
    .exactOptional()
    .describe("`here` if what it is sent stays in your house; unknown where the address doesn't tell."),
} as const;
