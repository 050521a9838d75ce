import type { CardRule } from "./rule.ts";

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

/** A model does not read as much at once; it was trained on that. */
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
