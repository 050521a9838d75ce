import type { ResourceView, TaskTypeView } from "../../src/client/client.ts";
import type { Kind } from "../../src/domain/kinds.ts";
import { numberOf } from "../plan/titles.ts";
import { plainWords, shownName } from "../values/words.ts";
import { dependentsOf, type Tasks } from "./plan-edit.ts";

export type Port = TaskTypeView["inputs"][number];

/** What there is to fill inputs from. */
export interface AvailableValues {
  readonly tasks: Tasks;
  readonly types: ReadonlyMap<string, TaskTypeView>;
  readonly files: readonly ResourceView[];
  /** What each task does, in words. */
  readonly titles: ReadonlyMap<number, string>;
}

export interface Option {
  /** As it is written on the wire. */
  readonly value: string;
  readonly words: string;
}

export interface Options {
  /** A text may stand in the plan itself. */
  readonly mayWrite: boolean;
  readonly files: readonly Option[];
  readonly outputs: readonly Option[];
}

/** Kinds that can be written down; pictures and sounds cannot. */
const WRITTEN_KINDS: readonly string[] = ["text", "data", "table"];

const fits = (actual: Kind, wanted: readonly Kind[]): boolean =>
  wanted.some((kind) => actual === kind || actual.startsWith(`${kind}/`));

/** All that an input of a task may be filled from: never from a task that waits for it. */
export function optionsFor(port: Port, task: number, { tasks, types, files, titles }: AvailableValues): Options {
  const later = new Set([task, ...dependentsOf(tasks, task)]);
  return {
    mayWrite: port.kinds.some((kind) => WRITTEN_KINDS.includes(kind.split("/", 1)[0] ?? "")),
    files: files
      .filter(({ kind }) => fits(kind, port.kinds))
      .map(({ id, name }) => ({ value: id, words: shownName(name) })),
    outputs: tasks
      .filter(({ id }) => !later.has(id))
      .flatMap((producer) => outputsOf(producer, port, { types, titles })),
  };
}

function outputsOf(
  { id, task }: Tasks[number],
  port: Port,
  { types, titles }: Pick<AvailableValues, "types" | "titles">,
): readonly Option[] {
  const fitting = (types.get(task)?.outputs ?? []).filter(({ kinds }) => kinds.some((kind) => fits(kind, port.kinds)));
  return fitting.map(({ name }, place) => ({
    // The first that fits goes without saying.
    value: place === 0 ? `<resource>-${id}` : `<resource>-${id}.${name}`,
    words: `${numberOf(id)} ${titles.get(id) ?? task}: its ${plainWords(name)}`,
  }));
}
