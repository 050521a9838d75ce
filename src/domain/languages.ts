import { FifoCache } from "./caches.ts";

/** Codes for no language, for any, and for one that nobody knows. */
const NO_LANGUAGE: ReadonlySet<string> = new Set(["und", "zxx", "mis"]);

/**
 * "pt-BR", "spa_Latn", "iw" or "Spanish" as a BCP 47 tag ("iw" is "he"); `null` for what names no language. Whether a
 * code of three letters is one is not looked up: the runtime's own list of languages lacks the rarer ones.
 */
export function languageTag(name: string): string | null {
  const wanted = name.trim();
  if (!/^[\p{L}\d _()-]{2,40}$/u.test(wanted)) return null;
  return codeOfLanguage(wanted) ?? canonicalTag(wanted);
}

/** The code of two letters of a language's English name: "German" → "de". */
export const codeOfLanguage = (name: string): string | null => codesByName().get(name.toLowerCase()) ?? null;

/** "Spanish" for "es". */
export const languageInWords = (tag: string): string => englishNames().of(tag) ?? tag;

/**
 * Whether one who knows a language also knows what is wanted. Who knows it as a whole is taken to know its variants, and
 * who knows a variant knows the language; two variants are two things: pt-BR is not pt-PT, and zh-Hant is not zh-CN.
 */
export function coversLanguage(known: string, wanted: string): boolean {
  if (known === "mul") return true;
  const [has, needs] = [partsOf(known), partsOf(wanted)];
  const agree = (one?: string, other?: string): boolean => one === undefined || other === undefined || one === other;
  return has.language === needs.language && agree(has.script, needs.script) && agree(has.region, needs.region);
}

/** Norwegian is written in two ways, and most models that know it say neither which. */
const SAME: ReadonlyMap<string, string> = new Map([
  ["nb", "no"],
  ["nn", "no"],
]);

interface Parts {
  readonly language: string;
  readonly script?: string | undefined;
  readonly region?: string | undefined;
}

/** Parsed tags cached: parsing one costs microseconds, and a catalogue has hundreds of them. */
const parts = new FifoCache<Parts>(1000);
const partsOf = (tag: string): Parts => parts.get(tag, () => takeApart(tag));

function takeApart(tag: string): Parts {
  try {
    const locale = new Intl.Locale(tag.replaceAll("_", "-"));
    const script = locale.script ?? (locale.region === undefined ? undefined : locale.maximize().script);
    return { language: SAME.get(locale.language) ?? locale.language, script, region: locale.region };
  } catch {
    return { language: tag };
  }
}

function canonicalTag(name: string): string | null {
  const tag = name.replaceAll("_", "-");
  // Longer than three letters is no language that ISO 639 lists, but a word.
  if (!/^[a-z]{2,3}(?:-|$)/i.test(tag)) return null;
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    return canonical === undefined || NO_LANGUAGE.has(canonical) ? null : canonical;
  } catch {
    return null;
  }
}

let names: Intl.DisplayNames | undefined;
const englishNames = (): Intl.DisplayNames => {
  names ??= new Intl.DisplayNames(["en"], { type: "language", fallback: "code" });
  return names;
};

let codes: ReadonlyMap<string, string> | undefined;
/**
 * English names and codes of the languages of ISO 639-1; made once, as asking for all of them takes milliseconds. Of two
 * codes of one name the first counts, and one that another took the place of is written as that one: "he", not "iw".
 */
function codesByName(): ReadonlyMap<string, string> {
  if (codes) return codes;
  const found = new Map<string, string>();
  for (const code of twoLetters()) {
    const [name, tag] = [languageInWords(code).toLowerCase(), canonicalTag(code)];
    if (tag !== null && name !== code && !found.has(name)) found.set(name, tag);
  }
  codes = found;
  return found;
}

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
const twoLetters = (): readonly string[] => LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`));
