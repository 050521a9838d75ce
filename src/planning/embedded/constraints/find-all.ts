import { clauseAround } from "./clause.ts";
import type { Marked } from "./marked.ts";
import { matchesOf } from "./matches.ts";
import type { Around, ConstraintRule, PhraseMeaning } from "./rule.ts";
import { isSpokenOf } from "./use-or-mention.ts";
import type { Words } from "./words.ts";

/** What a phrase of the own words of a request says, and where it stands in them. */
export interface ConstraintFinding extends PhraseMeaning {
  readonly start: number;
  readonly end: number;
}

/** Phrases beyond these are more than anybody asks for. */
export const MAX_PHRASES = 64;
/** What stands further from a phrase than this doesn't tell what it means. */
const NEAR_CHARS = 300;

/** "max. 2 minutes" goes on. */
const SENTENCE_END = /(?<!\b(?:max|min|approx|no|e\.g|i\.e|etc|vs))[.!?]["')]? |\n/g;

/** All that one rule hears in the words. */
export function findAll(rule: ConstraintRule, words: Words, marked: Marked): readonly ConstraintFinding[] {
  const { over = "models", needs, guarded, pattern, read } = rule;
  if (needs?.some((need) => !need.test(marked[over]))) return [];
  const found: ConstraintFinding[] = [];
  for (const match of matchesOf(pattern, marked[over])) {
    const start = match.index;
    const end = start + match[0].length;
    const phrase = words.text.slice(start, end);
    const around = lookAround(words, start, end);
    if (!guarded && isSpokenOf(around.before, phrase)) continue;
    const said = read(groupsOf(match, words.text), around, phrase);
    if (said)
      found.push({ ...said, ...(said.wholeClause ? clauseAround(words.text, { start, end }) : { start, end }) });
    if (found.length === MAX_PHRASES) break;
  }
  return found;
}

/** What the groups stand for in the words without marks. */
const groupsOf = (match: RegExpExecArray, text: string): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(match.indices?.groups ?? {}).map(([name, place]) => [
      name,
      // A group that took no part has no place, whatever its type says.
      place === undefined ? undefined : text.slice(...place),
    ]),
  );

function lookAround({ text, asWritten }: Words, start: number, end: number): Around {
  const near = text.slice(Math.max(0, start - NEAR_CHARS), start);
  const ends = [...near.matchAll(SENTENCE_END)].at(-1);
  return {
    before: ends ? near.slice(ends.index + ends[0].length) : near,
    after: text.slice(end, end + NEAR_CHARS),
    all: text,
    asWritten: asWritten.slice(start, end),
  };
}
