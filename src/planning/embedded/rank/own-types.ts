import { type BaseKind, baseKind } from "../../../domain/kinds.ts";
import { type Ontology, ownTypesOf, type Port, type TaskType } from "../../../domain/task-types/index.ts";
import { readValues } from "../bind/values.ts";
import { type Clause, partsInRequest } from "../read/clauses.ts";
import type { DividedRequest } from "../read/index.ts";
import { languageOfWord } from "../read/languages.ts";
import { filesAsWritten, type PlacedPart, type Reading } from "../read/parts.ts";
import { fromFirstClause, type RequestToken } from "../read/tokens.ts";
import type { RequestView } from "../read/view.ts";
import type { Ranker } from "./index.ts";
import { likenessOf, tellingWords, wordsOf, worthOfOdds } from "./likeness.ts";
import { feeds, objectPort } from "./ports.ts";
import type { PlanSketch, SketchedTask } from "./sketch.ts";
import { stem } from "./stem.ts";

/** Nobody speaks of own types in more clauses than this. */
const MAX_HEARD = 16;

/** A deployment's own task type that a clause speaks of, with the words that do. */
interface Heard {
  readonly type: TaskType;
  readonly tokens: readonly RequestToken[];
}

/**
 * A sketch with the deployment's own task types, of which the weights know nothing: they are heard by name or by how
 * like the words are to their description, and the rest of the request is ranked without these words. How sure that is
 * nobody knows, so that the confidence is null.
 * @param rank sketches what is left of a request; null where that is for no task
 */
export function withOwnTypes(
  sketch: PlanSketch | null,
  asked: DividedRequest,
  ranker: Ranker,
  rank: (view: RequestView) => PlanSketch | null,
): PlanSketch | null {
  const { clauses, view } = asked;
  const { ontology } = asked.request;
  if (ownTypesOf(ontology).length === 0) return sketch;
  const names = namesIn(ontology);
  const kinds = kindsAtHand(asked, sketch);
  const isNaming = ({ parts }: Clause): boolean => parts.some(({ part }) => part.as === "file" && part.resource);
  const areNamed = clauses.some(isNaming);
  const heard = clauses.slice(0, MAX_HEARD).flatMap((clause) => {
    const hasFile = areNamed ? isNaming(clause) : asked.request.attached.length > 0;
    const tokens = tokensOf(clause, view);
    const atHand = { kinds, hasFile, places: placesIn(clause, asked.reading) };
    const called = calledIn(tokens, names, ontology).filter(
      ({ type }) => !hasFile || isSpelled(type, clause) || areSaid(type, tokens, atHand),
    );
    const part = { ...view, masked: clause.text, tokens: fromFirstClause(tokens) };
    const found = called.length > 0 ? called : likeIn(part, atHand, ontology, ranker);
    return found.map((one) => ({ ...one, tokens: spentOn(one, tokens, ranker) }));
  });
  if (heard.length === 0) return sketch;
  const spent = new Set([...heard.flatMap(({ tokens }) => tokens), ...valuesBehind(heard, clauses, view)]);
  const rest = view.tokens.filter((token) => !spent.has(token));
  const isLeft = rest.some(({ said, isQuoted }) => !isQuoted && tellingWords(said).length > 0);
  // What is read elsewhere can be worked on like what was given.
  const readers = heard.map(({ type }) => type).filter(reachesPlaces);
  const given = readers.flatMap(({ outputs }) => outputs.flatMap((port) => port.kinds.map(baseKind)));
  const left = { ...view, tokens: fromFirstClause(rest), kinds: [...new Set([...view.kinds, ...given])] };
  const others = (isLeft && rank(left)) || { tasks: [], links: [] };
  const own = heard.map(({ type, tokens }) => ({
    type: type.name,
    at: tokens[0]?.at ?? 0,
    words: tokens.map(({ said }) => said),
  }));
  const tasks = [...others.tasks, ...own].toSorted((a, b) => a.at - b.at);
  const placeOf = (task: SketchedTask | undefined): number => (task ? tasks.indexOf(task) : -1);
  const links = others.links.map(([from, to]) => [placeOf(others.tasks[from]), placeOf(others.tasks[to])] as const);
  return { tasks, links: [...links, ...linksOfOwn(tasks, links, clauses, ontology)], confidence: null };
}

/** What a clause may be about. */
interface AtHand {
  readonly kinds: ReadonlySet<BaseKind>;
  /** It names a file of the conversation; or none of the clauses does, and there are some. */
  readonly hasFile: boolean;
  /** What it says of places that are not of the conversation. */
  readonly places: readonly string[];
}

