import { baseKind, fitsAny } from "../../../domain/kinds.ts";
import type { Port, TaskType } from "../../../domain/task-types/index.ts";
import { askFor } from "../reply/ask.ts";
import { chooses, withChoices } from "./choices.ts";
import { chooseObjects } from "./choose.ts";
import { itemsIn } from "./items.ts";
import { asWritten, endOfStretch } from "./layout.ts";
import { material } from "./material.ts";
import { objectsOf } from "./objects.ts";
import type { Maker, SketchTask } from "./order.ts";
import { namesOf, type PlanBuilder, type PlannedArgument } from "./plan-builder.ts";
import { literal, objectPort } from "./ports.ts";
import { type Referent, referentOfWords, valueFor } from "./referent-index.ts";
import type { ClauseScope } from "./scope.ts";
import { asInstruction, asPrompt, instruction } from "./wording.ts";

/** These are told what to do in words, and may be told several things at once. */
const TOLD: ReadonlySet<string> = new Set(["image-editing", "image-to-image", "image-to-video", "text-generation"]);

/** One task for each thing that the clause is about, or for each item that it lists. */
export const makeEach: Maker = (given) => {
  const order = chooses(given) ? withChoices(given) : given;
  const { type, shop, scope } = order;
  const choices = type.inputs.find(({ name, required }) => name === "labels" && required);
  if (choices && !scope.labels) {
    shop.ask(askFor(type, choices));
    return [];
  }
  const objects = workedOn(order);
  const items =
    TOLD.has(type.name) && order.layout.claims[order.home]?.length === 1
      ? itemsIn(asWritten(order.layout.reading, order.clause.start, endOfStretch(order.layout, order.home)))
      : [];
  if (items.length > 1) {
    const made = listed(order, objects, items);
    if (made.length > 0) return made;
  }
  const told = { ...order, scope: withoutMaterial(order, objects) };
  const tried = shop.missing === null ? shop.attempt(() => onEach(told, objects)) : [];
  return tried.length > 0 ? tried : fill(order);
};

/** One task for each object, told what the clause says besides; a new text also of these words alone. */
function onEach({ type, scope, shop, why }: SketchTask, objects: readonly Referent[]): readonly Referent[] {
  const port = objectPort(type);
  if (!port) return [];
  const note = (what: string): void => shop.note(`${type.name}${what}, because of "${why}".`);
  if (objects.length === 0 && type.name === "text-generation") {
    const made = shop.add(type.name, [literal(port.name, asPrompt(scope.clause, scope.quotes))]);
    if (made) note("");
    return made ? [made] : [];
  }
  if (objects.length > 0) note(` on ${namesOf(objects)}`);
  return objects.flatMap((object) => {
    const supplied = shop.supply(object, port, type.name);
    if (!supplied) return [];
    const args = [{ port: port.name, binding: supplied.binding, things: [supplied.thing] }];
    return shop.add(type.name, [...args, ...told(type, scope, why, shop)]) ?? [];
  });
}

/** What a task is told beside its object. A deployment's own types may have further ports: each takes what fits. */
function told(type: TaskType, scope: ClauseScope, why: string, shop: PlanBuilder): readonly PlannedArgument[] {
  const object = objectPort(type);
  return type.inputs.flatMap((port): readonly PlannedArgument[] => {
    if (port === object) return [];
    if (TOLD.has(type.name) && port.name === "text") return changeFor(port, scope, why);
    if (port.name === "instruction") return [literal(port.name, asInstruction(scope.clause))];
    if (!port.required) return [];
    if (port.name === "labels" && scope.labels) return [literal(port.name, scope.labels)];
    const words = port.name === "question" || port.name === "text" ? asPrompt(scope.clause, scope.quotes) : "";
    if (words !== "") return [literal(port.name, words)];
    const [thing] = chooseObjects(type, port, scope, scope.parts, shop);
    const supplied = thing && shop.supply(thing, port, type.name);
    if (!supplied) shop.ask(askFor(type, port));
    return supplied ? [{ port: port.name, binding: supplied.binding, things: [supplied.thing] }] : [];
  });
}

/** What is to change, in the words of the clause; nothing where only a likeness is wanted. */
function changeFor(port: Port, scope: ClauseScope, why: string): readonly PlannedArgument[] {
  const isVariation = /\bsimilar\b|\bvariations?\b/i.test(why);
  const words = isVariation ? null : instruction(scope.clause, scope.mentions, scope.quotes[0] ?? null);
  if (words !== null) return [literal(port.name, words)];
  return port.required ? [literal(port.name, why)] : [];
}

