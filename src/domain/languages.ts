import { Kept } from "./kept.ts";

/** "pt-BR" or "spa_Latn", "Spanish", as a BCP 47 tag; `null` for what names no language. */
export function languageTag(name: string): string | null {
  const wanted = name.trim();
  if (!/^[\p{L}\d _()-]{2,40}$/u.test(wanted)) return null;
  return codesByName().get(wanted.toLowerCase()) ?? canonicalTag(wanted);
}

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

/** Of the tags met lately: taking one apart costs microseconds, and a catalogue knows hundreds. */
const parts = new Kept<Parts>(1000);
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
    return Intl.getCanonicalLocales(tag)[0] ?? null;
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
/** English names and codes of the languages of ISO 639-1; made once, as asking for all of them takes milliseconds. */
function codesByName(): ReadonlyMap<string, string> {
  codes ??= new Map(
    twoLetters()
      .map((code) => [languageInWords(code).toLowerCase(), code] as const)
      .filter(([name, code]) => name !== code),
  );
  return codes;
}

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
const twoLetters = (): readonly string[] => LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`));
