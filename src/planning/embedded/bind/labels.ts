import type { Clause } from "../read/clauses.ts";
import type { MaskedRequest } from "../read/parts.ts";
import { following, type Layout, preceding } from "./layout.ts";
import { type PartNearby, quotesIn } from "./parts-nearby.ts";

/** Names of fields that list labels: "Labels: spam, no spam". */
const FIELDS: ReadonlySet<string> = new Set(["labels", "categories", "classes", "options"]);

/** The labels of a task: in brackets, in a field of that name, or listed in its clause or one near it; `null` where there are none. */
export function labelsFor(parts: readonly PartNearby[], home: number, layout: Layout): readonly string[] | null {
  const isSentence = (quote: string): boolean => /[.!?]$/.test(quote) && !/ or /i.test(quote);
  const bracketed = quotesIn(parts)
    .filter((quote) => !isSentence(quote))
    .map(labelsListed);
  const field = parts.flatMap(({ part }) =>
    part.as === "passage" && FIELDS.has(part.label ?? "") ? splitLabels(part.text) : [],
  );
  const isClean = field.every(
    (label) => /^[\p{L}\p{N}]/u.test(label) && !/\s[-–—]|\s(?:in|on|of|for|at|to)$/.test(label),
  );
  const near = [home, ...following(layout, home), ...preceding(layout, home).slice(0, 1)].flatMap(
    (index) => layout.clauses[index] ?? [],
  );
  const listed = near.map((clause) => labelsListed(withNames(layout.reading, clause)));
  const fields = field.length > 1 ? [field] : [];
  return [...bracketed, ...(isClean ? fields : []), ...listed, ...fields].find((labels) => labels !== null) ?? null;
}

/** The parts that are no labels. */
export const withoutLabels = (parts: readonly PartNearby[], labels: readonly string[]): readonly PartNearby[] =>
  parts.filter(
    ({ part }) =>
      part.as === "file" || !(labels.includes(part.text) || labelsListed(part.text)?.join() === labels.join()),
  );

/** More words in quotation marks are a text to label. */
const MAX_NAME_WORDS = 4;

/** The words of a clause with short quotations in their places; longer ones and files end the phrase. */
function withNames({ masked, parts }: MaskedRequest, { start, text }: Clause): string {
  let read = "";
  let at = start;
  for (const { part, start: from, end } of parts) {
    if (from < start || end > start + text.length) continue;
    const isName = part.as === "quote" && part.text.split(/\s+/, MAX_NAME_WORDS + 1).length <= MAX_NAME_WORDS;
    read += masked.slice(at, from) + (isName ? `"${part.text}"` : "\n");
    at = end;
  }
  return read + masked.slice(at, start + text.length);
}

/** Labels are listed in a phrase; what is longer is material. */
const MAX_READ_CHARS = 2_000;
const MAX_LABELS = 50;
const MAX_LABEL_WORDS = 4;

/** Where a list can't go on. */
const END = /[.?!](?=\s|$)|[:;()[\]=]+|\n|\s[-–—]+\s|—|\bnamely\b/iu;
const BETWEEN = /\s*[,/|]\s*(?:or |and )?|\s+or\s+/i;
/** "between ripe and unripe": here "and" stands for "or". */
const AMONG = /\b(?:among|between|from|namely|out of|labels?|classes|categories|options|topics)\b/i;
const AND = /\s+and\s+/i;
/** What goes before the first label in its phrase. */
const ANNOUNCES =
  /^.*\b(?:as|into|under|of|for|between|among|either|whether|namely|labels?|classes|categories|options|topics|(?:is|are|was|if|call|be) (?:it|this|that|they|he|she)(?:'s)?|it's|about|shows?|choose|pick|from|asks|tag|belong to)\b/i;
const ARTICLE = /^(?:either|more|rather|just|an?|the) /i;
/** What goes behind the last one. */
const TAIL = / (?:for|of|from|to|by|at|in|on|does|do|is|are|which|what|please|pls|going|you|it|and)\b.*$/i;

interface Listed {
  readonly labels: readonly string[];
  readonly rate: number;
}

/** The labels that a text lists to choose from; `null` when it lists none. Linear in what is read of the text. */
export function labelsListed(text: string): readonly string[] | null {
  const lists = text.slice(0, MAX_READ_CHARS).split(END).flatMap(listIn);
  return lists.toSorted((a, b) => b.rate - a.rate)[0]?.labels.slice(0, MAX_LABELS) ?? null;
}

function listIn(phrase: string): readonly Listed[] {
  const hasOr = /\bor\b|[/|]/.test(phrase);
  const pieces = withoutAfterthought(phrase).split(BETWEEN);
  const [first = "", ...rest] = AMONG.test(phrase) && !hasOr ? pieces.flatMap((piece) => piece.split(AND)) : pieces;
  const others = rest.map((piece) => piece.trim()).filter((piece) => piece !== "");
  const short = others.map((piece) => piece.replace(TAIL, "")).filter((piece) => words(piece) <= MAX_LABEL_WORDS);
  const labels = [firstLabel(first.trim(), short), ...short]
    .map(tidy)
    .filter((label) => label !== "" && !isNone(label));
  const isList = labels.length > 1 && labels.every((label) => words(label) <= MAX_LABEL_WORDS);
  return isList && (hasOr || labels.length > 2 || AMONG.test(phrase))
    ? [{ labels, rate: labels.length + (hasOr ? 1 : 0) }]
    : [];
}

/** "a poodle or a terrier, what do you think": the list ends with what "or" is followed by. */
function withoutAfterthought(phrase: string): string {
  const last = phrase.toLowerCase().lastIndexOf(" or ");
  const comma = last === -1 ? -1 : phrase.indexOf(",", last);
  return comma === -1 ? phrase : phrase.slice(0, comma);
}

/** The end of the phrase before the first joint: as long as the other labels are, where nothing announces it. */
function firstLabel(lead: string, others: readonly string[]): string {
  const announced = lead.replace(ANNOUNCES, "").trim();
  if (announced !== "" && words(announced) <= MAX_LABEL_WORDS && !/^(?:is|are|can|do|does)\b/i.test(announced))
    return announced;
  if (others.length > 1 && NAMES_THING.test(lead)) return "";
  const withArticle = others.some((label) => /^an? /i.test(label)) ? /^.*\b(?:an?) (.+)$/i.exec(lead)?.[1] : undefined;
  if (withArticle !== undefined) return withArticle;
  const longest = Math.max(1, ...others.map(words));
  return lead.split(" ").slice(-longest).join(" ");
}

/** "what is this, …", "the plant in the photo, …": no label, but what is labelled. */
const NAMES_THING = /\b(?:the|this|that|my|our|these) [\p{L}-]+$|\b(?:this|that|it|these|they)$/iu;

/** "please tell me", "A", "@image": a wish, a letter that something is listed under, and a file are no labels. */
const isNone = (label: string): boolean => /^[A-H]$|@/.test(label) || /^(?:please|tell|let|give|show) /i.test(label);

const words = (text: string): number => text.trim().split(/\s+/).length;
const tidy = (label: string): string =>
  label
    .replaceAll(/^[\s"'“”-]+|[\s"'“”-]+$/g, "")
    .replace(ARTICLE, "")
    .replace(/["'“”]/g, "");

/** "sports, politics or science" → three labels, whatever they are. */
export const splitLabels = (listed: string): readonly string[] =>
  listed
    .split(/,\s*(?:(?:or|and) )?| or | and |;|\n/)
    .map((label) => tidy(label.trim().replace(/[\].?\s]+$/, "")))
    .filter((label) => label !== "")
    .slice(0, MAX_LABELS);
