import { lowerFirst } from "../../../domain/lower-first.ts";
import type { Task } from "../../../domain/plan.ts";
import { asksDifference, comparisonIn } from "../../../words/comparing/index.ts";
import { isFullQuestion } from "../../../words/question-form.ts";
import { objectPort } from "../rank/ports.ts";
import { isAskedPart } from "../read/asked-parts.ts";
import type { Clause } from "../read/clauses.ts";
import { type MaskedRequest, wordsOf } from "../read/parts.ts";
import { fullQuestion } from "../read/questions.ts";
import { following, type Layout } from "./layout.ts";
import { calledIn, placedIn } from "./named.ts";
import { comesFrom, quotesIn, type Referent, referentOfWords } from "./referents.ts";
import type { Scene, SketchTask } from "./sketch-task.ts";
import { asPrompt, pointsOnly } from "./wording.ts";

/** "list the customers …": what is asked for follows. */
const TELLS = /^(?:give|get|find|show|extract|pull|list|tell|name|look|check)(?: (?:me|us|out|up))* /i;
/** More than anyone asks at once. */
const MAX_QUESTIONS = 12;

/** The clauses that a task's questions stand in; its own where none asks. */
export function askingClauses({ place, home }: SketchTask, { layout }: Scene): readonly number[] {
  // "Answer the question", "this question" only lead to one.
  const asks = ({ as, text, parts }: Clause): boolean =>
    parts.some(({ part }) => isAskedPart(part)) || (as === "question" && !pointsOnly(text.replaceAll(/@\w+/g, "")));
  const asking = layout.clauses.flatMap((clause, index) =>
    layout.claims[index]?.includes(place) && asks(clause) ? [index] : [],
  );
  return asking.length > 0 ? asking.slice(0, MAX_QUESTIONS) : [home];
}

/**
 * What a task asks in its clause.
 * @param targets what is asked about
 * @param previous the question before, or else the one behind, which a fragment goes on with: "what has to be paid, and by
 *   when", "when and where do we meet"
 */
export function questionsIn(
  { parts, clause, type, home }: SketchTask,
  targets: readonly Referent[],
  previous: string | null,
  { layout, builder }: Scene,
): readonly string[] {
  const quoted = parts.flatMap(({ part }) => (isAskedPart(part) ? (wordsOf(part) ?? []) : []));
  if (quoted.length > 0) return quoted;
  const text = withQuotes(layout.reading, clause.start, clause.start + clause.text.length, targets);
  const isDrawn = type.outputs.some(({ kinds }) => kinds.includes("image"));
  const told = isDrawn ? withFiguresAskedFor(`${text}${behindOf(home, layout)}`, builder.tasks) : text;
  const named = type.inputs.some(({ kinds }) => kinds.includes("table"))
    ? told + sharedComplement(clause, layout) + sharedOpening(clause, layout)
    : told;
  const asked = fullQuestion(named.replace(TELLS, ""), previous);
  return [asked ?? asPrompt(clause, quotesIn(parts))].filter((question) => !pointsOnly(question));
}

/** What names of figures are of; signs and words between such names. */
const COMPLEMENT = / (?:of|for|in|per) .*$/is;
const BETWEEN_NAMES = /^\s*(?:,|\/|&|,?\s*and\b)\s*$/i;

/** "A chart pls, income by month": what is to be drawn is said in the wishes behind that are nobody's. */
const behindOf = (home: number, layout: Layout): string =>
  following(layout, home)
    .flatMap((at) => layout.clauses[at] ?? [])
    .filter(({ as, parts }) => (as === "order" || as === "question") && parts.length === 0)
    .map(({ text }) => `, ${text}`)
    .join("");

