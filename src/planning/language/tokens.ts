import type { Prompt } from "./language-model.ts";

/** Scripts that tokenizers know well; of all others, Chinese, Japanese and Korean among them, a letter may be a token. */
const WELL_KNOWN = /[^\u0250-\uffff]/g;
const CHARACTERS_PER_TOKEN = 3;

/** A message's role and what parts it from the next. */
const MESSAGE_TOKENS = 4;

/** At least as many tokens as a text has with any usual tokenizer: English has four characters a token, JSON some three. */
export function estimateTokens(text: string): number {
  const rare = text.replaceAll(WELL_KNOWN, "").length;
  return rare + Math.ceil((text.length - rare) / CHARACTERS_PER_TOKEN);
}

/** Of messages, with what is around them. */
export const tokensOf = (messages: readonly { readonly content: string }[]): number =>
  messages.reduce((sum, { content }) => sum + MESSAGE_TOKENS + estimateTokens(content), 0);

const encoder = new TextEncoder();

/**
 * More tokens than any tokenizer makes of a prompt: none has fewer bytes than one. What people, programs and models wrote
 * is counted so, as it may be anything; our own rules and forms are words, and are estimated.
 */
export const mostTokensOf = ({ messages, schema }: Pick<Prompt, "messages" | "schema">): number =>
  messages.reduce(
    (sum, { role, content }) =>
      sum + MESSAGE_TOKENS + (role === "system" ? estimateTokens(content) : encoder.encode(content).length),
    schema ? estimateTokens(JSON.stringify(schema)) : 0,
  );
