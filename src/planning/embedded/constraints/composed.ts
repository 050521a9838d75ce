import { overlap, type RequestSpan } from "./blank.ts";
import type { ConstraintFinding } from "./find-all.ts";
import { AT_LEAST, AT_MOST } from "./grammar.ts";
import { type LeftOver, leftOver } from "./left-over.ts";
import { licencesIn } from "./licence-names.ts";
import { OPEN, PUBLISHED } from "./licence-open.ts";
import { type Marked, tellsModels } from "./marked.ts";
import { sameMatter } from "./matters.ts";
import { NUMBER } from "./numbers.ts";
import { providersIn } from "./provider-names.ts";
import type { Quality } from "./qualities.ts";
import type { PhraseMeaning } from "./rule.ts";
import { parametersOf, SCALE } from "./size.ts";
import type { Words } from "./words.ts";

/**
 * What the phrases leave of a model that has several qualities: of "a permissive, non-gated model below 2B from Google that
 * is best on COCO" each is read by itself. All of a stretch is read or nothing: what is left is told.
 */
export const composed = (
  words: Words,
  marked: Marked,
  phrases: readonly ConstraintFinding[],
): readonly ConstraintFinding[] =>
  leftOver(marked, phrases).flatMap((stretch) => readAll(stretch, words, phrases) ?? []);

function readAll(
  stretch: LeftOver,
  words: Words,
  phrases: readonly ConstraintFinding[],
): readonly ConstraintFinding[] | null {
  const { start, end } = stretch;
  const all = words.text.slice(start, end);
  const isRefused = REFUSES.test(all) || REFUSED.test(words.text.slice(Math.max(0, start - NEAR_CHARS), start));
  const groups = grouped(stretch.unread, words.text);
  const said: ConstraintFinding[] = [];
  for (const group of groups) {
    const one = readQuality(group, stretch, words, isRefused);
    if (one === null) return null;
    said.push({ ...one, start, end });
  }
  const others = phrases.filter((phrase) => overlap(phrase, stretch));
  const isTwice = said.some((one, place) =>
    [...others, ...said.slice(0, place)].some((other) => sameMatter(one, other)),
  );
  return isTwice || isMixed(stretch, groups, words.text, isRefused, others) ? null : said;
}

/** "Whisper or an MIT model", "no model above 3B under MIT": what holds of which cannot be said. */
function isMixed(
  { start, end }: LeftOver,
  groups: readonly RequestSpan[],
  text: string,
  isRefused: boolean,
  others: readonly PhraseMeaning[],
): boolean {
  const between = text.slice(start, end);
  if (isRefused)
    return !others.every(denies) || (groups.length + others.length > 1 && !/^[^,]*\b(?:or|nor)\b[^,]*$/.test(between));
  const outside = [...groups]
    .reverse()
    .reduce((left, one) => left.slice(0, one.start - start) + left.slice(one.end - start), between);
  return /\bor\b(?! (?:less|fewer|smaller|below|under|more|larger|above))/.test(outside);
}

const denies = ({ constraints: { licence, provider, model, gated } = {} }: PhraseMeaning): boolean =>
  gated === false || [licence, provider, model].some((part) => part?.deny !== undefined);

/** One after another the qualities of one matter that are listed; of words that share their place the longest. */
function grouped(qualities: readonly Quality[], text: string): readonly Quality[] {
  const groups: Quality[] = [];
  for (const one of qualities) {
    const last = groups.at(-1);
    if (last && overlap(last, one)) {
      // "A model from Mistral", and "not Mistral", which is its models as well.
      const isNamedTwice = last.start === one.start && last.end === one.end && last.matter !== one.matter;
      const isMaker =
        [last.matter, one.matter].includes("provider") && FROM.test(text.slice(0, one.start).slice(-NEAR_CHARS));
      if (isNamedTwice) groups.splice(-1, 1, { ...last, matter: isMaker ? "provider" : "place" });
    } else if (last?.matter === one.matter && LISTED.test(text.slice(last.end, one.start)))
      groups.splice(-1, 1, { ...last, end: one.end });
    else groups.push(one);
  }
  return groups;
}

