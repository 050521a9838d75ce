import { AppError } from "../domain/errors.ts";
import { languageTag } from "../domain/languages.ts";

/** Names that are not, or not only, what the platform calls the language. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["mandarin", "zh"],
  ["farsi", "fa"],
  ["castilian", "es"],
  ["flemish", "nl"],
  ["tagalog", "tl"],
]);

/**
 * The language code of two or three letters that a BCP 47 code or an English name stands for.
 * @throws {AppError} `unsupported-input` for what is neither.
 */
export function languageCode(written: string): string {
  const tag = OTHER_NAMES.get(written.trim().toLowerCase()) ?? languageTag(written);
  if (tag !== null) return new Intl.Locale(tag).language;
  const shown = written.replaceAll(/[^\p{L}\p{N} -]/gu, "").slice(0, 40);
  throw new AppError("unsupported-input", `"${shown}" is not a language that is known here; give its BCP 47 code.`);
}

/** Codes by which translation models call a language that the platform has another for. */
const MODELS_CODES: ReadonlyMap<string, string> = new Map([
  ["nb", "no"],
  ["nn", "no"],
  ["fil", "tl"],
  ["pbt", "ps"],
]);

/** As `languageCode`, but with the code that translation models have for the language: `no` for Bokmål. */
export function modelLanguage(written: string): string {
  const code = languageCode(written);
  return MODELS_CODES.get(code) ?? code;
}

/** The codes of a model's own, such as `deu_Latn` or `de_DE`, by the language of each, as `modelLanguage` has it. */
export const codesByLanguage = (codes: string): ReadonlyMap<string, string> =>
  new Map(codes.split(/\s+/).map((code) => [modelLanguage(code), code]));

/** The language of a text by its words; English where these don't tell, as translation models need one. */
export async function sourceLanguage(text: string): Promise<string> {
  const { identifyLanguage } = await import("../words/identify-language.ts");
  return modelLanguage(identifyLanguage(text)[0]?.label ?? "en");
}
