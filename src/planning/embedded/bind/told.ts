import type { Port } from "../../../domain/task-types/index.ts";
import { wishedLength } from "../../../words/wished-length.ts";
import { objectPort, type PortRole, roleOf } from "../rank/ports.ts";
import { asksSomething } from "../read/asked-parts.ts";
import { partsInRequest } from "../read/clauses.ts";
import { findMentions } from "../read/mentions.ts";
import { filesAsWritten } from "../read/parts.ts";
import { askFor } from "../reply/ask.ts";
import { asWritten, endOfStretch, following, isClaimed, type Layout } from "./layout.ts";
import { itemsIn } from "./lists.ts";
import { objectsFor } from "./objects.ts";
import { literal, type PlannedArgument } from "./plan-builder.ts";
import { isMap, mainKind, quotesIn, type Referent, referentOfWords, valueFor } from "./referents.ts";
import type { Scene, SketchTask } from "./sketch-task.ts";
import { isPlace } from "./stated.ts";
import { languagesIn } from "./target-languages.ts";
import { readValues } from "./values.ts";
import { asInstruction, asPrompt, changeIn, description, pointsOnly } from "./wording.ts";

/** A port, and what there is to fill it with. */
export interface Telling {
  readonly task: SketchTask;
  readonly scene: Scene;
  readonly port: Port;
  /** What the task works on, after what conversions it takes; `null` where it is only told something. */
  readonly object: Referent | null;
  /** What is asked of it. */
  readonly questions: readonly string[];
}

/** The arguments that a port may be given, for a task each; `null` leaves it out. Empty where there is nothing for it. */
type Tell = (telling: Telling) => readonly (PlannedArgument | null)[];

const ofThing = (port: Port, thing: Referent): readonly PlannedArgument[] => {
  const binding = valueFor(thing, port);
  return binding ? [{ port: port.name, binding, things: [thing] }] : [];
};

/** Further things, such as the map that guides a picture. */
const further: Tell = ({ task, scene, port }) =>
  objectsFor(task, port, scene).flatMap((thing) => {
    const supplied = scene.builder.supply(thing, port, task.type);
    return supplied ? [{ port: port.name, binding: supplied.binding, things: [supplied.thing] }] : [];
  });

/** The questions of the words; what was said or read is the question only where the words put none. */
const question: Tell = ({ task: { type, givers, clause }, port, object, questions }) => {
  const given = givers.find((giver) => giver !== object && valueFor(giver, port));
  const isSpoken = given && questions.length < 2 && (!objectPort(type) || !asksSomething(clause));
  return isSpoken ? ofThing(port, given) : questions.map((words) => literal(port.name, words));
};

const labels: Tell = ({ task: { labels }, port }) => (labels ? [literal(port.name, labels)] : []);

const language: Tell = ({ port, object }) => [object?.language ? literal(port.name, object.language) : null];

/** What these give is in the language of what they were given; all others speak English. */
const REPEATS: ReadonlySet<string> = new Set([
  "optical-character-recognition",
  "automatic-speech-recognition",
  "translation",
]);

/** The languages that the clause names, or that the request does where it wants only one translation. */
export function languagesFor({ clause, place }: SketchTask, { layout }: Scene): ReturnType<typeof languagesIn> {
  const own = languagesIn(clause.text);
  const isOneOfSeveral = layout.claims.filter((claims) => claims.includes(place)).length > 1;
  return own.targets.length > 0 && isOneOfSeveral ? own : languagesIn(layout.reading.masked);
}

/** Each that is named, or English; back into the only one that is named where what is given is English. */
const targetLanguage: Tell = ({ task, scene, port, object }) => {
  const { targets, source: from, isChained } = languagesFor(task, scene);
  const isEnglish = object?.task != null && !REPEATS.has(object.task.type);
  const wanted =
    targets.length > 1 && !from && isEnglish && !isChained ? targets.filter(({ code }) => code !== "en") : targets;
  if (targets.length === 0)
    scene.builder.note("No language is named to translate into, so English is taken, the language of the request.");
  const known = wanted.length === 0 && from && isEnglish ? [from] : wanted;
  return known.length > 0 ? known.map(({ name }) => literal(port.name, name)) : [literal(port.name, "English")];
};