/** "For hall 2: how many came, and what did they pay?": what limits all questions stands before the first; "" where nothing does. */
function sharedOpening({ start }: Clause, { clauses }: Layout): string {
  const [first] = clauses;
  const limits = first?.as === "telling" && first.start < start && first.parts.length === 0;
  const [, words = ""] = (limits && OPENING.exec(first.text)) || [];
  return words === "" ? "" : ` ${lowerFirst(words)}`;
}
/** What limits rows has a figure or a name in it, and is none of what is polite ("At your convenience:"). */
const OPENING = /^((?:[Ff]or|[Ii]n|[Oo]n|[Aa]t|[Oo]f|[Ff]rom|[Ww]ith) (?=[^:,]*(?:\d|\p{Lu}))[^:,]{1,80}):$/u;

/** "min, max and mean of the level": what figures in a row are of is said behind the last of them; "" where nothing is. */
function sharedComplement({ text, start }: Clause, { clauses, reading: { masked } }: Layout): string {
  if (isFullQuestion(text) || COMPLEMENT.test(text)) return "";
  let end = start + text.length;
  for (const next of clauses.filter((clause) => clause.start >= end)) {
    if (!BETWEEN_NAMES.test(masked.slice(end, next.start))) return "";
    if (next.as !== "question" || isFullQuestion(next.text)) return "";
    const [complement = ""] = COMPLEMENT.exec(next.text) ?? [];
    // What is quoted or attached is known from its mask by its own clause alone.
    if (complement !== "") return complement.includes("@") ? "" : complement;
    end = next.start + next.text.length;
  }
  return "";
}

/**
 * What is put to each of several texts in place of a question that compares them, such as "which one is cheaper"; none for
 * one that asks only by how much they differ. The answers are compared when all of them are known.
 * @param isBehind whether it stands behind a question that compares
 */
export function comparedQuestions(
  { clause, type }: SketchTask,
  targets: readonly Referent[],
  isBehind: boolean,
  { layout }: Scene,
): readonly string[] | null {
  const port = objectPort(type);
  const isRead = port?.kinds.some((kind) => kind === "text" || kind === "document") === true;
  if (!isRead || targets.length < 2) return null;
  if (isBehind && asksDifference(clause.text)) return [];
  const comparison = comparisonIn(clause.text, layout.reading.masked);
  return comparison && !comparison.mayBeWithin ? [comparison.question] : null;
}

/** "the number in the first bill, the date in the second": each question is put to what it names. */
export function isPutTo(question: string, source: Referent, targets: readonly Referent[]): boolean {
  const sources = targets.map((thing) => (thing.name === null ? (thing.from[0] ?? thing) : thing));
  const named = [placedIn(question, sources), calledIn(question, sources)].find((found) => found.length > 0);
  return named === undefined || comesFrom(source, named);
}

/** "The average mark per class, and a chart of it": "it" is what the question before asks a table. */
function withFiguresAskedFor(text: string, tasks: readonly Task[]): string {
  const question = tasks.findLast(({ type }) => type === "table-question-answering")?.args.question;
  if (question?.from !== "literal" || typeof question.value !== "string") return text;
  const figures = question.value.replace(/^(?:what|how much|how many) (?:is|are|was|were) |[\s?.]+$/gi, "");
  return text.replace(/\b(?:it|that|this|them|those|these)\b/i, lowerFirst(figures));
}

/** A longer quotation is a text that the question is about. */
const MAX_INLINE_CHARS = 200;

/** The masked words with the quotations in them that are not what is asked about. */
function withQuotes(
  { masked, parts }: MaskedRequest,
  start: number,
  end: number,
  targets: readonly Referent[],
): string {
  const inline = parts.filter(
    ({ part, start: from, end: to }) =>
      part.as === "quote" &&
      from >= start &&
      to <= end &&
      part.text.length <= MAX_INLINE_CHARS &&
      !targets.some((target) => comesFrom(target, [referentOfWords(part.text)])),
  );
  const pieces = inline.map(
    ({ part, start: from }, at) => `${masked.slice(inline[at - 1]?.end ?? start, from)}"${wordsOf(part)}"`,
  );
  return pieces.join("") + masked.slice(inline.at(-1)?.end ?? start, end);
}
