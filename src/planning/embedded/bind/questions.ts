import { isAskedPart } from "../read/asked-parts.ts";
import { plainly } from "../read/clauses.ts";
import { type MaskedRequest, wordsOf } from "../read/parts.ts";
import { fullQuestions, isFragment, isQuestion, nounOfName } from "../read/questions.ts";
import { asksForFact, asksSomething, bareQuestion, completes, isElliptical, namesFirstFact } from "./asking.ts";
import type { Layout } from "./layout.ts";
import { factsIn } from "./lists.ts";
import { calledIn, placedIn } from "./named.ts";
import { quotesIn } from "./parts-nearby.ts";
import { comesFrom, type Referent } from "./referents.ts";
import type { Scene, SketchTask } from "./sketch-task.ts";
import { asPrompt } from "./wording.ts";

/** More than anyone asks at once. */
const MAX_QUESTIONS = 12;

/** A question, and the files that it names; none when it is put to all. */
export interface Question {
  readonly words: string;
  readonly about: readonly Referent[];
}

/** The clauses that a task's questions stand in, those of one question together; its own where none asks. */
export function askingClauses({ place, home }: SketchTask, { layout }: Scene): readonly (readonly number[])[] {
  const own = layout.claims.flatMap((claims, index) => (claims.includes(place) ? [index] : []));
  const asking = own.filter((index) => {
    const clause = layout.clauses[index];
    const isFirst = own.includes(index + 1) && /^,? (?:and|plus|&) $/i.test(jointBehind(layout, index));
    return clause && (asksSomething(clause) || asksForFact(clause.text) || (isFirst && namesFirstFact(clause.text)));
  });
  const groups: number[][] = [];
  for (const index of asking.length > 0 ? asking : [home]) {
    const last = groups.at(-1);
    if (last?.at(-1) === index - 1 && hangsOnBefore(layout, index)) last.push(index);
    else groups.push([index]);
  }
  return groups.slice(0, MAX_QUESTIONS);
}

/** What stands between a clause and the next. */
const jointBehind = ({ reading, clauses }: Layout, index: number): string => {
  const clause = clauses[index];
  return clause ? reading.masked.slice(clause.start + clause.text.length, clauses[index + 1]?.start) : "";
};

function hangsOnBefore(layout: Layout, index: number): boolean {
  const [before, clause] = [layout.clauses[index - 1], layout.clauses[index]];
  if (!before || !clause) return false;
  return (
    isElliptical(plainly(clause.text)) ||
    completes(plainly(before.text), clause.text) ||
    /^,? or $/i.test(jointBehind(layout, index - 1))
  );
}

/** ", answer in Welsh": wanted of the answer, which is translated. */
const IN_LANGUAGE =
  /,? (?:(?:and )?(?:answer|reply|respond|tell me|say it|give it)(?: me| please)?,? )?in (?:(?:simple|plain) )?\p{Lu}\p{L}{3,}(?:(?:,| and| or)(?: in)? \p{Lu}\p{L}{3,})*(?:,? (?:please|too|as well))?[?.!]*$/u;
const AND_IS = /,? and (?=(?:is|are|was|were|do|does|did|can|may|must|will|has|have) (?:the |an? )?[\p{L}']+ )/iu;

/**
 * What a task asks in some of its clauses.
 * @param indices clauses that make one question
 * @param targets what is asked about
 * @param previous the question before, which a fragment goes on with
 */
export function questionsIn(
  task: SketchTask,
  indices: readonly number[],
  targets: readonly Referent[],
  previous: string | null,
  { layout, index: things, sketch }: Scene,
): readonly Question[] {
  const quoted = task.parts.flatMap(({ part }) => (isAskedPart(part) ? (wordsOf(part) ?? []) : []));
  const [first, last] = [layout.clauses[indices[0] ?? 0], layout.clauses[indices.at(-1) ?? 0]];
  if (quoted.length > 0 || !first || !last) return quoted.map(put);
  const written = withQuotes(layout.reading, first.start, last.start + last.text.length, targets);
  const isTranslated = sketch.tasks.some(({ type }) => type === "translation");
  const text = isTranslated ? written.replace(IN_LANGUAGE, "") : written;
  const name = targets.map((thing) => thing.name ?? thing.from[0]?.name ?? null).find((found) => found !== null);
  const noun = name === undefined ? null : nounOfName(name);
  const full = (words: string): readonly string[] => fullQuestions(bareQuestion(words), { previous, noun });
  const fragments = indices.slice(1).map((index) => plainly(layout.clauses[index]?.text ?? ""));
  // "what has to be paid, and by when": each is a question, the second with the words of the first.
  if (fragments.length > 0 && fragments.every(isFragment)) {
    const [whole = ""] = full(first.text);
    return [whole, ...fragments.flatMap((words) => fullQuestions(words, { previous: whole, noun }))].map(put);
  }
  if (indices.length > 1) return full(text).slice(0, 1).map(put);
  const plain = bareQuestion(text);
  const facts = isQuestion(plain)
    ? []
    : [factsIn(text, first.asks), factsIn(plain, first.asks)].find(({ length }) => length > 1);
  if (facts && facts.length > 1) {
    const files = first.parts.flatMap(({ part }) => (part.as === "file" ? [things.thingOf(part)] : []));
    return facts.flatMap((fact) => {
      const about = files
        .splice(0, (fact.match(/@(?!quote|passage)\w+/g) ?? []).length)
        .filter((file) => file !== null);
      return full(fact.replace(/^(?:from|in|on|of) @\w+,? (?:i (?:need|want) )?/i, "")).map((words) => ({
        words,
        about,
      }));
    });
  }
  const asked = (isQuestion(plain) ? plain.split(AND_IS) : [plain]).flatMap(full);
  return (asked.length > 0 ? asked : [asPrompt(first, quotesIn(task.parts))]).map(put);
}

const put = (words: string): Question => ({ words, about: [] });

/** "the number in the first bill, the date in the second": each question is put to what it names. */
export function isPutTo({ words, about }: Question, source: Referent, targets: readonly Referent[]): boolean {
  if (about.length > 0) return comesFrom(source, about);
  const sources = targets.map((thing) => (thing.name === null ? (thing.from[0] ?? thing) : thing));
  const named = [placedIn(words, sources), calledIn(words, sources)].find((found) => found.length > 0);
  return named === undefined || comesFrom(source, named);
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
  const isTarget = (text: string): boolean => targets.some(({ words }) => words === text);
  let text = "";
  let at = start;
  for (const { part, start: from, end: to } of parts) {
    if (part.as !== "quote" || from < start || to > end || part.text.length > MAX_INLINE_CHARS || isTarget(part.text))
      continue;
    text += `${masked.slice(at, from)}"${part.text}"`;
    at = to;
  }
  return text + masked.slice(at, end);
}