const sourceLanguage: Tell = ({ task, scene, port }) => {
  const { source, targets } = languagesFor(task, scene);
  return [source && targets.length > 0 && !targets.includes(source) ? literal(port.name, source.name) : null];
};

/** What is listed one by one for a task that has its clause to itself. */
export function itemsFor({ home, clause }: SketchTask, { layout }: Scene): readonly string[] {
  if (layout.claims[home]?.length !== 1) return [];
  return itemsIn(asWritten(layout.reading, clause.start, endOfStretch(layout, home)));
}

/** What is to be done to a text, once for each item of a list; nothing where the words are the text. */
const instruction: Tell = ({ task, scene, port, object }) => {
  if (object === null) return [null];
  const items = task.type.varies ? itemsFor(task, scene) : [];
  const words = items.length > 0 ? items : [asInstruction(withoutText(task, object))];
  return words.map((word) => literal(port.name, word));
};

/** Enough to find a text by. */
const GLANCE_CHARS = 24;

/** The clause up to the text that it holds. */
function withoutText({ clause }: SketchTask, { words }: Referent): SketchTask["clause"] {
  const at = words === null ? -1 : clause.text.indexOf(words.slice(0, GLANCE_CHARS));
  return at > 0 ? { ...clause, text: clause.text.slice(0, at).trim() } : clause;
}

/** How long a summary should be, by its own clause or one that is no other task's. */
const length: Tell = ({ task: { clause }, scene: { layout }, port }) => {
  const free = layout.clauses.filter((_, index) => !isClaimed(layout, index));
  const [wished] = [clause, ...free].flatMap(({ text }) => wishedLength(text) ?? []);
  return [wished ? literal(port.name, wished.words) : null];
};

/** What the words say for a port that takes no more than a word or two: all of them where there is no other task. */
const value: Tell = ({ task, scene, port }) => {
  const { reading } = scene.layout;
  const [words, parts] =
    scene.sketch.tasks.length === 1 ? [reading.masked, reading.parts] : [task.clause.text, partsInRequest(task.clause)];
  const quotes = quotesIn(task.parts);
  const places = [...filesAsWritten(parts, reading), ...quotes];
  const said = readValues(task.type, [words, ...quotes].join(" "), places).get(port.name);
  return said === undefined ? [] : [literal(port.name, said)];
};

/** A wish ends with its sentence. */
const ENDS_SENTENCE = /[.!?;\n]/;

/**
 * The clause of a change with the orders beside it that are no other task's, and what stands between two orders of one
 * sentence: "make it square, grey, 400x400 and sharper".
 */
function withFurtherOrders({ clause, home }: SketchTask, { layout }: Scene): SketchTask["clause"] {
  const { clauses, reading } = layout;
  const behind = following(layout, home);
  const lastOrder = clauses[behind.findLast((index) => clauses[index]?.as === "order") ?? home];
  const next = clauses[home + behind.length + 1];
  const own = clause.start + clause.text.length;
  const isBetween =
    next?.as === "order" && behind.length > 0 && !ENDS_SENTENCE.test(reading.masked.slice(own, next.start));
  const end = isBetween ? next.start : lastOrder ? lastOrder.start + lastOrder.text.length : own;
  // Where tasks share a clause, each is told its own piece of it.
  if (own < (clauses[home]?.start ?? 0) + (clauses[home]?.text.length ?? 0)) return clause;
  const start = firstOrderBefore(layout, home)?.start ?? clause.start;
  if (end <= own && start === clause.start) return clause;
  const words = reading.masked.slice(start, Math.max(own, end)).replace(/[\s,]+(?:and|then)?\s*$/i, "");
  return { ...clause, start, text: words };
}

/** What has more words says itself what it is done to: "send it to Bob and make it grey". */
const MAX_PIECE_WORDS = 2;
const JOINT = /^(?:and|then|plus|also)$/i;

