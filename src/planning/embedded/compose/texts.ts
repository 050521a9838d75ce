import type { Binding } from "../../../domain/plan.ts";
import type { Port, TaskType } from "../../../domain/task-types/index.ts";
import { lowerFirst } from "../ask.ts";
import { Chooser } from "../choose.ts";
import { nameOf, type PlanBuilder } from "../plan-builder.ts";
import { type Referent, referentOfWords, sameReferent, valueFor } from "../referent-index.ts";
import type { ClauseScope } from "../scope.ts";
import { asPrompt } from "../wording.ts";
import { type Composer, instructionFor, literal, objectPort, onEach } from "./each.ts";

const CONTINUES =
  /\b(?:complet(?:e|ing)|continu(?:e|ing)|finish(?:ing)?|extend(?:ing)?|carry on|rest of|continuation|longer version|expand(?:ing)?)\b/;

/** A new text: the continuation of given words, one about a thing, or one by the words of the clause. */
export const write: Composer = (intent, scope, own, shop) => {
  const type = shop.ontology.get(intent.type);
  const port = type && objectPort(type);
  if (!type || !port) return [];
  const things = [
    ...scope.products,
    ...own.flatMap(({ thing, part }) => (thing && part.as === "file" ? [thing] : [])),
  ].filter((thing) => shop.canSupply(thing, port, type.name));
  const continues = CONTINUES.test(intent.words) || CONTINUES.test(scope.words);
  const mentioned =
    things.length === 0 && scope.mentions.length > 0 && scope.quotes.length === 0
      ? new Chooser(shop).objects(type, port, scope, own)
      : [];
  const subjects =
    things.length > 0
      ? things
      : continues && scope.quotes.length > 0
        ? scope.quotes.map((quote) => referentOfWords(quote))
        : mentioned;
  if (subjects.length === 0) {
    const made = shop.add(type.name, [literal(port.name, asPrompt(scope.clause, scope.quotes))]);
    if (made) shop.note(`${type.name}, because of "${intent.words}".`);
    return made ? [made] : [];
  }
  return subjects.flatMap((subject) => {
    const supplied = shop.supply(subject, port, type.name);
    if (!supplied) return [];
    const wording = instructionFor(type, scope);
    const made = shop.add(type.name, [
      { port: port.name, binding: supplied.binding, things: [supplied.thing] },
      ...wording,
    ]);
    if (made) shop.note(`${type.name} on ${nameOf(subject)}, because of "${intent.words}".`);
    if (made && wording.length === 0 && !continues)
      shop.note(
        `${type.name} takes one text only, so the model is given ${nameOf(supplied.thing)} without the words "${intent.words}".`,
      );
    return made ? [made] : [];
  });
};

const MORE_LIKE =
  /\b(?:more|most|closest|closer|nearest|similar) (?:like|similar|to|like to|similar to)(?: the)?(?: image| text| sentence)? ([a-h])\b/;

/** With what the clause points at; and with the newest texts of this message, while there are fewer than two. */
function withOthers(
  named: readonly Referent[],
  type: TaskType,
  port: Port,
  scope: ClauseScope,
  shop: PlanBuilder,
): readonly Referent[] {
  const pointed = new Chooser(shop).objects(type, port, { ...scope, parts: [], products: [] }, []);
  const texts = shop.scene.newestFirst.flat().filter((thing) => thing.era === "message" && valueFor(thing, port));
  const all: Referent[] = [...named];
  for (const thing of pointed) if (!all.some((other) => sameReferent(other, thing))) all.push(thing);
  for (const thing of texts) if (all.length < 2 && !all.some((other) => sameReferent(other, thing))) all.push(thing);
  return all;
}

/** Compares the first text with all others; pictures and recordings by what they show and say. */
export const compare: Composer = (intent, scope, own, shop) => {
  const type = shop.ontology.get("sentence-similarity");
  const [first, others] = type?.inputs ?? [];
  if (!type || !first || !others) return [];
  const usable = (things: readonly Referent[]): readonly Referent[] =>
    things.filter((thing) => shop.canSupply(thing, first, type.name));
  const named = usable(own.flatMap(({ thing }) => (thing ? [thing] : [])));
  const products = usable(scope.products);
  const enough = [...products, ...named];
  const given = enough.length > 1 ? enough : withOthers(enough, type, first, scope, shop);
  const letter = MORE_LIKE.exec(scope.words)?.[1]?.toUpperCase();
  const lettered =
    letter === undefined
      ? undefined
      : [...given, ...shop.scene.newestFirst.flat()].find((thing) => thing.letter === letter);
  const pivot = lettered ?? given[0];
  const row = lettered
    ? (shop.scene.newestFirst.find((group) => group.some((thing) => thing.letter === letter)) ?? given)
    : given;
  const rest = row.filter((thing) => !(pivot && sameReferent(thing, pivot)));
  const sentence = pivot && shop.supply(pivot, first, type.name);
  const sentences = rest.flatMap((thing) => shop.supply(thing, others, type.name) ?? []);
  if (!sentence || sentences.length === 0) {
    shop.ask(
      `To ${lowerFirst(type.description)}, I need at least two texts. Please quote them, paste them or attach files.`,
    );
    return [];
  }
  const list: Binding = { from: "list", items: sentences.map(({ binding }) => binding) };
  const made = shop.add(type.name, [
    { port: first.name, binding: sentence.binding, things: [sentence.thing] },
    { port: others.name, binding: list, things: sentences.map(({ thing }) => thing) },
  ]);
  if (made)
    shop.note(
      `sentence-similarity of ${[sentence, ...sentences].map(({ thing }) => nameOf(thing)).join(", ")}, because of "${intent.words}".`,
    );
  return made ? [made] : [];
};

const withoutLabels = (labelled: ClauseScope): ClauseScope => {
  const labels = new Set(labelled.labels);
  return { ...labelled, parts: labelled.parts.filter(({ part }) => part.as === "file" || !labels.has(part.text)) };
};

/** Chooses among the labels that the clause lists. */
export const classifyBy: Composer = (intent, scope, own, shop) => {
  const bare = withoutLabels(scope);
  return onEach((_type, { labels }) => (labels ? [literal("labels", labels)] : []))(
    intent,
    bare,
    own.filter((part) => bare.parts.includes(part)),
    shop,
  );
};
