import type { Words } from "./own-words.ts";

/** Positions in the own words of a request. */
export interface RequestSpan {
  readonly start: number;
  readonly end: number;
}

/** Words that led to a phrase and would dangle without it. */
const LEADS =
  /(?:[,;:(\s-]|(?<![\w'])(?:and|but|or|also|please|pls|using|use|with|while|though|although|then|just|only|do it|do this|do so|make sure|be sure|to|i want|i'd like|i would like|i need|i prefer|you|if possible|ideally|preferably|by|i'd|i can|i may|we can|we may|you can|you may|keep the|keep|so|as long as|provided that|provided|if|w\/))+$/;
/** A comma at least, or a word, must lead; plain white space stays. */
const TELLING = /[,;:(-]|[a-z]/;
/** The words that may stand alone before a phrase without dangling. */
const FOLLOWS = /^(?:[\s,;:-]|(?<![\w'])(?:please|pls|thanks|thank you|if possible|ideally|though|only)(?![\w']))+/;
const JOINS_ON = /^(?:and|but|then|to|when|while|for|so)(?![\w'])\s*/;
const NEAR_CHARS = 60;

/** The request with spaces where the spans of its own words stand, and where words would be left that led to them. */
export function blank(request: string, { text, places }: Words, spans: readonly RequestSpan[]): string {
  const blanked = [...Array(request.length).keys()].map(() => false);
  for (const span of spans.map((one) => widen(text, one))) {
    for (let at = span.start; at < span.end; at++) {
      const from = places[at];
      if (from !== undefined) blanked.fill(true, from, from + 1);
    }
  }
  let rest = "";
  for (let at = 0; at < request.length; at++) {
    const char = request[at] ?? "";
    rest += blanked[at] && char !== "\n" ? " " : char;
  }
  return rest;
}

/** Takes the words in that would dangle: on the left what led to the phrase; at the beginning of a sentence what joins on. */
function widen(text: string, { start, end }: RequestSpan): RequestSpan {
  const before = text.slice(Math.max(0, start - NEAR_CHARS), start);
  const lead = LEADS.exec(before)?.[0] ?? "";
  let from = TELLING.test(lead) ? start - lead.length : start;
  while (/\s/.test(text[from] ?? "")) from++;
  const isFirst = from === 0 || /[.!?\n]\s*$/.test(text.slice(Math.max(0, from - 3), from));
  const following = text.slice(end, end + NEAR_CHARS);
  const tail = FOLLOWS.exec(following)?.[0] ?? "";
  let to = end + (TELLING.test(tail) && (isFirst || /[a-z]/.test(tail)) ? tail.length : 0);
  if (text[to] === ")" && text[from] === "(") to++;
  if (!isFirst) return { start: from, end: to };
  while (/\s/.test(text[to] ?? "") && text[to] !== "\n") to++;
  to += JOINS_ON.exec(text.slice(to, to + NEAR_CHARS))?.[0].length ?? 0;
  // A sentence of nothing else leaves no full stop behind.
  if (/[.!?;:,]/.test(text[to] ?? "")) to++;
  return { start: from, end: to };
}
