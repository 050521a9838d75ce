import type { CardRule } from "./rule.ts";

/** Domains that cards speak of, and the words for each; a word that is not here is no domain. */
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
/** How far behind the purpose its domain stands. */
const REACH_CHARS = 120;

const PATTERNS = DOMAINS.map(([domain, words]) => ({
  domain,
  // "for biomedical text", "in the legal domain".
  matter: new RegExp(`\\b(?:for|in|on|of)(?: the)? (?:${words}) (?:\\w+ )?${MATTER}\\b`, "i"),
  word: new RegExp(`\\b(?:${words})\\b`, "i"),
}));

/** Said of where it was tried or what it was made of, a domain is none that it is meant for. */
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
