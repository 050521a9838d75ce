import { baseKind, type Kind } from "../../../domain/kinds.ts";
import type { Binding, PlanNote, SingleBinding, Task } from "../../../domain/plan.ts";
import { type Ontology, ontologyOf, type Port, type TaskType } from "../../../domain/task-types/index.ts";
import { type Conversion, planConversions } from "../../proof/repair/convert.ts";
import { isPaperName } from "../read/vocabulary.ts";
import { mainKind, type Referent, referentOfTask, sameReferent, valueFor } from "./referents.ts";

/** More tasks than this are not what anyone meant by one message. */
export const MAX_EMBEDDED_TASKS = 64;
/** Enough to follow how a request was understood. */
const MAX_NOTES = 40;

/** What a task is given, by port. */
export interface PlannedArgument {
  readonly port: string;
  readonly binding: Binding;
  /** The things behind the binding. */
  readonly things: readonly Referent[];
}

/** An argument that is written into the plan. */
export const literal = (port: string, value: string | number | boolean | readonly string[]): PlannedArgument => ({
  port,
  binding: { from: "literal", value },
  things: [],
});

/** What a thing gives to a port: itself, or what a conversion makes of it. */
interface Supplied {
  readonly thing: Referent;
  readonly binding: SingleBinding;
}

/** The plan in the making. */
export class PlanBuilder {
  readonly ontology: Ontology;
  readonly tasks: Task[] = [];
  readonly notes: PlanNote[] = [];
  /** The question to ask back, when something needed isn't there. */
  missing: string | null = null;
  /** What may be answered to it; empty where that is anything. */
  choices: readonly string[] = [];
  /** More tasks were asked for than a plan may have. */
  isCut = false;
  readonly #things = new Map<string, Referent>();
  /** What each task makes, by its id. */
  readonly #made: Referent[] = [];

  constructor(ontology: Ontology) {
    this.ontology = ontology;
  }

  note(words: PlanNote): void {
    if (this.notes.length < MAX_NOTES && !this.notes.includes(words)) this.notes.push(words);
  }

  ask(words: string, choices: readonly string[] = []): void {
    if (this.missing !== null) return;
    this.missing = words;
    this.choices = choices;
  }

  /** Adds a task, or finds the one that does the same; `null` when the plan is full. */
  add(type: TaskType, given: readonly PlannedArgument[], language: string | null = null): Referent | null {
    const args = Object.fromEntries(
      type.inputs.flatMap(({ name }) =>
        given.filter(({ port }) => port === name).map(({ binding }) => [name, binding] as const),
      ),
    );
    const key = JSON.stringify([type.name, args]);
    const known = this.#things.get(key);
    if (known) return known;
    if (this.tasks.length >= MAX_EMBEDDED_TASKS) {
      this.isCut = true;
      return null;
    }
    const id = this.tasks.length;
    this.tasks.push({ id, type: type.name, args });
    const from = given.flatMap(({ things }) => things);
    const thing = referentOfTask(id, type, from, language);
    this.#things.set(key, thing);
    this.#made.push(thing);
    return thing;
  }

  /** What `thing` gives to `port` as it is, or after conversions that are added; `null` where there are none. */
  supply(thing: Referent, port: Port, consumer: TaskType): Supplied | null {
    const direct = valueFor(thing, port);
    if (direct) return { thing, binding: direct };
    let supplied: Supplied | null = null;
    const conversions = this.#conversions(thing, port, consumer);
    for (const { type, input, output } of conversions) {
      const source: Referent = supplied?.thing ?? thing;
      const binding: SingleBinding | null = supplied ? supplied.binding : valueFor(thing, input);
      const made: Referent | null = binding && this.add(type, [{ port: input.name, binding, things: [source] }]);
      if (!made?.task) return null;
      supplied = { thing: made, binding: { from: "task", task: made.task.id, output: output.name } };
    }
    const names = conversions.map(({ type }) => type.name).join(", then ");
    const come = conversions.length > 1 ? "come" : "comes";
    if (supplied)
      this.note(
        `${names} ${come} first: ${consumer.name} takes ${port.kinds.join(" or ")}, and ${nameOf(thing)} is ${mainKind(thing)}.`,
      );
    return supplied;
  }

  /** Whether `supply` would find a way. */
  canSupply(thing: Referent, port: Port, consumer: TaskType): boolean {
    return valueFor(thing, port) !== null || this.#conversions(thing, port, consumer).length > 0;
  }

  /** Of two ways to put an image into words the one that is in the plan already, or that its reader wants. */
  #conversions(thing: Referent, port: Port, consumer: TaskType): readonly Conversion[] {
    const [main] = thing.values;
    if (!main) return [];
    const madeOfIt = this.#made.filter(({ from }) => from.some((source) => sameReferent(source, thing)));
    const isThere = ({ name }: TaskType): boolean => madeOfIt.some(({ task }) => task?.type === name);
    const wantsWords = !SHOWS.has(consumer.name) || isPaperName(thing.name);
    const reader = wantsWords ? "optical-character-recognition" : "image-to-text";
    const types = convertersOf(this.ontology);
    return planConversions(main.kind, port.kinds, types, (type) => isThere(type) || type.name === reader) ?? [];
  }
}

/** These want to know what an image shows; other language tasks want what is written in it. */
const SHOWS: ReadonlySet<string> = new Set([
  "text-generation",
  "text-to-image",
  "text-to-video",
  "image-to-video",
  "sentence-similarity",
  "conversational",
]);

const converters = new WeakMap<Ontology, Ontology>();

/** What conversions are planned of. Words that are read aloud are a result: heard again they would say no more. */
function convertersOf(ontology: Ontology): Ontology {
  const known =
    converters.get(ontology) ??
    ontologyOf(ontology.all.filter(({ converts, name }) => converts && name !== "text-to-speech"));
  converters.set(ontology, known);
  return known;
}

/** Longer quotations are cut in notes. */
const MAX_QUOTED_CHARS = 40;

/** How a note or a question calls a thing. */
function nameOf({ name, words, task }: Referent): string {
  if (name !== null) return name;
  if (words === null) return task ? `the result of ${task.type}` : "it";
  return `"${words.length > MAX_QUOTED_CHARS ? `${words.slice(0, MAX_QUOTED_CHARS).trimEnd()}…` : words}"`;
}

/** More are counted and not named. */
const MAX_NAMES = 3;

/** "a.jpg, b.jpg, c.jpg and 4 more". */
export function namesOf(things: readonly Referent[]): string {
  const names = things.slice(0, MAX_NAMES).map(nameOf).join(", ");
  return things.length > MAX_NAMES ? `${names} and ${things.length - MAX_NAMES} more` : names;
}

/** What a question back calls a kind, with its article. */
export function kindInWords(kinds: readonly Kind[]): string {
  const names = kinds.map((kind) => KIND_WORDS[baseKind(kind)] ?? baseKind(kind));
  return [...new Set(names)].join(" or ");
}

const KIND_WORDS: Readonly<Record<string, string>> = {
  text: "a text",
  image: "an image",
  audio: "an audio recording",
  video: "a video",
  document: "a document",
  table: "a table",
  data: "a table",
};
