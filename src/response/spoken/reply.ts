import { addressesIn } from "./addresses.ts";
import { cleanWords } from "./clean-words.ts";

const NOTHING_LEFT =
  "The language model answered with nothing that can be shown. Please say in other words what is to be done.";

/**
 * What a language model says to a person in the place of a plan, as Markdown in which nothing acts.
 * @param request the words that it answers; their addresses may be spoken of
 */
export function cleanReply(said: string, request: string): string {
  const cleaned = cleanWords(said, { files: [], addresses: new Set(addressesIn(request)) }).trim();
  return cleaned === "" ? NOTHING_LEFT : cleaned;
}