/** The first of the pieces of an order that stand before a clause in its sentence and are nobody's: "square, grey and sharper". */
function firstOrderBefore(layout: Layout, home: number): Layout["clauses"][number] | undefined {
  const { clauses, reading } = layout;
  let first = home;
  for (let at = home - 1; at >= 0; at--) {
    const clause = clauses[at];
    if (
      !clause ||
      isClaimed(layout, at) ||
      ENDS_SENTENCE.test(reading.masked.slice(clause.start, clauses[first]?.start))
    )
      break;
    if (JOINT.test(clause.text)) continue;
    if (clause.as !== "order" || clause.text.split(/\s+/).length > MAX_PIECE_WORDS) break;
    first = at;
  }
  return first === home ? undefined : clauses[first];
}

/** What is to be changed in a picture, once for each item of a list; nothing where only a likeness is wanted. */
const change: Tell = ({ task, scene, port }) => {
  const { parts, words } = task;
  const clause = withFurtherOrders(task, scene);
  const mentions = findMentions(clause.text);
  const items = itemsFor(task, scene);
  if (items.length > 0) return items.map((item) => literal(port.name, item));
  const why = words.join(" ");
  const isLikeness = /\bsimilar\b|\bvariations?\b/i.test(why);
  const told = isLikeness ? null : changeIn(clause, mentions, quotesIn(parts)[0] ?? null);
  return told === null && !port.required ? [null] : [literal(port.name, told ?? why)];
};

const OF_QUOTED = /\b(?:this|that|these|it|the following|following)\b|:$/i;

/** What a picture or film is of: texts that are linked or named, quoted or made before, or the words of the clause. */
const shown: Tell = ({ task, scene, port }) => {
  const { givers, made, parts, clause } = task;
  const isText = (thing: Referent): boolean => valueFor(thing, port) !== null && !isMap(thing);
  const files = parts.flatMap(({ thing }) => (thing?.name != null && mainKind(thing) === "text" ? [thing] : []));
  const given = [givers.filter(isText), files].find((things) => things.length > 0);
  if (given) return given.flatMap((thing) => ofThing(port, thing));
  const ofWords = (words: readonly string[]): readonly PlannedArgument[] =>
    words.flatMap((one) => ofThing(port, referentOfWords(one)));
  const items = itemsFor(task, scene);
  if (items.length > 0) return ofWords(items);
  const [quote] = quotesIn(parts);
  const isOwn = clause.parts.some(({ part }) => part.as === "quote" || part.as === "passage");
  const described = description(clause);
  if (quote !== undefined && (isOwn || described === null || OF_QUOTED.test(clause.text))) return ofWords([quote]);
  const whole = described ?? asPrompt(clause, []);
  const last = pointsOnly(whole) ? made.findLast(isText) : undefined;
  if (last) return ofThing(port, last);
  return ofWords([whole]);
};

const TELL: Readonly<Record<PortRole, Tell>> = {
  object: further,
  question,
  labels,
  language,
  "target-language": targetLanguage,
  "source-language": sourceLanguage,
  instruction,
  length,
  value,
  change,
  description: shown,
};

/** Whether a port of a tool is told by what is stated for it, where anything is. */
const isStated = (port: Port, role: PortRole): boolean => role === "change" || isPlace(port);

/** What is stated for a port, or else what was made for it before; never the words that state something for another. */
const stated: Tell = ({ task: { stated, givers }, port, object }) => {
  const words = stated.get(port.name);
  if (words !== undefined) return [literal(port.name, words)];
  const given = port.takes ? undefined : givers.find((giver) => giver !== object && valueFor(giver, port));
  return given ? ofThing(port, given) : [];
};

/** What a port is told by the words; `null` where it needs something that nobody said, which is asked for. */
export function tell(telling: Telling): readonly (PlannedArgument | null)[] | null {
  const { task, port, scene } = telling;
  const role = roleOf(port, task.type);
  if (role === "object" && !port.required) return [null];
  const told = task.stated.size > 0 && isStated(port, role) ? stated(telling) : TELL[role](telling);
  if (told.length > 0 || !port.required) return told.length > 0 ? told : [null];
  // A question may be put to another thing than this one.
  if (role === "question" && telling.questions.length > 0) return [];
  scene.builder.ask(askFor(task.type, port, scene.index.attached));
  return null;
}
