import * as z from "zod";
import type { JsonValue } from "../../domain/json.ts";
import type { PlanNote } from "../../domain/plan.ts";
import type { PlanReply } from "../controller.ts";
import { findEntries } from "../wire/entries.ts";
import { mendJson } from "../wire/mend-json.ts";
import { withoutThought } from "../wire/thought.ts";
import { isJson } from "../wire/values.ts";

/** A sentence or two are asked for. */
export const MAX_SAID_CHARS = 2_000;

/** A text that is there and says something. */
const said = z.string().transform((text) => text.trim().slice(0, MAX_SAID_CHARS) || undefined);
const Said = z.object({ reply: said.optional().catch(undefined), ask: said.optional().catch(undefined) });

const NOTHING_FITS = "None of the task types here fits that request, so nothing was planned.";

/**
 * What a model's answer to a request means. Words without any plan in them, and words that only repeat the request, are a
 * plan that cannot be read: the model is told so when it is asked again. Never throws.
 */
export function readAnswer(answer: string, request: string, notes: readonly PlanNote[]): PlanReply {
  const text = withoutThought(answer);
  const written = (json: JsonValue): PlanReply => ({ as: "written", json, notes, said: text });
  const found = mendJson(text);
  if (!found || !isJson(found.json)) return written(text);
  const { json, isMended } = found;
  const { reply, ask } = Said.catch({ reply: undefined, ask: undefined }).parse(json);
  const entries = findEntries(json);
  // The gate mends the text again, so that the report says that it had to be.
  if (entries && entries.length > 0) return written(isMended ? text : json);
  const isOwn = (words: string | undefined): words is string => words !== undefined && !isEcho(words, request);
  if (isOwn(ask) && (reply === undefined || isOwn(reply))) return { as: "ask", text: ask };
  if (isOwn(reply)) return { as: "reply", text: reply };
  if (ask !== undefined || reply !== undefined) return written(text);
  return entries ? { as: "reply", text: NOTHING_FITS } : written(text);
}

/** Of fewer words a greeting may rightly be returned. */
const MIN_ECHO_WORDS = 4;
/** Of the words of each that are the other's: a question back has words of its own, and leaves out most of the request. */
const ECHO_SHARE = 0.75;

/** Whether these words are most of the request, or it with a word changed: what small models say that have nothing to say. */
function isEcho(words: string, request: string): boolean {
  const [spoken, asked] = [wordsOf(words), wordsOf(request)];
  if (spoken.length < MIN_ECHO_WORDS) return false;
  const isPart = 2 * spoken.length > asked.length && ` ${asked.join(" ")} `.includes(` ${spoken.join(" ")} `);
  return isPart || (shareIn(spoken, asked) >= ECHO_SHARE && shareIn(asked, spoken) >= ECHO_SHARE);
}

const shareIn = (words: readonly string[], others: readonly string[]): number => {
  const known = new Set(others);
  return words.filter((word) => known.has(word)).length / words.length;
};

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
