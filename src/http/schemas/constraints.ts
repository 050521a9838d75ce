import * as z from "zod";
import { PRICE_UNITS } from "../../domain/catalogue.ts";
import type { Allowed, Constraints } from "../../domain/constraints.ts";
import { SELECTORS } from "../../domain/selection.ts";
import { components } from "./components.ts";

/** Names in one list; more are no constraint but a catalogue. */
const MAX_NAMES = 50;
const MAX_NAME_CHARS = 200;
/** The longest tag that RFC 5646 (section 4.4.1) asks software to take. */
const MAX_LANGUAGE_CHARS = 35;

const name = z.string().trim().min(1).max(MAX_NAME_CHARS);
const names = z.array(name).min(1).max(MAX_NAMES);

const allowed = z
  .strictObject({ allow: names.exactOptional(), deny: names.exactOptional() })
  .refine(({ allow, deny }) => (allow ?? deny) !== undefined, "needs `allow` or `deny`") satisfies z.ZodType<Allowed>;

const size = z
  .strictObject({
    max: z.number().positive().exactOptional().describe("In parameters."),
    min: z.number().positive().exactOptional().describe("In parameters."),
    maxBytes: z.number().positive().exactOptional().describe("On disk."),
    prefer: z.enum(["smallest", "largest"]).exactOptional(),
  })
  .refine((part) => Object.keys(part).length > 0, "needs `max`, `min`, `maxBytes` or `prefer`");

const benchmark = z
  .strictObject({
    name,
    prefer: z.literal("best").exactOptional(),
    atLeast: z
      .number()
      .exactOptional()
      .describe("As good as this or better, in the metric's own unit and direction; shares in per cent."),
    for: z.string().max(MAX_NAME_CHARS).exactOptional().describe("The task type that it is tied to."),
  })
  .refine(({ prefer, atLeast }) => prefer !== undefined || atLeast !== undefined, "needs `prefer` or `atLeast`");

const language = z
  .string()
  .max(MAX_LANGUAGE_CHARS)
  .refine(isLanguageTag, "must be a BCP 47 language tag, such as de or pt-BR");

/** What models may be used. */
export const constraints = z
  .strictObject({
    licence: allowed
      .exactOptional()
      .describe("SPDX identifiers, or families: permissive, open-source, non-commercial, GPL, OpenRAIL++ …"),
    provider: allowed.exactOptional().describe("Providers, makers, or `local` for what leaves the house nowhere."),
    model: allowed
      .exactOptional()
      .describe("Ids, their last parts, or how those begin: openai/whisper-large-v2, whisper-large-v2, whisper."),
    size: size.exactOptional(),
    benchmark: benchmark.exactOptional(),
    language: language.exactOptional().describe("BCP 47: what the models must know."),
    price: z
      .strictObject({ maxUsd: z.number().min(0), per: z.enum(PRICE_UNITS).exactOptional() })
      .exactOptional()
      .describe("What a model may ask at most, whatever it is asked for unless `per` says; 0 is for free."),
    latency: z
      .strictObject({ maxMs: z.number().positive() })
      .exactOptional()
      .describe("How long a model's calls may take in the median, as far as that is known."),
    prefer: z
      .literal("cheapest")
      .exactOptional()
      .describe("Of the models that keep to all this, the one whose calls cost the least comes first."),
    gated: z.literal(false).exactOptional().describe("Only models whose weights everybody may have."),
  })
  .register(components, {
    id: "Constraints",
    description: "What models may be used; each part is there only when somebody asked for it.",
  }) satisfies z.ZodType<Constraints>;

export const selection = z
  .enum(SELECTORS)
  .describe("Who chooses among the candidates that the constraints leave: rules, or the language model in one call.");

/** True for a well-formed tag of a language that has a name: "xx-nonsense" is formed well enough, and none. */
function isLanguageTag(tag: string): boolean {
  try {
    const { language } = new Intl.Locale(tag);
    return new Intl.DisplayNames("en", { type: "language", fallback: "none" }).of(language) !== undefined;
  } catch {
    return false;
  }
}
