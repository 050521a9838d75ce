import type { CardFact } from "../../../domain/catalogue.ts";
import { codeOfLanguage } from "../../../domain/languages.ts";

/** Reads the objects of one relation from a sentence; an empty list unless the sentence clearly states them. */
export interface CardRule {
  readonly relation: CardFact["relation"];
  readonly read: (sentence: string) => readonly string[];
}

/** The domains that are recognised, with the words for each. */
const DOMAINS: readonly (readonly [string, string])[] = [
  ["biomedical", "biomedical|biomedicine"],
  ["clinical", "clinical"],
  ["medical", "medical|medicine|healthcare|radiology"],
  ["legal", "legal|law"],
  ["financial", "financial|finance"],
  ["scientific", "scientific|academic"],
  ["chemistry", "chemistry|chemical"],
  ["biology", "protein|genomics?|DNA"],
  ["news", "news"],
  ["social media", "social media|tweets?|Twitter"],
  ["e-commerce", "e-?commerce"],
  ["customer service", "customer (?:service|support)"],
  ["programming", "programming|coding|source code"],
  ["education", "education(?:al)?"],
  ["agriculture", "agricultur(?:e|al)"],
  ["remote sensing", "remote sensing|satellite|aerial"],
  ["mathematics", "mathematics|mathematical|math"],
  ["autonomous driving", "autonomous driving|self-driving"],
];

const MATTER =
  "(?:texts?|documents?|domain|literature|data|images?|imagery|applications?|articles?|papers?|reports?|notes|language|tasks?|reasoning|use cases?)";
const PURPOSE =
  /\b(?:intended|designed|built|made|developed|created|optimi[sz]ed|speciali[sz]ed|suited|tailored)\b(?: \w+){0,3} (?:for|in|on|to)\b/i;
/** How far after the words of purpose ("designed for") a domain may stand. */
const REACH_CHARS = 120;

const PATTERNS = DOMAINS.map(([domain, words]) => ({
  domain,
  // "for biomedical text", "in the legal domain".
  matter: new RegExp(`\\b(?:for|in|on|of)(?: the)? (?:${words}) (?:\\w+ )?${MATTER}\\b`, "i"),
  word: new RegExp(`\\b(?:${words})\\b`, "i"),
}));

/** A domain mentioned with training or evaluation is not what the model is intended for. */
const OTHERWISE = /\b(?:trained|fine-?tuned|evaluated|tested|benchmark|compared|dataset|corpus)\b/i;

export const intendedForRule: CardRule = {
  relation: "intended-for",
  read(sentence) {
    const purpose = PURPOSE.exec(sentence);
    if (purpose !== null) {
      const start = purpose.index + purpose[0].length;
      const after = sentence.slice(start, start + REACH_CHARS);
      return PATTERNS.filter(({ word }) => word.test(after)).map(({ domain }) => domain);
    }
    if (OTHERWISE.test(sentence)) return [];
    return PATTERNS.filter(({ matter }) => matter.test(sentence)).map(({ domain }) => domain);
  },
};

/** Words that introduce the languages that a model knows. */
const LANGUAGES_FOLLOW =
  /\b(?:supports?|supported languages?(?: are| include)?|languages? supported(?: are| include)?|speaks?|understands?|available in|works? (?:in|with|for|on)|trained (?:on|for|in)|languages(?: are| include)?(?=:)|multilingual model for)\b/gi;
