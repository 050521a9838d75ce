import type { Plan, SingleBinding, Task } from "../../../domain/plan.ts";
import { identifyLanguage, sureLanguageOf } from "../../../words/identify-language.ts";
import type { WordVectors } from "../../../words/vectors.ts";
import { type PortRole, roleOf } from "../rank/ports.ts";
import { inEnglish } from "../read/glossary.ts";
import type { ReadRequest } from "../read/index.ts";
import { languageOfWord } from "../read/languages.ts";
import type { RequestToken } from "../read/tokens.ts";

/** A language that a request is written in, other than English. */
export interface ForeignLanguage {
  /** BCP 47 code. */
  readonly code: string;
  /** In English. */
  readonly name: string;
}

/** Up to this share of English words a request may be in another language: names, loan words and "die" are in both. */
const MAX_ENGLISH_SHARE = 0.5;
/** One word is a name more often than a language, unless its script says it. */
const MIN_WORDS = 2;
/** A clause of so many words with no more than one that is not English is in English: "Could you put Helen's letter …". */
const MIN_WORDS_WITH_NAME = 5;

/** A request's own words, in lower case; "Tue" of "Tue 95" is what a number is called, and a word of no language. */
const ownWordsOf = (tokens: readonly RequestToken[]): readonly string[] =>
  tokens.flatMap(({ said, isQuoted }, at) =>
    isQuoted || said.startsWith("@") || /\d/.test(said) || /^\d/.test(tokens[at + 1]?.said ?? "")
      ? []
      : [said.toLowerCase()],
  );

/** The names of languages are capitalised, and so not among the words. */
const isEnglishWord = (word: string, vectors: WordVectors): boolean =>
  vectors.has(word) || vectors.has(word.replace(/'?s$/, "")) || languageOfWord(word) !== undefined;

/** Whether each of a request's own words is English; so few may be words of another language as well. */
export const isInEnglish = (tokens: readonly RequestToken[], vectors: WordVectors): boolean =>
  ownWordsOf(tokens).every((word) => isEnglishWord(word, vectors));

/** Less of a request being known words, little can be made of it. */
const MIN_KNOWN_SHARE = 2 / 3;

/** Whether most of a request's own words are known. */
export function isOfKnownWords(tokens: readonly RequestToken[], knows: (word: string) => boolean): boolean {
  const words = ownWordsOf(tokens);
  return words.filter(knows).length >= MIN_KNOWN_SHARE * words.length;
}

/**
 * The language of a request's own words; null for English, and where they do not tell. A clause in English tells
 * that the rest is what it is about: "which language is this: tack så mycket".
 */
export function foreignLanguageOf(tokens: readonly RequestToken[], vectors: WordVectors): ForeignLanguage | null {
  const words = ownWordsOf(tokens);
  const clauses = [...Map.groupBy(tokens, ({ clause }) => clause).values()].map(ownWordsOf);
  const isTold = (own: readonly string[]): boolean => {
    const others = own.filter((word) => !isEnglishWord(word, vectors)).length;
    return own.length >= MIN_WORDS && others <= (own.length >= MIN_WORDS_WITH_NAME ? 1 : 0);
  };
  if (clauses.some(isTold)) return null;
  const isLatin = words.every((word) => /^[\p{Script=Latin}\p{Script=Common}]*$/u.test(word));
  if (words.length < MIN_WORDS && isLatin) return null;
  const foreign = words.filter((word) => !isEnglishWord(word, vectors));
  if (words.length === 0 || 1 - foreign.length / words.length > MAX_ENGLISH_SHARE) return null;
  const text = words.join(" ");
  // "Avg score" has a word of English; no language but another has "combien chiens" or "köpekleri say".
  const mayBeEnglish = foreign.length < words.length && /^[a-z' -]*$/.test(text);
  if (mayBeEnglish && foreign.length < MIN_WORDS) return null;
  const guess = mayBeEnglish ? sureLanguageOf(text, [...foreign]) : identifyLanguage(text)[0];
  return !guess || guess.label === "en" ? null : { code: guess.label, name: guess.name };
}

/** Words for the language that a reply is meant in; English where it is none of these. */
const ENGLISH_ONLY: Readonly<Record<string, string>> = {
  de: "Das habe ich nicht sicher verstanden: ohne Sprachmodell verstehe ich solche Bitten nur auf Englisch.",
  fr: "Je n'ai pas bien compris : sans modèle de langue, je ne comprends ce genre de demande qu'en anglais.",
  es: "No lo he entendido con seguridad: sin un modelo de lenguaje solo entiendo este tipo de peticiones en inglés.",
  pt: "Não entendi com certeza: sem um modelo de linguagem só entendo este tipo de pedido em inglês.",
  it: "Non ho capito con certezza: senza un modello linguistico capisco richieste di questo tipo solo in inglese.",
  zh: "我没有完全理解：没有语言模型时，这类请求我只懂英文。",
};

/** Says in a language that without a language model only English is understood. */
export const englishOnly = ({ code, name }: ForeignLanguage): string =>
  ENGLISH_ONLY[code] ?? `This looks like ${name}. Without a language model I understand such requests in English only.`;

/**
 * A plan with English for what its tasks are told in the request's own words: a question, a change of a picture.
 * @returns null where that is not known for all of them
 */
export function withEnglishWords(plan: Plan, { reading: { parts }, request: { ontology } }: ReadRequest): Plan | null {
  const quoted = parts.flatMap(({ part }) => (part.as === "file" ? [] : [part.text]));
  const isOwn = (value: unknown): boolean => !quoted.some((words) => words.includes(String(value)));
  let isKnown = true;
  const english = (binding: SingleBinding, isTold: boolean): SingleBinding => {
    if (!isKnown || binding.from !== "literal" || !isOwn(binding.value)) return binding;
    const value = isTold && typeof binding.value === "string" ? inEnglish(binding.value) : null;
    if (value === null) isKnown = false;
    return { from: "literal", value };
  };
  const args = (task: Task): Task["args"] => {
    const type = ontology.get(task.type);
    return Object.fromEntries(
      Object.entries(task.args).map(([name, binding]) => {
        if (LANGUAGE_PORTS.has(name)) return [name, binding];
        const port = type?.inputs.find((input) => input.name === name);
        // A text to be read aloud or translated is never put into English; unquoted, nobody knows where it begins.
        const isTold = type !== undefined && port !== undefined && PUT_INTO_ENGLISH.has(roleOf(port, type));
        if (binding.from !== "list") return [name, english(binding, isTold)];
        return [name, { ...binding, items: binding.items.map((item) => english(item, isTold)) }];
      }),
    );
  };
  const tasks = plan.tasks.map((task) => ({ ...task, args: args(task) }));
  return isKnown ? { ...plan, tasks } : null;
}

const LANGUAGE_PORTS: ReadonlySet<string> = new Set(["language", "target-language", "source-language"]);
/** What experts are told, and read in English only. */
const PUT_INTO_ENGLISH: ReadonlySet<PortRole> = new Set<PortRole>(["question", "change"]);
