import { rejected } from "./answer-words.ts";
import { textTask } from "./compose.ts";
import { LABELS_SCHEMA, LABELS_SHAPE, readScored } from "./labels.ts";
import { readText } from "./text-input.ts";

/** "en", "yue", "zh-Hant", "pt-BR"; longer words are names. */
const CODE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i;
/** Three are asked for; each is looked up among all there are. */
const MAX_LANGUAGES = 5;
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

interface Language {
  readonly code: string;
  readonly name: string;
}

export const languageIdentification = textTask(async (inputs, limits) => ({
  rules: `Say which language "text" is written in: up to three, each label a BCP 47 code such as "de" or "zh-Hant". ${LABELS_SHAPE}`,
  material: { text: await readText(inputs, "text", limits) },
  schema: LABELS_SCHEMA,
  read: (words) => {
    const found = readScored(words)
      .slice(0, MAX_LANGUAGES)
      .flatMap(({ label, score }) => {
        const language = readLanguage(label.replaceAll("_", "-"));
        return language === null ? [] : [{ label: language.code, name: language.name, score }];
      });
    const [best] = found;
    if (best === undefined) throw rejected("named no language that is known");
    return { outputs: { labels: { as: "data", data: found }, language: { as: "text", text: best.name } } };
  },
}));

/** A language by its code or its English name; `null` for what is neither. */
function readLanguage(said: string): Language | null {
  const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
  const nameOf = (code: string): string | undefined => {
    try {
      return names.of(code);
    } catch {
      return undefined;
    }
  };
  if (CODE.test(said)) {
    const name = nameOf(said);
    const code = name === undefined ? undefined : Intl.getCanonicalLocales(said)[0];
    if (name !== undefined && code !== undefined) return { code, name };
  }
  const wanted = said.toLowerCase();
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const name = nameOf(first + second);
      if (name?.toLowerCase() === wanted) return { code: first + second, name };
    }
  }
  return null;
}
