import type { CardFact } from "../../../domain/catalogue.ts";

/** The facts that a clause clearly states: which domain the model is meant for, and how much it takes at once. */
export const statedIn = (clause: string): readonly Omit<CardFact, "sentence">[] => [
  ...domainsIn(clause).map((object) => ({ relation: "intended-for" as const, object })),
  ...[readTokens(clause), readTime(clause), readPixels(clause)]
    .filter((object) => object !== null)
    .map((object) => ({ relation: "input-limit" as const, object })),
];

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

function domainsIn(clause: string): readonly string[] {
  const purpose = PURPOSE.exec(clause);
  if (purpose !== null) {
    const start = purpose.index + purpose[0].length;
    const after = clause.slice(start, start + REACH_CHARS);
    return PATTERNS.filter(({ word }) => word.test(after)).map(({ domain }) => domain);
  }
  if (OTHERWISE.test(clause)) return [];
  return PATTERNS.filter(({ matter }) => matter.test(clause)).map(({ domain }) => domain);
}

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
