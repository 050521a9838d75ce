import { baseKind } from "../../../domain/kinds.ts";
import { type Ontology, ownTypesOf, type TaskType } from "../../../domain/task-types/index.ts";
import { feeds } from "../bind/ports.ts";
import type { Clause } from "../read/clauses.ts";
import type { ReadRequest } from "../read/index.ts";
import { languageOfWord } from "../read/languages.ts";
import type { Ranker } from "./index.ts";
import { likenessOf, tellingWords, wordsOf, worthOfOdds } from "./likeness.ts";
import type { PlanSketch, SketchedTask } from "./sketch.ts";
import { stem } from "./stem.ts";
import type { RequestToken } from "./tokens.ts";
import type { RequestView } from "./view.ts";

/** A deployment's own task type that a clause speaks of, with the words that do. */
interface Heard {
  readonly type: TaskType;
  readonly tokens: readonly RequestToken[];
}

/** Tasks of a deployment's own types that a request speaks of, and the request without the words that do. */
interface OwnTasks {
  readonly tasks: readonly SketchedTask[];
  readonly rest: RequestView;
}

/**
 * A sketch with the deployment's own task types, of which the weights know nothing: they are heard by name or by how
 * like the words are to their description, and the rest of the request is ranked without these words. How sure that is
 * nobody knows, so that the confidence is null.
 * @param rank sketches what is left of a request; null where that is for no task
 */
export function withOwnTypes(
  sketch: PlanSketch | null,
  asked: ReadRequest,
  ranker: Ranker,
  rank: (view: RequestView) => PlanSketch | null,
): PlanSketch | null {
  const { ontology } = asked.request;
  if (ownTypesOf(ontology).length === 0) return sketch;
  const own = ownTasksIn(asked, ranker);
  if (own.tasks.length === 0) return sketch;
  const isLeft = own.rest.tokens.some(({ said, isQuoted }) => !isQuoted && tellingWords(said).length > 0);
  const others = (isLeft && rank(own.rest)) || { tasks: [], links: [] };
  // What only converts is done first, wherever it is spoken of: "a summary of the subtitles".
  const isFirst = (task: SketchedTask): boolean =>
    own.tasks.includes(task) && ontology.get(task.type)?.converts === true;
  const tasks = [...others.tasks, ...own.tasks].toSorted(
    (a, b) => Number(isFirst(b)) - Number(isFirst(a)) || a.at - b.at,
  );
  const placeOf = (at: number): number => {
    const task = others.tasks[at];
    return task ? tasks.indexOf(task) : -1;
  };
  const links = others.links.map(([from, to]) => [placeOf(from), placeOf(to)] as const);
  return { tasks, links: [...links, ...linksOfOwn(tasks, links, asked.clauses, ontology)], confidence: null };
}

function ownTasksIn({ request, reading, clauses, view }: ReadRequest, ranker: Ranker): OwnTasks {
  const { attached, ontology } = request;
  const isQuoting = reading.parts.some(({ part }) => part.as === "quote" || part.as === "passage");
  const kinds = new Set([...view.kinds, ...attached.map(({ kind }) => baseKind(kind)), ...(isQuoting ? ["text"] : [])]);
  const [names, own] = [namesIn(ontology), ownTypesOf(ontology)];
  const heard = clauses.flatMap((clause) => {
    const tokens = tokensOf(clause, view);
    const called = calledIn(tokens, names, own);
    const like = called.length > 0 ? null : likeIn({ ...view, masked: clause.text, tokens }, kinds, ontology, ranker);
    return (like ? [like] : called).map((one) => ({ ...one, tokens: spentOn(one, tokens, ranker) }));
  });
  const spent = new Set(heard.flatMap(({ tokens }) => tokens));
  // What a file was converted to is at hand then, and no longer the file.
  const made = heard.flatMap(({ type }) =>
    type.converts ? type.outputs.flatMap(({ kinds }) => kinds.map(baseKind)) : [],
  );
  return {
    tasks: heard.map(({ type, tokens }) => ({
      type: type.name,
      at: tokens[0]?.at ?? 0,
      words: [...new Set(tokens.map(({ said }) => said))],
    })),
    rest: {
      ...view,
      tokens: view.tokens.filter((token) => !spent.has(token)),
      kinds: made.length > 0 ? [...new Set(made)] : view.kinds,
    },
  };
}

/** "don't translate it", "without a summary": what is said not to be wanted is not heard. */
const DENIED =
  /\b(?:don't|do not|no need to|without|instead of|rather than|never)(?: (?!but\b|just\b|only\b)[@\w'-]+){1,3}/gi;

