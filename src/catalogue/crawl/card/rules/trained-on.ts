import { codeOfLanguage } from "../../../../domain/languages.ts";
import type { CardRule } from "./rule.ts";

const TRIGGER =
  /\b(?:(?:pre-?|fine-?)?trained|fine-?tuned)(?: from scratch)? (?:version of \S{1,100} )?on (?:the |both the |both )?/gi;
/** A fine-tuned version of a model, on a data set: the form that training libraries write. */
const VERSION = /\bfine-?tuned version of \S{1,100}(?: \(\S{1,100}\))? on (?:the )?/gi;
/** A word of a data set's name: begins with a capital, or has a sign that ordinary words lack. */
const WORD = /^(?:\p{Lu}[\w.+-]*|\d[\w.+-]*(?=[A-Za-z])\w+|[a-z][\w.-]*[_\d/][\w./-]*)/u;
const NUMBER = /^\d{1,4}(?:\.\d)?(?=\s|$)/;
const NOUN = /^\s+(?:data ?sets?|corpus|corpora|benchmark|collection)\b/i;
const SEPARATOR = /^(?:\s*,\s*(?:and\s+)?(?:the\s+)?|\s+(?:and|&)\s+(?:the\s+)?)/;
const NO_DATA =
  /\b(?:GPUs?|TPUs?|A100s?|H100s?|H200s?|V100s?|T4s?|RTX|NVIDIA|Nvidia|Colab|AWS|Azure|Google Cloud|SageMaker|Cloud|None|TODO|XLA|JAX|PyTorch|Hugging Face|Intel|AMD|Gaudi|MI\d+|AutoTrain|MacBook|v\d|HPC|Slurm)\b/;
const MAX_NAMES = 6;
const MAX_WORDS = 6;

export const trainedOnRule: CardRule = {
  relation: "trained-on",
  read(sentence) {
    const triggers = [...sentence.matchAll(VERSION), ...sentence.matchAll(TRIGGER)];
    for (const trigger of triggers) {
      const found = namesAtStart(sentence.slice(trigger.index + trigger[0].length));
      if (found.length > 0) return found;
    }
    return [];
  },
};

function namesAtStart(text: string): readonly string[] {
  const names: string[] = [];
  let rest = text;
  while (names.length < MAX_NAMES) {
    const name = nameAtStart(rest);
    if (name === null || NO_DATA.test(name)) break;
    if (isDataSet(name)) names.push(name.replace(/[.,]+$/, ""));
    rest = rest.slice(name.length);
    rest = rest.slice(NOUN.exec(rest)?.[0].length ?? 0);
    const separator = SEPARATOR.exec(rest)?.[0];
    if (separator === undefined) break;
    rest = rest.slice(separator.length);
  }
  return names;
}

/** As many words of a name as follow one another. */
function nameAtStart(text: string): string | null {
  let end = 0;
  for (let words = 0; words < MAX_WORDS; words += 1) {
    const blank = words > 0 && text[end] === " " ? 1 : 0;
    if (words > 0 && blank === 0) break;
    const rest = text.slice(end + blank);
    const word = WORD.exec(rest)?.[0] ?? (words > 0 ? NUMBER.exec(rest)?.[0] : undefined);
    if (word === undefined) break;
    end += blank + word.length;
    if (/[.]$/.test(word)) break;
  }
  return end === 0 ? null : text.slice(0, end);
}

/** Not a language alone ("trained on English text"), nor a number of something ("1.4T tokens"). */
const isDataSet = (name: string): boolean =>
  name.length > 2 &&
  /\p{L}{2}/u.test(name) &&
  !/^\d+(?:\.\d+)?[KMBT]?$/i.test(name) &&
  name.split(" ").some((word) => codeOfLanguage(word) === null) &&
  !/^(?:A|An|Our|This|These|Top|Publicly|Internet|Web|I|We|It)$/.test(name);
