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

/** "please tell me", "A": a wish, and the letter that something is listed under, are no labels. */
const isNone = (label: string): boolean => /^[A-H]$/.test(label) || /^(?:please|tell|let|give|show) /i.test(label);

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
