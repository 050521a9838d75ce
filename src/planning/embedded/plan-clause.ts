import { type AskedQuestions, answer, isAskedPart, isOfToday, questionsOf, targetsOf } from "./answer.ts";
import { askForFile } from "./ask.ts";
import { type Clause, plainly } from "./clauses.ts";
import { composeClause } from "./compose-clause.ts";
import { wordsBehind } from "./own-words.ts";
import type { PlanBuilder } from "./plan-builder.ts";
import { fullQuestions, isFragment } from "./questions.ts";
import { type Intent, recognise } from "./recognise.ts";
import { scopeOf } from "./scope.ts";
import { isSurelyPaper } from "./vocabulary.ts";

/** A clause of no more words than this may share the object of the next: "clean and transcribe talk.wav". */
const MAX_BORROWING_WORDS = 4;
/** What says nothing to be done: context, courtesy, or what is not wanted. */
const CONTEXT_ONLY =
  /^(?:i have|i've|i am|i'm|i was|i got|i need help|i would|here(?:'s| is| are)?|this is|these are|there(?:'s| is| are)|the |my |given|look at|consider|note|don't|do not|please|then|now|next|finally|first|and|also|it(?:'s| is| was)|based on|using|use|with|in|from|on|for|as|steps?|we|you|he|she|they|so|ok|hi|hello|hey|thanks|thank you|dear|@|\d)/i;

/**
 * Makes the tasks of one clause. False when it asks for something that no task type does; true for what was planned, and
 * for what is only said by the way.
 */
export function planClause(
  clause: Clause,
  next: Clause | undefined,
  asked: AskedQuestions,
  shop: PlanBuilder,
): boolean {
  const borrows =
    clause.parts.length === 0 &&
    next?.joined === "row" &&
    clause.text.split(" ").length <= MAX_BORROWING_WORDS &&
    !/\b(?:it|them|this|that)\b/i.test(clause.text);
  const scope = scopeOf(clause, shop.scene, borrows ? next.parts : []);
  const isSaid = isStatement(clause);
  const intents = isSaid
    ? []
    : recognise(scope, shop.ontology).map((intent) => ({
        ...intent,
        words: wordsBehind(clause, intent.at, intent.end),
      }));
  const targets = targetsOf(scope, shop);
  const questions = asksBesides(intents)
    ? questionsOf(scope, asked, targets, { isSaid, mayNameFact: intents.length === 0 })
    : [];
  if (scope.words.split(" ").some(isSurelyPaper))
    for (const { thing } of scope.parts) if (thing) shop.scene.markPaper(thing);

  if (intents.length > 0 || questions.length > 0) {
    for (const { part } of scope.parts) if (part.as === "file" && !part.resource) shop.ask(askForFile(part.name));
  }
  if (!borrows)
    shop.scene.add(
      scope.parts.flatMap(({ thing, part }) => (thing && part.as !== "code" && !isAskedPart(part) ? [thing] : [])),
    );

  const results = composeClause(intents, scope, shop);
  if (questions.length > 0) {
    if (targets.length === 0 && questions.some(isOfToday)) return false;
    results.push(...answer(questions, targetsOf(scope, shop), scope, asked, shop));
  } else if (intents.length > 0) {
    asked.previous = fullQuestions(plainly(clause.text), { previous: null, noun: null })[0] ?? null;
  }
  if (borrows) shop.scene.standIn(next.parts, results);
  if (intents.length > 0 || questions.length > 0) return true;
  return CONTEXT_ONLY.test(clause.text) || clause.text.startsWith("@") || isFragment(plainly(clause.text));
}

const STATES =
  /^(?:(?:hi|hello|hey|so|ok|well|also|and|now),? )*(?:(?:i|we)(?:'ve| have)(?: also| just)? (?:an?|the|this|these|some|two|three|several|many|multiple|got|recorded|taken|uploaded|attached|provided|written|received|been|my|our|@\w+)\b|there(?:'s| is| are)\b|(?:here|this|these|it|that|(?:the|my|our) \w+(?: \w+){0,2}) (?:is|are|was|contains?|includes?|has|shows?|describes?) |i am |i'm |attached (?:is|are)\b|user (?:has|have)\b)/i;
const ASKS_FOR =
  /\b(?:want|needs?|wish|(?:would|'d) (?:like|love)|please|(?:should|must) be)\b|\b(?:can|could|would|will) you\b/i;

/** "I have an image with many objects in it" tells of something and asks for nothing. */
const isStatement = (clause: Clause): boolean =>
  !clause.asks && STATES.test(clause.text) && !ASKS_FOR.test(clause.text);

/** Whether a question in the clause still needs an answer beside what its cues ask for. */
const asksBesides = (intents: readonly Intent[]): boolean =>
  intents.every(({ type, role }) => role === "reference" || (role === "product" && TEXT_PRODUCTS.has(type)));

/** Texts that a question may be put to: "answer 'who won?' from the transcript". */
const TEXT_PRODUCTS: ReadonlySet<string> = new Set([
  "automatic-speech-recognition",
  "optical-character-recognition",
  "summarization",
  "translation",
  "image-to-text",
]);
