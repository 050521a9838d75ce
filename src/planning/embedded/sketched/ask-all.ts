import { askFor } from "../ask.ts";
import { isAskedPart } from "../answer.ts";
import { plainly } from "../clauses.ts";
import { type Reading, wordsOf } from "../parts.ts";
import { fullQuestions, isQuestion, namesFact, nounOfName } from "../questions.ts";
import { type Thing, thingOfWords, valueFor } from "../scene.ts";
import { scopeOf } from "../scope.ts";
import { asPrompt } from "../wording.ts";
import { type Argument, nameOf } from "../workshop.ts";
import { asksForFact, asksSomething, bareQuestion, completes, isElliptical } from "./asking.ts";
import { factsIn } from "./items.ts";
import { objectsOf } from "./objects.ts";
import type { Maker, Order } from "./order.ts";

/** More than anyone asks at once. */
const MAX_QUESTIONS = 12;

/** Every question that the clauses of a task ask, put to what each is about. */
export const askAll: Maker = (order) => {
  const { type, shop, layout, files } = order;
  const port = type.inputs.find(({ name }) => name !== "question");
  const clauses = clausesOf(order);
  const made: Thing[] = [];
  for (const index of groups(order, clauses).slice(0, MAX_QUESTIONS)) {
    const [first = order.home] = index;
    const clause = layout.clauses[first] ?? order.clause;
    const about = index.flatMap((at) => files[at] ?? []);
    const scope = first === order.home ? order.scope : scopeOf(clause, shop.scene, order.scope.parts.flatMap(() => []));
    const asked: Order = { ...order, clause, scope: first === order.home ? order.scope : { ...scope, parts: scope.parts.length > 0 ? scope.parts : order.scope.parts }, about };
    const targets = port ? objectsOf(asked, port) : [];
    if (port?.required && targets.length === 0) {
      shop.ask(askFor(type, port));
      continue;
    }
    made.push(...put(asked, questionsIn(asked, index, targets), targets));
  }
  return made;
};

/** The clauses of a task that ask; its own when none does. */
function clausesOf({ layout, place, home }: Order): readonly number[] {
  const own = layout.claims.flatMap((claims, index) => (claims.includes(place) ? [index] : []));
  const asking = own.filter((index) => {
    const clause = layout.clauses[index];
    return clause && (asksSomething(clause) || asksForFact(clause.text) || (index === home && namesFact(bareQuestion(clause.text))));
  });
  return asking.length > 0 ? asking : [home];
}

/** Clauses in a row that make one question: a fragment belongs to the question before it. */
function groups({ layout }: Order, clauses: readonly number[]): readonly (readonly number[])[] {
  const all: number[][] = [];
  for (const index of clauses) {
    const clause = layout.clauses[index];
    const last = all.at(-1);
    const before = last?.at(-1);
    const previous = before === undefined ? undefined : layout.clauses[before];
    const joint = previous && clause ? layout.reading.masked.slice(previous.start + previous.text.length, clause.start) : "";
    const hangs =
      clause && previous && before === index - 1 &&
      (isElliptical(plainly(clause.text)) || completes(plainly(previous.text), clause.text) || /^,? or $/i.test(joint));
    if (last && hangs) last.push(index);
    else all.push([index]);
  }
  return all;
}

function questionsIn({ scope, layout }: Order, indices: readonly number[], targets: readonly Thing[]): readonly string[] {
  const quoted = scope.parts.flatMap(({ part }) => (isAskedPart(part) ? (wordsOf(part) ?? []) : []));
  if (quoted.length > 0) return quoted;
  const [first, last] = [layout.clauses[indices[0] ?? 0], layout.clauses[indices.at(-1) ?? 0]];
  if (!first || !last) return [];
  const text = withQuotes(layout.reading, first.start, last.start + last.text.length, targets);
  const name = targets.map((thing) => thing.name ?? thing.from[0]?.name ?? null).find((found) => found !== null) ?? null;
  const noun = name === null ? null : nounOfName(name);
  const plain = bareQuestion(text);
  if (indices.length > 1) return fullQuestions(plain, { previous: null, noun }).slice(0, 1);
  const items = isQuestion(plain) ? [] : factsIn(text, first.asks);
  const full = (items.length > 1 ? items : [plain]).flatMap((item) => fullQuestions(bareQuestion(item), { previous: null, noun }));
  return full.length > 0 ? full : [asPrompt(first, scope.quotes)];
}

/** The masked words with the quotations in them that are not what is asked about. */
function withQuotes({ masked, parts }: Reading, start: number, end: number, targets: readonly Thing[]): string {
  let text = "";
  let at = start;
  for (const { part, start: from, end: to } of parts) {
    if (part.as !== "quote" || from < start || to > end || targets.some(({ words }) => words === part.text)) continue;
    text += `${masked.slice(at, from)}"${part.text}"`;
    at = to;
  }
  return text + masked.slice(at, end);
}

function put(order: Order, questions: readonly string[], targets: readonly Thing[]): readonly Thing[] {
  const { type, shop, intent, givers } = order;
  const port = type.inputs.find(({ name }) => name !== "question");
  const asks = type.inputs.find(({ name }) => name === "question");
  const given = givers.find((thing) => thing.task !== null && !targets.includes(thing) && asks && valueFor(thing, asks) && !(port && valueFor(thing, port) && targets.length === 0));
  // What was said or read is the question only where the words put none.
  const isUnasked = !port || !asksSomething(order.clause);
  const sources: readonly (Thing | null)[] = targets.length > 0 ? targets : [null];
  return sources.flatMap((source) =>
    questions.flatMap((question) => {
      const supplied = source && port ? shop.supply(source, port, type.name) : null;
      if (source && !supplied) return [];
      const spoken = given && asks && isUnasked && questions.length === 1 ? valueFor(given, asks) : null;
      const args: Argument[] = [
        { port: "question", binding: spoken ?? { from: "literal", value: question }, things: [spoken && given ? given : thingOfWords(question)] },
      ];
      if (supplied && port) args.push({ port: port.name, binding: supplied.binding, things: [supplied.thing] });
      const thing = shop.add(type.name, args);
      if (thing)
        shop.note(`${type.name}${source ? ` on ${nameOf(source)}` : ""}: "${question}", because of "${intent.words}".`);
      return thing ? [thing] : [];
    }),
  );
}
