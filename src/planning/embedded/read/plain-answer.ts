import { AFTER_RESULTS, BEFORE_RESULTS } from "../../../domain/answer-form.ts";
import type { ChatLogEntry } from "../../controller.ts";

const ENDINGS = Object.values(AFTER_RESULTS);
/** Opens a block of text shown as it is; the same backticks alone close it. */
const FENCE = /^(`{3,})text$/;
/** What a result is called, or the question it answers. */
const TITLE = /^\*\*((?:[^*\\]|\\.)*)\*\* ?/;
/** Bounded, so that a text full of brackets costs no more than its length: names have at most 255 characters. */
const LINK = /\[((?:[^[\]\\]|\\.){1,300})\]\(\/v1\/[^()\s]{1,300}\)/g;
/** Behind a result: how sure it is. */
const REMARK = / \*\([^*]{1,80}\)\*$/;
const ESCAPED = /\\([\\`*_{}[\]<>#|~!])/g;

/**
 * What an answer of ours says, as words to work on: its results without Markdown, without what was left out or failed
 * and how it was done. Of a single result only what it gives, not what it is called or the question it answers.
 * Empty when nothing was done: what is ours and has no result is a refusal or a question back. Any other text stays as
 * it is but for its Markdown.
 */
export function plainAnswer({ text: markdown, isOurs }: Pick<ChatLogEntry, "text" | "isOurs">): string {
  const lines: { readonly title: string; readonly words: string }[] = [];
  let fence: string | null = null;
  let isBefore = false;
  let hasResult = false;
  for (const line of markdown.split("\n")) {
    if (fence !== null) {
      if (line === fence) fence = null;
      else lines.push({ title: "", words: line });
      continue;
    }
    isBefore = line === BEFORE_RESULTS || (isBefore && (line === "" || line.startsWith("- ")));
    if (isBefore) continue;
    const isEnd = ENDINGS.some((ending) => line.startsWith(ending));
    fence = isEnd ? null : (FENCE.exec(line)?.[1] ?? null);
    const title = TITLE.exec(line);
    hasResult ||= isEnd || fence !== null || title !== null;
    if (isEnd) break;
    if (fence !== null) continue;
    lines.push({ title: plainly(title?.[1] ?? ""), words: plainly(line.slice(title?.[0].length ?? 0)) });
  }
  if (isOurs && !hasResult) return "";
  const isSingle = lines.filter(({ title }) => title !== "").length === 1;
  return lines
    .map(({ title, words }) => (isSingle || title === "" ? words : `${title} ${words}`.trimEnd()))
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

const plainly = (words: string): string => words.replace(REMARK, "").replaceAll(LINK, "$1").replaceAll(ESCAPED, "$1");