/** Files that nobody gave, and quotations. */
const placesIn = (clause: Clause, reading: Reading): readonly string[] => [
  ...filesAsWritten(
    partsInRequest(clause).filter(({ part }) => part.as === "file" && !part.resource),
    reading,
  ),
  ...clause.parts.flatMap(({ part }) => (part.as === "quote" ? [part.text] : [])),
];

/** Kinds of what may be worked on: files, quotations, and what the tasks of the sketch give. */
function kindsAtHand({ request, reading, view }: DividedRequest, sketch: PlanSketch | null): ReadonlySet<BaseKind> {
  const given = sketch?.tasks.flatMap(({ type }) => request.ontology.get(type)?.outputs ?? []) ?? [];
  const isQuoting = reading.parts.some(({ part }) => part.as === "quote" || part.as === "passage");
  return new Set([
    ...view.kinds,
    ...request.attached.map(({ kind }) => baseKind(kind)),
    ...given.flatMap((port) => port.kinds.map(baseKind)),
    ...(isQuoting ? (["text"] as const) : []),
  ]);
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
  /**
   * How its words are to be said: as they stand where no two of them tell anything, as in "read-file"; of other aliases in
   * one go, "find the logos" for "find-logos"; and of other names anywhere.
   */
  readonly said: "literally" | "in-one-go" | "anywhere";
}

const stemsOf = (words: string): readonly string[] => wordsOf(words).map(stem);

function nameOf(type: TaskType, name: string): Name {
  const isTelling = tellingWords(name).length > 1;
  return {
    type,
    name,
    stems: stemsOf(name),
    said: isTelling ? (name === type.name ? "anywhere" : "in-one-go") : "literally",
  };
}

const knownNames = new WeakMap<Ontology, readonly Name[]>();

function namesIn(ontology: Ontology): readonly Name[] {
  const names =
    knownNames.get(ontology) ??
    ontology.all.flatMap((type) => [nameOf(type, type.name), ...type.aliases.map((alias) => nameOf(type, alias))]);
  knownNames.set(ontology, names);
  return names;
}

const spaced = (name: string): string => name.toLowerCase().replaceAll("-", " ");

/** The own types that a clause calls by name. One within another that is called is not meant. */
function calledIn(tokens: readonly RequestToken[], names: readonly Name[], ontology: Ontology): readonly Heard[] {
  const words = ` ${tokens.map((token) => spaced(token.said)).join(" ")} `;
  const stems = tokens.flatMap((token) => stemsOf(token.said));
  const inOneGo = ` ${stems.join(" ")} `;
  const isCalled: Readonly<Record<Name["said"], (one: Name) => boolean>> = {
    literally: (one) => words.includes(` ${spaced(one.name)} `),
    "in-one-go": (one) => inOneGo.includes(` ${one.stems.join(" ")} `),
    anywhere: (one) => one.stems.every((part) => stems.includes(part)),
  };
  const called = names.filter((one) => isCalled[one.said](one));
  const isWithin = (one: Name, other: Name): boolean =>
    one.type !== other.type &&
    one.stems.length < other.stems.length &&
    one.stems.every((part) => other.stems.includes(part));
  const meant = called.filter((one) => !called.some((other) => isWithin(one, other)));
  return ownTypesOf(ontology).flatMap((type) => {
    const parts = meant.flatMap((one) => (one.type === type ? [...one.stems, ...spaced(one.name).split(" ")] : []));
    const spoken = tokens.filter((token) =>
      [...stemsOf(token.said), ...spaced(token.said).split(" ")].some((part) => parts.includes(part)),
    );
    return spoken.length > 0 ? [{ type, tokens: spoken }] : [];
  });
}

/** Chosen on the first half of test/planning/embedded/own-type-wordings.ts: less alike, something else is meant. */
const MIN_LIKENESS = 0.6;
/**
 * So much more a clause has to be like it than like any built-in type, with what the weights say for that. One that lacks
 * what it works on is hardly meant: to be more like than that is enough.
 */
const MIN_LEAD = 0.05;

/** The own type whose description a clause is most like, if it has a word of it and is less like any built-in type. */
function likeIn(clause: RequestView, atHand: AtHand, ontology: Ontology, { vectors, rank }: Ranker): readonly Heard[] {
  const meant = vectors.meanOf(clause.tokens.flatMap(({ said }) => tellingWords(said)));
  if (!meant) return [];
  const own = ownTypesOf(ontology);
  const [best] = own
    .map((type) => ({ type, score: likenessOf(type, meant, vectors) }))
    .filter(({ type, score }) => score >= MIN_LIKENESS && fits(type, clause.tokens, atHand))
    .toSorted((a, b) => b.score - a.score);
  if (!best) return [];
  const { odds } = rank(clause);
  const leadOver = (type: TaskType): number => (hasObject(type, atHand) ? MIN_LEAD : 0);
  const isLess = (type: TaskType): boolean =>
    own.includes(type) || likenessOf(type, meant, vectors) + worthOfOdds(type, odds) + leadOver(type) <= best.score;
  return ontology.all.every(isLess) ? [{ type: best.type, tokens: [] }] : [];
}

