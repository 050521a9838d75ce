import type { ChatLimits } from "./chat-task.ts";

/** What a model is taken to have of which it is not known: the least that the chat models served today have. */
const ASSUMED_CONTEXT_TOKENS = 8_192;
/** Beyond it a text is for a bigger machine: it is held several times in an isolate of 128 MB. */
const MAX_TEXT_BYTES = 1024 * 1024;

const CHARS_PER_TOKEN = 3;
/** Greek and Cyrillic, the last alphabets before this, take two bytes a letter. */
const BYTES_PER_TOKEN = 2 * CHARS_PER_TOKEN;
/** From Armenian on, tokenizers know few words and take about a token for each character. */
const FIRST_DENSE_UNIT = 0x0530;

export const contextOf = ({ contextTokens }: ChatLimits): number => contextTokens ?? ASSUMED_CONTEXT_TOKENS;

/** The most bytes a text can have that fits the context at all. */
export const maxTextBytes = (limits: ChatLimits): number =>
  Math.min(MAX_TEXT_BYTES, contextOf(limits) * BYTES_PER_TOKEN);

/** More tokens than any common tokenizer makes of ordinary text. */
export function estimateTokens(text: string): number {
  let dense = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= FIRST_DENSE_UNIT) dense++;
  return dense + Math.ceil((text.length - dense) / CHARS_PER_TOKEN);
}
