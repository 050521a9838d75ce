import type { Port } from "../../../domain/task-types/index.ts";
import { answers, objectPort, roleOf } from "../rank/ports.ts";
import { askFor } from "../reply/ask.ts";
import { compare } from "./compare.ts";
import { objectsFor } from "./objects.ts";
import { literal, namesOf, type PlannedArgument } from "./plan-builder.ts";
import { askingClauses, comparedQuestions, isPutTo, questionsIn } from "./questions.ts";
import { quotesIn, type Referent, referentOfWords, valueFor } from "./referents.ts";
import { because, inClause, type Scene, type SketchTask } from "./sketch-task.ts";
import { itemsFor, languagesFor, tell } from "./told.ts";
import { asPrompt } from "./wording.ts";

/**
 * Makes the tasks that a sketched one stands for: one for each thing that it works on, and of these one for each
 * question, language or change that it is told.
 */
export function makeTasks(task: SketchTask, scene: Scene): readonly Referent[] {
  if (task.type.inputs.some(({ many, required }) => many && required)) return compare(task, scene);
  if (!answers(task.type)) return makeAll(task, objectsOf(task, scene), [], scene);
  const made: Referent[] = [];
  let previous: string | null = null;
  let isCompared = false;
  const places = askingClauses(task, scene);
  for (const [at, index] of places.entries()) {
    const asking = inClause(task, index, scene);
    const objects = objectsOf(asking, scene);
    const behind = scene.layout.clauses[places[at + 1] ?? -1]?.text ?? null;
    const compared = comparedQuestions(asking, objects ?? [], isCompared, scene);
    isCompared = compared !== null;
    if (compared?.length === 0) continue;
    const questions: readonly string[] = compared ?? questionsIn(asking, objects ?? [], previous ?? behind, scene);
    previous = questions.at(-1) ?? previous;
    made.push(...makeAll(asking, objects, questions, scene));
  }
  return made;
}

/** What a task works on; `null` where it is only told something. */
function objectsOf(task: SketchTask, scene: Scene): readonly Referent[] | null {
  const port = objectPort(task.type);
  if (!port || roleOf(port, task.type) !== "object") return null;
  const stated = task.stated.get(port.name);
  if (stated !== undefined) return [referentOfWords(stated)];
  return task.type.name === "text-generation" ? textsFor(task, port, scene) : objectsFor(task, port, scene);
}

const CONTINUES = /\b(?:complet|continu|finish|extend|expand|carry on|rest of|longer version)/i;

/** A new text is made of the words alone, unless it goes on with one or is made from one. */
function textsFor(task: SketchTask, port: Port, scene: Scene): readonly Referent[] | null {
  const { givers, about, parts, clause } = task;
  if (givers.length > 0) return objectsFor(task, port, scene);
  const files = [...about, ...parts.flatMap(({ thing }) => (thing?.name != null ? [thing] : []))];
  const texts = files.filter((thing) => valueFor(thing, port));
  const quotes = CONTINUES.test(clause.text) ? quotesIn(parts).map(referentOfWords) : [];
  return [texts, quotes].find((found) => found.length > 0) ?? null;
}

function makeAll(
  task: SketchTask,
  objects: readonly Referent[] | null,
  questions: readonly string[],
  scene: Scene,
): readonly Referent[] {
  const { type, clause, parts } = task;
  const { builder } = scene;
  const port = objectPort(type);
  if (objects?.length === 0 && port?.required) {
    builder.ask(askFor(type, port, scene.index.attached));
    return [];
  }
  builder.note(`${type.name}${objects ? ` on ${namesOf(objects)}` : ""}${because(task)}.`);
  if (objects?.length === 0) return makeTold(task, [], null, questions, scene);
  if (!objects) {
    const isPrompt = port !== undefined && roleOf(port, type) === "object";
    if (!isPrompt) return makeTold(task, [], null, questions, scene);
    const items = itemsFor(task, scene);
    const prompts = items.length > 0 ? items : [asPrompt(clause, quotesIn(parts))];
    return prompts.flatMap((prompt) => makeTold(task, [literal(port.name, prompt)], null, [], scene));
  }
  const isChained = type.inputs.some(({ name }) => name === "target-language") && languagesFor(task, scene).isChained;
  return objects.flatMap((source) => {
    const supplied = port && builder.supply(source, port, type);
    if (!port || !supplied) return [];
    const put = questions.filter((question) => isPutTo(question, source, objects));
    const given = { port: port.name, binding: supplied.binding, things: [supplied.thing] };
    return makeTold(task, [given], supplied.thing, put, scene, isChained);
  });
}

/** One task for each combination of what its other ports are told; in a chain each of the one before. */
function makeTold(
  task: SketchTask,
  given: readonly PlannedArgument[],
  object: Referent | null,
  questions: readonly string[],
  scene: Scene,
  isChained = false,
): readonly Referent[] {
  const { type } = task;
  let rows: readonly (readonly PlannedArgument[])[] = [given];
  for (const port of type.inputs) {
    if (given.some((argument) => argument.port === port.name)) continue;
    const told = tell({ task, scene, port, object, questions });
    if (!told) return [];
    rows = rows.flatMap((row) => told.map((argument) => (argument ? [...row, argument] : row)));
  }
  const made: Referent[] = [];
  for (const row of rows) {
    const last = isChained ? made.at(-1) : undefined;
    const [first, ...others] = row;
    const binding = last && first && type.inputs[0] ? valueFor(last, type.inputs[0]) : null;
    const args =
      last && first && binding
        ? [{ ...first, binding, things: [last] }, ...others.filter(({ port }) => port !== "source-language")]
        : row;
    const thing = scene.builder.add(type, args, languageTold(args));
    if (thing) made.push(thing);
  }
  return made;
}

const languageTold = (args: readonly PlannedArgument[]): string | null => {
  const binding = args.find(({ port }) => port === "target-language")?.binding;
  return binding?.from === "literal" && typeof binding.value === "string" ? binding.value : null;
};
