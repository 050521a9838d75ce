import { BENCHMARK_NAME } from "./benchmark-names.ts";
import { licenceName } from "./licence-names.ts";
import { matchesOf } from "./matches.ts";
import { MODEL_NAME } from "./model-families.ts";
import { providerName } from "./provider-names.ts";

/**
 * Names that a rule speaks of stand as runs of one mark in the words it is matched with, position by position. With all
 * names written out in every rule, the rules together would take half a second to compile.
 */
export const MARKS = { model: "µ", licence: "¬", provider: "§", benchmark: "¶", named: "‡" } as const;

const MODELS =
  "(?:(?:ai|ml|asr|ocr|ner|speech|language|vision|image|text|audio|translation|transcription|recognition|summari[sz]ation|captioning|detection|classification|generation|chat|gguf|quanti[sz]ed|multilingual|large|pre-?trained|open|good|available|suitable|of the) ){0,3}(?:models?|llms?|checkpoints?|neural (?:networks?|nets?)|weights|experts?|endpoints?|engines?|transcribers?|detectors?|captioners?|classifiers?|translators?|summari[sz]ers?|recogni[sz]ers?|synthesi[sz]ers?|readers?|ones)(?![- ](?:calls?|files?|downloads?|leader ?boards?|requests?|prompts?|queries|invocations?)(?![a-z]))";

/** The same words with marks: of models alone, of these and licences, providers, benchmarks or models' names. */
export interface Marked {
  /** Without marks. */
  readonly plain: string;
  readonly models: string;
  readonly licences: string;
  readonly providers: string;
  readonly benchmarks: string;
  readonly names: string;
}

const between = (name: string): RegExp => new RegExp(`(?<![\\w'])(?:${name})(?![\\w])`, "g");

let patterns: Readonly<Record<keyof typeof MARKS, RegExp>> | undefined;

/** Marks names in plain words; every text stays as long as `text`. */
export function mark(text: string): Marked {
  patterns ??= {
    model: between(MODELS),
    licence: between(licenceName()),
    provider: between(providerName()),
    benchmark: between(BENCHMARK_NAME),
    named: new RegExp(`(?<![\\w'/@.-])${MODEL_NAME}`, "g"),
  };
  const { model, licence, provider, benchmark, named } = patterns;
  const run = (words: string, name: RegExp, char: string): string => {
    let marked = "";
    for (const { 0: found, index } of matchesOf(name, words))
      marked += words.slice(marked.length, index) + char.repeat(found.length);
    return marked + words.slice(marked.length);
  };
  const models = run(text, model, MARKS.model);
  const beside = (name: RegExp, char: string): string => {
    const words = run(text, name, char);
    // Most requests name none.
    return words === text ? models : run(words, model, MARKS.model);
  };
  return {
    plain: text,
    models,
    licences: beside(licence, MARKS.licence),
    providers: beside(provider, MARKS.provider),
    benchmarks: beside(benchmark, MARKS.benchmark),
    names: beside(named, MARKS.named),
  };
}

let one: RegExp | undefined;
/** True when a phrase speaks of models. */
export function tellsModels(phrase: string): boolean {
  one ??= new RegExp(`(?<![\\w'])(?:${MODELS})(?![\\w])`);
  return one.test(phrase);
}
