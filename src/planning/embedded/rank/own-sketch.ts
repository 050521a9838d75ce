import { baseKind } from "../../../domain/kinds.ts";
import type { Ontology } from "../../../domain/task-types/index.ts";
import { feeds } from "../bind/ports.ts";
import type { Clause } from "../read/clauses.ts";
import { cueWords } from "../read/vocabulary.ts";
import { hearOwn, isIdle, ownTypesOf } from "./own-types.ts";
import type { PlanSketch, SketchedTask } from "./sketch.ts";
import type { RequestView } from "./view.ts";

/** Task types of the deployment's own that a request speaks of, and what it says besides. */
interface OwnTasks {
  readonly tasks: readonly SketchedTask[];
  /** The request without the words that speak for them; null where nothing telling is left. */
  readonly rest: RequestView | null;
}

/**
 * A sketch with the deployment's own task types, of which the weights know nothing: they are heard by name or by the
 * words of their description, and the rest of the request is ranked without these. How sure that is nobody knows, so
 * that the confidence is null.
 * @param rank sketches what is left of a request; null where that is for no task
 */
export function withOwnTypes(
  sketch: PlanSketch | null,
  clauses: readonly Clause[],
  view: RequestView,
  ontology: Ontology,
  rank: (view: RequestView) => PlanSketch | null,
): PlanSketch | null {
  if (ownTypesOf(ontology).length === 0) return sketch;
  const own = ownTasksIn(clauses, view, ontology, sketch !== null);
  if (own.tasks.length === 0) return sketch;
  const converts = (type: string): boolean => ontology.get(type)?.converts === true;
  const others = (own.rest && rank(own.rest)) ?? { tasks: [], links: [] };
  // What only converts is done first, wherever it is spoken of: "a summary of the subtitles".
  const isFirst = ({ type }: SketchedTask): boolean => own.tasks.some((task) => task.type === type) && converts(type);
  const tasks = [...others.tasks, ...own.tasks].toSorted(
    (a, b) => Number(isFirst(b)) - Number(isFirst(a)) || a.at - b.at,
  );
  const placeOf = (at: number): number => {
    const task = others.tasks[at];
    return task ? tasks.indexOf(task) : -1;
  };
  const links = others.links.map(([from, to]) => [placeOf(from), placeOf(to)] as const);
  return { tasks, links: [...links, ...linksOfOwn(tasks, links, clauses, ontology)], confidence: null };
}

function ownTasksIn(
  clauses: readonly Clause[],
  view: RequestView,
  ontology: Ontology,
  isOtherHeard: boolean,
): OwnTasks {
  const kinds = new Set(view.kinds);
  const tasks: SketchedTask[] = [];
  let rest = view.tokens;
  for (const { text, start, asks } of clauses) {
    const words = withoutDenied(cueWords(text));
    const heard = hearOwn(text, words, kinds, namedIn(words, ontology), ontology);
    const { intents, likely } = heard;
    for (const { type, at, end } of intents.length > 0 || isOtherHeard || asks || !likely ? intents : [likely]) {
      const said = words.slice(at, end).trim();
      tasks.push({ type, at: start + Math.min(at, text.length - 1), words: said.split(" ") });
      const spoken = new Set(said.split(/[^\p{L}\p{N}]+/u));
      rest = rest.filter(
        (token) => token.at < start || token.at >= start + text.length || !isSaidBy(token.said, spoken),
      );
    }
  }
  const isTelling = rest.some(({ said, isQuoted }) => !isQuoted && !isIdle(said.toLowerCase()));
  // What a file was converted to is at hand then, and no longer the file.
  const made = tasks.flatMap(({ type }) => {
    const found = ontology.get(type);
    return found?.converts ? found.outputs.flatMap(({ kinds: given }) => given.map(baseKind)) : [];
  });
  const left = { ...view, tokens: rest, ...(made.length > 0 ? { kinds: [...new Set(made)] } : {}) };
  return { tasks, rest: isTelling ? left : null };
}

/** Whether a word, or each part of one with hyphens, is among those that were spent. */
const isSaidBy = (said: string, spoken: ReadonlySet<string>): boolean =>
  said
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => spoken.has(word));

/** "don't translate it", "without a summary": what is said not to be wanted is not heard. */
const DENIED =
  /\b(?:don't|dont|do not|no need to|without|instead of|rather than|never)(?: (?!,|but\b|just\b|only\b)[@#\w'-]+){1,3}/g;
const withoutDenied = (words: string): string => words.replaceAll(DENIED, (denied) => " ".repeat(denied.length));

/** Where built-in task types are called by their names: "run depth estimation" speaks of no other kind of estimation. */
function namedIn(words: string, ontology: Ontology): readonly { readonly at: number; readonly end: number }[] {
  const own = new Set(ownTypesOf(ontology));
  const plain = ` ${words.replaceAll("-", " ")} `;
  return ontology.all.flatMap((type) => {
    const name = type.name.replaceAll("-", " ");
    const at = own.has(type) ? -1 : plain.indexOf(` ${name} `);
    return at === -1 ? [] : [{ at, end: at + name.length }];
  });
}

/** Links to own tasks, and from them: each takes from the giver before it, unless its clause names a file. */
function linksOfOwn(
  tasks: readonly SketchedTask[],
  known: PlanSketch["links"],
  clauses: readonly Clause[],
  ontology: Ontology,
): PlanSketch["links"] {
  const own = new Set(ownTypesOf(ontology).map(({ name }) => name));
  const clauseOf = ({ at }: SketchedTask): Clause | undefined => clauses.findLast(({ start }) => start <= at);
  return tasks.flatMap((task, to) => {
    const type = ontology.get(task.type);
    if (!type || known.some(([, taker]) => taker === to)) return [];
    const from = tasks.findLastIndex(
      (giver, place) =>
        place < to && (own.has(task.type) || own.has(giver.type)) && feeds(ontology.get(giver.type), type),
    );
    const giver = tasks[from];
    const isServed =
      giver !== undefined &&
      clauseOf(giver) !== clauseOf(task) &&
      clauseOf(task)?.parts.some(({ part }) => part.as === "file") === true;
    return !giver || isServed ? [] : [[from, to] as const];
  });
}
