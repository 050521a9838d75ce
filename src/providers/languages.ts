import { AppError } from "../domain/errors.ts";

/** The English name of a language: `de` → "German"; null for what is no code that is known. */
export function languageName(code: string): string | null {
  try {
    return new Intl.DisplayNames(["en"], { type: "language", fallback: "none" }).of(code) ?? null;
  } catch {
    return null;
  }
}

/** The code of two letters of an English name, in any case: "German" → `de`; null for what is no name that is known. */
export const languageNamed = (name: string): string | null => namedCodes().get(name.toLowerCase()) ?? null;

let codes: ReadonlyMap<string, string> | undefined;

/** English names of the languages with a code of two letters; made once, as asking for all of them takes milliseconds. */
function namedCodes(): ReadonlyMap<string, string> {
  if (codes) return codes;
  const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const found = new Map<string, string>();
  for (const code of letters.flatMap((first) => letters.map((second) => `${first}${second}`))) {
    const name = names.of(code)?.toLowerCase();
    // Withdrawn codes, such as `iw` of Hebrew, have the name of the one that replaced them.
    const isCurrent = Intl.getCanonicalLocales(code)[0] === code;
    if (name !== undefined && (isCurrent || !found.has(name))) found.set(name, code);
  }
  codes = found;
  return codes;
}

/**
 * The language code of two or three letters that a BCP 47 code or an English name stands for.
 * @throws {AppError} `unsupported-input` for what is neither.
 */
export function languageCode(written: string): string {
  const text = written.trim();
  const code = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8}){0,3}$/i.test(text) ? codeIn(text) : null;
  const found = code ?? languageNamed(text);
  if (found !== null) return found;
  const shown = text.replaceAll(/[^\p{L}\p{N} -]/gu, "").slice(0, 40);
  throw new AppError("unsupported-input", `"${shown}" is not a language that is known here; give its BCP 47 code.`);
}

function codeIn(tag: string): string | null {
  try {
    return new Intl.Locale(tag.replaceAll("_", "-")).language;
  } catch {
    return null;
  }
}

/** The code of the language that a text is probably written in; null where its words do not tell. */
export async function guessLanguage(text: string): Promise<string | null> {
  const { identifyLanguage } = await import("./embedded/text/identify-language.ts");
  return identifyLanguage(text)[0]?.label ?? null;
}
