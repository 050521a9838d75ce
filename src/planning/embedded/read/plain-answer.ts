import { AFTER_RESULTS, BEFORE_RESULTS, HOW, SPOKEN_BY } from "../../../domain/answer-form.ts";
import type { ChatLogEntry } from "../../controller.ts";

const ENDINGS = Object.values(AFTER_RESULTS);
/** Opens a block of text shown as it is; the same backticks alone close it. */
const FENCE = /^(`{3,})text$/;
/** What a result is called, or the question it answers. */
const TITLE = /^\*\*((?:[^*\\]|\\.)*)\*\* ?/;
/** "(bill.png) 22.15": which of several files an answer is of. */
const OF_FILE = /^\(([^()]{1,255})\) /;
/** "Summary (minutes.txt):" */
const HEADING = /^(.+?)(?: \(([^()]{1,255})\))?:$/;
/** Bounded, so that a text full of brackets costs no more than its length: names have at most 255 characters. */
const LINK = /\[((?:[^[\]\\]|\\.){1,300})\]\(\/v1\/[^()\s]{1,300}\)/g;
/** Behind a result: that it is only probable. */
const REMARK = / \*\([^*]{1,80}\)\*$/;
const ESCAPED = /\\([\\`*_{}[\]<>#|~!])/g;

/** A result as an answer of ours tells it. */
export interface ToldResult {
  /** What it is called, as `titleOf` has it; null for an answer to a question. */
  readonly called: string | null;
  /** The name of the file that it tells of, where that is said. */
  readonly of: string | null;
  readonly words: string;
}

type Turn = Pick<ChatLogEntry, "text" | "isOurs">;

/**
 * What an answer of ours says, as words to work on: its results without Markdown, without what was left out or failed
 * and how it was done. Of a single result only what it gives, not what it is called or the question it answers.
 * Empty when nothing was done: what is ours and has no result is a refusal or a question back. Any other text stays as
 * it is but for its Markdown.
 */
export function plainAnswer(turn: Turn): string {
  const { lines, hasResult } = linesOf(turn);
  if (turn.isOurs && !hasResult) return "";
  const isSingle = lines.filter(({ title }) => title !== "").length === 1;
  return lines
    .map(({ title, words }) => (isSingle || title === "" ? words : `${title} ${words}`.trimEnd()))
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

/** An answer of ours has fewer lines; beyond, what it tells is not read. */
const MAX_LINES_TOLD = 1_000;

/** How the words of a language model are known, which are no result of a task. */
const SPOKEN = `\n- ${SPOKEN_BY}`;

/** The results that an answer tells, one by one; of one without titles its words, where they were made of a task's result. */
export function resultsToldIn(turn: Turn): readonly ToldResult[] {
  const results: { called: string | null; of: string | null; lines: string[] }[] = [];
  const lines = linesOf(turn).lines.slice(0, MAX_LINES_TOLD);
  if (lines.every(({ title }) => title === "")) {
    const words = plainAnswer(turn);
    const isTold = words !== "" && turn.text.includes(HOW) && !turn.text.includes(SPOKEN);
    return isTold ? [{ called: null, of: null, words }] : [];
  }
  for (const { title, words } of lines) {
    const [, called = null, file = OF_FILE.exec(words)?.[1] ?? null] = HEADING.exec(title) ?? [];
    if (title === "") results.at(-1)?.lines.push(words);
    else results.push({ called, of: file, lines: [called === null ? words.replace(OF_FILE, "") : words] });
  }
  return results.map(({ lines, ...result }) => ({ ...result, words: lines.join("\n").trim() }));
}

interface Line {
  readonly title: string;
  readonly words: string;
}

function linesOf({ text: markdown }: Turn): { readonly lines: readonly Line[]; readonly hasResult: boolean } {
  const lines: Line[] = [];
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
  return { lines, hasResult };
}

const plainly = (words: string): string => words.replace(REMARK, "").replaceAll(LINK, "$1").replaceAll(ESCAPED, "$1");
