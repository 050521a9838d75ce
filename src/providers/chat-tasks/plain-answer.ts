import { rejected } from "./answer-words.ts";

/** It must name what was made: "Here is the list:" may be how the text itself begins. */
const INTRODUCTION =
  /^(?:(?:sure|certainly|of course|okay|ok)[,.!]?[ \t]+)?here(?:'s|’s| is) (?:the|a|your) [^\n:]{0,40}\b(?:summary|translation|caption|description|answer|result)\b[^\n:]{0,40}:[ \t]*\r?\n\s*/i;
const MARK = "```";
const FENCE = /^```[a-z]*\r?\n([\s\S]*?)\r?\n?```$/i;

/**
 * The text that was asked for, out of what was put around it: a code fence, an introduction on a line of its own,
 * a JSON object with nothing but this text under one of the names.
 * @throws {AppError} `provider-rejected` when nothing is left.
 */
export function plainAnswer(words: string, names: readonly string[]): string {
  const told = words.replace(INTRODUCTION, "");
  const inside = FENCE.exec(told)?.[1];
  const bare = (inside?.includes(MARK) === false ? inside : told).trim();
  const text = (unwrapped(bare, names) ?? bare).trim();
  if (text === "") throw rejected("answered with nothing");
  return text;
}

/** The text in a JSON object that holds but one, under one of these names; `null` for anything else. */
export function unwrapped(words: string, names: readonly string[]): string | null {
  if (!words.startsWith("{") || !words.endsWith("}")) return null;
  try {
    const entries = Object.entries(JSON.parse(words) as object);
    const [name, value] = entries[0] ?? [];
    return entries.length === 1 && name !== undefined && names.includes(name) && typeof value === "string"
      ? value
      : null;
  } catch {
    return null;
  }
}
