import { baseKind, fitsAny } from "../../domain/kinds.ts";
import type { SingleBinding } from "../../domain/plan.ts";
import type { Port, TaskType } from "../../domain/task-types/index.ts";
import { type Asked, questionsOf } from "./answer.ts";
import { askFor } from "./ask.ts";
import { Chooser } from "./choose.ts";
import type { Clause } from "./clauses.ts";
import { composeGuided, composerOf } from "./compose/index.ts";
import { plain } from "./compose/each.ts";
import { CONTROLS } from "./cues/index.ts";
import type { Intent } from "./recognise.ts";
import { type Thing, thingOfWords, valueFor } from "./scene.ts";
import { type Scope, scopeOf } from "./scope.ts";
import type { PlanSketch, SketchedTask } from "./trained/sketch.ts";
import { asPrompt } from "./wording.ts";
import { type Argument, nameOf, type Workshop } from "./workshop.ts";

/**
 * Makes the tasks of a sketch: each in the clause that speaks for it, on what the sketch links it to, or else on what
 * the clause is about. What is missing is asked for, as with the rules.
 * @returns for each sketched task the ids of the tasks that it became.
 */
export function composeSketch(sketch: PlanSketch, clauses: readonly Clause[], shop: Workshop): readonly (readonly number[])[] {
  const made: (readonly Thing[])[] = [];
  const asked: Asked = { previous: null, entityQuestions: new Map() };
  for (const [place, task] of sketch.tasks.entries()) {
    const givers = sketch.links.flatMap(([from, to]) => (to === place ? (made[from] ?? []) : []));
    const clause = clauseAt(task.at, clauses);
    const type = shop.ontology.get(task.type);
    made[place] = type && clause ? composeTask(task, type, scopeOf(clause, shop.scene, []), givers, asked, shop) : [];
  }
  return made.map((things) => things.flatMap(({ task }) => (task ? [task.id] : [])));
}

/** The clause in which an offset of the masked text lies, or the last before it. */
const clauseAt = (at: number, clauses: readonly Clause[]): Clause | undefined =>
  clauses.filter(({ start }) => start <= at).toSorted((a, b) => b.start - a.start)[0] ?? clauses[0];

const GENERATORS: ReadonlySet<string> = new Set(CONTROLS.map(({ generator }) => generator));

function composeTask(
  task: SketchedTask,
  type: TaskType,
  scope: Scope,
  givers: readonly Thing[],
  asked: Asked,
  shop: Workshop,
): readonly Thing[] {
  scope.products.push(...givers);
  const own = givers.length > 0 ? [] : scope.parts;
  const intent: Intent = {
    type: type.name,
    role: "act",
    at: 0,
    end: scope.words.length,
    words: task.words.join(" "),
    guessed: false,
  };
  if (type.inputs.some(({ name }) => name === "question")) return askEach(type, scope, asked, intent, shop);
  const map = GENERATORS.has(type.name) ? givers.find(({ worth }) => worth === "map") : undefined;
  const things = map
    ? composeGuided(intent, map, scope, own, shop)
    : (type.name === "image-to-text" ? plain : composerOf(type.name))(intent, scope, own, shop);
  return things.length > 0 || shop.missing !== null ? things : fill(type, scope, givers, shop);
}

/** A question for each that the clause asks, put to each thing that it is about. */
function askEach(type: TaskType, scope: Scope, asked: Asked, intent: Intent, shop: Workshop): readonly Thing[] {
  const asks = type.inputs.find(({ name }) => name === "question");
  const port = type.inputs.find(({ name }) => name !== "question");
  const targets = port ? new Chooser(shop).objects(type, port, scope, scope.parts.filter(({ part }) => !isAsked(part))) : [];
  const given = scope.products.find((thing) => thing.task !== null && !targets.includes(thing));
  const found = questionsOf(scope, asked, targets, { isSaid: false, mayNameFact: true });
  const questions = found.length > 0 ? found : [asPrompt(scope.clause, scope.quotes)];
  asked.previous = questions.at(-1) ?? null;
  if (port?.required && targets.length === 0) {
    shop.ask(askFor(type, port));
    return [];
  }
  const sources: readonly (Thing | null)[] = port && targets.length > 0 ? targets : [null];
  return sources.flatMap((source) =>
    questions.flatMap((question) => {
      const supplied = source && port ? shop.supply(source, port, type.name) : null;
      if (source && !supplied) return [];
      const spoken = given && asks && questions.length === 1 ? valueFor(given, asks) : null;
      const binding: SingleBinding = spoken ?? { from: "literal", value: question };
      const args: Argument[] = [{ port: "question", binding, things: [given ?? thingOfWords(question)] }];
      if (supplied && port) args.push({ port: port.name, binding: supplied.binding, things: [supplied.thing] });
      const thing = shop.add(type.name, args);
      if (thing) shop.note(`${type.name}${source ? ` on ${nameOf(source)}` : ""}: "${question}", because of "${intent.words}".`);
      return thing ? [thing] : [];
    }),
  );
}

const isAsked = (part: Scope["parts"][number]["part"]): boolean => (part.as === "quote" || part.as === "passage") && part.asked;

/** Where no rule knows how: what is linked, files of the right kind, and the words of the clause. */
function fill(type: TaskType, scope: Scope, givers: readonly Thing[], shop: Workshop): readonly Thing[] {
  const free = [...givers];
  const args = type.inputs.flatMap((port): readonly Argument[] => {
    const at = free.findIndex((thing) => valueFor(thing, port));
    const thing = at === -1 ? fileFor(port, shop) : free.splice(at, 1)[0];
    const binding = thing && valueFor(thing, port);
    if (thing && binding && (port.required || givers.includes(thing))) return [{ port: port.name, binding, things: [thing] }];
    if (!port.required) return [];
    if (!port.kinds.some((kind) => baseKind(kind) === "text")) {
      shop.ask(askFor(type, port));
      return [];
    }
    const words = scope.quotes[0] ?? asPrompt(scope.clause, scope.quotes);
    return [{ port: port.name, binding: { from: "literal", value: words }, things: [thingOfWords(words)] }];
  });
  if (shop.missing !== null) return [];
  const made = shop.add(type.name, args);
  return made ? [made] : [];
}

/** The newest file that a port takes; words are found otherwise. */
const fileFor = (port: Port, shop: Workshop): Thing | undefined =>
  shop.scene.newestFirst
    .flat()
    .find((thing) => thing.name !== null && thing.task === null && thing.values.some(({ kind }) => fitsAny(kind, port.kinds)));
