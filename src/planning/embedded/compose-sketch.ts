import { baseKind, fitsAny } from "../../domain/kinds.ts";
import type { SingleBinding } from "../../domain/plan.ts";
import type { Port, TaskType } from "../../domain/task-types/index.ts";
import { type Asked, questionsOf } from "./answer.ts";
import { askFor } from "./ask.ts";
import { Chooser } from "./choose.ts";
import type { Clause } from "./clauses.ts";
import { plain } from "./compose/each.ts";
import { composerOf } from "./compose/index.ts";
import { CONTROLS } from "./cues/index.ts";
import { material } from "./material.ts";
import type { Intent } from "./recognise.ts";
import { mainKind, type Thing, thingOfWords, valueFor } from "./scene.ts";
import { type Scope, scopeOf } from "./scope.ts";
import type { PlanSketch, SketchedTask } from "./trained/sketch.ts";
import { asPrompt, description } from "./wording.ts";
import { type Argument, nameOf, type Workshop } from "./workshop.ts";

/**
 * Makes the tasks of a sketch: each in the clause that speaks for it, on what the sketch links it to, or else on what
 * the clause is about. What is missing is asked for, as with the rules.
 * @returns for each sketched task the ids of the tasks that it became.
 */
export function composeSketch(
  sketch: PlanSketch,
  clauses: readonly Clause[],
  shop: Workshop,
): readonly (readonly number[])[] {
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
  if (FROM_WORDS.has(type.name)) return imagine(type, scope, givers, intent, shop);
  const tried =
    shop.missing === null
      ? shop.attempt(() => (type.name === "image-to-text" ? plain : composerOf(type.name))(intent, scope, own, shop))
      : [];
  return tried.length > 0 ? tried : fill(type, scope, givers, task, shop);
}

/** These make a picture or film of words; one guided by a map takes it as well. */
const FROM_WORDS: ReadonlySet<string> = new Set([
  "text-to-image",
  "text-to-video",
  ...CONTROLS.map(({ generator }) => generator),
]);

/** A picture of what is linked, quoted or described. */
function imagine(
  type: TaskType,
  scope: Scope,
  givers: readonly Thing[],
  intent: Intent,
  shop: Workshop,
): readonly Thing[] {
  const [text, image] = ["text", "image"].map((name) => type.inputs.find((port) => port.name === name));
  if (!text) return [];
  const texts = givers.filter((thing) => valueFor(thing, text));
  const maps = image ? givers.filter((thing) => valueFor(thing, image)) : [null];
  const files = scope.parts.flatMap(({ thing }) =>
    thing && thing.words === null && mainKind(thing) === "text" ? [thing] : [],
  );
  const [quote] = scope.quotes;
  const words = quote ?? description(scope.clause, null) ?? asPrompt(scope.clause, scope.quotes);
  const prompts = texts.length > 0 ? texts : files.length > 0 ? files : [thingOfWords(words)];
  const usable = maps.length > 0 ? maps : image ? [mapFor(image, type, shop)] : [];
  return prompts.flatMap((prompt) =>
    usable.flatMap((map) => {
      const prompted = valueFor(prompt, text);
      const drawn = map && image ? valueFor(map, image) : null;
      if (!prompted || (image && !drawn)) return [];
      const args: Argument[] = [{ port: text.name, binding: prompted, things: [prompt] }];
      if (map && image && drawn) args.push({ port: image.name, binding: drawn, things: [map] });
      const made = shop.add(type.name, args);
      if (made) shop.note(`${type.name} from ${nameOf(prompt)}, because of "${intent.words}".`);
      return made ? [made] : [];
    }),
  );
}

/** A map at hand, or one drawn of the picture at hand. */
function mapFor(port: Port, type: TaskType, shop: Workshop): Thing | null {
  const things = shop.scene.newestFirst.flat();
  const map = things.find((thing) => valueFor(thing, port));
  if (map) return map;
  const picture = things.find((thing) => mainKind(thing) === "image");
  const supplied = picture && shop.supply(picture, port, type.name);
  if (!supplied) shop.ask(askFor(type, port));
  return supplied?.thing ?? null;
}

/** A question for each that the clause asks, put to each thing that it is about. */
function askEach(type: TaskType, scope: Scope, asked: Asked, intent: Intent, shop: Workshop): readonly Thing[] {
  const asks = type.inputs.find(({ name }) => name === "question");
  const port = type.inputs.find(({ name }) => name !== "question");
  const targets = port
    ? new Chooser(shop).objects(
        type,
        port,
        scope,
        scope.parts.filter(({ part }) => !isAsked(part)),
      )
    : [];
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
      if (thing)
        shop.note(`${type.name}${source ? ` on ${nameOf(source)}` : ""}: "${question}", because of "${intent.words}".`);
      return thing ? [thing] : [];
    }),
  );
}

const isAsked = (part: Scope["parts"][number]["part"]): boolean =>
  (part.as === "quote" || part.as === "passage") && part.asked;

/** Where no rule knows how: what is linked, files of the right kind, and the words of the clause. */
function fill(
  type: TaskType,
  scope: Scope,
  givers: readonly Thing[],
  task: SketchedTask,
  shop: Workshop,
): readonly Thing[] {
  const free = [...givers];
  const args = type.inputs.flatMap((port): readonly Argument[] => {
    const at = free.findIndex((thing) => valueFor(thing, port));
    const thing = at === -1 ? fileFor(port, shop) : free.splice(at, 1)[0];
    const binding = thing && valueFor(thing, port);
    if (thing && binding && (port.required || givers.includes(thing)))
      return [{ port: port.name, binding, things: [thing] }];
    if (!port.required) return [];
    if (!port.kinds.some((kind) => baseKind(kind) === "text")) {
      shop.ask(askFor(type, port));
      return [];
    }
    const words = scope.quotes[0] ?? material(scope.clause, task.words);
    if (words === null) {
      shop.ask(askFor(type, port));
      return [];
    }
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
    .find(
      (thing) =>
        thing.name !== null && thing.task === null && thing.values.some(({ kind }) => fitsAny(kind, port.kinds)),
    );