/** The scope without in its words what is worked on. */
function withoutMaterial({ scope, clause }: SketchTask, objects: readonly Referent[]): ClauseScope {
  const at = Math.min(...objects.flatMap(({ words }) => (words === null ? [] : placeOf(words, clause.text))));
  return Number.isFinite(at) && at > 0
    ? { ...scope, clause: { ...clause, text: clause.text.slice(0, at).trim() } }
    : scope;
}

/** Where material stands in a clause that has it in its own words. */
function placeOf(words: string, text: string): readonly number[] {
  const at = text.indexOf(words.slice(0, GLANCE_CHARS));
  return at === -1 ? [] : [at];
}
/** Enough to find a text by. */
const GLANCE_CHARS = 24;

/** What a task works on: a program is the code of the request, a new text may be made of nothing but words. */
function workedOn(order: SketchTask): readonly Referent[] {
  const { type, scope, givers, about } = order;
  const port = objectPort(type);
  if (port?.name === "code") {
    const code = scope.parts.flatMap(({ part, thing }) => (part.as === "code" && thing ? [thing] : []));
    if (code.length > 0) return code;
  }
  if (type.name !== "text-generation" || givers.length > 0) return objectsOf(order);
  const texts = about.filter((thing) => port && valueFor(thing, port));
  if (texts.length > 0) return texts;
  return CONTINUES.test(scope.clause.text) ? scope.quotes.map((quote) => referentOfWords(quote)) : [];
}

/** These go on with a text, so that it is one of these and not the order for it that the model is given. */
const CONTINUES =
  /\b(?:complet(?:e|ing)|continu(?:e|ing)|finish(?:ing)?|extend(?:ing)?|carry on|rest of|continuation|longer version|expand(?:ing)?)\b/i;

/** A task for each item of a list and each thing. */
function listed(
  { type, shop, why }: SketchTask,
  objects: readonly Referent[],
  items: readonly string[],
): readonly Referent[] {
  const port = objectPort(type);
  if (!port) return [];
  if (port.name === "text") return items.flatMap((item) => shop.add(type.name, [literal(port.name, item)]) ?? []);
  const told = type.inputs.find(({ name }) => name === "text");
  return objects.flatMap((object) =>
    items.flatMap((item) => {
      const supplied = shop.supply(object, port, type.name);
      const made =
        supplied &&
        told &&
        shop.add(type.name, [
          { port: port.name, binding: supplied.binding, things: [supplied.thing] },
          literal(told.name, item),
        ]);
      if (made) shop.note(`${type.name}: "${item}", because of "${why}".`);
      return made ? [made] : [];
    }),
  );
}

/** Where no composer knows how: what is linked, files of the right kind, and the words of the clause. */
function fill(order: SketchTask): readonly Referent[] {
  const { type, scope, givers, task, shop } = order;
  const free = [...givers];
  const args = type.inputs.flatMap((port): readonly PlannedArgument[] => {
    const at = free.findIndex((thing) => valueFor(thing, port));
    const thing = at === -1 ? fileFor(port, order) : free.splice(at, 1)[0];
    const binding = thing && valueFor(thing, port);
    if (thing && binding && (port.required || givers.includes(thing)))
      return [{ port: port.name, binding, things: [thing] }];
    if (!port.required) return [];
    const words =
      !port.many && port.kinds.some((kind) => baseKind(kind) === "text")
        ? (scope.quotes[0] ?? material(scope.clause, task.words))
        : null;
    if (words === null) {
      shop.ask(askFor(type, port));
      return [];
    }
    return [{ port: port.name, binding: { from: "literal", value: words }, things: [referentOfWords(words)] }];
  });
  if (shop.missing !== null) return [];
  const made = shop.add(type.name, args);
  return made ? [made] : [];
}

/** The newest file that a port takes; words are found otherwise. */
const fileFor = (port: Port, { shop }: SketchTask): Referent | undefined =>
  shop.scene.newestFirst
    .flat()
    .find(
      (thing) =>
        thing.name !== null && thing.task === null && thing.values.some(({ kind }) => fitsAny(kind, port.kinds)),
    );
