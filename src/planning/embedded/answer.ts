import { askFor } from "./ask.ts";
import { plainly } from "./clauses.ts";
import { type MaskedRequest, type MaterialPart, wordsOf } from "./parts.ts";
import { mayMean, pick } from "./pick.ts";
import { isPaperName, nameOf, type PlanBuilder, type PlannedArgument } from "./plan-builder.ts";
import {
  asksForEntity,
  asksOfDocument,
  asksOfScene,
  fullQuestions,
  isFragment,
  isQuestion,
  namesFact,
  nounOfName,
} from "./questions.ts";
import { mainKind, type Referent, referentOfWords, valueFor } from "./referent-index.ts";
import type { ClauseScope } from "./scope.ts";
import { isSurelyPaper } from "./vocabulary.ts";

/** Questions of one message, and what they were put to. */
export interface AskedQuestions {
  previous: string | null;
  /** How many questions for a person, place, date or amount were put to the text read from each image or PDF. */
  readonly entityQuestions: Map<Referent, number>;
}

/** Words that no expert can know: what is so today. */
const OF_TODAY =
  /\b(?:weather|forecast|today|tomorrow|tonight|yesterday|right now|currently|at the moment|latest|stock price|news|what time|what day|what date is it)\b/i;
/** "give me the total": a question without a question word. */
const FACT_LEAD = /^(?:give|get|find|show|extract|look up|list|determine|identify|tell)(?: me| us)? /i;
const WANTS_FACT = /\b(?:tell (?:me|us)|know|find out|what about|need)\b/i;
/** "average salary in @table": the name of a value is a question to a table. */
const NAMES_CELL = /^(?!the\b)[\p{L}\p{N} '-]{3,60} (?:in|of|from) (?:the \w+ )?@table$/iu;
/** More questions than this in one clause are not what anyone asks. */
const MAX_QUESTIONS = 8;

/** What a clause asks, each in full; empty when it asks nothing that a text, table or image could answer. */
export function questionsOf(
  scope: ClauseScope,
  asked: AskedQuestions,
  target: readonly Referent[],
  options: { readonly isSaid: boolean; readonly mayNameFact: boolean },
): readonly string[] {
  const quoted = scope.parts.flatMap(({ part }) => {
    const words = isAskedPart(part) ? wordsOf(part) : null;
    return words === null ? [] : [words];
  });
  if (quoted.length > 0) return quoted.slice(0, MAX_QUESTIONS);
  if (options.isSaid) return [];
  const polite = plainly(scope.clause.text);
  const lead = FACT_LEAD.exec(polite)?.[0] ?? "";
  const plain = isQuestion(polite) ? polite : polite.slice(lead.length);
  const isFact =
    options.mayNameFact &&
    (lead !== "" || WANTS_FACT.test(scope.clause.text)) &&
    namesFact(plain.replaceAll(/\s*(?:\b(?:in|on|of|from) )?(?:the \w+ )?@\w+/g, "").trim()) &&
    target.some((thing) => ["document", "table", "image", "text"].includes(mainKind(thing)));
  const isCell =
    options.mayNameFact &&
    scope.parts.some(({ thing }) => thing && mainKind(thing) === "table") &&
    NAMES_CELL.test(plain);
  if (!isQuestion(plain) && !isFact && !isCell) return [];
  const name = target.map((thing) => thing.name ?? thing.from[0]?.name ?? null).find((found) => found !== null) ?? null;
  return fullQuestions(isCell && !isFact && !isQuestion(plain) ? `the ${plain}` : plain, {
    previous: asked.previous,
    noun: name === null ? null : nounOfName(name),
  }).slice(0, MAX_QUESTIONS);
}

/** True for quoted or pasted words that are a question to be answered. */
export const isAskedPart = (part: MaterialPart): boolean =>
  (part.as === "quote" || part.as === "passage") &&
  part.asked &&
  (part.as === "passage" || looksLikeQuestion(part.text));

/** Shorter quotations are names and labels more often than texts. */
const MIN_TEXT_WORDS = 3;

/** Quoted and pasted words that a clause before them may mean; questions are put, not worked on. */
export const quotedTexts = (reading: MaskedRequest): readonly string[] =>
  reading.parts.flatMap(({ part }) =>
    (part.as === "quote" || part.as === "passage") &&
    !isAskedPart(part) &&
    part.text.split(/\s+/, MIN_TEXT_WORDS).length === MIN_TEXT_WORDS
      ? [part.text]
      : [],
  );

const looksLikeQuestion = (words: string): boolean =>
  /\?\s*$/.test(words) || (isQuestion(plainly(words)) && words.split(/\s+/).length > 2);

export const isOfToday = (question: string): boolean => OF_TODAY.test(question);

/** What a question is put to: what the clause names, else the newest thing with something to say. */
export function targetsOf(scope: ClauseScope, shop: PlanBuilder): readonly Referent[] {
  const passages = scope.parts.filter(({ part }) => part.as === "passage" && !part.asked && part.label !== null);
  const files = scope.parts.filter(({ part }) => part.as === "file");
  const quotes = scope.parts.filter(({ part }) => (part.as === "quote" || part.as === "passage") && !isAskedPart(part));
  for (const parts of [files, passages, quotes]) {
    const things = parts.flatMap(({ thing }) => (thing && isAskable(thing) ? [thing] : []));
    if (things.length > 0) return things;
  }
  if (scope.products.length > 0) return scope.products;
  const groups = shop.scene.newestFirst.map((group) => group.filter(isAskable)).filter((group) => group.length > 0);
  for (const mention of scope.mentions) {
    if (mention.pronoun) continue;
    const chosen = pick(
      mention,
      groups
        .map((group) => group.filter((thing) => (mention.kind !== null || mention.paper) && mayMean(mention, thing)))
        .filter((group) => group.length > 0),
    );
    if (chosen.length > 0) return chosen;
  }
  const now = groups.find((group) => group.some((thing) => thing.era === "message"));
  if (now) return now;
  if (!pointsBack(scope)) return [];
  return (
    groups.map((group) => group.filter(({ worth }) => worth === "source")).find((group) => group.length > 0) ??
    groups[0] ??
    []
  );
}

/** Earlier turns answer only what points at them: "when is it due?", not "who wrote Hamlet?". */
const pointsBack = (scope: ClauseScope): boolean =>
  scope.mentions.length > 0 ||
  /\b(?:it|its|they|them|he|she|his|her|this|that|these|those|there|here)\b|^(?:what|when|where|who|how much|how many)(?:'s| is| are| was)? the \w+$/.test(
    scope.words,
  ) ||
  isFragment(plainly(scope.clause.text));

/** Labels, captions and speech made in this plan have nothing more to say than what they were made of. */
const SILENT: ReadonlySet<string> = new Set(["image-to-text", "text-to-speech"]);

function isAskable(thing: Referent): boolean {
  if (thing.task && mainKind(thing) === "video") return false;
  if (thing.task && SILENT.has(thing.task.type)) return false;
  return thing.worth === "source" || (thing.worth === "digest" && thing.era === "log");
}

/** Puts each question to each target by the task type that suits its kind. */
export function answer(
  questions: readonly string[],
  targets: readonly Referent[],
  scope: ClauseScope,
  asked: AskedQuestions,
  shop: PlanBuilder,
): readonly Referent[] {
  const made = questions.flatMap((question) =>
    targets.length === 0
      ? openly(question, shop)
      : targets.flatMap((target) => put(question, target, scope, asked, shop)),
  );
  asked.previous = questions.at(-1) ?? asked.previous;
  return made;
}

const literal = (port: string, value: string): PlannedArgument => ({
  port,
  binding: { from: "literal", value },
  things: [referentOfWords(value)],
});

function openly(question: string, shop: PlanBuilder): readonly Referent[] {
  const made = shop.add("open-question-answering", [literal("question", question)]);
  if (made) shop.note(`"${question}" is asked with nothing to read, so it goes to open-question-answering.`);
  return made ? [made] : [];
}

function put(
  question: string,
  target: Referent,
  scope: ClauseScope,
  asked: AskedQuestions,
  shop: PlanBuilder,
): readonly Referent[] {
  const typeName = typeFor(question, target, scope, shop);
  const type = shop.ontology.get(typeName);
  const port = type?.inputs.find(({ name }) => name !== "question");
  if (!type || !port) return [];
  const read = shop.madeFrom(target, "optical-character-recognition");
  const supplied = shop.supply(typeName === "question-answering" && read ? read : target, port, type.name);
  if (!supplied) {
    shop.ask(askFor(type, port));
    return [];
  }
  const source = { port: port.name, binding: supplied.binding, things: [supplied.thing] };
  const asks = type.inputs.some(({ name }) => name === "question");
  const made = shop.add(type.name, asks ? [source, literal("question", question)] : [source]);
  if (!made) return [];
  shop.note(`${type.name} on ${nameOf(supplied.thing)}: "${question}"`);
  if (
    typeName === "question-answering" &&
    supplied.thing.task?.type === "optical-character-recognition" &&
    asksForEntity(question)
  ) {
    asked.entityQuestions.set(supplied.thing, (asked.entityQuestions.get(supplied.thing) ?? 0) + 1);
  }
  return [made];
}

function typeFor(question: string, target: Referent, scope: ClauseScope, shop: PlanBuilder): string {
  switch (mainKind(target)) {
    case "table":
    case "data":
      return "table-question-answering";
    case "video":
      return "video-classification";
    case "document":
      return shop.madeFrom(target, "optical-character-recognition")
        ? "question-answering"
        : "document-question-answering";
    case "image": {
      if (shop.madeFrom(target, "optical-character-recognition")) return "question-answering";
      const isPaperwork =
        isPaperName(target.name) ||
        shop.scene.isPaper(target) ||
        scope.words.split(" ").some(isSurelyPaper) ||
        asksOfDocument(question);
      return isPaperwork && !asksOfScene(question) ? "document-question-answering" : "visual-question-answering";
    }
    default:
      return "question-answering";
  }
}

/** From this many questions for names, dates and amounts on, the entities of the text are found too. */
const MIN_ENTITY_QUESTIONS = 2;

/** Several questions for facts of a read document are answered more surely beside its list of entities. */
export function addEntities(asked: AskedQuestions, shop: PlanBuilder): void {
  for (const [text, count] of asked.entityQuestions) {
    const port = shop.ontology.get("token-classification")?.inputs[0];
    const binding = port && valueFor(text, port);
    if (count < MIN_ENTITY_QUESTIONS || !binding) continue;
    shop.add("token-classification", [{ port: port.name, binding, things: [text] }]);
    shop.note("token-classification too, because several names, dates or amounts are asked for.");
  }
}
