import type { RequestSpan } from "./blank.ts";
import { licenceName, licencesIn } from "./licence-names.ts";
import { BENCHMARK_NAME, isOfKnownFamily, MODEL_ID, MODEL_NAME } from "./model-names.ts";
import { providerName } from "./provider-names.ts";

/** What a name in a request may be the name of. */
export type Naming = "licence" | "provider" | "model" | "benchmark";

/** One name, or several that are listed: "MIT, BSD or Apache 2.0". */
export interface NamedRun extends RequestSpan {
  /** More than one where a family is called like its maker or its licence; the likeliest first. */
  readonly may: readonly Naming[];
  readonly parts: readonly RequestSpan[];
}

/** Stands for nouns for models, and for names, in the words that patterns are matched with. */
export const MARKS = { noun: "µ", model: "‡", licence: "¬", provider: "§", benchmark: "¶" } as const;

const NOUN =
  "(?:(?:ai|ml|asr|ocr|ner|speech|language|vision|image|text|audio|translation|transcription|recognition|summari[sz]ation|captioning|detection|classification|generation|chat|gguf|quanti[sz]ed|large|pre-?trained|open|good|available|suitable|foundation|of the) ){0,3}(?:models?|llms?|checkpoints?|neural (?:networks?|nets?)|weights|experts?|endpoints?|engines?|transcribers?|detectors?|captioners?|classifiers?|translators?|summari[sz]ers?|recogni[sz]ers?|synthesi[sz]ers?|readers?|ones)(?![- ](?:calls?|files?|downloads?|leader ?boards?|requests?|prompts?|queries|invocations?)(?![a-z]))";

/** Whatever is called one: "the Acme Verse benchmark", but for what is at hand. */
const CALLED_BENCHMARK =
  "(?<=\\b(?:on|in|of|for|by|leads?|tops?|leading|topping|wins?) (?:the )?)(?!(?:the|an?|this|that|these|my|our|your|his|her|any|each|every|all|last|final|first|same|usual|standard|common|public|official|best|open source)\\b)[a-z][\\w/+.-]{0,40}(?: [\\w/+.-]{1,40}){0,2}?(?= (?:benchmark|leader ?board))";

/** The likelier naming first: a family that is called like its maker is more often meant itself. */
const NAMINGS: readonly Naming[] = ["model", "licence", "provider", "benchmark"];
let patterns: Readonly<Record<Naming | "noun", RegExp>> | undefined;
const between = (source: string): RegExp => new RegExp(`(?<![\\w'])(?:${source})(?![\\w])`, "g");

/** The own words with a mark in place of every character of a name, and the names in order. */
export interface Anchored {
  readonly marked: string;
  readonly names: readonly NamedRun[];
}

/** Finds the names of licences, providers, models and benchmarks; of names that overlap the longest counts. */
export function anchorsIn(text: string): Anchored {
  patterns ??= {
    model: new RegExp(`(?<![\\w'/@.-])(?:${MODEL_NAME}|${MODEL_ID})`, "g"),
    licence: between(licenceName()),
    provider: between(providerName()),
    benchmark: between(`${BENCHMARK_NAME}|${CALLED_BENCHMARK}`),
    noun: new RegExp(`(?<![\\w'-])(?:${NOUN})(?![\\w])`, "g"),
  };
  const found = NAMINGS.flatMap((naming) =>
    Array.from(text.matchAll(patterns?.[naming] ?? /$^/g), ({ 0: name, index }) => ({
      naming,
      start: index,
      end: index + name.length,
    })),
  )
    .filter(({ naming, start, end }) => naming !== "model" || !isPairOfLicences(text.slice(start, end)))
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
  const single: NamedRun[] = [];
  for (const { naming, start, end } of found) {
    const last = single.at(-1);
    if (last && start < last.end) {
      if (last.start === start && last.end === end)
        single.splice(-1, 1, { ...last, may: naming === "benchmark" ? [naming] : [...last.may, naming] });
    } else single.push({ start, end, may: [naming], parts: [{ start, end }] });
  }
  const chars = text.split("");
  const put = (span: RequestSpan, mark: string): void => {
    chars.fill(mark, span.start, span.end);
  };
  for (const one of single) put(one, MARKS[one.may[0] ?? "model"]);
  for (const { 0: noun, index } of chars.join("").matchAll(patterns.noun))
    put({ start: index, end: index + noun.length }, MARKS.noun);
  const marked = chars.join("");
  return { marked, names: listed(single, marked).slice(0, MAX_NAMES) };
}

/** "MIT/BSD" looks like a model of a maker. */
const isPairOfLicences = (name: string): boolean =>
  name.includes("/") && !isOfKnownFamily(name) && name.split("/").every((part) => licencesIn(part).names.length > 0);

/** Names beyond these are more than anybody asks for. */
const MAX_NAMES = 64;
const LISTED =
  /^(?: ?[µ]*)?(?:[- ]?licen[sc]\w{1,3})?(?:,? (?:and\/or|and|or|nor|plus)|,| ?\/| ?&| ?\+) ?(?:(?:with|the|an?|any|some|by|from|on|neither|either|more) ){0,2}$/;

/** Puts names of one kind that are listed together. */
function listed(names: readonly NamedRun[], marked: string): readonly NamedRun[] {
  const groups: NamedRun[] = [];
  for (const one of names) {
    const last = groups.at(-1);
    const may = last?.may.filter((naming) => one.may.includes(naming)) ?? [];
    if (last && may.length > 0 && LISTED.test(marked.slice(last.end, one.start)))
      groups.splice(-1, 1, { start: last.start, end: one.end, may, parts: [...last.parts, ...one.parts] });
    else groups.push(one);
  }
  return groups;
}
