import type { RequestSpan } from "./blank.ts";

/** A clause is looked for within this many characters on either side. */
const NEAR_CHARS = 100;
/** What separates clauses on the left, and what joins one to another. */
const BREAKS = /[,;:()¤\n]|[.!?] | - |\b(?:but|so|because|and) /g;
const ENDS = /[,;:()¤\n]|[.!?](?:\s|$)| - | (?:and|but|so|then|to) /;
/** What leads to means in a clause that has another wish: "caption it using …". */
const MEANS = /\b(?:using|with|without|only)\b/g;
const WISH =
  /\b(?:translat|summari|explain|rewrit|paraphras|read|draw|paint|writ|classif|describ|find|extract|count|caption|transcrib|make|create|detect|generat|answer|tell|turn|convert|segment|colou?r|remove|replace|upscale|estimat|identif|recogni|analy|shorten|sum up|compos|continu|edit|clean|denois|speak|say|give|show|listen|look|locat|label|tag|sort|rank|solve|restor|animat|blur|crop|depth|sharpen|put|need|want)/;

/** The clause that a phrase stands in; where a word leads to means, from there, and of a clause with another wish nothing before the phrase. */
export function clauseAround(text: string, { start, end }: RequestSpan): RequestSpan {
  const before = text.slice(Math.max(0, start - NEAR_CHARS), start);
  const last = [...before.matchAll(BREAKS)].at(-1);
  const head = last ? before.slice(last.index + last[0].length) : before;
  const means = [...head.matchAll(MEANS)].at(-1);
  const lead = means ? head.length - means.index : WISH.test(head) ? 0 : head.length;
  const after = text.slice(end, end + NEAR_CHARS);
  return { start: start - lead, end: end + (ENDS.exec(after)?.index ?? after.length) };
}