/** Filler between those words and the first language. */
const LANGUAGE_LEAD =
  /^[\s:]*(?:(?:the )?(?:following )?(?:\d{1,3} |several |multiple |many )?(?:different )?(?:languages?)?[\s:(,-]*(?:including|such as|namely|are|both)?[\s:(]*)/i;
const LANGUAGE_SEPARATOR = /^(?:\s*,\s*(?:and|or|&)\s+|\s*,\s*|\s*\/\s*|\s+(?:and|or|&|as well as)\s+)/i;
const LANGUAGE_NAME = /^\p{Lu}[\p{L}]{1,20}(?: \p{Lu}[\p{L}]{1,20})?/u;
/** In "trained on English Wikipedia" the language is part of a data set's name, which `trained-on` reads. */
const PARTS_OF_NAMES = /^\s+\p{Lu}/u;

export const languagesRule: CardRule = {
  relation: "knows-language",
  read(sentence) {
    for (const trigger of sentence.matchAll(LANGUAGES_FOLLOW)) {
      const after = sentence.slice(trigger.index + trigger[0].length);
      const found = languagesAtStart(after.replace(LANGUAGE_LEAD, ""));
      if (found.length > 0) return found;
    }
    return [];
  },
};

const MAX_LANGUAGES = 120;

/** The codes of the languages listed at the start of a text; none if the last of them is part of another name. */
function languagesAtStart(text: string): readonly string[] {
  const codes: string[] = [];
  let rest = text;
  while (codes.length < MAX_LANGUAGES) {
    const name = LANGUAGE_NAME.exec(rest)?.[0];
    const found = name === undefined ? null : (readLanguageName(name) ?? readLanguageName(name.split(" ", 1)[0] ?? ""));
    if (found === null) break;
    codes.push(found.code);
    rest = rest.slice(found.name.length);
    const separator = LANGUAGE_SEPARATOR.exec(rest)?.[0];
    if (separator === undefined) break;
    rest = rest.slice(separator.length);
  }
  return PARTS_OF_NAMES.test(rest) ? [] : codes;
}

function readLanguageName(name: string): { readonly name: string; readonly code: string } | null {
  const code = codeOfLanguage(name);
  return code === null ? null : { name, code };
}

const DATA_SETS_FOLLOW =
  /\b(?:(?:pre-?|fine-?)?trained|fine-?tuned)(?: from scratch)? (?:version of \S{1,100} )?on (?:the |both the |both )?/gi;
/** "fine-tuned version of M on D": the sentence that training libraries write. */
const FINE_TUNED_VERSION = /\bfine-?tuned version of \S{1,100}(?: \(\S{1,100}\))? on (?:the )?/gi;
/** A word of a data set's name: begins with a capital, or has a sign that ordinary words lack. */
const DATA_SET_WORD = /^(?:\p{Lu}[\w.+-]*|\d[\w.+-]*(?=[A-Za-z])\w+|[a-z][\w.-]*[_\d/][\w./-]*)/u;
const DATA_SET_NUMBER = /^\d{1,4}(?:\.\d)?(?=\s|$)/;
const DATA_SET_NOUN = /^\s+(?:data ?sets?|corpus|corpora|benchmark|collection)\b/i;
const DATA_SET_SEPARATOR = /^(?:\s*,\s*(?:and\s+)?(?:the\s+)?|\s+(?:and|&)\s+(?:the\s+)?)/;
const NOT_A_DATA_SET =
  /\b(?:GPUs?|TPUs?|A100s?|H100s?|H200s?|V100s?|T4s?|RTX|NVIDIA|Nvidia|Colab|AWS|Azure|Google Cloud|SageMaker|Cloud|None|TODO|XLA|JAX|PyTorch|Hugging Face|Intel|AMD|Gaudi|MI\d+|AutoTrain|MacBook|v\d|HPC|Slurm)\b/;
const MAX_DATA_SETS = 6;
const MAX_NAME_WORDS = 6;

export const trainedOnRule: CardRule = {
  relation: "trained-on",
  read(sentence) {
    const triggers = [...sentence.matchAll(FINE_TUNED_VERSION), ...sentence.matchAll(DATA_SETS_FOLLOW)];
    for (const trigger of triggers) {
      const found = dataSetsAtStart(sentence.slice(trigger.index + trigger[0].length));
      if (found.length > 0) return found;
    }
    return [];
  },
};

function dataSetsAtStart(text: string): readonly string[] {
  const names: string[] = [];
  let rest = text;
  while (names.length < MAX_DATA_SETS) {
    const name = nameAtStart(rest);
    if (name === null || NOT_A_DATA_SET.test(name)) break;
    if (isDataSet(name)) names.push(name.replace(/[.,]+$/, ""));
    rest = rest.slice(name.length);
    rest = rest.slice(DATA_SET_NOUN.exec(rest)?.[0].length ?? 0);
    const separator = DATA_SET_SEPARATOR.exec(rest)?.[0];
    if (separator === undefined) break;
    rest = rest.slice(separator.length);
  }
  return names;
}

/** The data set name at the start of a text, of at most `MAX_NAME_WORDS` words; null if there is none. */
function nameAtStart(text: string): string | null {
  let end = 0;
  for (let words = 0; words < MAX_NAME_WORDS; words += 1) {
    const blank = words > 0 && text[end] === " " ? 1 : 0;
    if (words > 0 && blank === 0) break;
    const rest = text.slice(end + blank);
    const word = DATA_SET_WORD.exec(rest)?.[0] ?? (words > 0 ? DATA_SET_NUMBER.exec(rest)?.[0] : undefined);
    if (word === undefined) break;
    end += blank + word.length;
    if (/[.]$/.test(word)) break;
  }
  return end === 0 ? null : text.slice(0, end);
}

/** False for a language alone ("trained on English text") and for quantities ("1.4T tokens"). */
const isDataSet = (name: string): boolean =>
  name.length > 2 &&
  /\p{L}{2}/u.test(name) &&
  !/^\d+(?:\.\d+)?[KMBT]?$/i.test(name) &&
  name.split(" ").some((word) => codeOfLanguage(word) === null) &&
  !/^(?:A|An|Our|This|These|Top|Publicly|Internet|Web|I|We|It)$/.test(name);

const COUNT = "(\\d{1,3}(?:,\\d{3}){1,2}|\\d{1,7})(\\s?[kKM]\\b)?";
const LENGTH =
  "(?:(?:maximum|max\\.?) (?:input |sequence |context |token )?(?:length|size)|(?:context|sequence|input) (?:length|window|size)|context)";

/** Tokens: only where the sentence says that they are what the model reads at most, and not what it was trained on. */
const TOKENS = [
  new RegExp(`\\b${LENGTH}(?: \\w+){0,3}(?: of| is|:| to)(?: up to)? ${COUNT}[\\s-]tokens?\\b`, "i"),
  new RegExp(`\\b${COUNT}[\\s-]tokens? (?:context|sequence|input) (?:length|window)\\b`, "i"),
  new RegExp(`\\b(?:up to|at most|maximum of|no more than|limited to) ${COUNT}[\\s-](?:input )?tokens?\\b`, "i"),
  new RegExp(`\\blonger than ${COUNT} (?:tokens?|word ?pieces?)\\b[^.]{0,60}\\btruncated\\b`, "i"),
];
const TIME =
  /\b(?:up to|at most|maximum of|no more than|limited to) (\d{1,4})[\s-](seconds?|minutes?)\b[^.]{0,40}\b(?:audio|speech|clips?|recordings?|video|long|length)\b|\b(?:audio|speech|clips?|recordings?|videos?)\b[^.]{0,40}\b(?:up to|at most|limited to) (\d{1,4})[\s-](seconds?|minutes?)\b/i;
const PIXELS =
  /\b(?:images?|inputs?|resolution)\b[^.]{0,40}?\b(\d{2,4}) ?[x×] ?(\d{2,4})\b|\b(\d{2,4}) ?[x×] ?(\d{2,4})(?: pixels?)?(?: input)? (?:resolution|images?)\b/i;

/** A larger number is the size of the training data, not of the input. */
const MAX_TOKENS = 20_000_000;

export const inputLimitRule: CardRule = {
  relation: "input-limit",
  read(sentence) {
    return [readTokens(sentence), readTime(sentence), readPixels(sentence)].filter((limit) => limit !== null);
  },
};

function readTokens(sentence: string): string | null {
  if (/\btrained (?:on|with|for)\b|\bgenerat|\boutput/i.test(sentence)) return null;
  const match = TOKENS.map((pattern) => pattern.exec(sentence)).find((found) => found !== null);
  if (!match?.[1]) return null;
  const factor = match[2] ? (match[2].trim() === "M" ? 1_000_000 : 1_000) : 1;
  const tokens = Number(match[1].replaceAll(",", "")) * factor;
  return tokens > 0 && tokens <= MAX_TOKENS ? `${tokens} tokens` : null;
}

function readTime(sentence: string): string | null {
  const match = TIME.exec(sentence);
  const amount = match?.[1] ?? match?.[3];
  const unit = (match?.[2] ?? match?.[4])?.toLowerCase().replace(/s$/, "");
  return amount === undefined || unit === undefined ? null : `${amount} ${unit}s`;
}

function readPixels(sentence: string): string | null {
  const match = PIXELS.exec(sentence);
  const width = match?.[1] ?? match?.[3];
  const height = match?.[2] ?? match?.[4];
  return width === undefined || height === undefined ? null : `${width}x${height} pixels`;
}
