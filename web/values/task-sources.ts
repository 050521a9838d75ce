import type { ResourceView, TaskView } from "../../src/client/client.ts";
import type { JsonValue } from "../../src/domain/json.ts";
import { type BaseKind, baseKind } from "../../src/domain/kinds.ts";

/** What a task's arguments may name: files, and the results of other tasks. */
export interface Named {
  readonly files: readonly ResourceView[];
  /** Of the same run. */
  readonly tasks: readonly Pick<TaskView, "id" | "outputs">[];
}

/** `<resource>-2`: what task 2 made; `<resource>-2.overlay`: a certain output of it. */
const REFERENCE = /^<resource>-(\d+)(?:\.(.+))?$/;

/** The one file of a kind that a task was given; null where it was given none, or several, or nobody told which. */
export function sourceOf(task: Pick<TaskView, "args">, kind: BaseKind, named: Named): ResourceView | null {
  const found = new Map<string, ResourceView>();
  for (const text of Object.values(task.args).flatMap(textsOf)) {
    const file = fileOf(text, kind, named);
    if (file) found.set(file.id, file);
  }
  const [first] = found.values();
  return found.size === 1 && first ? first : null;
}

const textsOf = (arg: JsonValue): readonly string[] =>
  typeof arg === "string" ? [arg.trim()] : Array.isArray(arg) ? (arg as readonly JsonValue[]).flatMap(textsOf) : [];

function fileOf(text: string, kind: BaseKind, { files, tasks }: Named): ResourceView | undefined {
  const isWanted = (file: ResourceView): boolean => baseKind(file.kind) === kind;
  const [, number, port] = REFERENCE.exec(text) ?? [];
  if (number === undefined) return files.find((file) => file.id === text && isWanted(file));
  const outputs = tasks.find(({ id }) => id === Number(number))?.outputs ?? {};
  const made = Object.entries(outputs).flatMap(([name, value]) =>
    "resource" in value && isWanted(value.resource) && (port === undefined || port === name) ? [value.resource] : [],
  );
  // The first output that fits is what a reference means.
  return made[0];
}