function readQuality(
  { matter, start, end }: Quality,
  stretch: LeftOver,
  words: Words,
  isRefused: boolean,
): PhraseMeaning | null {
  const { text, asWritten } = words;
  const lead = text.slice(stretch.start, start);
  const after = text.slice(end, end + NEAR_CHARS);
  const quality = text.slice(start, end);
  const isDenied = isRefused || DENIED.test(lead);
  const side = isDenied ? "deny" : "allow";
  if (matter === "licence") {
    if (quality === "open") return isDenied ? null : /^[- ]weight/.test(after) ? PUBLISHED : OPEN;
    const { names, sure } = licencesIn(quality);
    const isLicence = sure || tellsModels(text.slice(stretch.start, stretch.end)) || /^ licen[sc]/.test(after);
    return names.length > 0 && isLicence ? { constraints: { licence: { [side]: names } } } : null;
  }
  if (matter === "provider") {
    const names = providersIn(quality);
    const isFrom = FROM.test(lead) || tellsModels(after);
    return names.length > 0 && isFrom ? { constraints: { provider: { [side]: names } } } : null;
  }
  if (matter === "model")
    return isDenied || CALLED.test(lead)
      ? { constraints: { model: { [side]: asWritten.slice(start, end).split(/,? (?:and|or|nor) |, ?/) } } }
      : null;
  if (matter === "gated") return (quality === "gated") === isDenied ? { constraints: { gated: false } } : null;
  if (isDenied) return null;
  if (matter === "benchmark")
    return BEST_ON.test(lead)
      ? { constraints: { benchmark: { name: asWritten.slice(start, end), prefer: "best" } } }
      : null;
  if (matter === "local") return { constraints: { provider: { allow: ["local"] } } };
  if (matter === "cheap") return { constraints: { prefer: "cheapest" } };
  return matter === "size" ? sizeOf(quality, lead) : null;
}

function sizeOf(quality: string, lead: string): PhraseMeaning | null {
  if (/^[a-z]/.test(quality))
    return { constraints: { size: { prefer: /^(?:larg|bigg)/.test(quality) ? "largest" : "smallest" } } };
  const size = parametersOf(new RegExp(`^(?<n>${NUMBER})(?<nScale>${SCALE})`).exec(quality)?.groups ?? {}, "n");
  const bound = BOUNDS.find(([, words]) => new RegExp(`\\b${words} ?$`).test(lead))?.[0];
  return size === null || bound === undefined ? null : { constraints: { size: { [bound]: size } } };
}

const BOUNDS = [
  ["max", AT_MOST],
  ["min", AT_LEAST],
] as const;
const NEAR_CHARS = 24;
const REFUSES = /^(?:no|not|never|without|avoid|avoiding|exclude|excluding|except)\b/;
const REFUSED = /(?:\b(?:no|not|never|without|avoid|nor|neither)|n't)(?: [a-z]+)? $/;
const DENIED =
  /(?:\b(?:no|not|none|neither|nor|nothing|without|never|except|excluding|avoiding|besides|other than|any [a-z]+ but)(?: (?:from|by|of|on|under|with|any|the|an?|made|hosted|released|licen[sc]ed|for))*|\bnon-) ?$/;
const LISTED = /^(?:,? (?:or|and|nor)|,| ?\/| ?&)(?: (?:the|an?|any|from|by))? ?$/;
const FROM = /\b(?:from|by|on|at|via|through)(?: the)? $/;
const CALLED = /\b(?:models?|checkpoints?|llms?)(?: (?:called|named)|:)? $/;
const BEST_ON = /\b(?:best|top|highest|lowest|first|strongest)\b[^,;]{0,30}\b(?:on|in|at|for) (?:the )?$/;
