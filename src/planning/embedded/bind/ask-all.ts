import { isAskedPart } from "../read/asked-parts.ts";
import { type Clause, plainly } from "../read/clauses.ts";
import { type MaskedRequest, wordsOf } from "../read/parts.ts";
import { fullQuestions, isFragment, isQuestion, nounOfName } from "../read/questions.ts";
import { askFor } from "../reply/ask.ts";
import { asksForFact, asksSomething, bareQuestion, completes, isElliptical, namesFirstFact } from "./asking.ts";
import { calledIn, comesFrom, placedIn } from "./at-hand.ts";
import { factsIn } from "./items.ts";
import type { Layout } from "./layout.ts";
import { pointsOnly } from "./material.ts";
import { objectsOf } from "./objects.ts";
import type { Maker, SketchTask } from "./order.ts";
import { nameOf, type PlannedArgument } from "./plan-builder.ts";
import { type Referent, referentOfWords, valueFor } from "./referent-index.ts";
import { scopeOf } from "./scope.ts";
import { asPrompt } from "./wording.ts";

/** More than anyone asks at once. */
const MAX_QUESTIONS = 12;

/** Every question that the clauses of a task ask, put to what each is about. */
export const askAll: Maker = (order) => {
  const { type, shop, layout, files } = order;
  const port = type.inputs.find(({ name }) => name !== "question");
  const clauses = clausesOf(order);
  const made: Referent[] = [];
  let previous: string | null = null;
  for (const index of groups(order, clauses).slice(0, MAX_QUESTIONS)) {
    const [first = order.home] = index;
    const clause = layout.clauses[first] ?? order.clause;
    const about = index.flatMap((at) => files[at] ?? []);
    const scope = first === order.home ? order.scope : scopeOf(clause, shop.scene, []);
    const asked: SketchTask = {
      ...order,
      clause,
      scope:
        first === order.home
          ? order.scope
          : { ...scope, parts: scope.parts.length > 0 ? scope.parts : order.scope.parts },
      about,
    };
    const targets = port ? objectsOf(asked, port) : [];
    if (port?.required && targets.length === 0) {
      shop.ask(askFor(type, port));
      continue;
    }
    const questions: readonly Question[] = questionsIn(asked, index, targets, previous).filter(
      ({ words }) => !pointsOnly(words),
    );
    const [question] = type.inputs.filter(({ name }) => name === "question");
    if (questions.length === 0 && question && order.givers.length === 0) shop.ask(askFor(type, question));
    previous = questions.at(-1)?.words ?? previous;
    made.push(...put(asked, questions, targets));
  }
  return made;
};

/** The clauses of a task that ask; its own when none does. */
function clausesOf({ layout, place, home }: SketchTask): readonly number[] {
  const own = layout.claims.flatMap((claims, index) => (claims.includes(place) ? [index] : []));
  const asking = own.filter((index) => {
    const clause = layout.clauses[index];
    const next = layout.clauses[index + 1];
    return (
      clause &&
      (asksSomething(clause) ||
        asksForFact(clause.text) ||
        (next &&
          own.includes(index + 1) &&
          /^,? (?:and|plus|&) $/i.test(jointOf(layout, clause, next)) &&
          namesFirstFact(clause.text)))
    );
  });
  return asking.length > 0 ? asking : [home];
}

const jointOf = ({ reading }: Layout, before: Clause, next: Clause): string =>
  reading.masked.slice(before.start + before.text.length, next.start);

/** Clauses in a row that make one question: a fragment belongs to the question before it. */
function groups({ layout }: SketchTask, clauses: readonly number[]): readonly (readonly number[])[] {
  const all: number[][] = [];
  for (const index of clauses) {
    const clause = layout.clauses[index];
    const last = all.at(-1);
    const before = last?.at(-1);
    const previous = before === undefined ? undefined : layout.clauses[before];
    const joint = previous && clause ? jointOf(layout, previous, clause) : "";
    const hangs =
      clause &&
      previous &&
      before === index - 1 &&
      (isElliptical(plainly(clause.text)) || completes(plainly(previous.text), clause.text) || /^,? or $/i.test(joint));
    if (last && hangs) last.push(index);
    else all.push([index]);
  }
  return all;
}

/** A question, and the files that it names; none when it is put to all. */
interface Question {
  readonly words: string;
  readonly about: readonly Referent[];
}

/** ", answer in Welsh": wanted of the answer, which is translated. */
const IN_LANGUAGE =
  /,? (?:(?:and )?(?:answer|reply|respond|tell me|say it|give it)(?: me| please)?,? )?in (?:(?:simple|plain) )?\p{Lu}\p{L}{3,}(?:(?:,| and| or)(?: in)? \p{Lu}\p{L}{3,})*(?:,? (?:please|pls|if possible|too|as well))?[?.!]*$/u;
