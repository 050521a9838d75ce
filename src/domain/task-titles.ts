import { isAddress } from "./addresses.ts";
import { asText, excerpt } from "./excerpt.ts";
import type { JsonValue } from "./json.ts";
import { languageInWords, languageTag } from "./languages.ts";
import { listed } from "./listed.ts";
import { type Binding, numberOf, singles, type Task, type TaskId } from "./plan.ts";
import type { Resource } from "./resources.ts";
import { PHRASES, type Phrase } from "./task-phrases.ts";
import type { Ontology } from "./task-types/index.ts";

/** What an argument of a task is filled from, as far as a title tells it. */
export type TitleSource =
  | { readonly from: "literal"; readonly value: JsonValue }
  | { readonly from: "file"; readonly name: string }
  /** @param output null for the first */
  | { readonly from: "task"; readonly task: TaskId; readonly output: string | null };

/** As much of a task as its title tells; a port that takes many values has many sources. */
export interface TitledTask {
  readonly id: TaskId;
  readonly type: string;
  readonly args: Readonly<Record<string, readonly TitleSource[]>>;
}

/** What is put into a title is cut after so many characters: enough to know a text or a file by. */
const MAX_SOURCE_CHARS = 80;
/** Of the description of a deployment's own task type, which may be a page. */
const MAX_DESCRIPTION_CHARS = 200;
/** More values of one port are counted. */
const MAX_TOLD = 4;

/**
 * What each task of a plan does, in words: "Read the text in invoice.png", "Read the summary aloud". Where several tasks
 * make what is called the same, it is told by the file that it goes back to, "the summary of invoice.png", and else by the
 * number of its task.
 * @param describe the description of a task type, for those that a deployment added
 */
export function titlesOf(
  tasks: readonly TitledTask[],
  describe: (type: string) => string | undefined,
): ReadonlyMap<TaskId, string> {
  const plan = new Map(tasks.map((task) => [task.id, task]));
  const files = filesBehind(tasks);
  /** The files behind all that goes by a name; by none, what a deployment's own types make. */
  const alikes = new Map<string | null, (string | undefined)[]>();
  for (const { id, type } of tasks)
    for (const name of resultsOf(type)) {
      const alike = alikes.get(name) ?? [];
      alike.push(files.get(id));
      alikes.set(name, alike);
    }
  const inWords: InWords = (port, source) => {
    if (source.from === "literal") return literalInWords(port, source.value);
    return [source.from === "file" ? excerpt(source.name, MAX_SOURCE_CHARS) : resultInWords(source)];
  };
  const resultInWords = ({ task, output }: Extract<TitleSource, { readonly from: "task" }>): string => {
    const maker = plan.get(task);
    if (!maker) return "something";
    const name = resultOf(maker.type, output);
    const alike = alikes.get(name) ?? [];
    if (alike.length < 2 && name !== null) return name;
    const own = files.get(task);
    const isTold = own !== undefined && alike.filter((one) => one === own).length === 1;
    const shown = name ?? `the ${output ?? "result"}`;
    return `${shown} of ${isTold ? excerpt(own, MAX_SOURCE_CHARS) : `task ${numberOf(task)}`}`;
  };
  return new Map(tasks.map((task) => [task.id, titleOf(task, inWords, describe)]));
}

type InWords = (port: string, source: TitleSource) => readonly string[];

function titleOf({ type, args }: TitledTask, inWords: InWords, describe: (type: string) => string | undefined): string {
  const mention = (port: string): string | null => {
    const sources = Object.hasOwn(args, port) ? args[port] : undefined;
    if (sources === undefined) return null;
    return enumerate(sources.flatMap((source) => inWords(port, source))) || "nothing";
  };
  const phrase = phraseOf(type);
  if (phrase) return fill(phrase.does, mention);
  const says = excerpt(describe(type) || type, MAX_DESCRIPTION_CHARS).replace(/[.:\s]+$/, "");
  const inputs = Object.keys(args).flatMap((port) => mention(port) ?? []);
  return inputs.length > 0 ? `${says}: ${inputs.join("; ")}` : says;
}

const phraseOf = (type: string): Phrase | undefined => (Object.hasOwn(PHRASES, type) ? PHRASES[type] : undefined);

