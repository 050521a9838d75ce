import type { Clause } from "../read/clauses.ts";
import type { MaskedRequest } from "../read/parts.ts";
import { following, type Layout, preceding } from "./layout.ts";
import { type PartNearby, quotesIn } from "./referents.ts";

/** Names of fields that list labels: "Labels: spam, no spam". */
const FIELDS: ReadonlySet<string> = new Set(["labels", "categories", "classes", "options"]);

/** The labels of a task: in brackets, in a field of that name, or listed in its clause, one near it or what is pasted; `null` where there are none. */
export function labelsFor(parts: readonly PartNearby[], home: number, layout: Layout): readonly string[] | null {
  const isSentence = (quote: string): boolean => /[.!?]$/.test(quote) && !/ or /i.test(quote);
  const written = (as: "quote" | "passage"): readonly (readonly string[] | null)[] =>
    quotesIn(parts.filter(({ part }) => part.as === as)).flatMap((words) =>
      isSentence(words) ? [] : [labelsListed(words)],
    );
  const fields = parts.flatMap(({ part }) =>
    part.as === "passage" && FIELDS.has(part.label ?? "") ? [labelsListed(`among ${part.text}`)] : [],
  );
  const near = [home, ...following(layout, home), ...preceding(layout, home).slice(0, 1)];
  const listed = near.map((index) => {
    const clause = layout.clauses[index];
    return clause ? labelsListed(withNames(layout.reading, clause)) : null;
  });
  const all = [...written("quote"), ...fields, ...listed, ...written("passage")];
  return all.find((labels) => labels !== null) ?? null;
}

/** Whether words list these labels and nothing else. */
export const listsOf = (words: string, labels: readonly string[]): boolean =>
  labelsListed(words)?.join() === labels.join();

/** The parts that are no labels. */
export const withoutLabels = (parts: readonly PartNearby[], labels: readonly string[]): readonly PartNearby[] =>
  parts.filter(({ part }) => {
    const isList = part.as === "passage" && FIELDS.has(part.label ?? "");
    return part.as === "file" || !(isList || labels.includes(part.text) || listsOf(part.text, labels));
  });

/** The words of a clause with quoted names in their places; files and what is no name end the phrase. */
function withNames({ masked, parts }: MaskedRequest, { start, text }: Clause): string {
  const own = parts.filter((part) => part.start >= start && part.end <= start + text.length);
  const pieces = own.map(({ part, start: from }, at) => {
    const isName = part.as === "quote" && countWords(part.text) <= MAX_LABEL_WORDS;
    return masked.slice(own[at - 1]?.end ?? start, from) + (isName ? `"${part.text}"` : "\n");
  });
  return pieces.join("") + masked.slice(own.at(-1)?.end ?? start, start + text.length);
}

/** Labels are listed in a phrase; what is longer is material. */
const MAX_READ_CHARS = 2_000;
const MAX_LABELS = 50;
const MAX_LABEL_WORDS = 4;

/** Where a list can't go on. */
const END = /[.?!](?=\s|$)|[:;()[\]=\n]+|\s[-–—]+\s|—|\bnamely\b|\band then\b/iu;
const BETWEEN = /\s*[,/|]\s*(?:(?:or|and) )?|\s+or\s+/i;
/** "between ripe and unripe", "into ripe and unripe": here "and" stands for "or". */
const AMONG = /\b(?:among|between|from|into|as|under|namely|out of|labels?|classes|categories|options|topics)\b/i;
/** What goes before the first label in its phrase. */
const ANNOUNCES =
  /^.*\b(?:as|into|under|of|for|between|among|either|whether|namely|labels?|classes|categories|options|topics|(?:is|are|was|if|call|be) (?:it|this|that|they|he|she)(?:'s)?|it's|about|shows?|choose|pick|from|asks|tag|belong to)\b/i;
/** What goes behind the last one. */
const TAIL = / (?:for|of|from|to|by|at|in|on|does|do|is|are|which|what|please|pls|going|you|it|and|ones)\b.*$/i;

/** The labels that a text lists to choose from, the longest list of several; `null` when it lists none. Linear in what is read of the text. */
export function labelsListed(text: string): readonly string[] | null {
  const lists = text.slice(0, MAX_READ_CHARS).split(END).map(listIn);
  const [best] = lists.toSorted((a, b) => b.rate - a.rate);
  return best && best.rate > 0 ? best.labels.slice(0, MAX_LABELS) : null;
}

function listIn(phrase: string): { readonly labels: readonly string[]; readonly rate: number } {
  const hasOr = /\bor\b|[/|]/.test(phrase);
  const isAmong = AMONG.test(phrase);
  // "a poodle or a terrier, what do you think": the list ends with what "or" is followed by.
  const end = / or /i.test(phrase) ? phrase.indexOf(",", phrase.toLowerCase().lastIndexOf(" or ")) : -1;
  const pieces = phrase.slice(0, end === -1 ? undefined : end).split(BETWEEN);
  // Between commas "and" is of a label, as in "food and drink, service and price"; in the last piece it ends the list.
  const isJoined = !hasOr && (isAmong || pieces.length > 1);
  const [first = "", ...rest] = isJoined
    ? [...pieces.slice(0, -1), ...(pieces.at(-1) ?? "").split(/\s+and\s+/i)]
    : pieces;
  const others = rest.map((piece) => piece.trim().replace(TAIL, "")).filter(isShort);
  const labels = [firstLabel(first.trim(), others), ...others]
    .map(tidy)
    .filter((label) => label !== "" && !isNone(label));
  const isList = labels.length > 1 && labels.every(isShort) && (hasOr || isAmong || labels.length > 2);
  return { labels, rate: isList ? labels.length + Number(hasOr) : 0 };
}

/** The end of the phrase before the first joint: as long as the other labels are, where nothing announces it. */
function firstLabel(lead: string, others: readonly string[]): string {
  const announced = lead.replace(ANNOUNCES, "").trim();
  if (isShort(announced) && !/^(?:is|are|can|do|does)\b/i.test(announced)) return announced;
  if (others.length > 1 && NAMES_THING.test(lead)) return "";
  const withArticle = others.some((label) => /^an? /i.test(label)) ? /^.*\ban? (.+)$/i.exec(lead)?.[1] : undefined;
  return (
    withArticle ??
    lead
      .split(" ")
      .slice(-Math.max(1, ...others.map(countWords)))
      .join(" ")
  );
}

/** "what is this, …", "the plant in the photo, …": no label, but what is labelled. */
const NAMES_THING = /\b(?:the|this|that|my|our|these) [\p{L}-]+$|\b(?:this|that|it|these|they)$/iu;

/** "please tell me", "A", "@image": a wish, a letter that something is listed under, and a file are no labels. */
const isNone = (label: string): boolean => /^[A-H]$|@|^(?:[Pp]lease|[Tt]ell|[Ll]et|[Gg]ive|[Ss]how) /.test(label);

const countWords = (text: string): number => text.trim().split(/\s+/).length;
const isShort = (label: string): boolean => label !== "" && countWords(label) <= MAX_LABEL_WORDS;
const tidy = (label: string): string =>
  label.replaceAll(/["“”]|^[\s'-]+|[\s'-]+$/g, "").replace(/^(?:either|more|rather|just|an?|the) /i, "");