const AND_IS = /,? and (?=(?:is|are|was|were|do|does|did|can|may|must|will|has|have) (?:the |an? )?[\p{L}']+ )/iu;

function questionsIn(
  { scope, layout, shop }: SketchTask,
  indices: readonly number[],
  targets: readonly Referent[],
  previous: string | null,
): readonly Question[] {
  const put = (words: string): Question => ({ words, about: [] });
  const quoted = scope.parts.flatMap(({ part }) => (isAskedPart(part) ? (wordsOf(part) ?? []) : []));
  if (quoted.length > 0) return quoted.map(put);
  const [first, last] = [layout.clauses[indices[0] ?? 0], layout.clauses[indices.at(-1) ?? 0]];
  if (!first || !last) return [];
  const written = withQuotes(layout.reading, first.start, last.start + last.text.length, targets);
  const text = layout.types.has("translation") ? written.replace(IN_LANGUAGE, "") : written;
  const name =
    targets.map((thing) => thing.name ?? thing.from[0]?.name ?? null).find((found) => found !== null) ?? null;
  const noun = name === null ? null : nounOfName(name);
  const full = (words: string): readonly string[] => fullQuestions(bareQuestion(words), { previous, noun });
  const plain = bareQuestion(text);
  const fragments = indices.slice(1).map((index) => plainly(layout.clauses[index]?.text ?? ""));
  // "what has to be paid, and by when": each is a question, the second with the words of the first.
  if (fragments.length > 0 && fragments.every(isFragment)) {
    const [whole = ""] = full(first.text);
    return [whole, ...fragments.flatMap((words) => fullQuestions(words, { previous: whole, noun }))].map(put);
  }
  if (indices.length > 1) return full(text).slice(0, 1).map(put);
  const items = isQuestion(plain)
    ? []
    : ([factsIn(text, first.asks), factsIn(plain, first.asks)].find((facts) => facts.length > 1) ?? []);
  if (items.length > 1) {
    const files = first.parts.flatMap(({ part }) => (part.as === "file" ? [shop.scene.thingOf(part)] : []));
    return items.flatMap((item) => {
      const about = files
        .splice(0, (item.match(/@(?!quote|passage)\w+/g) ?? []).length)
        .filter((thing) => thing !== null);
      return full(item.replace(/^(?:from|in|on|of) @\w+,? (?:i (?:need|want) )?/i, "")).map((words) => ({
        words,
        about,
      }));
    });
  }
  const parted = isQuestion(plain) ? plain.split(AND_IS) : [plain];
  const asked = parted.flatMap(full);
  return (asked.length > 0 ? asked : [asPrompt(first, scope.quotes)]).map(put);
}

/** "the number in the first bill, the date in the second": each question is put to what it names. */
function isMeantBy(question: string, source: Referent, targets: readonly Referent[]): boolean {
  const sources = targets.map((thing) => (thing.name === null ? (thing.from[0] ?? thing) : thing));
  const named = [placedIn(question, sources), calledIn(question, sources)].find((found) => found.length > 0);
  return named === undefined || named.some((thing) => comesFrom(source, [thing]));
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
  let text = "";
  let at = start;
  for (const { part, start: from, end: to } of parts) {
    if (
      part.as !== "quote" ||
      part.text.length > MAX_INLINE_CHARS ||
      from < start ||
      to > end ||
      targets.some(({ words }) => words === part.text)
    )
      continue;
    text += `${masked.slice(at, from)}"${part.text}"`;
    at = to;
  }
  return text + masked.slice(at, end);
}

function put(order: SketchTask, questions: readonly Question[], targets: readonly Referent[]): readonly Referent[] {
  const { type, shop, why, givers } = order;
  const port = type.inputs.find(({ name }) => name !== "question");
  const asks = type.inputs.find(({ name }) => name === "question");
  const given = givers.find(
    (thing) =>
      thing.task !== null &&
      !targets.includes(thing) &&
      asks &&
      valueFor(thing, asks) &&
      !(port && valueFor(thing, port) && targets.length === 0),
  );
  // What was said or read is the question only where the words put none.
  const isUnasked = !port || !asksSomething(order.clause);
  const sources: readonly (Referent | null)[] = targets.length > 0 ? targets : [null];
  return sources.flatMap((source) =>
    questions.flatMap(({ words: question, about }) => {
      if (source && !(about.length > 0 ? comesFrom(source, about) : isMeantBy(question, source, targets))) return [];
      const supplied = source && port ? shop.supply(source, port, type.name) : null;
      if (source && !supplied) return [];
      const spoken = given && asks && isUnasked && questions.length === 1 ? valueFor(given, asks) : null;
      const args: PlannedArgument[] = [
        {
          port: "question",
          binding: spoken ?? { from: "literal", value: question },
          things: [spoken && given ? given : referentOfWords(question)],
        },
      ];
      if (supplied && port) args.push({ port: port.name, binding: supplied.binding, things: [supplied.thing] });
      const thing = shop.add(type.name, args);
      if (thing) shop.note(`${type.name}${source ? ` on ${nameOf(source)}` : ""}: "${question}", because of "${why}".`);
      return thing ? [thing] : [];
    }),
  );
}
