import { overlap, type RequestSpan } from "./blank.ts";
import { mayDoubt, restrictions, wishes } from "./doubts.ts";
import { type ConstraintFinding, findAll } from "./find-all.ts";
import { leftOver } from "./left-over.ts";
import type { Marked } from "./marked.ts";
import type { ConstraintRule } from "./rule.ts";
import type { Words } from "./words.ts";

/** More of them are told by the first. */
export const MAX_UNREAD = 4;
const MAX_UNREAD_CHARS = 120;

let built: { readonly wishes: readonly ConstraintRule[]; readonly restrictions: readonly ConstraintRule[] } | undefined;

/** The clauses that may restrict the models, and that no finding has understood. */
export function unreadIn(words: Words, marked: Marked, findings: readonly ConstraintFinding[]): readonly string[] {
  const doubted = mayDoubt(words.text) ? doubtedIn(words, marked, findings) : [];
  const left = leftOver(marked, findings).filter((one) => !doubted.some((other) => overlap(one, other)));
  return [...doubted, ...left]
    .toSorted((a, b) => a.start - b.start)
    .slice(0, MAX_UNREAD)
    .map(({ start, end }) => cut(words.asWritten.slice(start, end).trim()));
}

/** What rules know to be doubtful, without what overlaps. */
function doubtedIn(words: Words, marked: Marked, findings: readonly ConstraintFinding[]): readonly RequestSpan[] {
  built ??= { wishes: wishes(), restrictions: restrictions() };
  const heard = (rules: readonly ConstraintRule[], over: readonly ConstraintFinding[]): readonly ConstraintFinding[] =>
    rules.flatMap((rule) => findAll(rule, words, marked)).filter((one) => !over.some((other) => overlap(one, other)));
  const open = heard(built.wishes, findings.filter(isOfCost));
  const found = [...open, ...heard(built.restrictions, [...findings, ...open])].toSorted((a, b) => a.start - b.start);
  return found.filter((one, place) => !found.slice(0, place).some(({ end }) => one.start < end));
}

/** What is said of a clause that was left unread, as a note for the person who wrote it. */
export const noteOfUnread = (clause: string): string =>
  `“${clause}” may restrict the models; it was not understood, so that it was not applied.`;

/** "The fastest" beside a cap that was read is but a word. */
const isOfCost = ({ constraints = {}, budget = {} }: ConstraintFinding): boolean =>
  [constraints.price, constraints.latency, constraints.benchmark, budget.usd, budget.timeMs].some(
    (part) => part !== undefined,
  );

const cut = (words: string): string =>
  words.length > MAX_UNREAD_CHARS ? `${words.slice(0, MAX_UNREAD_CHARS)}…` : words;
