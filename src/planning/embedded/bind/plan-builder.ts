import { baseKind, fitsAny, type Kind } from "../../../domain/kinds.ts";
import type { Binding, PlanNote, SingleBinding, Task } from "../../../domain/plan.ts";
import type { Ontology, Port, TaskType } from "../../../domain/task-types/index.ts";
import type { Conversion } from "../../proof/repair/convert.ts";
import type { MaskedRequest } from "../read/parts.ts";
import { isPaper } from "../read/vocabulary.ts";
import { CONTROLS } from "./controls.ts";
import { ownConversions } from "./own-conversions.ts";
import {
  mainKind,
  type Referent,
  type ReferentIndex,
  referentOfTask,
  sameReferent,
  valueFor,
} from "./referent-index.ts";

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

/** The plan in the making. */
export class PlanBuilder {
  readonly ontology: Ontology;
  readonly scene: ReferentIndex;
  /** The request as it was read. */
  readonly reading: MaskedRequest;
  readonly tasks: Task[] = [];
  readonly notes: PlanNote[] = [];
  /** The question to ask back, when something needed isn't there. */
  missing: string | null = null;
  /** More tasks were asked for than a plan may have. */
  isCut = false;
  readonly #things = new Map<string, Referent>();
  readonly #byTask = new Map<number, Referent>();

  constructor(ontology: Ontology, scene: ReferentIndex, reading: MaskedRequest) {
    this.ontology = ontology;
    this.scene = scene;
    this.reading = reading;
  }

  note(words: PlanNote): void {
    if (this.notes.length < MAX_NOTES && !this.notes.includes(words)) this.notes.push(words);
  }

  ask(words: string): void {
    this.missing ??= words;
  }

  /** Tries to make something; what it asked for is forgotten when it could not. */
  attempt(make: () => readonly Referent[]): readonly Referent[] {
    const things = make();
    if (things.length === 0) this.missing = null;
    return things;
  }

  /**
   * Adds a task, or finds the one that does the same. `null` when the plan is full, or the type isn't in the ontology.
   */
  add(typeName: string, given: readonly PlannedArgument[], language: string | null = null): Referent | null {
    const type = this.ontology.get(typeName);
    if (!type) return null;
    const args = Object.fromEntries(
      type.inputs.flatMap(({ name }) =>
        given.filter(({ port }) => port === name).map(({ binding }) => [name, binding] as const),
      ),
    );
    const key = `${type.name} ${JSON.stringify(args)}`;
    const known = this.#things.get(key) ?? this.#repeated(type, given);
    if (known) return known;
    if (this.tasks.length >= MAX_EMBEDDED_TASKS) {
      this.isCut = true;
      return null;
    }
    const id = this.tasks.length;
    this.tasks.push({ id, type: type.name, args });
    const thing = referentOfTask(
      id,
      type,
      given.flatMap(({ things }) => things),
      language,
    );
    this.#things.set(key, thing);
    this.#byTask.set(id, thing);
    return thing;
  }

  /** Doing the same again to its own result, with no instruction that differs, is doing it once. */
  #repeated(type: TaskType, given: readonly PlannedArgument[]): Referent | null {
    const [only] = given;
    if (given.length !== 1 || only?.binding.from !== "task") return null;
    const producer = this.#byTask.get(only.binding.task);
    return producer?.task?.type === type.name ? producer : null;
  }

  /** All that was made from `thing` by tasks of this type. */
  madeFrom(thing: Referent, typeName: string): Referent | null {
    return (
      [...this.#byTask.values()].findLast(
        (made) => made.task?.type === typeName && made.from.some((source) => sameReferent(source, thing)),
      ) ?? null
    );
  }

  /** What `thing` gives to `port` as it is, or after a conversion that may have to be added. */
  supply(
    thing: Referent,
    port: Port,
    consumer: string,
  ): { readonly thing: Referent; readonly binding: SingleBinding } | null {
    const direct = valueFor(thing, port);
    if (direct) return { thing, binding: direct };
    let made = thing;
    let binding: SingleBinding | null = null;
    const conversions = this.#conversions(thing, port, consumer);
    for (const { type, input, output } of conversions) {
      const given: SingleBinding | null = binding ?? valueFor(thing, input);
      const converted: Referent | null =
        given && this.add(type.name, [{ port: input.name, binding: given, things: [made] }]);
      if (!converted?.task) return null;
      made = converted;
      binding = { from: "task", task: converted.task.id, output: output.name };
    }
    if (!binding) return null;
    const names = conversions.map(({ type }) => type.name).join(", then ");
    this.note(
      `${names} ${conversions.length > 1 ? "come" : "comes"} first: ${consumer} takes ${port.kinds.join(" or ")}, and ${nameOf(thing)} is ${mainKind(thing)}.`,
    );
    return { thing: made, binding };
  }

  /** Whether `supply` would find a way, without adding anything. */
  canSupply(thing: Referent, port: Port, consumer: string): boolean {
    return valueFor(thing, port) !== null || this.#conversions(thing, port, consumer).length > 0;
  }

  /** What makes of a thing what a port takes: one task by rule, or what can be planned with the deployment's own types. */
  #conversions(thing: Referent, port: Port, consumer: string): readonly Conversion[] {
    const rule = this.#converter(thing, port, consumer);
    const type = rule === null ? undefined : this.ontology.get(rule);
    const [input] = type?.inputs ?? [];
    const output = type?.outputs.find(({ kinds }) => kinds.some((kind) => fitsAny(kind, port.kinds)));
    if (type && input && output && valueFor(thing, input)) return [{ type, input, output }];
    const [main] = thing.values;
    return main ? ownConversions(main.kind, port.kinds, this.ontology) : [];
  }

  /** The task type that turns a thing into what a port takes: text out of media, maps out of images. */
  #converter(thing: Referent, port: Port, consumer: string): string | null {
    const kind = mainKind(thing);
    if (fitsAny("text", port.kinds)) {
      if (kind === "audio") return "automatic-speech-recognition";
      if (kind === "document") return "optical-character-recognition";
      if (kind === "image") return this.#wordsOfImage(thing, consumer);
    }
    return kind === "image" ? detectorOf(port.kinds) : null;
  }

  #wordsOfImage(image: Referent, consumer: string): string {
    for (const type of ["optical-character-recognition", "image-to-text"]) if (this.madeFrom(image, type)) return type;
    return SHOWS.has(consumer) && !isPaperName(image.name) ? "image-to-text" : "optical-character-recognition";
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

/** The detector that draws the map a port takes. */
const detectorOf = (kinds: readonly Kind[]): string | null => {
  const map = kinds.find((kind) => kind.startsWith("image/"))?.slice("image/".length);
  if (map === undefined) return null;
  const name = map === "pose" ? "openpose" : map;
  return CONTROLS.find((control) => control.name === name)?.detector ?? null;
};

/** True when a file's name says that it is something to be read: "invoice.png", "scan_2.jpg". */
export const isPaperName = (name: string | null): boolean =>
  (name ?? "")
    .toLowerCase()
    .replace(/\.\w{1,5}$/, "")
    .split(/[^a-z]+/)
    .some((word) => word.length > 1 && isPaper(word));

/** How a note or a question calls a thing. */
export function nameOf(thing: Referent): string {
  if (thing.name !== null) return thing.name;
  if (thing.words !== null)
    return `"${thing.words.length > 40 ? `${thing.words.slice(0, 40).trimEnd()}…` : thing.words}"`;
  return thing.task ? `the result of ${thing.task.type}` : "it";
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