/** The user's own words of a clause that are to be heard. */
function tokensOf({ text, start }: Clause, { tokens }: RequestView): readonly RequestToken[] {
  const heard = text.replaceAll(DENIED, (denied) => " ".repeat(denied.length));
  return tokens.filter(({ at, isQuoted }) => !isQuoted && /\S/.test(heard[at - start] ?? ""));
}

/** A name or alias of a task type. */
interface Name {
  readonly type: TaskType;
  readonly name: string;
  readonly stems: readonly string[];
}

const stemsOf = (words: string): readonly string[] => wordsOf(words).map(stem);

const namesIn = ({ all }: Ontology): readonly Name[] =>
  all.flatMap((type) => [type.name, ...type.aliases].map((name) => ({ type, name, stems: stemsOf(name) })));

/** The own types that a clause calls by a name: all its words, one word to the letter. A name within another that is called is not meant. */
function calledIn(tokens: readonly RequestToken[], names: readonly Name[], own: readonly TaskType[]): readonly Heard[] {
  const said = new Set(tokens.map((token) => token.said.toLowerCase()));
  const stems = new Set(tokens.flatMap((token) => stemsOf(token.said)));
  const called = names.filter((one) =>
    one.stems.length > 1 ? one.stems.every((part) => stems.has(part)) : said.has(one.name.toLowerCase()),
  );
  const isWithin = (one: Name, other: Name): boolean =>
    one.type !== other.type &&
    one.stems.length < other.stems.length &&
    one.stems.every((part) => other.stems.includes(part));
  const meant = called.filter((one) => !called.some((other) => isWithin(one, other)));
  return own.flatMap((type) => {
    const parts = meant.flatMap((one) => (one.type === type ? one.stems : []));
    const spoken = tokens.filter((token) => stemsOf(token.said).some((part) => parts.includes(part)));
    return spoken.length > 0 ? [{ type, tokens: spoken }] : [];
  });
}

/** Less like a description, words mean something else: chosen on the requests of test/planning/embedded/own-type-wordings.ts. */
const MIN_LIKENESS = 0.6;
/** And this much more like it than the likeness to any built-in type, with what the weights say for that. */
const MIN_LEAD = 0.05;

/** The own type whose description a clause is most like, where it has what that works on and is less like any other. */
function likeIn(clause: RequestView, kinds: ReadonlySet<string>, ontology: Ontology, ranker: Ranker): Heard | null {
  const { vectors } = ranker;
  const words = clause.tokens.flatMap(({ said }) => tellingWords(said));
  const meant = vectors.meanOf(words);
  if (!meant) return null;
  const own = ownTypesOf(ontology);
  const scored = own.map((type) => ({ type, score: likenessOf(type, meant, vectors) }));
  const [best] = scored
    .filter(({ type, score }) => score >= MIN_LIKENESS && fits(type, clause.tokens, kinds))
    .toSorted((a, b) => b.score - a.score);
  if (!best) return null;
  const odds = ranker.odds(clause);
  const isLess = (type: TaskType): boolean =>
    own.includes(type) || likenessOf(type, meant, vectors) + worthOfOdds(type, odds) + MIN_LEAD <= best.score;
  return ontology.all.every(isLess) ? { type: best.type, tokens: [] } : null;
}

/** Whether a file or quotation of what a type works on is in sight, and the language is named if it is for one. */
function fits(
  { name, description, inputs }: TaskType,
  tokens: readonly RequestToken[],
  kinds: ReadonlySet<string>,
): boolean {
  const languages = wordsOf(`${name} ${description}`).filter((word) => languageOfWord(word));
  return (
    inputs.some((port) => port.kinds.some((kind) => kinds.has(baseKind(kind)))) &&
    languages.every((language) => tokens.some(({ said }) => said.toLowerCase() === language))
  );
}

/** Less like the description, what stands apart in a clause is for something else. */
const MIN_SHARE_LIKENESS = 0.5;

/** The words that speak for an own type: all of the clause, but for what "and" or a comma parts: "find logos and people". */
const spentOn = ({ type, tokens }: Heard, all: readonly RequestToken[], { vectors }: Ranker): readonly RequestToken[] =>
  [...Map.groupBy(all, ({ clause }) => clause).values()].flatMap((part) => {
    const meant = vectors.meanOf(part.flatMap(({ said }) => tellingWords(said)));
    const speaks = meant === null || likenessOf(type, meant, vectors) >= MIN_SHARE_LIKENESS;
    return speaks || part.some((token) => tokens.includes(token)) ? part : [];
  });

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
