import { baseKind, fitsAny } from "../../../domain/kinds.ts";
import type { Port } from "../../../domain/task-types/index.ts";
import { askFor } from "../ask.ts";
import { literal, objectPort, plain } from "../compose/each.ts";
import { composerOf } from "../compose/index.ts";
import { material } from "../material.ts";
import type { PlannedArgument } from "../plan-builder.ts";
import { type Referent, referentOfWords, valueFor } from "../referent-index.ts";
import type { ClauseScope } from "../scope.ts";
import { chooses, withChoices } from "./choices.ts";
import { itemsIn } from "./items.ts";
import { asWritten, endOfStretch } from "./layout.ts";
import { objectsOf } from "./objects.ts";
import type { Maker, SketchTask } from "./order.ts";

/** These are told what to do in words, and may be told several things at once. */
const TOLD: ReadonlySet<string> = new Set(["image-editing", "image-to-image", "text-generation"]);

/** One task for each thing that the clause is about, or for each item that it lists. */
export const makeEach: Maker = (given) => {
  const order = chooses(given) ? withChoices(given) : given;
  const { type, shop, scope, intent } = order;
  const choices = type.inputs.find(({ name, required }) => name === "labels" && required);
  if (choices && !scope.labels) {
    shop.ask(askFor(type, choices));
    return [];
  }
  const objects = type.name === "text-generation" ? subjectsOf(order) : objectsOf(order);
  const items =
    TOLD.has(type.name) && order.layout.claims[order.home]?.length === 1
      ? itemsIn(asWritten(order.layout.reading, order.clause.start, endOfStretch(order.layout, order.home)))
      : [];
  if (items.length > 1) {
    const made = listed(order, objects, items);
    if (made.length > 0) return made;
  }
  const told = withoutMaterial(order, objects);
  const own = {
    ...told,
    products: [...objects],
    made: [],
    ...(type.name === "text-generation" ? { mentions: [] } : {}),
  };
  const compose = type.name === "image-to-text" ? plain : composerOf(type.name);
  const tried = shop.missing === null ? shop.attempt(() => compose(intent, own, [], shop)) : [];
  return tried.length > 0 ? tried : fill(order);
};

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

/** A new text is made of what is linked, of a text at hand that the clause speaks of, or of its own words. */
function subjectsOf(order: SketchTask): readonly Referent[] {
  const port = objectPort(order.type);
  if (order.givers.length > 0) return objectsOf(order);
  return order.about.filter((thing) => port && valueFor(thing, port));
}

/** A task for each item of a list and each thing. */
function listed(
  { type, shop, intent }: SketchTask,
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
      if (made) shop.note(`${type.name}: "${item}", because of "${intent.words}".`);
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
