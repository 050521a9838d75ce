import { AppError } from "../../domain/errors.ts";

/**
 * The language code of two or three letters that a BCP 47 code or an English name stands for.
 * @throws {AppError} `unsupported-input` for what is neither.
 */
export function languageCode(written: string): string {
  const text = written.trim();
  const code = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8}){0,3}$/i.test(text) ? codeIn(text) : null;
  const found = code ?? namedCodes().get(text.toLowerCase()) ?? null;
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

let codes: ReadonlyMap<string, string> | undefined;

/** English names of the languages with a code of two letters; made once, as asking for all of them takes milliseconds. */
function namedCodes(): ReadonlyMap<string, string> {
  if (codes) return codes;
  const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  codes = new Map(
    letters.flatMap((first) =>
      letters.flatMap((second) => {
        const name = names.of(`${first}${second}`);
        return name === undefined ? [] : [[name.toLowerCase(), `${first}${second}`] as const];
      }),
    ),
  );
  return codes;
}