/** Whether what a type works on is at hand, if it works on anything but words that describe what is to be made. */
const hasObject = (type: TaskType, { kinds }: AtHand): boolean =>
  objectPort(type)?.asks !== false || type.inputs.some((port) => port.kinds.some((kind) => kinds.has(baseKind(kind))));

/**
 * Whether what a type works on is at hand, and the files are worked on if there are any; the values that it needs are
 * said, a telling word is of its description, and so is any language that this names.
 */
function fits(type: TaskType, tokens: readonly RequestToken[], atHand: AtHand): boolean {
  const described = [type.name, ...type.aliases, type.description].flatMap(tellingWords);
  const said = tokens.flatMap((token) => tellingWords(token.said));
  const stems = new Set(described.map(stem));
  return (
    hasObject(type, atHand) &&
    !(atHand.hasFile && objectPort(type) === undefined) &&
    type.inputs.every((port) => !port.takes || !port.required || isSaid(port, type, tokens, atHand)) &&
    said.some((word) => stems.has(stem(word))) &&
    described.every((word) => !languageOfWord(word) || said.includes(word))
  );
}

const isSaid = (port: Port, type: TaskType, tokens: readonly RequestToken[], { places }: AtHand): boolean =>
  readValues(type, tokens.map(({ said }) => said).join(" "), places).has(port.name);

/** Whether a type works on what it reaches by itself, such as files of its own. */
export const reachesPlaces = ({ inputs }: TaskType): boolean => inputs.some(({ takes }) => takes?.as === "place");

/** Whether the places that a type needs are said, which files of the conversation are none of. */
const areSaid = (type: TaskType, tokens: readonly RequestToken[], atHand: AtHand): boolean =>
  type.inputs.every((port) => port.takes?.as !== "place" || !port.required || isSaid(port, type, tokens, atHand));

/** Whether a name of a type is written as a program has it, in one word: "read_file". */
const isSpelled = ({ name, aliases }: TaskType, { text }: Clause): boolean =>
  (text.match(/[\w-]+/g) ?? []).some((word) => [name, ...aliases].includes(word.toLowerCase().replaceAll("_", "-")));

/** Less like the description, what stands apart in a clause is for something else. */
const MIN_SHARE_LIKENESS = 0.5;

/**
 * The words that speak for an own type: all of the clause, but for what "and" or a comma parts: "find logos and people". In
 * "set the title to "A" and body to "B"" what is parted names another input.
 */
const spentOn = ({ type, tokens }: Heard, all: readonly RequestToken[], { vectors }: Ranker): readonly RequestToken[] =>
  [...Map.groupBy(all, ({ clause }) => clause).values()].flatMap((part) => {
    const meant = vectors.meanOf(part.flatMap(({ said }) => tellingWords(said)));
    const speaks = meant === null || likenessOf(type, meant, vectors) >= MIN_SHARE_LIKENESS;
    return speaks || namesInputs(type, part) || part.some((token) => tokens.includes(token)) ? part : [];
  });

/** Whether words name inputs of a type, and tell nothing else. */
function namesInputs({ inputs }: TaskType, part: readonly RequestToken[]): boolean {
  const names = new Set(inputs.flatMap(({ name }) => stemsOf(name)));
  const said = part.flatMap((token) => stemsOf(token.said));
  return said.length > 0 && said.every((word) => names.has(word));
}

/** The words of clauses right behind one that calls an own type which only name further inputs of it: "and body "It fails"". */
function valuesBehind(heard: readonly Heard[], clauses: readonly Clause[], view: RequestView): readonly RequestToken[] {
  const inOrder = clauses.toSorted((a, b) => a.start - b.start);
  return heard.flatMap(({ type, tokens }) => {
    const home = inOrder.findLastIndex(({ start }) => start <= (tokens[0]?.at ?? 0));
    const behind = inOrder.slice(home + 1).map((clause) => tokensOf(clause, view));
    const end = behind.findIndex((part) => !namesInputs(type, part));
    return behind.slice(0, end === -1 ? undefined : end).flat();
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
    // A file that nobody gave is where it works, and not what it works on.
    const isObject = ({ part }: PlacedPart): boolean =>
      part.as === "file" && (part.resource !== null || !reachesPlaces(type));
    const isServed =
      giver !== undefined && clauseOf(giver) !== clauseOf(task) && clauseOf(task)?.parts.some(isObject) === true;
    return !giver || isServed ? [] : [[from, to] as const];
  });
}
