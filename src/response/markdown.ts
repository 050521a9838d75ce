import type { JsonValue } from "../domain/json.ts";
import { escapeLabel, escapeMarkdown } from "../domain/markdown.ts";
import { type Binding, numberOf, type SingleBinding, singles } from "../domain/plan.ts";
import type { Resource, Value } from "../domain/resources.ts";
import { givenFiles, type RunState } from "../domain/run/state.ts";

/** "91%": a share or score from 0 to 1. */
export const percent = (share: number): string => `${Math.round(share * 100)}%`;

/**
 * A remark of ours behind a result: "*(probably)*". No text of users or models reads so, as their asterisks are escaped;
 * what takes an answer for material knows it by this.
 */
export const remark = (words: string): string => `*(${words})*`;

/** The pieces of a long text, each of at most `maxChars` UTF-16 units, with no character taken apart. */
export function* pieces(text: string, maxChars: number): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = start + maxChars;
    const splitsPair = /^[\ud800-\udbff]/.test(text.charAt(end - 1)) && end < text.length;
    const piece = text.slice(start, splitsPair ? end - 1 : end);
    yield piece;
    start += piece.length;
  }
}

/** Cuts at a word, and says so with an ellipsis. */
export function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const head = text.slice(0, maxChars);
  return `${head.slice(0, Math.max(head.lastIndexOf(" "), maxChars / 2))}…`;
}

/** A Markdown link to a resource, by its path in this API. */
export const linkTo = (resource: Resource): string => `[${escapeLabel(resource.name)}](/v1/resources/${resource.id})`;

/** A value as a short piece of Markdown. */
export function inWords(value: Value, maxChars: number): string {
  switch (value.as) {
    case "text":
      return escapeMarkdown(cut(value.text.trim(), maxChars));
    case "data":
      return escapeMarkdown(cut(plainData(value.data), maxChars));
    case "resource": {
      const excerpt = value.excerpt === undefined ? "" : ` “${escapeMarkdown(cut(value.excerpt, maxChars))}”`;
      return `${linkTo(value.resource)}${excerpt}`;
    }
  }
}

/** Labels with scores as people write them; anything else as JSON. */
function plainData(data: JsonValue): string {
  if (typeof data === "string") return data;
  if (!Array.isArray(data)) return JSON.stringify(data);
  return data.map((item) => plainItem(item)).join(", ");
}

function plainItem(item: JsonValue): string {
  if (typeof item !== "object" || item === null || Array.isArray(item))
    return typeof item === "string" ? item : JSON.stringify(item);
  const record = item as Record<string, JsonValue>;
  const name = record.label ?? record.text ?? record.sentence ?? record.word;
  const score = record.score;
  if (typeof name !== "string") return JSON.stringify(item);
  return typeof score === "number" ? `${name} (${percent(score)})` : name;
}

/** A short description of a binding: a quoted text, a file, or another task. */
export const describeBinding = (binding: Binding, state: RunState): string =>
  singles(binding)
    .map((single) => describeSingle(single, state))
    .join(", ");

function describeSingle(binding: SingleBinding, state: RunState): string {
  switch (binding.from) {
    case "literal": {
      const { value } = binding;
      return `“${escapeMarkdown(cut(typeof value === "string" ? value : JSON.stringify(value), 80))}”`;
    }
    case "resource":
      return escapeMarkdown(resourceName(binding.resource, state));
    case "task":
      return `task ${numberOf(binding.task)}'s ${binding.output}`;
  }
}

/** The name of a resource the run was given or uses from an earlier turn. */
function resourceName(id: string, state: RunState): string {
  return givenFiles(state).find((resource) => resource.id === id)?.name ?? "a file";
}