/** Every name that results of a task type go by: null for a deployment's own. */
function resultsOf(type: string): ReadonlySet<string | null> {
  const gives = phraseOf(type)?.gives ?? null;
  return new Set(gives === null || typeof gives === "string" ? [gives] : Object.values(gives));
}

/** @param output null for the first */
function resultOf(type: string, output: string | null): string | null {
  const gives = phraseOf(type)?.gives;
  if (gives === undefined || typeof gives === "string") return gives ?? null;
  const name = output ?? Object.keys(gives)[0] ?? "";
  return Object.hasOwn(gives, name) ? (gives[name] ?? null) : null;
}

/** In one pass, so that nothing that is put in can be taken for a place to put something. */
const fill = (template: string, mention: (port: string) => string | null): string =>
  template.replaceAll(
    /\[([^[\]{}]*)\{([a-z-]+)\}\]|\{([a-z-]+)\}/g,
    (_, before: string | undefined, optional: string | undefined, required: string | undefined) => {
      if (optional === undefined) return mention(required ?? "") ?? "something";
      const said = mention(optional);
      return said === null ? "" : `${before ?? ""}${said}`;
    },
  );

function enumerate(mentions: readonly string[]): string {
  const left = mentions.length - MAX_TOLD;
  return listed(left > 0 ? [...mentions.slice(0, MAX_TOLD), `${left} more`] : mentions);
}

/** A language by its name, an address as it is, and other words in quotation marks: each label, and each of several texts. */
function literalInWords(port: string, value: JsonValue): readonly string[] {
  const said = (one: JsonValue): string => excerpt(asText(one), MAX_SOURCE_CHARS);
  if (port.endsWith("language")) {
    const tag = typeof value === "string" ? languageTag(value) : null;
    return [tag === null ? said(value) : languageInWords(tag)];
  }
  if (typeof value === "string" && isAddress(value)) return [said(value.trim())];
  const items =
    port === "labels" && typeof value === "string"
      ? value.split(/[,;\n]/).filter((label) => label.trim() !== "")
      : Array.isArray(value) && port !== "table"
        ? value
        : [value];
  return items.map((item) => `“${said(item)}”`);
}

/** By task, the file that its result was made from: the nearest through the tasks before it. Some have none. */
function filesBehind(tasks: readonly TitledTask[]): ReadonlyMap<TaskId, string> {
  const files = new Map<TaskId, string>();
  let waiting = tasks.map(({ id, args }) => {
    const sources = Object.values(args).flat();
    const makers = new Set(sources.flatMap((source) => (source.from === "task" ? [source.task] : [])));
    return { id, file: sources.find((source) => source.from === "file")?.name, makers: [...makers] };
  });
  let found: readonly (readonly [TaskId, string])[];
  // One task further from the files each time, until no more are reached: a plan that is being edited may have a circle.
  do {
    found = waiting.flatMap(({ id, file, makers }) => {
      const behind = [file, ...makers.map((maker) => files.get(maker))].find((name) => name !== undefined);
      return behind === undefined ? [] : [[id, behind] as const];
    });
    for (const [id, file] of found) files.set(id, file);
    waiting = waiting.filter(({ id }) => !files.has(id));
  } while (found.length > 0);
  return files;
}

/** The titles of a plan as the server holds it. @param files at least those that the plan is bound to */
export function planTitles(
  tasks: readonly Task[],
  files: readonly Pick<Resource, "id" | "name">[],
  ontology: Pick<Ontology, "get">,
): ReadonlyMap<TaskId, string> {
  const names = new Map(files.map(({ id, name }) => [id, name]));
  const sourcesOf = (binding: Binding): readonly TitleSource[] =>
    singles(binding).map((single) =>
      single.from === "resource" ? { from: "file", name: names.get(single.resource) ?? "a file" } : single,
    );
  const titled = tasks.map(({ id, type, args }) => ({
    ...{ id, type },
    args: Object.fromEntries(Object.entries(args).map(([port, binding]) => [port, sourcesOf(binding)])),
  }));
  return titlesOf(titled, (type) => ontology.get(type)?.description);
}
